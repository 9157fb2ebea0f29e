"""Excel XML of 2003."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.files.file_errors import FileBroken
from service.files.formats.package import SheetMarks
from service.files.formats.sniff import sniff
from service.files.formats.spreadsheet_xml import (
    spreadsheet_xml_rows,
    spreadsheet_xml_sheets,
)
from service.files.reader import recognise
from service.files.source import NOT_CALCULATED, DateCell, Kind
from tests.fakes.read_rows import convert_rows
from tests.service.files.writers import (
    EXCEL,
    Rows,
    spreadsheet_cell,
    write_spreadsheet_tables,
    write_spreadsheet_xml,
)

ROWS: Rows = [("SKU", "Name", "Price", "Qty"), ("2443E4", "فحمات", 1.5, 3)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1256"])
def test_it_is_read_whatever_its_name_is(tmp_path: Path, encoding: str) -> None:
    path = write_spreadsheet_xml(tmp_path / "list.xls", {"Stock": ROWS}, encoding=encoding)
    assert sniff(path) is Kind.SPREADSHEET_XML
    found = recognise(path)
    assert [row.fields for row in convert_rows(path, found)] == [
        {"sku": "2443E4", "name": "فحمات", "price_fils": 1500, "quantity": 3}
    ]


def test_cells_have_places_types_and_formats(tmp_path: Path) -> None:
    cells = (
        spreadsheet_cell(123, ' ss:StyleID="code"'),
        spreadsheet_cell("a", ' ss:Index="3" ss:MergeAcross="1"'),
        '<Cell><Data ss:Type="DateTime">2024-02-29T00:00:00.000</Data></Cell>',
        '<Cell><Data ss:Type="Boolean">1</Data><Comment><Data ss:Type="String">no</Data></Comment></Cell>',
        '<Cell ss:Formula="=A1"/>',
        '<Cell><Data ss:Type="String">b<B xmlns="http://www.w3.org/TR/REC-html40">c</B></Data></Cell>',
    )
    plain, percent = spreadsheet_cell(0.1), spreadsheet_cell(0.1, ' ss:StyleID="percent"')
    table = f'<Row ss:Index="3">{"".join(cells)}</Row><Row>{plain}{percent}</Row>'
    path = write_spreadsheet_tables(tmp_path / "a.xml", {"S": table})
    rows = list(spreadsheet_xml_rows(path, "S", SheetMarks()))
    assert [row.line for row in rows] == [3, 4]
    assert rows[0].cells == ["00123", "", "a", "", "2024-02-29T00:00:00.000", "true", NOT_CALCULATED, "bc"]
    assert isinstance(rows[0].cells[4], DateCell)
    assert rows[1].cells == ["0.1", "10%"]


def test_places_far_away_are_bounded(tmp_path: Path) -> None:
    far = spreadsheet_cell("a", ' ss:Index="999999999999"')
    table = f"<Row>{far}{spreadsheet_cell('b')}</Row>"
    path = write_spreadsheet_tables(tmp_path / "a.xml", {"S": table})
    assert len(next(spreadsheet_xml_rows(path, "S", SheetMarks())).cells) == 1000


def test_hidden_sheets_come_last(tmp_path: Path) -> None:
    path = write_spreadsheet_xml(tmp_path / "a.xml", {"Old": ROWS, "Stock": ROWS})
    text = path.read_text(encoding="utf-8")
    hidden = f'<WorksheetOptions xmlns="{EXCEL}"><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>'
    path.write_text(text.replace("</Worksheet>", hidden, 1), encoding="utf-8")
    assert spreadsheet_xml_sheets(path) == {"Old": True, "Stock": False}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("</Workbook>", "", "cut off or damaged"),
        ("<Workbook", '<!DOCTYPE w [<!ENTITY a "b">]><Workbook', "document type"),
    ],
)
def test_what_is_cut_off_or_has_entities_is_refused(tmp_path: Path, old: str, new: str, fault: str) -> None:
    path = write_spreadsheet_xml(tmp_path / "a.xml", {"S": ROWS})
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(FileBroken, match=fault):
        list(spreadsheet_xml_rows(path, "S", SheetMarks()))


def test_a_sheet_that_is_gone_is_named(tmp_path: Path) -> None:
    path = write_spreadsheet_xml(tmp_path / "a.xml", {"S": ROWS})
    with pytest.raises(FileBroken, match=r"no sheet 'T'\. Choose one of: S"):
        list(spreadsheet_xml_rows(path, "T", SheetMarks()))
