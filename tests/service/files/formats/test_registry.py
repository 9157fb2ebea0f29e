"""Workbooks: codes that survive, sheets, and harmless extras (pull §1)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import xlsxwriter  # type: ignore[import-untyped, unused-ignore]

from service.files.file_errors import FileBroken, FileError, FileTooLarge
from service.files.formats.ods import ods_rows
from service.files.formats.package import SheetMarks, open_package
from service.files.formats.registry import raw_rows, sheet_names
from service.files.formats.xlsx import xlsx_rows
from service.files.reader import recognise
from service.files.source import Kind, Source
from tests.fakes.read_rows import read_rows
from tests.service.files.writers import Cell, ods_cell, write_ods, write_ods_content, write_xls, write_xlsx

CODES: list[list[Cell]] = [
    ["SKU", "Price"],
    ["00123", 1.5],
    ["8E0820191", 2],
    ["2443E4", 3],
    [123, 4],
    [4800010000000, 5],
]
FORMATS = {(4, 0): "00000"}
READ = ["00123", "8E0820191", "2443E4", "00123", "4800010000000"]


@pytest.mark.parametrize("kind", [Kind.XLSX, Kind.XLS])
def test_codes_survive(tmp_path: Path, kind: Kind) -> None:
    writer = {Kind.XLSX: write_xlsx, Kind.XLS: write_xls}[kind]
    path = writer(tmp_path / "list.bin", {"Stock": CODES}, FORMATS)
    assert [row.fields["sku"] for row in read_rows(path)] == READ


def test_codes_survive_in_ods(tmp_path: Path) -> None:
    rows = "".join(
        f"<table:table-row>{cells}</table:table-row>"
        for cells in (
            ods_cell("SKU") + ods_cell("Price"),
            ods_cell(123, "00123") + ods_cell(1.5, "BD 1.500"),
            ods_cell(4800010000000, "4.80001E+12") + ods_cell(1234.5, "1,234.50"),
            ods_cell(1234, "1,234") + ods_cell(12, "BD 12"),
            ods_cell("8E0820191") + ods_cell(3),
        )
    )
    path = write_ods_content(tmp_path / "list.ods", f'<table:table table:name="S">{rows}</table:table>')
    found = read_rows(path)
    assert [row.fields["sku"] for row in found] == ["00123", "4800010000000", "1234", "8E0820191"]
    assert [row.fields["price_fils"] for row in found] == [1500, 1_234_500, 12_000, 3000]


def test_sheets_are_named_hidden_ones_last(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "list.xlsx"))
    book.add_worksheet("Old")
    book.add_worksheet("New").activate()
    book.worksheets()[0].hide()
    book.add_chartsheet("Chart")
    book.close()
    assert sheet_names(tmp_path / "list.xlsx", Source(Kind.XLSX)) == ("New", "Old")
    assert sheet_names(write_ods(tmp_path / "list.ods", {"A": [["x"]], "ب": [["y"]]}), Source(Kind.ODS)) == ("A", "ب")


@pytest.mark.parametrize("kind", [Kind.XLSX, Kind.XLS, Kind.ODS])
def test_a_sheet_that_is_gone_is_named(tmp_path: Path, kind: Kind) -> None:
    writer = {Kind.XLSX: write_xlsx, Kind.XLS: write_xls, Kind.ODS: write_ods}[kind]
    path = writer(tmp_path / "list.bin", {"Stock": [["SKU"]]})
    assert sheet_names(path, Source(kind)) == ("Stock",)
    with pytest.raises(FileBroken, match="no sheet 'Prices'"):
        list(raw_rows(path, Source(kind, sheet="Prices")))


def test_formulas_count_as_the_value_they_were_saved_with(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "list.xlsx"))
    sheet = book.add_worksheet("S")
    sheet.write_row(0, 0, ["SKU", "Name", "Price"])
    sheet.write_formula(1, 0, '=WEBSERVICE("http://127.0.0.1:1/")', None, "A1")
    sheet.write_rich_string(1, 1, "Brake ", book.add_format({"bold": True}), "pad")
    sheet.write_formula(1, 2, "=1/0", None, "#DIV/0!")
    sheet.write_boolean(2, 0, True)
    sheet.write_comment(1, 1, "not a name")
    book.close()
    rows = list(xlsx_rows(tmp_path / "list.xlsx", "S", SheetMarks()))
    assert rows[1].cells == ["A1", "Brake pad", "#DIV/0!"]
    assert rows[2].cells == ["true"]


def test_dates_in_a_code_column_reject_the_row(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [["SKU", "Name"], [45000, "Pad"]]
    for path in (
        write_xlsx(tmp_path / "a.xlsx", {"S": rows}, {(1, 0): "dd-mmm"}),
        write_xls(tmp_path / "a.xls", {"S": rows}, {(1, 0): "DD-MMM"}),
    ):
        assert tuple(map(str, read_rows(path)[0].faults)) == (
            "sku: a spreadsheet has turned this code into a date (2023-03-15)",
        )


def _replaced(path: Path, part: str, change: dict[str, str]) -> Path:
    """The workbook with texts of one part changed."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts[part].decode()
    for old, new in change.items():
        assert old in text
        text = text.replace(old, new)
    parts[part] = text.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


