"""Nothing of one shop reaches another: every command with another shop's names, ids
and references.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from bridge.cli.program import program
from tests.bridge.cli.cli_data import give_items, give_link, log_call, order_of
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.ready_data import ready_cli

ORDER = "ORD-2026-000001"
SECRET = "SECRET"

MINE = ("--shop", "My shop")
OTHERS = {
    "its staging shop": (*MINE, "--staging"),
    "another shop": ("--shop", "Sitra"),
    "another shop's staging shop": ("--shop", "Sitra", "--staging"),
}

REFUSED = {
    "keys revoke": ("keys", "revoke", "1"),
    "keys expiry": ("keys", "expiry", "1", "never"),
    "branches rename": ("branches", "rename", "SECRET branch", "X"),
    "branches main": ("branches", "main", "SECRET branch"),
    "items show": ("items", "show", "SECRET-1"),
    "items edit": ("items", "edit", "SECRET-1", "--price", "1"),
    "items picture": ("items", "picture", "SECRET-1", "--remove"),
    "stock move": ("stock", "move", "SECRET-1", "--cause", "sale", "--quantity", "1"),
    "stock ledger": ("stock", "ledger", "SECRET-1"),
    "orders place": ("orders", "place", "-"),
    "orders show": ("orders", "show", ORDER),
    "orders act": ("orders", "act", ORDER, "accept"),
    "orders cancel": ("orders", "cancel", ORDER, "--reason", "x"),
    "log show": ("log", "show", "1"),
    "items undo": ("items", "undo", "1"),
    "history": ("history", "order", ORDER),
}
"""Commands that name something of my shop."""

BLIND = {
    "keys list": ("keys", "list"),
    "branches list": ("branches", "list"),
    "items list": ("items", "list"),
    "items search": ("items", "search", "secret"),
    "items export": ("items", "export", "-", "--format", "csv"),
    "orders list": ("orders", "list"),
    "orders export": ("orders", "export", "-", "--format", "csv"),
    "report day": ("report", "day", "2026-11-20"),
    "report month": ("report", "month", "2026-11-20"),
    "rfq list": ("rfq", "list"),
    "log list": ("log", "list"),
    "log export": ("log", "export", "-", "--format", "csv"),
}
"""Commands that list what the chosen shop has."""

OWN = {
    "keys create": ("keys", "create", "Other"),
    "items price": ("items", "price", "SECRET-1", "--percent", "+5"),
    "items active": ("items", "active", "off", "SECRET-1"),
    "items add": ("items", "add", "OTHER-1", "--name", "Other", "--price", "1"),
    "items reorder": ("items", "reorder"),
    "branches add": ("branches", "add", "Other"),
    "shops read-only": ("shops", "read-only", "on"),
    "shops vat": ("shops", "vat", "5"),
    "shops vat-number": ("shops", "vat-number", "200012345600002"),
    "mode": ("mode", "api_push", "off"),
    "rfq new": ("rfq", "new", "-"),
    "sample": ("sample",),
    "link practice": ("link", "practice", "on"),
}
"""Commands that change the chosen shop (`sample` and `link practice` its staging shop) and may
leave no trace in mine.
"""

LINKED = {
    f"link {verb}": ("link", verb)
    for verb in ("check", "status", "on", "off", "remove", "push", "approve", "parked", "waiting", "compare")
}
"""Commands that need a link of the chosen shop."""

UNLINKED = {
    "link set": "makes the chosen shop's own link, after asking the far end; tests/service/link",
    "link withdraw": "an action of another shop is not found; tests/bridge/cli/test_link_commands.py",
    "link retry": "of a shop without a link nothing is parked; walked below",
}

WHOLE = {
    "keys pair": "asks the running program for a code of the chosen shop; tests/service/api/pairing",
    **{f"alerts {verb}": "the owner's own alerts" for verb in ("add", "edit", "heartbeat", "list", "remove", "test")},
    **{
        f"people {verb}": "the staff at this computer, whatever shop"
        for verb in ("activate", "add", "deactivate", "list", "rename", "reset-pin", "set-pin", "support-view")
    },
    **{f"counters {verb}": "windows of the whole installation" for verb in ("add", "list", "revoke")},
    "attach": "makes this computer a counter of another one",
    "join": "gives this computer the key of all secrets",
    **{f"database {verb}": "the database of all shops" for verb in ("password", "code", "new-key")},
    "audit list": "what the owner did in the whole installation",
    "audit verify": "the whole installation's",
    "certificate show": "the installation's",
    "certificate save": "the installation's",
    "certificate renew": "the installation's",
    "certificate replace": "the installation's",
    "clock": "the computer's clock, which all shops share",
    "serve": "the main command's own tests walk its endpoints",
    **{
        f"service {verb}": "about this computer, not about data"
        for verb in ("install", "remove", "status", "register", "unregister")
    },
    "settings": "the installation's, not a shop's",
    "backup": "the whole installation's; tests/bridge/backups",
    "restore": "the whole installation's; tests/bridge/backups",
    "move": "the whole installation's; tests/bridge/backups",
    "doctor": "the whole installation's: what it says of targets it says to everybody who has the data folder",
    "bundle": "the whole installation's; tests/bridge/doctor prove that it names nothing of any shop",
    "shops list": "names every shop by its purpose",
    "shops add": "makes a new one",
    "update check": "about the program, not about data",
    "update install": "about the program, not about data",
    "update activate": "about the program, not about data",
    "update guard": "about the program, not about data",
    "update rollback": "about the program, not about data",
    "shops rename": "renames a shop and its staging shop together, by its name",
}
"""Commands that are about no single shop."""


def command_names(group: click.Group, *before: str) -> set[str]:
    names: set[str] = set()
    for name, command in group.commands.items():
        names |= (
            command_names(command, *before, name) if isinstance(command, click.Group) else {" ".join((*before, name))}
        )
    return names


def test_every_command_is_walked() -> None:
    """A command that is added has to be put into one of the tables above;
    families of other issues walk their own.
    """
    elsewhere = {"webhooks", "receive", "pull"}
    mine = {name for name in command_names(program) if name.split()[0] not in elsewhere}
    walked = (REFUSED, BLIND, OWN, WHOLE, LINKED, UNLINKED)
    assert mine == {name for table in walked for name in table}


@pytest.fixture
def two(tmp_path: Path) -> Cli:
    """My shop with one of everything, and another shop."""
    return ready_cli(Cli, tmp_path / "two", fill_two_shops)


@pytest.fixture(scope="module")
def mine_before(tmp_path_factory: pytest.TempPathFactory) -> object:
    """All of my shop in the data that every `two` begins with."""
    return everything_of_mine(ready_cli(Cli, tmp_path_factory.mktemp("before") / "two", fill_two_shops))


def fill_two_shops(cli: Cli) -> None:
    cli.ok("shops", "add", "Sitra")
    cli.json("keys", "create", "SECRET key", *MINE)
    give_items(cli, {"sku": "SECRET-1", "name": "SECRET", "price_fils": 1, "quantity": 5}, shop="My shop")
    give_items(cli, {"sku": "SECRET-1", "quantity": 5, "branch": "SECRET branch"}, shop="My shop")
    cli.ok("orders", "place", "-", *MINE, stdin=order_of(sku="SECRET-1", vehicle={"make": "SECRET", "model": "X"}))
    cli.ok("rfq", "new", "-", *MINE, stdin='{"items": [{"description": "SECRET", "quantity": 1}]}')
    log_call(cli, path="/v1/items?sku=SECRET-1", shop="My shop")
    log_call(cli, path="/v1/orders/SECRET-9", shop="My shop")


def everything_of_mine(cli: Cli) -> object:
    """All that can be seen of my shop, without its staging shop."""
    lists: list[object] = [cli.json(*words, *MINE) for words in BLIND.values() if "--format" not in words]
    ledger = cli.json("stock", "ledger", "SECRET-1", *MINE)
    return [*lists, ledger, cli.json("orders", "show", ORDER, *MINE), cli.json("mode", *MINE), shop_row(cli)]


def shop_row(cli: Cli) -> object:
    return next(shop for shop in cli.json("shops", "list") if shop["name"] == "My shop" and not shop["staging"])


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_naming_another_shops_things_finds_nothing(two: Cli, mine_before: object, other: tuple[str, ...]) -> None:
    said = {name: two.fails(*words, *other, stdin=order_of(sku="SECRET-1")) for name, words in REFUSED.items()}
    assert [name for name, message in said.items() if "There is no" not in message] == []
    assert everything_of_mine(two) == mine_before


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_lists_show_nothing_of_another_shop(two: Cli, other: tuple[str, ...]) -> None:
    for words in BLIND.values():
        output = two.ok(*words, *other)
        assert SECRET not in output, words
        assert ORDER not in output, words
        assert SECRET in two.ok(*words, *MINE), words


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
@pytest.mark.parametrize("words", OWN.values(), ids=OWN.keys())
def test_changing_one_shop_leaves_the_others_as_they_were(
    two: Cli, mine_before: object, words: tuple[str, ...], other: tuple[str, ...]
) -> None:
    asked = json.dumps({"items": [{"description": "Other", "quantity": 1}]})
    assert two.run(*words, *other, stdin=asked).exit_code == 0
    assert everything_of_mine(two) == mine_before


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_the_link_of_one_shop_is_nobody_elses(two: Cli, other: tuple[str, ...]) -> None:
    give_link(two, "https://secret.example", shop="My shop")
    mine = two.json("link", "status", *MINE)
    assert mine["url"] == "https://secret.example"
    for words in LINKED.values():
        assert "This shop has no link" in two.fails(*words, *other)
    assert two.ok("link", "retry", *other) == "Nothing is parked.\n"
    assert two.json("link", "status", *MINE) == mine


def test_a_call_with_an_unknown_key_shows_in_live_shops_only_and_without_bodies(two: Cli) -> None:
    call = log_call(two, unknown=True, status=401, path="/v1/unknown", request=b"", response=b"", shop="My shop")
    for other, seen in ((("--shop", "Sitra"), True), (MINE, True), ((*MINE, "--staging"), False)):
        assert ("/v1/unknown" in two.ok("log", "list", *other)) is seen
    printed = two.json("log", "show", str(call), "--shop", "Sitra")
    assert (printed["shop"], printed["request"], printed["response"]) == (None, "", "")
    assert f"There is no call {call}" in two.fails("log", "show", str(call), *MINE, "--staging")


def test_a_shop_that_is_not_there_is_told_and_nothing_is_made(cli: Cli) -> None:
    for words in (*REFUSED.values(), *BLIND.values(), *OWN.values()):
        stdin = order_of() if words[0] == "orders" else '{"items": [{"description": "x", "quantity": 1}]}'
        assert "no shop 'Nope'" in cli.fails(*words, "--shop", "Nope", stdin=stdin), words
    assert len(cli.json("shops", "list")) == 2
