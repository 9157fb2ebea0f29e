"""Workbooks of Excel 4 (BIFF4), which store each number as a decimal and no names of sheets."""

from __future__ import annotations

import struct
from pathlib import Path

from service.files.formats.xls import xls_rows, xls_sheets

ROWS: list[list[str | float]] = [["SKU", "Name", "Price"], [5218.0, "Pad", 12.5], [5219.0, "Disc", 4.25]]


def write_biff4(path: Path, rows: list[list[str | float]]) -> None:
    """One sheet, with the one format General."""
    found = _record(0x0409, struct.pack("<HHH", 0, 0x10, 0)) + _record(0x0042, struct.pack("<H", 1252))
    found += _record(0x0231, struct.pack("<HHHB", 200, 0, 0x7FFF, 5) + b"Arial")
    found += _record(0x041E, struct.pack("<HB", 0, 7) + b"General")
    found += _record(0x0443, struct.pack("<BBHHHHBB", 0, 0, 1, 0, 0, 0, 0, 0))
    for line, row in enumerate(rows):
        for place, cell in enumerate(row):
            head = struct.pack("<HHH", line, place, 0)
            if isinstance(cell, str):
                found += _record(0x0204, head + struct.pack("<H", len(cell)) + cell.encode("cp1252"))
            else:
                found += _record(0x0203, head + struct.pack("<d", cell))
    path.write_bytes(found + _record(0x000A, b""))


def _record(number: int, body: bytes) -> bytes:
    return struct.pack("<HH", number, len(body)) + body


def test_a_whole_number_is_a_part_number_without_a_point(tmp_path: Path) -> None:
    file = tmp_path / "old.xls"
    write_biff4(file, ROWS)
    (sheet,) = xls_sheets(file)
    assert [row.cells for row in xls_rows(file, sheet)] == [
        ["SKU", "Name", "Price"], ["5218", "Pad", "12.5"], ["5219", "Disc", "4.25"],
    ]  # fmt: skip
