"""Excel's binary workbooks."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest

from service.files.cells import DateCell, NumberCell
from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.binary.xlsb import xlsb_rows, xlsb_sheets, xlsb_visible
from service.files.formats.binary.xlsb_records import MAX_RECORD_BYTES, packed_number, read_records, wide_text
from service.files.formats.sniff import sniff
from service.files.reader import recognise
from service.files.source import Kind
from tests.service.files.binary_writers import write_xlsb, xlsb_cell
from tests.service.files.writers import Rows

ROWS: Rows = [("SKU", "Name", "Price", "Qty"), ("2443E4", "فحمات", 1.5, 3), (123, "Disc", 0.85, 4)]
SHEET = "xl/worksheets/sheet1.bin"


def test_it_is_read_whatever_its_name_is(tmp_path: Path) -> None:
    path = write_xlsb(tmp_path / "list.xlsx", {"Stock": ROWS}, formats=["00000"], styles={(2, 0): 1})
    assert sniff(path) is Kind.XLSB
    assert [row.fields for row in recognise(path).rows] == [
        {"sku": "2443E4", "name": "فحمات", "price_fils": 1500, "quantity": 3},
        {"sku": "00123", "name": "Disc", "price_fils": 850, "quantity": 4},
    ]


def test_cells_of_all_types(tmp_path: Path) -> None:
    formula = xlsb_cell(1, "a formula's text")
    error = b"\x03\x09" + struct.pack("<IIB", 2, 0, 42)
    row = (1.25, formula, error, True, None, 45000, -7)
    path = write_xlsb(tmp_path / "a.xlsb", {"S": [row]}, formats=["dd/mm/yyyy"], styles={(0, 5): 1})  # type: ignore[list-item]
    cells = next(xlsb_rows(path, "S")).cells
    assert cells == ["1.25", "a formula's text", "#N/A", "true", "", "2023-03-15", "-7"]
    assert [type(cells[place]) for place in (0, 5)] == [NumberCell, DateCell]


def test_hidden_sheets_come_last_and_one_that_is_gone_is_named(tmp_path: Path) -> None:
    path = write_xlsb(tmp_path / "a.xlsb", {"Old": ROWS, "Stock": ROWS}, hidden=["Old"])
    assert (xlsb_sheets(path), xlsb_visible(path)) == (("Stock", "Old"), ("Stock",))
    with pytest.raises(FileBroken, match="no sheet 'Gone'"):
        list(xlsb_rows(path, "Gone"))


def replaced(path: Path, part: str, content: bytes) -> Path:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in {**parts, part: content}.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\x19" + bytes(10),
        b"\x00\x19" + bytes(25) + b"\x07\x0c" + struct.pack("<III", 0, 0, 99),
        b"\x00\x19" + bytes(25) + b"\x06\x0c" + struct.pack("<III", 0, 0, 99),
        b"\x00\x19" + bytes(25) + b"\x05\x02\x00\x00",
    ],
)
def test_damage_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = replaced(write_xlsb(tmp_path / "a.xlsb", {"S": ROWS}), SHEET, content)
    with pytest.raises(FileBroken, match="cut off or damaged"):
        list(xlsb_rows(path, "S"))


def test_a_record_without_end_is_refused() -> None:
    size = MAX_RECORD_BYTES + 1
    head = bytes([6, size & 127 | 128, size >> 7 & 127 | 128, size >> 14 & 127 | 128, size >> 21])
    with pytest.raises(FileTooLarge, match="does not end"):
        list(read_records([head], "a.xlsb"))


@pytest.mark.parametrize("step", [1, 2, 3, 100])
def test_records_over_several_pieces(step: int) -> None:
    data = b"\x9c\x01\x03abc" + b"\x00\x00" + b"\x13\x81\x01" + b"x" * 129
    pieces = [data[place : place + step] for place in range(0, len(data), step)]
    assert list(read_records(pieces, "a")) == [(156, b"abc"), (0, b""), (19, b"x" * 129)]


@pytest.mark.parametrize(("raw", "number"), [(7 << 2 | 2, 7), ((-7 << 2 | 2) & 0xFFFFFFFF, -7), (125 << 2 | 3, 1.25),
                                             (0x3FF00000, 1.0), (0x405EC001, 1.23)])  # fmt: skip
def test_numbers_in_four_bytes(raw: int, number: float) -> None:
    assert packed_number(struct.pack("<I", raw), 0) == number


def test_a_missing_text_is_blank() -> None:
    assert wide_text(b"\xff\xff\xff\xff", 0) == ("", 4)
