"""Tables of web pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.pull_choices import FileForm
from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.html_tables import MAX_DEPTH, html_rows, html_sheets
from service.files.formats.sniff import sniff
from service.files.reader import recognise
from service.files.source import MAX_CELL_CHARS, DateCell, Kind, NumberCell
from tests.fakes.read_rows import convert_rows, read_rows
from tests.service.files.writers import Rows, html_table, write_html

HEADER = ("SKU", "Name", "Price", "Qty")
ROWS: Rows = [HEADER, ("00123", "Pad & disc <set>", "1.500", "3"), ("2443E4", "فحمات", "0.850", "12")]
TABLE = html_table(ROWS)


def rows_of(path: Path, text: str, sheet: str = "Table 1") -> list[list[str]]:
    path.write_text(text, encoding="utf-8")
    return [row.cells for row in html_rows(path, sheet)]


@pytest.mark.parametrize(
    "head",
    [
        "<html><body>",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD'>\n<html>",
        "\ufeff  <table border=1><tr><td>Report</table>",
        "<div class=x>",
        "<style><table>td > a {}</style>",
        "<!-- made by x <table> --><br>",
        "<!--" + "x" * 70_000 + "-->",
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>",
        "<center><font face=Arial>Stock</font>",
    ],
)
def test_a_page_with_the_name_of_a_workbook_is_read(tmp_path: Path, head: str) -> None:
    path = tmp_path / "list.xls"
    path.write_text(head + TABLE, encoding="utf-8")
    assert sniff(path) is Kind.HTML
    found = recognise(path)
    assert (found.head.lists.rivals, found.head.rival_encodings) == ((), ())
    assert [row.fields for row in convert_rows(path, found)] == [
        {"sku": "00123", "name": "Pad & disc <set>", "price_fils": 1500, "quantity": 3},
        {"sku": "2443E4", "name": "فحمات", "price_fils": 850, "quantity": 12},
    ]


def test_cells_without_end_tags_over_columns_rows_and_lines(tmp_path: Path) -> None:
    text = (
        "<TABLE><TR><TD COLSPAN=2>a&nbsp;&amp;\n b<TD>c<tr><td rowspan='2'>d<td>e<br>f<td title='1>0'>g"
        "<tr><td>h<td>i<tr><td>1 < 2<td>&#x639;</table>"
    )
    assert rows_of(tmp_path / "a.html", text) == [
        ["a & b", "", "c"], ["d", "e f", "g"], ["d", "h", "i"], ["1 < 2", "ع"]
    ]  # fmt: skip


def test_a_row_that_ends_early_moves_no_price_of_the_next(tmp_path: Path) -> None:
    text = (
        "<table><tr><td>A<td>Pad<td rowspan=2>31.500<td>1<tr><td>B<tr><td>C<td>Disc<td>9.000<td>7"
        "<tr><td>D<td rowspan=2>Filter<td rowspan=2>2.000<td>3<tr></table>"
    )
    assert rows_of(tmp_path / "a.html", text) == [
        ["A", "Pad", "31.500", "1"], ["B", "", "31.500"], ["C", "Disc", "9.000", "7"],
        ["D", "Filter", "2.000", "3"], ["", "Filter", "2.000"],
    ]  # fmt: skip


def test_what_a_cell_hides_is_no_part_of_its_number(tmp_path: Path) -> None:
    text = (
        "<table><tr><td>A<td><span style='display:none'>0<span>01</span>1</span>2.000<td><DIV STYLE=\"DISPLAY: NONE\">7"
        "<td>5<b style='color:red'>1</b><td><p style='visibility:hidden'>9</p><p>3</p></table>"
    )
    assert rows_of(tmp_path / "a.html", text) == [["A", "2.000", "", "51", "3"]]


def test_numbers_that_a_spreadsheet_wrote_are_exact(tmp_path: Path) -> None:
    text = (
        '<table><tr><td x:num="1234.5678">1,234.57<td x:num="123">00123<td sdval="1234" sdnum="1033;">1,234'
        '<td x:num>7<td x:num="0.15">15%</table>'
    )
    cells = rows_of(tmp_path / "a.xls", text)[0]
    assert cells == ["1234.5678", "00123", "1234", "7", "15%"]
    assert isinstance(cells[0], NumberCell)


def test_a_day_that_is_shown_as_a_date_is_no_number(tmp_path: Path) -> None:
    text = (
        '<table><tr><td x:num="45123">16/07/2023<td x:num="45123.5">16-Jul-23<td sdval="45123">يوليو 2023'
        '<td x:num="43661">2023-07-16<td x:num="45123">45,123<td x:num="451223">45-12-23</table>'
    )
    cells = rows_of(tmp_path / "a.xls", text)[0]
    assert cells == [*["2023-07-16"] * 4, "45123", "45-12-23"]
    assert [type(cell) for cell in cells] == [*[DateCell] * 4, str, str]


@pytest.mark.parametrize(
    ("cell", "read"),
    [("12<sup>50</sup>", "12^50"), ("12.500<sup>1</sup>", "12.500^1"), ("H<sub>2</sub>O 5W<sup>®</sup>", "H2O 5W®"),
     ("2<sup>1</sup>/<sub>2</sub>", "2^1/2"), ("m<sup>2</sup>", "m2"), ("5<sup></sup>0", "5^0")],
)  # fmt: skip
def test_raised_digits_are_no_part_of_a_number(tmp_path: Path, cell: str, read: str) -> None:
    assert rows_of(tmp_path / "a.html", f"<table><tr><td>A<td>{cell}</table>") == [["A", read]]


def test_tables_in_tables_are_their_own_and_hidden_ones_are_not_chosen(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(
        f"<table><tr><td>Menu<td>{TABLE}</td></tr></table><table style='display: none'>"
        "<tr><td>SKU<td>Name<td>Price<td>Qty<td>Brand</table>"
    )
    assert html_sheets(path) == {"Table 1": False, "Table 2": False, "Table 3": True}
    found = recognise(path)
    assert (found.source.sheet, found.head.lists.rivals, next(convert_rows(path, found)).fields["sku"]) == (
        "Table 2",
        (),
        "00123",
    )


def test_of_two_lists_the_owner_chooses(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(TABLE + TABLE.replace("00123", "OTHER"), encoding="utf-8")
    assert recognise(path).head.lists.rivals == ("Table 1", "Table 2")
    assert read_rows(path, FileForm(sheet="Table 2"))[0].fields["sku"] == "OTHER"


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1256", "windows-1251"])
def test_encodings_said_or_not(tmp_path: Path, encoding: str, named: bool) -> None:
    name = "Фильтр масляный передний" if encoding == "windows-1251" else "فلتر زيت مكابح أمامية"
    path = write_html(tmp_path / "a.xls", [HEADER, ("A1", name, "1.250", "2")], encoding=encoding, named=named)
    assert read_rows(path)[0].fields["name"] == name


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<html><body>Please sign in</body></html>", "a web page without a table"),
        (TABLE.removesuffix("</table>"), "cut off or damaged"),
    ],
)
def test_what_is_no_list_or_cut_off_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "a.xls"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileBroken, match=fault):
        recognise(path)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<table><tr><td " + "x" * 600_000, "a tag that does not end"),
        ("<table><tr><td>" * (MAX_DEPTH + 1), "tags in tags without end"),
        ("<table><tr><td>" + "x" * (MAX_CELL_CHARS + 1), "more than a million characters"),
    ],
)
def test_what_does_not_end_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(FileTooLarge, match=fault):
        rows_of(tmp_path / "a.html", text)


def test_spans_without_end_are_bounded(tmp_path: Path) -> None:
    cells = rows_of(tmp_path / "a.html", "<table><tr><td colspan=99999999999>a<tr><td rowspan=9999999999>b</table>")
    assert [len(row) for row in cells] == [1000, 1]
