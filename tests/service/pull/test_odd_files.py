"""Forms of export files in which a wrong price, quantity or part number was saved unseen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import xlsxwriter  # type: ignore[import-untyped, unused-ignore]

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, RunState
from service.pull.inspect_file import inspect_file
from tests.fakes.pull_fixture import Cell, PullFixture
from tests.fakes.shop_fixture import ShopFixture

HEADER = ("SKU", "Name", "Price", "Quantity")
PARTS = [(f"BP-{number}", f"Pad {number}", f"{number}.25", str(number + 3)) for number in range(1, 6)]
Row = Sequence[Cell]


@pytest.fixture
def pull(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def write_csv(path: Path, rows: Sequence[Sequence[str]], delimiter: str = ",") -> Path:
    path.write_text("\n".join(delimiter.join(row) for row in rows), "utf-8")
    return path


def write_xlsx(path: Path, rows: Sequence[Row]) -> Path:
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    for place, row in enumerate(rows):
        sheet.write_row(place, 0, row)
    book.close()
    return path


def inspect(path: Path, answers: dict[str, str] | None = None) -> FileInspection:
    return inspect_file(PullSetup(str(path), ""), PullChoices(answers=answers or {}))


def fields_of(found: FileInspection) -> list[dict[str, object]]:
    return [row.fields for row in found.rows if row.fields]


def test_a_workbook_with_two_tables_next_to_each_other_asks_for_each_column(tmp_path: Path) -> None:
    rows: list[Row] = [(*HEADER, "", *HEADER)]
    rows += [(f"A-{n}", "Pad", 1.25 + n, n, "", f"B-{n}", "Disc", 2.75 + n, n + 1) for n in range(1, 4)]
    found = inspect(write_xlsx(tmp_path / "two.xlsx", rows))
    assert {question.key for question in found.open_questions} == {"column-price_fils", "column-quantity"}


@pytest.mark.parametrize(
    "names",
    [
        ("SKU", "Name", "Quantity", "Price"),
        ("Part No", "Description", "Stock", "Retail price"),
        ("رقم القطعة", "الاسم", "الكمية", "السعر"),
    ],
)
def test_a_second_table_with_its_columns_in_another_order_waits(pull: PullFixture, names: tuple[str, ...]) -> None:
    second = [(f"OF-{number}", "Filter", "7", "2.50") for number in range(5)]
    path = write_csv(pull.folder / "two.csv", [HEADER, *PARTS, ("", "", "", ""), names, *second])
    run = pull.run(pull.setup(path))
    assert run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "Line 8 has column names in another order" in str(run.held.reason)


def test_column_names_in_a_second_language_are_no_item(pull: PullFixture) -> None:
    arabic = ("رقم القطعة", "الاسم", "السعر", "الكمية")
    run = pull.run(pull.setup(write_csv(pull.folder / "two.csv", [HEADER, arabic, *PARTS])))
    assert (run.state, run.counts.saved) == (RunState.DONE, 5)


def test_a_part_with_the_words_of_a_header_is_an_item(tmp_path: Path) -> None:
    rows = [("SKU", "Name", "Brand", "Price", "Quantity"), ("A-1", "Model", "Make", "call", "4")]
    assert [row["sku"] for row in fields_of(inspect(write_csv(tmp_path / "a.csv", rows)))] == ["A-1"]


def test_names_under_merged_ones_are_read_with_them(tmp_path: Path) -> None:
    rows: list[Row] = [
        ("SKU", "Name", "Price", "", "Quantity", ""),
        ("", "", "Cost", "Sale", "Sold", "On hand"),
        *[(f"A-{n}", "Pad", 0.5 + n, 1.25 + n, 999, n) for n in range(1, 4)],
    ]
    found = inspect(write_xlsx(tmp_path / "merged.xlsx", rows))
    assert [column.header for column in found.columns] == [
        "SKU",
        "Name",
        "Price Cost",
        "Price Sale",
        "Quantity Sold",
        "Quantity On hand",
    ]
    assert [(row.get("price_fils"), row["quantity"]) for row in fields_of(found)] == [(2250, 1), (3250, 2), (4250, 3)]
    again = inspect_file(PullSetup(found.file.as_posix(), ""), PullChoices(form=found.form))
    assert [column.header for column in again.columns] == [column.header for column in found.columns]


@pytest.mark.parametrize("title", [("Price list", "", "", "2026-01-01"), ("Our shop", "", "", "", "Page 1")])
def test_a_title_above_column_names_is_no_merged_name(tmp_path: Path, title: tuple[str, ...]) -> None:
    rows = [title, ("SKU", "Name", "Price", ""), ("A-1", "Pad", "12.50", "x"), ("A-2", "Disc", "9.25", "y")]
    found = inspect(write_csv(tmp_path / "a.csv", rows))
    again = inspect_file(PullSetup(found.file.as_posix(), ""), PullChoices(form=found.form))
    assert [column.header for column in again.columns] == [column.header for column in found.columns]
    assert again.columns[0].field == "sku"


@pytest.mark.parametrize("below", [("", "", "Brakes", ""), ("A-1", "Pad", "x", "y"), ("", "Spare", "", "parts")])
def test_rows_below_column_names_are_no_merged_names(tmp_path: Path, below: tuple[str, ...]) -> None:
    rows = [("SKU", "Name", "", "Quantity"), below, ("A-2", "Disc", "9", "4")]
    headers = [column.header for column in inspect(write_csv(tmp_path / "a.csv", rows)).columns]
    assert headers == ["SKU", "Name", "Column 3", "Quantity"]


@pytest.mark.parametrize("name", ["Sub total", "TOTAL", "Grand Total", "الإجمالي"])
def test_a_row_that_adds_up_a_group_under_its_number_is_no_item(pull: PullFixture, name: str) -> None:
    run = pull.run(pull.setup(write_csv(pull.folder / "a.csv", [HEADER, *PARTS, ("BP-1", name, "16.25", "30")])))
    assert run.counts.saved == 5
    assert pull.read_everything()["items"][0][4] == 1250  # type: ignore[index]


def test_marks_of_direction_are_no_part_of_a_number(tmp_path: Path) -> None:
    rows = [HEADER, ("\u200fA-1\u200e", "Pad", "\u20672.50\u2069", "\u202b3\u202c")]
    (row,) = fields_of(inspect(write_csv(tmp_path / "a.csv", rows)))
    assert (row["sku"], row["price_fils"], row["quantity"]) == ("A-1", 2500, 3)


@pytest.mark.parametrize(
    "price",
    [
        "2.50 د.ك",
        "د.إ 2.50",
        "2.50 ر.س",
        "Dhs 2.50",
        "Rs. 2.50",
        "2.50 SR",
        "2.50 QR",
        "AUD 2.50",
        "2.50 ﷼",
        "US$ 2.50",
    ],
)
def test_each_currency_that_is_read_is_asked_about(tmp_path: Path, price: str) -> None:
    found = inspect(write_csv(tmp_path / "a.csv", [HEADER, ("A-1", "Pad", price, "3")]))
    assert [question.key for question in found.open_questions] == ["currency"]
    assert "price_fils" not in fields_of(found)[0]
    as_dinars = inspect(tmp_path / "a.csv", {"currency": "bhd"})
    assert (as_dinars.open_questions, fields_of(as_dinars)[0]["price_fils"]) == ((), 2500)


@pytest.mark.parametrize("price", ["BD 2.50", "2.50 د.ب", "2.50 دينار", "BHD2.50", "2.50 B.D."])
def test_dinars_are_no_other_currency(tmp_path: Path, price: str) -> None:
    found = inspect(write_csv(tmp_path / "a.csv", [HEADER, ("A-1", "Pad", price, "3")]))
    assert (found.open_questions, fields_of(found)[0]["price_fils"]) == ((), 2500)


def test_a_currency_far_down_in_a_file_is_no_dinar(pull: PullFixture) -> None:
    rows = [(f"P{n}", "Pad", f"{n / 100:.2f}", "3") for n in range(100, 400)]
    path = write_csv(pull.folder / "a.csv", [HEADER, *rows, ("P-USD", "Disc", "USD 5.00", "3")])
    run = pull.run(pull.setup(path))
    assert (run.state, run.counts.saved) == (RunState.DONE, 301)
    assert ["another currency" in str(row.text) for row in pull.rows(run)] == [True]
    assert {item[0]: item[4] for item in pull.read_everything()["items"]}["P-USD"] is None  # type: ignore[index]


def test_a_night_with_a_price_in_another_currency_waits_and_leaves_the_price(pull: PullFixture) -> None:
    setup = pull.setup(write_csv(pull.folder / "a.csv", [HEADER, *PARTS]))
    assert pull.run(setup).state is RunState.DONE
    write_csv(pull.folder / "a.csv", [HEADER, ("BP-1", "Pad 1", "USD 1.30", "4"), *PARTS[1:]])
    assert pull.approve(pull.run(setup)).counts.noted == 1
    assert pull.read_everything()["items"][0][4] == 1250  # type: ignore[index]


@pytest.mark.parametrize("cell", ["10.500 12.450", "100,250 120,250", "12.500 13.750 14.250", "1.234,567.890"])
def test_two_numbers_in_a_cell_are_none(tmp_path: Path, cell: str) -> None:
    rows = [HEADER, ("A-1", "Pad", cell, cell), ("A-2", "Disc", "2.50", "3")]
    found = inspect(write_csv(tmp_path / "a.csv", rows, ";"))
    assert fields_of(found)[0] == {"sku": "A-1", "name": "Pad"}
    assert cell in " ".join(map(str, found.remarks))


def test_on_hand_next_to_available_is_asked(tmp_path: Path) -> None:
    rows = [("SKU", "Name", "Price", "Qty on hand", "Qty available"), ("A-1", "Pad", "2.50", "8", "3")]
    (asked,) = inspect(write_csv(tmp_path / "a.csv", rows)).open_questions
    assert asked.key == "column-quantity"


def test_a_comma_next_to_a_decimal_point_groups_unless_the_owner_says_otherwise(tmp_path: Path) -> None:
    rows = [
        ("SKU", "Name", "Price", "Wholesale price"),
        *[(f"A-{n}", "Pad", f"{n},250", f"{n}.000") for n in (1, 2, 3)],
    ]
    found = inspect(write_csv(tmp_path / "a.csv", rows, ";"))
    assert (found.open_questions, fields_of(found)[0]["price_fils"]) == ((), 1_250_000)
    either = inspect(found.file, {"price-sign": "either"})
    assert [fields_of(either)[0][name] for name in ("price_fils", "wholesale_price_fils")] == [1250, 1000]


PER = ("SKU", "Name", "Price", "Price unit", "Quantity")


@pytest.mark.parametrize("unit", ["100", "100 pcs", "10.00", "0"])
def test_prices_for_several_pieces_are_asked(tmp_path: Path, unit: str) -> None:
    path = write_csv(tmp_path / "a.csv", [PER, ("A-2", "Screw", "16.50", unit, "5")])
    (asked,) = inspect(path).open_questions
    assert (asked.key, unit in str(asked.text)) == ("price-per", True)
    left = inspect(path, {"price-per": "leave"})
    assert (left.open_questions, [row.get("price_fils") for row in fields_of(left)]) == ((), [None])
    assert [row["price_fils"] for row in fields_of(inspect(path, {"price-per": "keep"}))] == [16500]
    mixed = inspect(write_csv(path, [PER, ("A-1", "Pad", "2.50", "1", "4"), ("A-2", "Screw", "16.50", unit, "5")]))
    assert (mixed.open_questions, [row.get("price_fils") for row in fields_of(mixed)]) == ((), [2500, None])


@pytest.mark.parametrize("unit", ["1", "1.00", "PCS", "1 pc", ""])
def test_prices_of_one_piece_are_not_asked(tmp_path: Path, unit: str) -> None:
    path = write_csv(tmp_path / "a.csv", [PER, ("A-1", "Pad", "2.50", unit, "4")])
    assert inspect(path).open_questions == ()


def test_a_night_leaves_out_prices_for_several_pieces(pull: PullFixture) -> None:
    path = write_csv(pull.folder / "a.csv", [PER, ("A-1", "Pad", "2.50", "1", "4")])
    setup = pull.setup(path)
    assert pull.run(setup).state is RunState.DONE
    write_csv(path, [PER, ("A-1", "Pad", "250.00", "100", "4")])
    assert pull.run(setup).counts.noted == 1
    assert pull.read_everything()["items"][0][4] == 2500  # type: ignore[index]