SHEET = "xl/worksheets/sheet1.xml"
STOCK: dict[str, list[list[Cell]]] = {"Stock": [["SKU", "Qty"], ["A1", 5]]}


def test_entities_are_refused(tmp_path: Path) -> None:
    path = _replaced(
        write_xlsx(tmp_path / "list.xlsx", STOCK),
        SHEET,
        {"<worksheet": '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/hostname">]><worksheet', "<v>5": "<v>&e;5"},
    )
    with pytest.raises(FileBroken, match="document type"):
        recognise(path)


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/sharedStrings.xml", 'encoding="UTF-8"', 'encoding="UTF-88"'),
        ("xl/sharedStrings.xml", "<si>", "<s>"),
        (SHEET, "<v>5</v>", "<v>5"),
        (SHEET, '<row r="2"', '<row r="two"'),
        (SHEET, 't="s"><v>2', 't="s"><v>99'),
        ("xl/workbook.xml", "<sheet ", "<sheeet "),
        ("xl/styles.xml", 'numFmtId="0"', 'numFmtId="none"'),
    ],
)
def test_unsound_parts_are_refused(tmp_path: Path, part: str, old: str, new: str) -> None:
    path = _replaced(write_xlsx(tmp_path / "list.xlsx", STOCK), part, {old: new})
    with pytest.raises(FileBroken, match="cut off or damaged"):
        recognise(path)


def test_cells_far_apart_take_no_room(tmp_path: Path) -> None:
    path = _replaced(
        write_xlsx(tmp_path / "list.xlsx", STOCK),
        SHEET,
        {"</sheetData>": '<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="A1"><v>7</v></c></row></sheetData>'},
    )
    last = list(xlsx_rows(path, "Stock", SheetMarks()))[-1]
    assert (last.line, last.cells) == (1048576, ["7"])


def test_endless_repetition_in_ods_is_bounded(tmp_path: Path) -> None:
    row = f'<table:table-row table:number-rows-repeated="99999999">{ods_cell("A1")}</table:table-row>'
    none = '<table:table-cell table:number-columns-repeated="16384"/>'
    blank = f'<table:table-row table:number-rows-repeated="1048576">{none}</table:table-row>'
    head = f"<table:table-row>{ods_cell('SKU')}</table:table-row>"
    path = write_ods_content(tmp_path / "a.ods", f'<table:table table:name="S">{head}{blank}{row}</table:table>')
    with pytest.raises(FileTooLarge, match="more than 500,000 rows"):
        recognise(path)
    assert next(row for row in ods_rows(path, "S", SheetMarks()) if row.cells == ["A1"]).line == 1048578
    assert sum(1 for _ in ods_rows(path, "S", SheetMarks())) == 500_002


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "list.xlsx", STOCK)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/bomb.xml", bytes(4_000_000))
    with open_package(path, most_bytes=1_000_000) as package, pytest.raises(FileTooLarge, match="unpacks to more than"):
        for _ in package.chunks("xl/bomb.xml"):
            pass
    assert read_rows(path)[0].fields == {"sku": "A1", "quantity": 5}


def test_ods_spaces_breaks_and_notes(tmp_path: Path) -> None:
    note = "<office:annotation><text:p>a note</text:p></office:annotation>"
    lines = '<text:p>a<text:s text:c="2"/>b<text:tab/>c</text:p><text:p>d<text:span>e</text:span></text:p>'
    cell = f'<table:table-cell office:value-type="string">{note}{lines}</table:table-cell>'
    true = '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>'
    twice = f'<table:table-cell table:number-columns-repeated="2"{ods_cell("x").removeprefix("<table:table-cell")}'
    path = write_ods_content(
        tmp_path / "a.ods",
        f'<table:table table:name="S"><table:table-row>{cell}{true}{twice}</table:table-row></table:table>',
    )
    assert next(ods_rows(path, "S", SheetMarks())).cells == ["a  b\tc\nde", "true", "x", "x"]


def test_protected_workbooks_say_so(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512) + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(FileError, match="protected with a password"):
        recognise(path)
    ods = write_ods(tmp_path / "a.ods", {"S": [["SKU"]]})
    with zipfile.ZipFile(ods, "a") as archive:
        archive.writestr("META-INF/manifest.xml", "<manifest><encryption-data/></manifest>")
    with pytest.raises(FileError, match="protected with a password"):
        recognise(ods)
