"""`counterpart items add | edit`."""

from __future__ import annotations

import pytest

from service.domain.catalogue.items import ItemSource
from service.domain.shops import Shop
from service.store.engine.transaction import Tx
from service.store.item_details import get_source_id
from tests.bridge.cli.cli_data import PAD, give_items
from tests.bridge.cli.cli_runner import Cli


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


def test_an_item_is_entered_with_every_field(cli: Cli) -> None:
    words = (
        "--name", "Oil filter", "--name-ar", "فلتر زيت", "--oem", "15400", "--brand", "Honda", "--category", "Filters",
        "--condition", "new_oem", "--price", "2.750", "--trade-price", "2.5", "--online-price", "3", "--listed", "on",
        "--active", "off", "--fit", "Honda, Accord, 2018-2024", "--fit", "Honda,Civic,2016", "--fit",
        "Honda,CR-V,2017-", "--fit", "Honda, City", "--quantity", "4.5", "--branch", "Sitra",
    )  # fmt: skip
    item = cli.json("items", "add", "15400-RTA", *words)
    assert item == cli.json("items", "show", "15400-rta")
    assert (item["price_fils"], item["wholesale_price_fils"], item["online_price_fils"]) == (2750, 2500, 3000)
    assert (item["list_on_marketplace"], item["active"], item["condition"]) == (True, False, "new_oem")
    assert [(car["model"], car["year_from"], car["year_to"]) for car in item["fit"]] == [
        ("Accord", 2018, 2024), ("Civic", 2016, 2016), ("CR-V", 2017, None), ("City", None, None),
    ]  # fmt: skip
    assert item["stock"] == [{"branch": "Sitra", "quantity": 4.5, "reserved": 0}]
    (entry,) = cli.json("stock", "ledger", "15400-RTA")
    assert (entry["cause"], entry["by"], entry["note"]) == ("count", "command line: marwa", "By hand")


def test_an_edit_changes_what_is_named_and_clears_what_is_emptied(cli: Cli) -> None:
    give_items(cli)
    assert (
        cli.ok("items", "edit", "pad-1", "--price", "none", "--name-ar", "", "--fit", "none") == "PAD-1 is changed.\n"
    )
    item = cli.json("items", "show", "PAD-1")
    assert (item["price_fils"], item["name_ar"], item["fit"], item["quantity"]) == (None, None, [], 10)
    cli.ok("items", "edit", "PAD-1", "--quantity", "7")
    assert cli.json("items", "show", "PAD-1")["quantity"] == 7


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("add", "X"), "name: is required when the item is new."),
        (("add", "pad-1", "--name", "Pad"), "sku: is in the catalogue already; open that part and edit it."),
        (("edit", "nowhere", "--price", "1"), "There is no item nowhere."),
        (("edit", "PAD-1", "--name", " "), "name: must not be blank."),
        (
            ("edit", "PAD-1", "--fit", "Toyota, Camry, 2024-2018"),
            "fit[0].year_from: must not be after year_to (2024 > 2018).",
        ),
    ],
)
def test_what_is_refused_is_one_sentence(cli: Cli, words: tuple[str, ...], sentence: str) -> None:
    give_items(cli)
    assert cli.fails("items", *words) == sentence


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--price", "12,5"), "is no price"),
        (("--price", "-1"), "is no price"),
        (("--price", "1.0005"), "is no price"),
        (("--price", "9999999999999"), "is more than BHD"),
        (("--fit", "Toyota"), "is no car"),
        (("--fit", "Toyota, Camry, new"), "is no car"),
        (("--branch", "Sitra"), "--branch says where"),
        ((), "Say what to change"),
    ],
)
def test_what_cannot_be_read_says_how_to_write_it(cli: Cli, words: tuple[str, ...], part: str) -> None:
    give_items(cli)
    assert part in cli.fails("items", "edit", "PAD-1", *words, code=2)


def test_low_parts_are_the_reorder_list(cli: Cli) -> None:
    give_items(cli)
    assert cli.ok("items", "reorder") == "Nothing is low.\n"
    cli.ok("items", "edit", "PAD-1", "--low", "10")
    assert cli.json("items", "reorder") == [
        {
            "sku": "PAD-1",
            "name": "Front brake pads",
            "brand": None,
            "quantity": 10,
            "reserved": 0,
            "free": 10,
            "low_limit": 10,
        }
    ]
    assert "Low at" in cli.ok("items", "show", "PAD-1")
    cli.ok("items", "edit", "PAD-1", "--low", "none")
    assert cli.json("items", "reorder") == []


def test_prices_are_displayed_with_the_vat_of_the_shop(cli: Cli) -> None:
    give_items(cli)
    assert "BHD 12.500 (13.750 with 10% VAT)" in cli.ok("items", "show", "PAD-1")
    assert cli.ok("shops", "vat", "7.5") == "My shop counts 7.5% VAT now.\n"
    assert "BHD 12.500 (13.438 with 7.5% VAT)" in cli.ok("items", "show", "PAD-1")
    assert cli.json("shops", "vat", "0")["vat_percent"] == 0
    assert "VAT" not in cli.ok("items", "show", "PAD-1")
    assert cli.fails("shops", "vat", "101") == "VAT is a percentage from 0 to 100."


def test_the_system_that_will_replace_a_change_is_named(cli: Cli) -> None:
    give_items(cli)
    key = cli.json("keys", "create", "Till 1")["id"]

    def mark(tx: Tx, shop: Shop) -> None:
        source = get_source_id(tx, shop.id, ItemSource(key_id=key))
        tx.update("UPDATE items SET source_id = ?", (source,))

    cli.write(mark)
    warning = "Till 1 wrote 1 item last: what it sends next replaces what you changed."
    assert cli.ok("items", "edit", "PAD-1", "--price", "13").splitlines()[-1] == warning
    assert cli.ok("items", "price", "--all", "--percent", "5").splitlines()[-1] == warning
    assert "Till 1" not in cli.ok("items", "edit", "PAD-1", "--price", "14", "--json")
