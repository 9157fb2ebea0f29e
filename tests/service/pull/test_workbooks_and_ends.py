"""Which sheet is read, and files that end too early or with rows that are no items."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest
import xlsxwriter  # type: ignore[import-untyped, unused-ignore]
import xlwt

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import FileForm, PullChoices
from service.domain.pull.pulls import PullSetup, RunState
from service.files.file_errors import FileBroken
from service.pull.inspect_file import inspect_file
from service.pull.plans import choices_of
from tests.fakes.pull_fixture import PullFixture
from tests.fakes.shop_fixture import ShopFixture
from tests.service.files.writers import Rows, ods_cell, write_delimited, write_ods_content, write_xls, write_xlsx

HEADER = ("SKU", "Name", "Price", "Qty")
RICH = ("SKU", "Name", "Price", "Qty", "Brand", "Category", "OEM number")


def inspect(path: Path, **answers: str) -> FileInspection:
    return inspect_file(PullSetup(str(path), ""), PullChoices(answers=answers))


def write_hidden(path: Path, kind: str) -> Path:
    """A workbook whose hidden sheet has more known columns than the one that is seen."""
    old: Rows = [RICH, ("OLD", "Old", 1.5, 1, "B", "C", "D")]
    new: Rows = [HEADER, ("NEW", "New", 2.5, 2)]
    if kind == "xlsx":
        book = xlsxwriter.Workbook(str(path))
        for name, rows in (("Archive", old), ("Stock", new)):
            sheet = book.add_worksheet(name)
            for place, cells in enumerate(rows):
                sheet.write_row(place, 0, cells)
        book.get_worksheet_by_name("Stock").activate()
        book.get_worksheet_by_name("Archive").hide()
        book.close()
    elif kind == "xls":
        old_book = xlwt.Workbook()
        for name, rows in (("Archive", old), ("Stock", new)):
            page = old_book.add_sheet(name)
            for place, cells in enumerate(rows):
                for column, cell in enumerate(cells):
                    page.write(place, column, cell)
        old_book.get_sheet("Archive").visibility = 1
        old_book.set_active_sheet(1)
        old_book.save(str(path))
    else:
        hidden = _table("Archive", old, ' table:style-name="ta2"')
        write_ods_content(path, hidden + _table("Stock", new, ""))
        _hide_style(path)
    return path


def _table(name: str, rows: Rows, more: str) -> str:
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    return f'<table:table table:name="{name}"{more}>{cells}</table:table>'


def _hide_style(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        text = archive.read("content.xml").decode()
    style = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
        '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
        "</office:automatic-styles>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("content.xml", text.replace("<office:body>", style + "<office:body>"))


@pytest.mark.parametrize("kind", ["xlsx", "xls", "ods"])
def test_a_hidden_sheet_is_not_read_however_rich_it_is(tmp_path: Path, kind: str) -> None:
    found = inspect(write_hidden(tmp_path / f"list.{kind}", kind))
    assert found.form.sheet == "Stock"
    assert found.questions == ()


def test_of_several_sheets_with_lists_the_owner_chooses_and_the_choice_stays(tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {"Sitra": [HEADER, ("A", "Pad", 2.5, 1)], "Riffa": [HEADER, ("B", "Disc", 3.5, 2)]}
    path = write_xlsx(tmp_path / "list.xlsx", sheets)
    found = inspect(path)
    assert [reading.answer for reading in found.questions[0].readings] == ["Sitra", "Riffa", ":branches", ":all"]
    chosen = inspect(path, sheet="Riffa")
    assert chosen.questions == ()
    assert chosen.rows[0].fields["sku"] == "B"
    assert chosen.plan is not None
    assert choices_of(chosen.plan).form.sheet == "Riffa"


def test_the_sheet_that_was_read_stays_though_a_richer_one_is_added(tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {"Stock": [HEADER, ("A", "Pad", 2.5, 1)], "Notes": [("Hello",)]}
    path = write_xlsx(tmp_path / "list.xlsx", sheets)
    found = inspect(path)
    assert found.questions == ()
    assert found.plan is not None
    write_xlsx(path, {**sheets, "All": [RICH, ("OLD", "Old", 1.5, 1, "B", "C", "D")]})
    again = inspect_file(PullSetup(str(path), ""), choices_of(found.plan))
    assert again.form.sheet == "Stock"


def test_a_last_line_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, ("A", "Pad", "2.5", "1"), ("B", "Disc", "3.5", "2")])
    assert len(inspect(path).rows) == 2
    path.write_bytes(path.read_bytes()[:-4])
    assert path.read_text().endswith("B,Disc,3.")
    with pytest.raises(FileBroken, match="cut off in its last line"):
        inspect(path)
    path.write_text("SKU,Name,Price,Qty\nA,Pad,2.5,1\nB,Disc,3.5,2", encoding="utf-8")
    assert len(inspect(path).rows) == 2


@pytest.mark.parametrize(
    "footer", ["Printed on 12/11/2026", "Page 1 of 3", "Prepared by Ali", "End of report", "تاريخ الطباعة 2026/11/12"]
)
def test_a_footer_is_no_item(tmp_path: Path, footer: str) -> None:
    path = write_delimited(tmp_path / "list.csv", [HEADER, ("A", "Pad", "2.5", "1"), (footer, "admin", "", "")])
    rows = inspect(path).rows
    assert [row.fields.get("sku") for row in rows] == ["A", None]
    assert "left out" in str(rows[1].notes[0])


def test_a_part_called_like_a_footer_is_an_item(tmp_path: Path) -> None:
    rows = [HEADER, ("Printed board 5", "Board", "2.5", "1"), ("EXPORT-1", "Pad", "2.5", "1")]
    path = write_delimited(tmp_path / "list.csv", rows)
    assert len([row for row in inspect(path).rows if row.fields]) == 2


def test_formulas_without_values_are_remarked_and_take_nothing(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Stock")
    sheet.write_row(0, 0, HEADER)
    for place, code in enumerate("AB", start=1):
        sheet.write_row(place, 0, (code, "Pad"))
        sheet.write_formula(place, 2, "=1+1", None, "")
        sheet.write_number(place, 3, 5)
    book.close()
    row = inspect(path).rows[0]
    assert "price_fils" not in row.fields
    assert "a formula without a saved value is no price" in "".join(map(str, row.notes))


def write_percent(path: Path, code: str) -> Path:
    """Two parts: price and quantity of the first are shown in percent."""
    rows: Rows = [HEADER, ("A", "Pad", 0.15, 2), ("B", "Disc", 2.5, 3)]
    formats = {(1, 2): code, (1, 3): code}
    if path.suffix != ".ods":
        return (write_xlsx if path.suffix == ".xlsx" else write_xls)(path, {"Stock": rows}, formats)
    lines = ["".join(map(ods_cell, cells)) for cells in rows]
    lines[1] = lines[1].replace('"float"', '"percentage"')
    body = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    return write_ods_content(path, f'<table:table table:name="Stock">{body}</table:table>')


@pytest.mark.parametrize("code", ["0%", "0.00%", "#,##0.0 %"])
@pytest.mark.parametrize("kind", ["xlsx", "xls", "ods"])
def test_a_price_and_a_quantity_in_percent_are_none_and_are_remarked(tmp_path: Path, kind: str, code: str) -> None:
    percent, plain = inspect(write_percent(tmp_path / f"list.{kind}", code)).rows
    assert percent.fields == {"sku": "A", "name": "Pad"}
    assert [str(note) for note in percent.notes] == [
        'price_fils: "15%" is no price, the held one stays',
        'quantity: "200%" is no number, the held quantity stays',
    ]
    assert (plain.fields["price_fils"], plain.fields["quantity"], plain.notes) == (2500, 3, ())


def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def test_part_numbers_of_an_excel_4_workbook_are_as_it_displays_them(tmp_path: Path) -> None:
    path = tmp_path / "list.xls"
    formats = ("General", "0", "0.00", "@")
    data = _record(0x0409, struct.pack("<HHH", 0x0400, 0x0010, 0))
    data += b"".join(_record(0x041E, struct.pack("<HB", 0, len(code)) + code.encode()) for code in formats)
    data += b"".join(_record(0x0443, struct.pack("<BB", 0, place) + bytes(10)) for place in range(len(formats)))
    for column, name in enumerate(("SKU", "Name", "Qty")):
        data += _record(0x0204, struct.pack("<HHHH", 0, column, 0, len(name)) + name.encode())
    for place in range(len(formats)):
        data += _record(0x0203, struct.pack("<HHHd", place + 1, 0, place, 5218.0 + place))
        data += _record(0x0204, struct.pack("<HHHH", place + 1, 1, 0, 3) + b"Pad")
        data += _record(0x0203, struct.pack("<HHHd", place + 1, 2, place, 4.0))
    path.write_bytes(data + _record(0x000A, b""))
    assert [(row.fields["sku"], row.fields["quantity"]) for row in inspect(path).rows] == [
        ("5218", 4), ("5219", 4), ("5220.00", 4), ("5221", 4),
    ]  # fmt: skip


def test_a_workbook_that_is_made_to_fill_memory_is_a_failed_run(shop: ShopFixture, tmp_path: Path) -> None:
    pulling = PullFixture(shop, tmp_path)
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": [HEADER, ("A", "Pad", 1.5, 1)]})
    setup = pulling.setup(path)
    write_nested(path, 1_000_000)
    run = pulling.run(setup)
    assert (run.state, run.counts.saved) == (RunState.FAILED, 0)
    assert str(run.fault) == "list.xlsx holds tags in tags without end. Save it again in the program that made it."


def write_nested(path: Path, depth: int) -> None:
    """Puts tags in tags into a workbook's sheet."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/worksheets/sheet1.xml"] = b'<worksheet xmlns="http://x"><sheetData>' + b"<a>" * depth
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def write_excel_5(path: Path, rows: Rows, encoding: str) -> Path:
    """An .xls of Excel 5 that names no code page: texts are bytes of the computer that wrote it."""
    # BOF, then SHEET at a known place, then the sheet's own stream of labels.
    head = _record(0x0809, struct.pack("<HHHH", 0x0500, 0x0005, 0, 0)) + _record(
        0x0031, struct.pack("<HHHHHBBBBB", 200, 0, 0, 400, 0, 0, 0, 0, 0, 0)
    )
    head += _record(0x00E0, bytes(16))
    name = b"Stock"
    place = len(head) + 4 + 7 + len(name) + 4
    head += _record(0x0085, struct.pack("<IBBB", place, 0, 0, len(name)) + name) + _record(0x000A, b"")
    sheet = _record(0x0809, struct.pack("<HHHH", 0x0500, 0x0010, 0, 0))
    for line, row in enumerate(rows):
        for column, cell in enumerate(row):
            text = str(cell).encode(encoding)
            sheet += _record(0x0204, struct.pack("<HHHH", line, column, 0, len(text)) + text)
    path.write_bytes(head + sheet + _record(0x000A, b""))
    return path


@pytest.mark.parametrize("encoding", ["windows-1256", "cp720", "windows-1251"])
def test_an_old_workbook_is_read_in_the_encoding_that_the_owner_chooses(tmp_path: Path, encoding: str) -> None:
    name = "Колодки" if encoding == "windows-1251" else "فحمات"
    path = write_excel_5(tmp_path / "list.xls", [HEADER, ("A", name, "1.5", "2")], encoding)
    assert inspect(path).rows[0].fields["name"] != name
    inspection = inspect_file(PullSetup(str(path), ""), PullChoices(form=FileForm(encoding=encoding)))
    assert (inspection.rows[0].fields["name"], inspection.form.encoding) == (name, encoding)
    assert choices_of(inspection.plan or "").form.encoding == encoding
