"""`counterpart sample`."""

from __future__ import annotations

from tests.bridge.cli.framework.cli_runner import Cli


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
