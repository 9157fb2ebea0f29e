"""`counterpart items add | edit`."""

from __future__ import annotations

import pytest

from tests.bridge.cli.framework.cli_data import give_items
from tests.bridge.cli.framework.cli_runner import Cli


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
    assert (entry["cause"], entry["by"], entry["note"]) == ("count", "owner", "By hand")


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
