"""`counterpart items` and `stock`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from service.domain.catalogue.row_types import FIELDS
from tests.bridge.cli.cli_data import PAD, give_items, order_of
from tests.bridge.cli.cli_runner import Cli


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    image = QImage(2000, 1000, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    file = tmp_path / "pads.png"
    assert image.save(str(file), "PNG")  # type: ignore[call-overload]
    return file


def test_a_picture_is_given_saved_and_removed(cli: Cli, photo: Path, tmp_path: Path) -> None:
    give_items(cli)
    assert cli.ok("items", "picture", "PAD-1") == "PAD-1 has no picture.\n"
    assert cli.ok("items", "picture", "pad-1", str(photo)) == "pad-1 has this picture now.\n"
    size = cli.json("items", "picture", "PAD-1")["picture_bytes"]
    out = tmp_path / "out.jpg"
    cli.ok("items", "picture", "PAD-1", "--save", str(out))
    assert len(out.read_bytes()) == size
    small = QImage(str(out))
    assert (small.width(), small.height()) == (640, 320)
    assert cli.ok("items", "picture", "PAD-1", "--remove") == "PAD-1 has no picture now.\n"
    assert "has no picture" in cli.fails("items", "picture", "PAD-1", "--save", str(out))


def test_what_is_no_picture_changes_nothing(cli: Cli, photo: Path, tmp_path: Path) -> None:
    give_items(cli)
    cli.ok("items", "picture", "PAD-1", str(photo))
    before = cli.json("items", "picture", "PAD-1")
    text = tmp_path / "list.png"
    text.write_text("SKU,Name\n", encoding="ascii")
    assert "no PNG or JPEG picture" in cli.fails("items", "picture", "PAD-1", str(text))
    assert "nowhere.png" in cli.fails("items", "picture", "PAD-1", str(tmp_path / "nowhere.png"))
    assert "There is no item" in cli.fails("items", "picture", "NOPE", str(photo))
    assert "not several" in cli.fails("items", "picture", "PAD-1", str(photo), "--remove", code=2)
    assert cli.json("items", "picture", "PAD-1") == before


def test_a_computer_without_qt_says_so(cli: Cli, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    give_items(cli)
    monkeypatch.setitem(sys.modules, "bridge.picture_file", None)
    assert "cannot be read on this computer" in cli.fails("items", "picture", "PAD-1", str(photo))


def test_show_is_the_item_as_the_api_reads_it_back(cli: Cli) -> None:
    give_items(cli, {**PAD, "quantity": 2.125}, {"sku": "PAD-1", "quantity": 1, "branch": "Sitra"})
    item = cli.json("items", "show", "pad-1")
    assert item == {
        **dict.fromkeys(FIELDS),
        "sku": "PAD-1",
        "name": "Front brake pads",
        "name_ar": "فحمات فرامل أمامية",
        "price_fils": 12_500,
        "list_on_marketplace": False,
        "active": True,
        "quantity": 3.125,
        "reserved": 0,
        "stock": [
            {"branch": "Main", "quantity": 2.125, "reserved": 0},
            {"branch": "Sitra", "quantity": 1, "reserved": 0},
        ],
        "fit": [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": 2024}],
        "updated_at": "2026-11-20T12:00:00.000Z",
    }
    assert cli.json("items", "list") == [item]


def test_show_for_people_has_money_in_dinars(cli: Cli) -> None:
    give_items(cli)
    text = cli.ok("items", "show", "PAD-1")
    assert "BHD 12.500" in text
    assert "Main: 10 on hand, 0 reserved, 10 free" in text
    assert "Fits Toyota Camry 2018-2024" in text


def test_list_goes_through_all_pages_and_searches_both_languages(cli: Cli) -> None:
    give_items(cli, *({"sku": f"S{number:04d}", "name": f"Thing {number}"} for number in range(700)))
    give_items(cli)
    assert len(cli.json("items", "list")) == 701
    assert [item["sku"] for item in cli.json("items", "list", "--limit", "2")] == ["PAD-1", "S0000"]
    assert [item["sku"] for item in cli.json("items", "list", "--search", "فحمات")] == ["PAD-1"]
    assert len(cli.ok("items", "list").splitlines()) == 702
    assert cli.ok("items", "list", "--search", "nothing like it") == "There is no such item.\n"


def test_names_cannot_steer_the_terminal(cli: Cli) -> None:
    give_items(cli, {"sku": "X", "name": "a\x1b[2Jb\nc"})
    assert cli.ok("items", "list").splitlines()[1].endswith("a\\x1b[2Jb c")


@pytest.mark.parametrize(
    ("cause", "quantity", "left"),
    [("sale", "2.5", 7.5), ("job", "10", 0), ("return", "0.001", 10.001), ("count", "0", 0)],
)
def test_each_cause_moves_exactly(cli: Cli, cause: str, quantity: str, left: float) -> None:
    give_items(cli)
    moved = cli.json("stock", "move", "pad-1", "--cause", cause, "--quantity", quantity)
    assert moved == {"sku": "PAD-1", "branch": "Main", "quantity": left, "reserved": 0}
    newest = cli.json("stock", "ledger", "PAD-1")[0]
    assert (newest["cause"], newest["quantity"], newest["by"]) == (cause, left, "command line: marwa")


def test_the_ledger_tells_every_change_newest_first(cli: Cli) -> None:
    give_items(cli)
    cli.clock.advance(1_000)
    cli.ok("stock", "move", "PAD-1", "--cause", "sale", "--quantity", "1")
    assert cli.json("stock", "ledger", "PAD-1", "--limit", "1") == [
        {
            "at": "2026-11-20T12:00:01.000Z",
            "sku": "PAD-1",
            "branch": "Main",
            "cause": "sale",
            "change": -1,
            "quantity": 9,
            "by": "command line: marwa",
            "note": None,
        }
    ]
    assert [line.split()[4] for line in cli.ok("stock", "ledger", "PAD-1").splitlines()[1:]] == ["-1", "+10"]


def test_what_open_orders_hold_stays(cli: Cli) -> None:
    give_items(cli)
    cli.ok("orders", "place", "-", stdin=order_of(8))
    assert "hold 8 of PAD-1" in cli.fails("stock", "move", "PAD-1", "--cause", "sale", "--quantity", "3")
    assert json.loads(cli.ok("items", "show", "PAD-1", "--json"))["quantity"] == 10


@pytest.mark.parametrize("quantity", ["1.2345", "-1", "1,5", "1e3", "", "٣", "nan", "10000000001"])
def test_a_quantity_that_cannot_be_held_exactly_is_refused(cli: Cli, quantity: str) -> None:
    give_items(cli)
    assert "--quantity" in cli.fails("stock", "move", "PAD-1", "--cause", "count", "--quantity", quantity, code=2)
    assert cli.json("items", "show", "PAD-1")["quantity"] == 10


def test_unknown_items_branches_and_causes_are_told(cli: Cli) -> None:
    give_items(cli)
    move = ("stock", "move", "PAD-1", "--quantity", "1", "--cause")
    assert "no item 'Z'" in cli.fails("items", "show", "Z")
    assert "no item 'Z'" in cli.fails("stock", "ledger", "Z")
    assert "no branch 'Nope'" in cli.fails(*move, "sale", "--branch", "Nope")
    assert "'sale', 'job', 'return', 'count'" in cli.fails(*move, "upload", code=2)


def test_search_finds_by_scraps_of_words_best_first(cli: Cli) -> None:
    give_items(cli, PAD, {"sku": "PAD-2", "name": "Padlock"}, {"sku": "FIL-1", "name": "Oil filter"})
    assert [item["sku"] for item in cli.json("items", "search", "camry 2019 فحمات")] == ["PAD-1"]
    assert [item["sku"] for item in cli.json("items", "search", "fil1")] == ["FIL-1"]
    assert [item["sku"] for item in cli.json("items", "search", "pad", "--limit", "1")] == ["PAD-2"]
    assert "No item fits this text." in cli.ok("items", "search", "turbo")
