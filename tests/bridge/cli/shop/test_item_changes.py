"""`counterpart items price | active`."""

from __future__ import annotations

import pytest

from tests.bridge.cli.framework.cli_data import PAD, give_items
from tests.bridge.cli.framework.cli_runner import Cli


@pytest.fixture
def filled(cli: Cli) -> Cli:
    give_items(
        cli,
        {**PAD, "wholesale_price_fils": 10_000},
        {"sku": "FILTER", "name": "Oil filter", "price_fils": 2_750},
        {"sku": "BULB", "name": "Bulb", "price_fils": 3},
    )
    return cli


def prices(cli: Cli) -> dict[str, int]:
    return {item["sku"]: item["price_fils"] for item in cli.json("items", "list")}


def test_a_dry_run_says_what_a_run_then_does(filled: Cli) -> None:
    words = ("items", "price", "--all", "--percent", "+10", "--round", "50")
    dry = filled.json(*words, "--dry-run")
    assert prices(filled) == {"PAD-1": 12_500, "FILTER": 2_750, "BULB": 3}
    done = filled.json(*words)
    assert {**done, "done": False} == dry
    assert prices(filled) == {"PAD-1": 13_750, "FILTER": 3_050, "BULB": 3}
    assert (done["changed"], done["refused"], done["refusals"][0]["error"]) == (2, 1, "would become 0")
    assert done["largest"][0] == {"sku": "PAD-1", "field": "price_fils", "old_fils": 12_500, "new_fils": 13_750}


def test_a_search_and_skus_narrow_it_and_which_chooses_the_price(filled: Cli) -> None:
    filled.ok("items", "price", "--search", "oil", "--percent", "-20")
    filled.ok("items", "price", "pad-1", "--percent", "50", "--which", "trade")
    assert prices(filled) == {"PAD-1": 12_500, "FILTER": 2_200, "BULB": 3}
    assert filled.json("items", "show", "PAD-1")["wholesale_price_fils"] == 15_000


def test_for_people_it_is_a_table(filled: Cli) -> None:
    output = filled.ok("items", "price", "PAD-1", "BULB", "--percent", "+10", "--round", "100", "--dry-run")
    assert output.splitlines() == [
        "1 price would change, 0 the same, 0 not set, 1 refused.",
        "Lowest BHD 12.500 -> 13.800, highest BHD 12.500 -> 13.800. The largest changes:",
        "SKU    PRICE     OLD     NEW  NAME",
        "PAD-1  shop   12.500  13.800  Front brake pads",
        "BULB: shop price BHD 0.003 would become 0.",
    ]


def test_several_become_inactive(filled: Cli) -> None:
    assert filled.ok("items", "active", "off", "PAD-1", "bulb", "nowhere") == "2 items are inactive now.\n"
    assert filled.json("items", "active", "on", "--search", "bulb") == {"selected": 1, "changed": 1}
    assert [item["sku"] for item in filled.json("items", "list") if not item["active"]] == ["PAD-1"]


@pytest.mark.parametrize(
    "words",
    [
        ("price", "--percent", "5"),
        ("price", "--all", "A", "--percent", "5"),
        ("price", "--all", "--percent", "five"),
        ("price", "--all", "--percent", "5", "--round", "7"),
        ("active", "maybe", "A"),
    ],
)
def test_what_cannot_be_read_is_a_usage_error(filled: Cli, words: tuple[str, ...]) -> None:
    assert filled.fails("items", *words, code=2)


def test_a_percentage_without_meaning_is_refused(filled: Cli) -> None:
    assert filled.fails("items", "price", "--all", "--percent", "0").startswith("Write a percentage")
