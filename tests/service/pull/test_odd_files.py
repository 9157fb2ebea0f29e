"""Forms of export files in which a wrong price, quantity or part number was saved unseen."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import xlsxwriter  # type: ignore[import-untyped, unused-ignore]
import xlwt

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup, RunState
from service.files.file_errors import FileError
from service.files.values.cell_readers import read_price
from service.files.values.options import Options
from service.pull.inspect_file import inspect_file
from tests.fakes.pull_fixture import Cell, PullFixture
from tests.fakes.shop_fixture import ShopFixture
from tests.service.files.writers import (
    Rows,
    ods_cell,
    spreadsheet_cell,
    write_dbf,
    write_ods_content,
    write_spreadsheet_tables,
)
from tests.service.files.writers import write_xlsx as workbook_of

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


@pytest.mark.parametrize("unit", ["1", "1.00", "PCS", "1 pc", "", "1 L", "1 kg", "1 roll"])
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


@pytest.mark.parametrize(
    "name",
    [
        "Price/Box",
        "Price /100",
        "Price per dozen",
        "السعر لكل 100",
        "Price per 1,000",
        "Price per 2000",
        "Price per 10 decals",
    ],
)
def test_a_name_that_says_packs_is_asked_about(tmp_path: Path, name: str) -> None:
    path = write_csv(tmp_path / "a.csv", [("SKU", "Name", name, "Quantity"), ("A-1", "Pad", "2.50", "4")], ";")
    chosen = PullChoices(columns={"SKU": "sku", "Name": "name", name: "price_fils"})
    (asked,) = inspect_file(PullSetup(str(path), ""), chosen).open_questions
    assert (asked.key, name in str(asked.text)) == ("price-per", True)


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("incl. VAT", "vat"),
        ("شامل الضريبة", "vat"),
        ("per 100", "price-per"),
        ("/ DOZ", "price-per"),
        ("AED", "currency"),
    ],
)
@pytest.mark.parametrize("place", ["format", "grouped", "above", "sheet", "cell"])
def test_what_is_said_of_all_prices_anywhere_is_stated_or_asked(
    tmp_path: Path, said: str, key: str, place: str
) -> None:
    if place == "sheet" and "/" in said:
        said = "per DOZ"
    price = f"2.50 {said}" if place == "cell" else 2.5
    rows: Rows = [HEADER, ("A-1", "Pad", price, 4), ("A-2", "Disc", price, 5)]
    above: Rows = [(f"All prices {said}", "", "", ""), *rows]
    code = f'#,##0.000" {said}"' if place == "grouped" else f'0.000" {said}"'
    formats = {(1, 2): code, (2, 2): code} if place in ("format", "grouped") else None
    sheet = f"Prices {said}" if place == "sheet" else "Stock"
    path = workbook_of(tmp_path / "a.xlsx", {sheet: above if place == "above" else rows}, formats)
    found = inspect(path)
    assert [question.key for question in found.questions] == [key]
    answers = {"vat": "keep", "price-per": "keep", "currency": "bhd"}
    kept = inspect(path, {key: answers[key]})
    assert [row["price_fils"] for row in fields_of(kept)] == [2500, 2500]
    if key != "vat":
        assert "price_fils" not in fields_of(inspect(path, {key: "leave"}))[0]


@pytest.mark.parametrize(
    ("said", "fils", "texts"),
    [
        (
            "incl VAT",
            {"500 fils incl VAT": 455, "500 فلس شامل الضريبة": 455, "BD 2.500 (incl. 10% VAT)": 2273},
            (
                "10% VAT incl 2.500",
                "1.250 - 1.500 incl VAT",
                "2.500- incl VAT",
                "2.500 excl / 2.750 incl VAT",
                "2 incl VAT 500",
                "2.50 per 100, incl VAT",
            ),
        ),
        ("per 100", {"250 fils per 100": 250, "250 per 100 fils": 250, "BD 2.50 per 100": 2500}, ("1 PC/2.500",)),
    ],
)
def test_of_a_price_only_the_words_that_are_known_are_left_out(
    tmp_path: Path, said: str, fils: dict[str, int], texts: tuple[str, ...]
) -> None:
    options = Options(vat_percent=10 if "VAT" in said else 0, said_vat="VAT" in said, said_packs="VAT" not in said)
    read = {text: read_price(text, "price_fils", options).value for text in (*fils, *texts)}
    assert read == fils | dict.fromkeys(texts)
    path = write_csv(tmp_path / "a.csv", [HEADER, *((f"A-{n}", "Pad", text, "4") for n, text in enumerate(fils))])
    found = inspect(path, {"price-per": "keep"})
    assert [row["price_fils"] for row in fields_of(found)] == list(fils.values())


@pytest.mark.parametrize(
    "title",
    [
        "Quotation Ref: QTN/2024/15",
        "P.O.Box/1023",
        "C.R. No/12345-1",
        "Our ref: PL/17",
        "Stock list per 31 Dec 2026",
        "Stock per 31/12/2026",
        "Prices as per 2026 list",
    ],
)
def test_titles_with_numbers_of_papers_and_dates_ask_nothing(tmp_path: Path, title: str) -> None:
    rows: Rows = [(title, "", "", ""), HEADER, ("A-1", "Pad", 2.5, 4), ("A-2", "Disc", 3.5, 5)]
    assert not inspect(workbook_of(tmp_path / "a.xlsx", {"Stock": rows})).questions


@pytest.mark.parametrize("code", ["$#,##0.00", "€#,##0.00", "#,##0.00 €", "£0.000", "_($* #,##0.00_)"])
def test_a_currency_that_a_number_format_shows_without_quotes_is_asked(tmp_path: Path, code: str) -> None:
    rows: Rows = [HEADER, ("A-1", "Pad", 2.5, 4), ("A-2", "Disc", 3.5, 5)]
    found = inspect(workbook_of(tmp_path / "a.xlsx", {"Stock": rows}, {(1, 2): code, (2, 2): code}))
    assert [question.key for question in found.open_questions] == ["currency"]


def test_dozens_in_a_number_format_are_stated(tmp_path: Path) -> None:
    rows: Rows = [HEADER, ("A-1", "Pad", 2.5, 4)]
    for code in ('#,##0" DOZ"', '0" DOZ"'):
        found = inspect(workbook_of(tmp_path / "a.xlsx", {"Stock": rows}, {(1, 3): code}))
        assert [question.key for question in found.questions] == ["stock-packs"]
        assert "4 DOZ is 48" in str(found.questions[0].readings[1].text)


def texts_of(found: FileInspection) -> list[dict[str, str]]:
    return [row.texts for row in found.rows if row.texts]


def said(found: FileInspection) -> str:
    return " ".join(str(assumed.text) for assumed in found.sheet.assumptions)


def written(path: Path, text: str, encoding: str = "utf-8") -> FileInspection:
    path.write_bytes(text.encode(encoding))
    return inspect(path)


HEAD = "SKU,Name,Price,Quantity\n"


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("xl/sharedStrings.xml", "xl/SharedStrings.xml"),
        ("xl/workbook.xml", "xl/Workbook.xml"),
        ("xl/sharedStrings.xml", "xl\\sharedStrings.xml"),
        ("xl/worksheets/sheet1.xml", "xl\\worksheets\\sheet1.xml"),
    ],
)
def test_names_in_the_zip_of_a_workbook_may_have_another_case_or_backslashes(
    tmp_path: Path, name: str, changed: str
) -> None:
    whole = workbook_of(tmp_path / "whole.xlsx", {"Stock": [HEADER, *PARTS]})
    with zipfile.ZipFile(whole) as before, zipfile.ZipFile(tmp_path / "a.xlsx", "w") as after:
        for each in before.namelist():
            after.writestr(changed if each == name else each, before.read(each))
    assert fields_of(inspect(tmp_path / "a.xlsx")) == fields_of(inspect(whole))


@pytest.mark.parametrize("end", ["\x1a", "\x00" * 40, "\x1a" + "\x00" * 40, "\r\n\x1a"])
def test_what_old_programs_write_behind_the_last_line_is_no_row(tmp_path: Path, end: str) -> None:
    found = written(tmp_path / "a.csv", f"{HEAD}A1,Pad,1.500,2\r\nA2,Disc,2.500,3\r\n{end}")
    assert (found.open_questions, [row["sku"] for row in texts_of(found)]) == ((), ["A1", "A2"])


@pytest.mark.parametrize("cell", ["2 шт.", "2 PCE", "2 pz", "PCS 2", ">2 pcs", "2 UN"])
def test_units_beside_a_quantity_leave_its_number(tmp_path: Path, cell: str) -> None:
    found = written(tmp_path / "a.csv", f"{HEAD}A1,Pad,1.500,{cell}\n")
    assert (found.open_questions, texts_of(found)[0]["quantity"]) == ((), "2")


@pytest.mark.parametrize(
    "rest", ['"tiers": [{"price": 3.5}]', '"sizes": [1.5, 2]', '"a": {"b": [[1e3, 0.5]]}', '"sizes": [1.5E-3]']
)
def test_decimals_inside_lists_of_json_are_read(tmp_path: Path, rest: str) -> None:
    found = written(tmp_path / "a.json", f'[{{"sku": "A1", "name": "Pad", "price": 1.5, "quantity": 2, {rest}}}]')
    assert texts_of(found)[0]["price_fils"] == "1.500"


def make_book(path: Path) -> None:
    """A workbook with a hidden row, a hidden column, and a price over three rows."""
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, HEADER)
    for place in range(1, 5):
        sheet.write_row(place, 0, (f"A-{place}", "Pad"))
        sheet.write_number(place, 3, place)
    sheet.write_number(4, 2, 9.5)
    sheet.merge_range(1, 2, 3, 2, 2.5)
    sheet.set_row(2, None, None, {"hidden": True})
    sheet.set_column(3, 3, None, None, {"hidden": True})
    book.close()


def test_what_a_workbook_hides_is_said_and_a_merged_price_counts_for_its_rows(tmp_path: Path) -> None:
    make_book(tmp_path / "a.xlsx")
    found = inspect(tmp_path / "a.xlsx")
    assert [row["price_fils"] for row in texts_of(found)] == ["2.500", "2.500", "2.500", "9.500"]
    assert "1 row that the workbook hides, as by a filter, is read too." in said(found)
    assert "Columns that the workbook hides are read too: Quantity." in said(found)
    assert "1 value is merged over several rows: it counts in all of them." in said(found)


def test_a_merged_value_counts_for_its_rows_in_other_workbooks(tmp_path: Path) -> None:
    cell = "<table:table-cell office:value-type='string'{}><text:p>{}</text:p></table:table-cell>"
    number = "<table:table-cell office:value-type='float' office:value='2.5'{}><text:p>2.5</text:p></table:table-cell>"
    head = "".join(cell.format("", name) for name in ("SKU", "Name", "Price"))
    first = cell.format("", "A-1") + cell.format("", "Pad") + number.format(" table:number-rows-spanned='2'")
    second = cell.format("", "A-2") + cell.format("", "Disc") + "<table:covered-table-cell/>"
    third = cell.format("", "A-3") + cell.format("", "Oil") + "<table:table-cell/>"
    rows = "".join(f"<table:table-row>{row}</table:table-row>" for row in (head, first, second, third))
    ods = write_ods_content(tmp_path / "a.ods", f"<table:table table:name='Stock'>{rows}</table:table>")
    assert [row.get("price_fils") for row in texts_of(inspect(ods))] == ["2.500", "2.500", None]
    lines = [[spreadsheet_cell(text) for text in (f"A-{place}", "Pad")] for place in range(3)]
    lines[0].append(spreadsheet_cell(2.5, ' ss:MergeDown="1"'))
    head_row = "".join(map(spreadsheet_cell, ("SKU", "Name", "Price")))
    table = "".join(f"<Row>{''.join(cells)}</Row>" for cells in ([head_row], *lines))
    xml = write_spreadsheet_tables(tmp_path / "a.xml", {"Stock": table})
    assert [row.get("price_fils") for row in texts_of(inspect(xml))] == ["2.500", "2.500", None]


def change_sheet(path: Path, change: Callable[[str], str]) -> Path:
    """The same workbook with another text of its first sheet."""
    changed = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(changed, "w") as after:
        for name in before.namelist():
            text = before.read(name)
            after.writestr(name, change(text.decode()).encode() if name.endswith("sheet1.xml") else text)
    return changed


def prefix_tags(text: str) -> str:
    """XML with a prefix on each tag."""
    prefixed = re.sub(r"<(/?)(?=\w)(?!\?)", r"<\1x:", text)
    return prefixed.replace(" xmlns=", " xmlns:x=", 1)


@pytest.mark.parametrize("change", [prefix_tags, lambda text: re.sub(r'(ref|hidden)="([^"]*)"', r"\n\1 = '\2'", text)])
def test_a_workbook_with_prefixed_tags_or_other_quotes_says_the_same(
    tmp_path: Path, change: Callable[[str], str]
) -> None:
    make_book(tmp_path / "a.xlsx")
    plain, changed = inspect(tmp_path / "a.xlsx"), inspect(change_sheet(tmp_path / "a.xlsx", change))
    assert texts_of(changed) == texts_of(plain)
    assert [row.get("price_fils") for row in texts_of(changed)] == ["2.500", "2.500", "2.500", "9.500"]
    assert changed.remarks == plain.remarks


def test_other_workbooks_say_what_they_hide(tmp_path: Path) -> None:
    parts: list[tuple[Cell, ...]] = [HEADER, ("A-1", "Pad", 2.5, 1), ("A-2", "Pad", 2.5, 1)]
    cells = ["".join(map(ods_cell, row)) for row in parts]
    columns = "<table:table-column table:number-columns-repeated='2'/><table:table-column table:visibility='collapse'/>"
    rows = f"<table:table-row>{cells[0]}</table:table-row><table:table-row table:visibility='filter'>{cells[1]}"
    rows += f"</table:table-row><table:table-row table:visibility='collapse'>{cells[2]}</table:table-row>"
    blank = "<table:table-row table:number-rows-repeated='1000000' table:visibility='collapse'/>"
    table = f"<table:table table:name='Stock'>{columns}{rows}{blank}</table:table>"
    ods = inspect(write_ods_content(tmp_path / "a.ods", table))
    lines = ["".join(map(spreadsheet_cell, row)) for row in parts]
    table = f'<Column/><Column ss:Index="3" ss:Hidden="1"/><Row>{lines[0]}</Row>'
    table += "".join(f'<Row ss:Hidden="1">{line}</Row>' for line in lines[1:]) + '<Row ss:Hidden="1" ss:Span="90"/>'
    xml = inspect(write_spreadsheet_tables(tmp_path / "a.xml", {"Stock": table}))
    for found in (ods, xml):
        assert "2 rows that the workbook hides, as by a filter, are read too." in said(found)
        assert "Columns that the workbook hides are read too: Price." in said(found)


def test_an_old_workbook_says_what_it_hides_and_merges(tmp_path: Path) -> None:
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("Stock")
    for place, row in enumerate([HEADER[:2], *((f"A-{number}", "Pad") for number in range(3))]):
        for column, text in enumerate(row):
            sheet.write(place, column, text)
    sheet.write(0, 2, "Price")
    sheet.write_merge(1, 2, 2, 2, 2.5)
    sheet.row(3).hidden = True
    sheet.col(1).hidden = True
    book.save(str(tmp_path / "a.xls"))
    found = inspect(tmp_path / "a.xls")
    assert [row.get("price_fils") for row in texts_of(found)] == ["2.500", "2.500", None]
    for sentence in ("1 row that the workbook hides", "hides are read too: Name.", "1 value is merged over"):
        assert sentence in said(found)


@pytest.mark.parametrize(
    ("text", "skus"),
    [
        ('{"products": [{"title": "Pad", "tags": ["x"], "variants": [{"sku": "A", "price": 1}, {"sku": "B"}]}]}', "AB"),
        ('{"objects": [{"item": {"name": "Pad", "kinds": [{"data": {"sku": "A", "price": 2}}]}}, {"item": {}}]}', "A"),
        ('[{"sku": "A", "name": "Pad", "tiers": [{"sku": "A", "price": 1.5}, {"price": 2.25}]}]', "A"),
    ],
)
def test_rows_inside_rows_of_json_are_read_where_only_they_have_part_numbers(
    tmp_path: Path, text: str, skus: str
) -> None:
    assert [row["sku"] for row in texts_of(written(tmp_path / "a.json", text)) if "sku" in row] == list(skus)


@pytest.mark.parametrize(
    "text",
    [
        '{"sku": {"0": "A", "1": "B"}, "name": {"0": "Pad", "1": "Disc"}}',
        '{"sku": ["A", "B"], "name": ["Pad", "Disc"], "price": [1.5, 2]}',
        '[["A", "Pad", 1.5], ["B", "Disc", 2]]',
    ],
)
def test_json_that_is_written_by_columns_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(FileError, match="no JSON"):
        written(tmp_path / "a.json", text)


def test_a_record_of_odoo_is_its_name(tmp_path: Path) -> None:
    found = written(tmp_path / "a.json", '[{"sku": "A", "name": "Pad", "category": [4, "All / Parts"]}]')
    assert texts_of(found)[0]["category"] == "All / Parts"


def test_fields_of_xml_are_named_by_their_key(tmp_path: Path) -> None:
    row = '<product kind="x"><field key="sku">A{0}</field><field key="price">{0}.5</field></product>'
    found = written(tmp_path / "a.xml", f"<root>{''.join(row.format(place) for place in (1, 2, 3))}</root>")
    assert [(row["sku"], row["price_fils"]) for row in texts_of(found)] == [
        ("A1", "1.500"),
        ("A2", "2.500"),
        ("A3", "3.500"),
    ]


def test_elements_of_xml_that_follow_in_turns_are_rows(tmp_path: Path) -> None:
    turn = "<name><code>A{0}</code></name><info><line><qty>{0}</qty><price>{0}.5</price></line></info>"
    found = written(tmp_path / "a.xml", f"<list>{''.join(turn.format(place) for place in (1, 2, 3))}</list>")
    assert [(row["sku"], row["quantity"]) for row in texts_of(found)] == [("A1", "1"), ("A2", "2"), ("A3", "3")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (HEAD + '"A","Pad 14\\" rim","1.5","2"\n"B","Disc 15\\"","2.5","3"\n', ['Pad 14" rim', 'Disc 15"']),
        (HEAD + '"A","C:\\",1.5,2\n"B","Disc","2.5","3"\n', ["C:\\", "Disc"]),
        ('"SKU,Name,Price"\n"A,""Pad, new"",1.5"\n"B,Disc,2.5"\n', ["Pad, new", "Disc"]),
    ],
)
def test_quotes_of_other_programs(tmp_path: Path, text: str, names: list[str]) -> None:
    assert [row["name"] for row in texts_of(written(tmp_path / "a.csv", text))] == names


@pytest.mark.parametrize("code", ["BP\u20111001", "BP\u20131001", "ＢＰ－1001", "\u200fBP-1001"])
def test_part_numbers_with_signs_that_look_alike_are_one(tmp_path: Path, code: str) -> None:
    assert texts_of(written(tmp_path / "a.csv", f"{HEAD}{code},Pad,1.5,2\n"))[0]["sku"] == "BP-1001"


@pytest.mark.parametrize("code", ["0", "unknown", "TRUE", "(blank)"])
def test_words_in_place_of_a_part_number_are_none(tmp_path: Path, code: str) -> None:
    found = written(tmp_path / "a.csv", f"{HEAD}{code},Pad,1.5,2\nA-10,Disc,2.5,3\n")
    assert [str(row.fault) for row in found.rows] == ["sku: is blank", ""]
    assert found.sheet.counts["parts"] == 1


def test_the_letters_of_a_dbase_table_say_more_than_the_code_page_that_it_names(tmp_path: Path) -> None:
    rows: list[Row] = [("SKU", "NAME", "PRICE")]
    rows += [(f"A{place}", "فلتر زيت مكابح أمامية", 1.5) for place in range(5)]
    for encoding in ("cp720", "cp1256"):
        path = write_dbf(tmp_path / f"{encoding}.dbf", rows, encoding=encoding, language=0x7E)
        assert texts_of(inspect(path))[0]["name"] == "فلتر زيت مكابح أمامية"


@pytest.mark.parametrize("name", ["机油滤清器", "Фильтр масляный", "فلتر زيت", "Brake pad"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_read(tmp_path: Path, name: str, encoding: str) -> None:
    text = HEAD + "".join(f"A{place},{name},1.5,2\n" for place in range(9))
    assert texts_of(written(tmp_path / "a.csv", text, encoding))[0]["name"] == name


def test_formulas_without_a_value_are_named(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "a.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, HEADER)
    sheet.write_row(1, 0, ("A", "Pad"))
    sheet.write_formula(1, 2, "=1+1", None, "")
    book.close()
    found = inspect(tmp_path / "a.xlsx")
    assert "1 cell holds a formula without a saved value: open the file in Excel and save it." in said(found)
    assert "#CALC!" not in said(found)


def test_thousands_in_a_number_format_keep_its_decimals(tmp_path: Path) -> None:
    path = workbook_of(tmp_path / "a.xlsx", {"Stock": [HEADER, (1090.75, "Pad", 1.5, 2)]}, {(1, 0): "#,##0.000"})
    assert texts_of(inspect(path))[0]["sku"] == "1090.750"


@pytest.mark.parametrize("names", [("Qty Main", "Qty Isa"), ("Main Qty", "Isa Qty"), ("Stock_Main", "Stock_Isa")])
def test_quantities_that_are_named_after_branches_are_theirs(tmp_path: Path, names: tuple[str, str]) -> None:
    path = write_csv(tmp_path / "a.csv", [("SKU", "Name", *names), ("A", "Pad", "6", "2"), ("B", "Disc", "7", "3")])
    known = inspect_file(PullSetup(str(path), ""), PullChoices(), ("Main", "Isa"))
    assert (known.open_questions, [column.branch for column in known.columns]) == ((), [None, None, "Main", "Isa"])
    assert [question.key for question in inspect(path).open_questions] == ["branch-columns"]


def test_a_quantity_with_another_word_is_no_branch(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", [("SKU", "Name", "Good Qty", "Damaged Qty"), ("A", "Pad", "6", "2")])
    assert [column.field for column in inspect(path).columns] == ["sku", "name", "quantity", ""]


def test_more_places_than_a_shop_has_branches_are_left_out(pull: PullFixture) -> None:
    rows = [(f"A{place}", f"Pad {place}", "1.5", "2", f"R-{place}") for place in range(201)]
    path = write_csv(
        pull.folder / "a.csv", [(*HEADER, "Location"), *rows, *[(f"B{n}", "x", "1.5", "4", "R-1") for n in range(202)]]
    )
    found = inspect(path)
    assert found.open_questions == ()
    assert "Location names more than 200 places: they are no branches." in said(found)
    assert pull.run(pull.setup(path)).counts.created == 403


def test_rows_of_an_import_template_are_left_out(tmp_path: Path) -> None:
    text = (
        "Column Name:,item_code,item_name,valuation_rate,standard_rate\nMandatory:,Yes,No,No,No\n"
        "Type:,Data,Data,Currency,Currency\n,A-1,Pad,1.95,3.25\n,A-2,Pad,1.95,3.25\n,A-3,Pad,1.95,3.25\n"
    )
    found = written(tmp_path / "a.csv", text)
    assert [(row["sku"], row["name"], row["price_fils"]) for row in texts_of(found)] == [
        (f"A-{place}", "Pad", "3.250") for place in (1, 2, 3)
    ]
    assert "2 rows: a row of the template, left out." in said(found)
    assert [column.header for column in found.sheet.unused] == ["valuation_rate"]
