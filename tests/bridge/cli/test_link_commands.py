"""`counterpart link`: bad input gets one sentence, and nothing is stored (link §5 and §7)."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from service.domain.marketplace.orders import Action
from service.domain.sentences import message, verbatim
from service.domain.shops import Shop
from service.store import orders
from service.store.engine.transaction import Tx
from service.store.link import action_queue, links, mirror, pushed_items
from tests.bridge.cli.cli_data import PAD, give_items, give_link, order_of
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.cli_with_secrets import CliWithSecrets, add_shop_and_vault
from tests.bridge.cli.ready_data import ready_cli

NOBODY = "http://127.0.0.1:9"
KEY = "cp_live_" + "a" * 36


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


@pytest.fixture
def shop(tmp_path: Path) -> CliWithSecrets:
    return ready_cli(CliWithSecrets, tmp_path / "data", add_shop_and_vault)


def test_practice_links_staging_and_never_the_live_shop(shop: CliWithSecrets) -> None:
    made = shop.json("link", "practice", "on")
    assert (made["url"], made["state"]) == ("practice", "waiting")
    assert shop.json("link", "status", "--staging")["url"] == "practice"
    assert "has no link" in shop.fails("link", "status")
    assert "inside the running program" in shop.fails("link", "push", "--dry-run", "--staging")
    assert shop.json("link", "practice", "off") == {"practice": False, "cancelled": 0}
    assert "has no link" in shop.fails("link", "status", "--staging")


@pytest.mark.parametrize(
    ("address", "key", "words"),
    [
        ("market", KEY, "must begin with https://"),
        ("127.0.0.1:8710", KEY, "must begin with https://"),
        ("ftp://market.example", KEY, "must begin with https://"),
        ("http://market.example", KEY, "Use https://"),
        ("https://market.example/?shop=1", KEY, "? part"),
        ("https://user:word@market.example", KEY, "the key is enough"),
        ("http://192.168.1.5", KEY, "agree with --yes"),
        ("http://169.254.169.254", KEY, "cloud metadata"),
        ("http://127.0.0.1:8710", KEY, "Counterpart itself"),
        (NOBODY, "", "no key"),
        (NOBODY, "two words", "no key"),
        (NOBODY, "cp_test_" + "a" * 36, "staging key"),
        (NOBODY, KEY, "Nothing was stored"),
    ],
)
def test_what_cannot_be_linked_is_told_in_a_sentence(shop: CliWithSecrets, address: str, key: str, words: str) -> None:
    assert words in shop.fails("link", "set", address, "--key-stdin", stdin=key)
    assert "has no link" in shop.fails("link", "status")


def test_the_question_for_the_key_is_no_part_of_the_json(shop: CliWithSecrets) -> None:
    made = shop.run("link", "set", NOBODY, "--anyway", "--json", stdin=KEY)
    assert json.loads(made.stdout)["url"] == NOBODY
    assert made.stderr.startswith("Key: ")


def test_a_parked_order_has_its_own_column_in_csv(shop: CliWithSecrets) -> None:
    give_items(shop, PAD)
    shop.ok("link", "set", NOBODY, "--key-stdin", "--anyway", stdin=KEY)

    def park(tx: Tx, own: Shop) -> None:
        item_id = pushed_items.find_ids(tx, own.id, ["pad-1"])["pad-1"]
        pushed_items.mark_waiting(tx, own.id, [item_id], shop.clock.now())
        pushed_items.park(tx, item_id, verbatim("No such branch."), shop.clock.now())
        mirror.set_aside(tx, own.id, "ORD-9", b"{}", verbatim("No lines."), shop.clock.now() + 1)

    shop.write(park)
    rows = csv.DictReader(shop.ok("link", "parked", "--csv").removeprefix("\ufeff").splitlines())
    assert [(row["sku"], row["order"]) for row in rows] == [("PAD-1", ""), ("", "ORD-9")]
    assert [set(row) for row in shop.json("link", "parked")] == [
        {"message", "since", "sku"}, {"message", "since", "order"},
    ]  # fmt: skip


def test_a_live_key_is_not_for_staging(shop: CliWithSecrets) -> None:
    assert "live key" in shop.fails("link", "set", NOBODY, "--key-stdin", "--staging", stdin=KEY)


def test_a_key_of_this_very_installation_is_refused(shop: CliWithSecrets) -> None:
    own = shop.json("keys", "create", "Till")["key"]
    assert "belongs to this Counterpart" in shop.fails("link", "set", NOBODY, "--key-stdin", stdin=own)


def test_the_owner_may_insist_and_switch_and_remove(shop: CliWithSecrets) -> None:
    made = shop.json("link", "set", NOBODY, "--key-stdin", "--anyway", stdin=KEY)
    assert (made["url"], made["state"], made["check"]) == (NOBODY, "waiting", None)
    assert set(shop.json("link", "status")) == {
        "url", "state", "message", "last_answer_at", "to_push", "oldest_waiting_at", "actions_waiting", "parked",
        "mirrored_open", "event_feed", "compared_at",
    }  # fmt: skip
    assert shop.json("link", "off")["state"] == "off"
    assert shop.json("link", "on")["state"] == "waiting"
    assert shop.json("link", "parked") == []
    assert "not been read yet" in shop.fails("link", "approve")
    assert "cannot be reached" in shop.fails("link", "check")
    assert "not parked" in shop.fails("link", "retry", "A")
    assert shop.json("link", "remove") == {"removed": True}
    assert "has no link" in shop.fails("link", "off")
    assert KEY not in (shop.folder / "counterpart.db").read_bytes().decode("latin-1")


def test_a_later_approval_leaves_the_choice_of_items_as_it_is(shop: CliWithSecrets) -> None:
    """Changes that were held back are approved without sending what was never meant to go up."""
    give_link(shop, "https://market.example")

    def only_listed() -> bool:
        return shop.write(lambda tx, own: links.get_link(tx, own.id)).only_listed

    shop.ok("link", "approve", "--only-listed")
    assert only_listed()
    shop.ok("link", "approve")
    assert only_listed()
    shop.ok("link", "approve", "--all-items")
    assert not only_listed()
