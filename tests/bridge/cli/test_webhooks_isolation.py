"""Nothing of one shop's webhooks reaches another: every command with another shop's ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.cli.webhook_commands import webhooks
from tests.bridge.cli.cli_data import give_items, order_of
from tests.bridge.cli.cli_with_secrets import URL, CliWithSecrets, add_shop_and_vault
from tests.bridge.cli.ready_data import ready_cli

MINE = ("--shop", "My shop")
OTHERS = {
    "its staging shop": (*MINE, "--staging"),
    "another shop": ("--shop", "Sitra"),
    "another shop's staging shop": ("--shop", "Sitra", "--staging"),
}
REFUSED = {
    "on": ("on", "1"),
    "off": ("off", "1"),
    "edit": ("edit", "1", "--catch-up", "on"),
    "remove": ("remove", "1"),
    "rotate": ("rotate", "1"),
    "rotate --switch": ("rotate", "1", "--switch"),
    "test": ("test", "1"),
    "resend": ("resend", "DELIVERY"),
    "resend-failed": ("resend-failed", "1", "--since", "2020-01-01"),
}
BLIND = {"list": ("list",), "deliveries": ("deliveries",), "deliveries --target": ("deliveries", "--target", "1")}
OWN = {"add": ("add", URL, "--event", "order.placed")}


@pytest.fixture
def two(tmp_path: Path) -> CliWithSecrets:
    """My shop with a target and a failed delivery, and another shop."""
    return ready_cli(CliWithSecrets, tmp_path / "data", fill_two_shops)


def fill_two_shops(cli: CliWithSecrets) -> None:
    add_shop_and_vault(cli)
    cli.ok("shops", "add", "Sitra")
    cli.add(more=MINE)
    give_items(cli, shop="My shop")
    cli.ok("orders", "place", "-", *MINE, stdin=order_of())
    cli.write(
        lambda tx, _shop: tx.update("UPDATE deliveries SET state = 'failed', next_attempt_at = NULL"), shop="Sitra"
    )


def everything_of_mine(cli: CliWithSecrets) -> object:
    return [cli.json("webhooks", *words, *MINE) for words in BLIND.values()]


def test_every_command_is_walked() -> None:
    assert {words[0] for table in (REFUSED, BLIND, OWN) for words in table.values()} == set(webhooks.commands)


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_naming_another_shops_things_finds_nothing(two: CliWithSecrets, other: tuple[str, ...]) -> None:
    before = everything_of_mine(two)
    (delivery,) = two.json("webhooks", "deliveries", *MINE)
    vault = (two.folder / "secrets.vault").read_bytes()
    for words in REFUSED.values():
        named = [delivery["id"] if word == "DELIVERY" else word for word in words]
        assert "There is no" in two.fails("webhooks", *named, *other), words
    assert everything_of_mine(two) == before
    assert (two.folder / "secrets.vault").read_bytes() == vault


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_lists_show_nothing_of_another_shop(two: CliWithSecrets, other: tuple[str, ...]) -> None:
    for words in BLIND.values():
        assert two.json("webhooks", *words, *other) == [], words
        assert two.json("webhooks", *words, *MINE) != [], words


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_another_shops_events_go_to_its_own_targets(two: CliWithSecrets, other: tuple[str, ...]) -> None:
    before = everything_of_mine(two)
    two.ok("webhooks", *OWN["add"], *other)
    give_items(two, shop=other[1], staging="--staging" in other)
    two.ok("orders", "place", "-", *other, stdin=order_of())
    assert everything_of_mine(two) == before
    assert [one["target"] for one in two.json("webhooks", "deliveries", *other)] == [2]
