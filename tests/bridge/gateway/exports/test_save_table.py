"""A table is saved whole, or the window says why not and the earlier file stays."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.gateway.exports.save_table import save_table
from service.domain.export_table import Cell, CellKind, Column, ExportTable, TableWords
from ui.backend import BackendError, ErrorCode

COLUMNS = (Column("sku"), Column("price_bhd", CellKind.MONEY))


def table(error: OSError | None = None) -> ExportTable:
    def rows() -> Iterator[tuple[Cell, ...]]:
        yield ("00123", 31_508)
        if error is not None:
            raise error

    return ExportTable("Parts", COLUMNS, rows())


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a"])
def test_one_row_is_counted_and_nothing_else_stays(tmp_path: Path, name: str) -> None:
    assert save_table(tmp_path / name, table(), TableWords()) == 1
    assert [file.name for file in tmp_path.iterdir()] == [name]
    content = (tmp_path / name).read_bytes()
    assert content.startswith(b"PK" if name.endswith("xlsx") else b"\xef\xbb\xbfsku,price_bhd\r\n00123,31.508\r\n")


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv"])
@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (OSError(28, "No space left on device"), ErrorCode.DISK_FULL, "The disk is full."),
        (PermissionError(13, "Permission denied"), ErrorCode.FILE_NOT_WRITABLE, "Choose another place"),
    ],
)
def test_a_failure_is_one_sentence_and_the_earlier_file_stays(
    tmp_path: Path, name: str, error: OSError, code: ErrorCode, text: str
) -> None:
    file = tmp_path / name
    file.write_text("before")
    with pytest.raises(BackendError, match=text) as raised:
        save_table(file, table(error), TableWords())
    assert raised.value.code is code
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [(name, "before")]


def test_the_headings_of_the_window_are_written_and_its_direction(tmp_path: Path) -> None:
    headings = TableWords({"sku": "رقم القطعة", "Parts": "القطع"}, rtl=True)
    save_table(tmp_path / "a.csv", table(), headings)
    assert (tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines()[0] == "رقم القطعة,price_bhd"
    for given, right in ((headings, True), (TableWords(), False)):
        save_table(tmp_path / "a.xlsx", table(), given)
        with zipfile.ZipFile(tmp_path / "a.xlsx") as book:
            sheet, names = book.read("xl/worksheets/sheet1.xml").decode(), book.read("xl/workbook.xml").decode()
        assert ('rightToLeft="1"' in sheet) is right
        assert ('name="القطع"' in names) is right
