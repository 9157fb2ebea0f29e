"""`counterpart link waiting` and `link withdraw`: the pane's list of waiting actions, and taking
one back (link §3 and §7).
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from service.domain.marketplace.orders import Action
from service.domain.sentences import message
from service.domain.shops import Shop
from service.store import orders
from service.store.engine.transaction import Tx
from service.store.link import action_queue
from tests.bridge.cli.framework.cli_data import give_items, give_link, order_of
from tests.bridge.cli.framework.cli_runner import Cli
from tests.bridge.cli.framework.ready_data import ready_cli


@pytest.fixture
def linked(tmp_path: Path) -> Cli:
    """A shop with a link and one order."""
    return ready_cli(Cli, tmp_path / "linked", fill_linked_shop)


def fill_linked_shop(cli: Cli) -> None:
    give_items(cli)
    cli.ok("orders", "place", "-", stdin=order_of())
    give_link(cli, "https://market.example")


def queue(cli: Cli, action: Action, *, sent: bool = False) -> int:
    """Queues an action of the order; `sent` as if it may have reached the marketplace."""

    def work(tx: Tx, shop: Shop) -> int:
        (order,) = orders.list_orders(tx, shop.id, limit=1)
        made = action_queue.add_action(tx, shop.id, order.id, action, "sold out", "Till", cli.clock.now())
        if sent:
            action_queue.count_try(tx, made)
            action_queue.postpone(tx, made, cli.clock.now() + 1, message("The marketplace did not answer in time."))
        return made

    return cli.write(work)


def test_what_waits_is_listed_with_what_can_be_done(linked: Cli) -> None:
    assert linked.ok("link", "waiting") == "No action waits.\n"
    reject, ready = queue(linked, Action.REJECT), queue(linked, Action.READY, sent=True)
    (reference,) = {row["order"] for row in linked.json("link", "waiting")}
    since = linked.json("link", "status")["oldest_waiting_at"]
    assert linked.json("link", "waiting") == [
        {
            "id": reject, "order": reference, "action": "reject", "reason": "sold out", "since": since,
            "can_withdraw": True, "message": None,
        },
        {
            "id": ready, "order": reference, "action": "ready", "reason": "sold out", "since": since,
            "can_withdraw": False, "message": "The marketplace did not answer in time.",
        },
    ]  # fmt: skip
    table = linked.ok("link", "waiting").splitlines()
    assert [line.split()[0] for line in table] == ["ID", str(reject), str(ready)]
    assert table[2].endswith("The marketplace did not answer in time.")
    rows = csv.DictReader(linked.ok("link", "waiting", "--csv").removeprefix("\ufeff").splitlines())
    assert [row["action"] for row in rows] == ["reject", "ready"]


def test_what_was_not_sent_is_withdrawn(linked: Cli) -> None:
    action = queue(linked, Action.ACCEPT)
    (row,) = linked.json("link", "waiting")
    assert linked.json("link", "withdraw", str(action)) == {
        "withdrawn": action, "order": row["order"], "action": "accept",
    }  # fmt: skip
    assert linked.json("link", "waiting") == []
    assert linked.json("link", "status")["actions_waiting"] == 0
    assert "does not wait any more" in linked.fails("link", "withdraw", str(action))


def test_a_withdrawal_says_what_it_took_back(linked: Cli) -> None:
    action = queue(linked, Action.ACCEPT)
    output = linked.ok("link", "withdraw", str(action))
    assert output.startswith("accept of ORD-")
    assert output.endswith("is withdrawn. The marketplace was not asked.\n")


@pytest.mark.parametrize(("action", "sent"), [(Action.ACCEPT, True), (Action.READY, False)])
def test_what_may_be_there_or_took_effect_here_is_not_withdrawn(linked: Cli, action: Action, sent: bool) -> None:
    waiting = queue(linked, action, sent=sent)
    assert "may have this action already" in linked.fails("link", "withdraw", str(waiting))
    assert linked.json("link", "status")["actions_waiting"] == 1


def test_an_action_of_another_shop_is_not_found(linked: Cli) -> None:
    action = queue(linked, Action.ACCEPT)
    assert "does not wait any more" in linked.fails("link", "withdraw", str(action), "--staging")
    assert linked.json("link", "status")["actions_waiting"] == 1


@pytest.mark.parametrize("wrong", ["0", "x", "9223372036854775808"])
def test_an_id_that_is_none_is_an_error_of_usage(linked: Cli, wrong: str) -> None:
    assert "ID" in linked.fails("link", "withdraw", wrong, code=2)
