"""An exported workbook is read back as it was, by our own reader of XLSX."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC
from pathlib import Path

import pytest

from bridge.system.xlsx_export import write_xlsx
from service.domain.export_table import Cell, CellKind, Column, ExportTable
from service.domain.times import DAY

COLUMNS = (
    Column("sku"),
    Column("price_bhd", CellKind.MONEY),
    Column("quantity", CellKind.QUANTITY),
    Column("at", CellKind.TIME),
    Column("active", CellKind.SWITCH),
    Column("lines", CellKind.COUNT),
)


def write(tmp_path: Path, rows: Sequence[Sequence[Cell]], last_row: int = 1_048_575) -> tuple[int, dict[str, str]]:
    """How many rows were written, and the XML of each sheet."""
    out = io.BytesIO()
    count = write_xlsx(out, ExportTable("Parts", COLUMNS, rows, UTC), str(tmp_path), last_row=last_row)
    with zipfile.ZipFile(out) as book:
        return count, {
            name.removeprefix("xl/worksheets/"): book.read(name).decode()
            for name in book.namelist()
            if name.startswith("xl/worksheets/sheet")
        }


def test_numbers_are_numbers_and_texts_stay_texts(tmp_path: Path) -> None:
    count, sheets = write(tmp_path, [("00123", 31_508, 1_500, DAY, True, 2), ("=1+1", None, None, None, False, 0)])
    sheet = sheets["sheet1.xml"]
    assert count == 2
    for written in (
        't="inlineStr"><is><t>00123</t></is></c>',
        "<v>31.508</v>",
        "<v>1.5</v>",
        "<v>25570</v>",
        '<c r="E2" t="b"><v>1</v></c>',
        "<is><t>=1+1</t></is>",
    ):
        assert written in sheet
    assert "<f>" not in sheet
    assert 'r="B3"' not in sheet


def test_no_text_steers(tmp_path: Path) -> None:
    _, sheets = write(tmp_path, [("A\u202egpj\x1b[31m", 1, 1, DAY, True, 2)])
    assert "<t>Agpj[31m</t>" in sheets["sheet1.xml"]


def test_a_whole_quantity_shows_no_point(tmp_path: Path) -> None:
    """With decimals that may be missing, a spreadsheet shows 12 as `12.`."""
    _, sheets = write(tmp_path, [("A", 1, milli, DAY, True, 1) for milli in (12_000, 12_500, 0)])
    whole, part, nothing = re.findall(r'<c r="C[234]" s="(\d+)">', sheets["sheet1.xml"])
    count = re.findall(r'<c r="F2" s="(\d+)">', sheets["sheet1.xml"])
    assert [whole] == [nothing] == count != [part]


def test_what_does_not_fit_goes_on_the_next_sheet_under_the_same_header(tmp_path: Path) -> None:
    count, sheets = write(tmp_path, [(f"P-{number}", 1, 1, 1, True, 1) for number in range(5)], last_row=2)
    assert count == 5
    assert list(sheets) == ["sheet1.xml", "sheet2.xml", "sheet3.xml"]
    assert [text.count("<row ") for text in sheets.values()] == [3, 3, 2]
    assert all(">sku<" in text for text in sheets.values())


def test_rows_that_fail_leave_neither_a_file_nor_a_complaint(tmp_path: Path) -> None:
    def fail() -> Iterator[tuple[Cell, ...]]:
        yield ("A", 1, 1, 1, True, 1)
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_xlsx(io.BytesIO(), ExportTable("Parts", COLUMNS, fail()), str(tmp_path))


def test_a_disk_that_fills_up_while_the_workbook_is_put_together_is_an_os_error(tmp_path: Path) -> None:
    class Full(io.BytesIO):
        def write(self, _data: object) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space") as raised:
        write_xlsx(Full(), ExportTable("Parts", COLUMNS, [("A", 1, 1, 1, True, 1)]), str(tmp_path))
    assert raised.value.errno == 28
