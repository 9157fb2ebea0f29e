"""XLS workbooks: what is known of sheets that are not read."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlwt

from service.files.file_errors import FileBroken
from service.files.formats.package import SheetMarks
from service.files.formats.xls import xls_rows, xls_sheets

_BEGIN_OF_SHEET = b"\x09\x08\x10\x00\x00\x06\x10\x00"


def test_a_damaged_sheet_that_is_not_read_is_listed_and_harms_no_other(tmp_path: Path) -> None:
    path, book = tmp_path / "list.xls", xlwt.Workbook()
    for name in ("Stock", "Old", "Chart data"):
        book.add_sheet(name).write(0, 0, name)
    book.get_sheet(1).visibility = 1
    book.save(str(path))
    before, _, after = path.read_bytes().rpartition(_BEGIN_OF_SHEET)
    path.write_bytes(before + bytes(len(_BEGIN_OF_SHEET)) + after)
    assert xls_sheets(path) == {"Stock": False, "Old": True, "Chart data": False}
    assert [row.cells for row in xls_rows(path, "Stock", SheetMarks())] == [["Stock"]]
    with pytest.raises(FileBroken):
        list(xls_rows(path, "Chart data", SheetMarks()))
