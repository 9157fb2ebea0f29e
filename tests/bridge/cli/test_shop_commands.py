"""`counterpart shops`, `branches` and `mode`."""

from __future__ import annotations

from tests.bridge.cli.cli_data import give_items
from tests.bridge.cli.cli_runner import Cli


def test_it_fills_staging_and_nothing_else(cli: Cli) -> None:
    filled = cli.json("sample")
    assert filled["shop"] == "My shop"
    assert filled["staging"] is True
    assert filled["items"] > 400
    assert [shop["items"] for shop in cli.json("shops", "list")] == [0, filled["items"]]
    assert (cli.json("orders", "list"), cli.json("rfq", "list")) == ([], [])
    assert len(cli.json("orders", "list", "--staging")) == filled["orders"]


def test_a_second_run_says_that_all_was_there(cli: Cli) -> None:
    first = cli.json("sample")
    output = cli.ok("sample", "--staging")
    assert f"0 items added, {first['items']} items left as found, 0 orders placed" in output


def test_with_several_shops_it_wants_to_know_which(cli: Cli) -> None:
    cli.ok("shops", "add", "Sitra")
    assert "--shop NAME" in cli.fails("sample")
    assert cli.json("sample", "--shop", "Sitra")["shop"] == "Sitra"
    assert cli.json("items", "list", "--shop", "My shop", "--staging") == []


def test_a_read_only_twin_is_told(cli: Cli) -> None:
    cli.ok("shops", "read-only", "on", "--staging")
    assert "read-only" in cli.fails("sample")


def test_a_first_command_makes_my_shop_and_its_twin(cli: Cli) -> None:
    shops = cli.json("shops", "list")
    assert [(shop["name"], shop["staging"]) for shop in shops] == [("My shop", False), ("My shop", True)]
    assert shops[0] == {
        "id": 1,
        "name": "My shop",
        "staging": False,
        "read_only": False,
        "api_push": True,
        "webhooks": True,
        "scheduled_pull": False,
        "vat_percent": 10.0,
        "vat_number": "",
        "created_at": "2026-11-20T12:00:00.000Z",
        "items": 0,
    }


def test_a_second_command_adds_no_second_shop(cli: Cli) -> None:
    cli.ok("keys", "list")
    assert len(cli.json("shops", "list")) == 2


def test_adding_a_shop_makes_shop_necessary(cli: Cli) -> None:
    assert cli.json("shops", "add", "Sitra")["name"] == "Sitra"
    assert cli.fails("keys", "list") == "There are several shops; say which one with --shop NAME."
    assert cli.json("keys", "list", "--shop", "sitra") == []
    assert "already" in cli.fails("shops", "add", "SITRA")


def test_renaming_takes_one_name_or_two(cli: Cli) -> None:
    cli.ok("shops", "rename", "Al Noor")
    cli.ok("shops", "add", "Sitra")
    cli.ok("shops", "rename", "sitra", "Salmabad")
    assert {shop["name"] for shop in cli.json("shops", "list")} == {"Al Noor", "Salmabad"}
    assert "no shop 'Nope'" in cli.fails("shops", "rename", "Nope", "X")
    assert "in quotes" in cli.fails("shops", "rename", "a", "b", "c", code=2)


def test_read_only_is_of_one_twin_alone(cli: Cli) -> None:
    assert cli.json("shops", "read-only", "on", "--staging")["read_only"] is True
    assert [shop["read_only"] for shop in cli.json("shops", "list")] == [False, True]
    give_items(cli)
    cli.ok("shops", "read-only", "on")
    assert "read-only" in cli.fails("stock", "move", "PAD-1", "--cause", "sale", "--quantity", "1")
    cli.ok("shops", "read-only", "off")
    cli.ok("stock", "move", "PAD-1", "--cause", "sale", "--quantity", "1")


def test_branches_are_listed_renamed_and_made_main(cli: Cli) -> None:
    give_items(cli, {"sku": "A", "name": "A", "quantity": 1, "branch": "Sitra"})
    assert cli.json("branches", "list") == [{"name": "Main", "main": True}, {"name": "Sitra", "main": False}]
    assert cli.json("branches", "rename", "main", "Salmabad") == {"name": "Salmabad", "main": True}
    assert cli.json("branches", "main", "SITRA") == {"name": "Sitra", "main": True}
    assert cli.ok("branches", "list").splitlines()[1].split() == ["yes", "Sitra"]
    assert "no branch 'Nope'" in cli.fails("branches", "main", "Nope")
    assert "already" in cli.fails("branches", "rename", "Sitra", "salmabad")


def test_modes_are_shown_and_switched(cli: Cli) -> None:
    assert cli.json("mode") == {"api_push": True, "webhooks": True, "scheduled_pull": False}
    assert "overwrite" in cli.ok("mode", "scheduled_pull", "on")
    assert cli.json("mode", "api_push", "off")["api_push"] is False
    assert cli.json("mode", "--staging")["api_push"] is True
    assert cli.ok("mode", "webhooks").split()[:2] == ["webhooks", "on"]
    assert "'api_push', 'webhooks', 'scheduled_pull'" in cli.fails("mode", "ftp", "on", code=2)
    assert "'on', 'off'" in cli.fails("mode", "webhooks", "maybe", code=2)


def test_the_vat_number_is_set_and_taken_away(cli: Cli) -> None:
    assert cli.ok("shops", "vat-number", "200012345600002") == "My shop has the VAT number 200012345600002 now.\n"
    assert cli.json("shops", "list")[0]["vat_number"] == "200012345600002"
    assert cli.ok("shops", "vat-number", "") == "My shop has no VAT number now.\n"
    assert "at most 30" in cli.fails("shops", "vat-number", "1" * 31)
