"""The evidence of a file is collected once as long as the file is the same."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from service.files.evidence.file_scan import FileScan, scan_rows
from service.files.evidence.notable_rows import Watched
from service.files.formats.registry import data_rows
from service.files.memo import FileMemo
from service.files.source import Kind, Source

SOURCE = Source(Kind.DELIMITED, headers=("SKU", "Name"))
WRITTEN_NS = 1_000_000_000_000


class CountedReader:
    """Reads the file through a cache, and counts how often it is really read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now_ns = WRITTEN_NS + 60_000_000_000
        self.reads = 0
        self._cache = FileMemo[FileScan](lambda: self.now_ns)

    def write(self, *rows: str, modified_ns: int = WRITTEN_NS) -> None:
        self.path.write_text("\n".join(("SKU,Name", *rows, "")), encoding="utf-8")
        os.utime(self.path, ns=(modified_ns, modified_ns))

    def count_rows(self, source: Source = SOURCE) -> int:
        return self._cache.find(self.path, lambda: self._scan(source), (source, Watched())).rows

    def _scan(self, source: Source) -> FileScan:
        self.reads += 1
        return scan_rows(source.headers, data_rows(self.path, source))


@pytest.fixture
def reader(tmp_path: Path) -> CountedReader:
    made = CountedReader(tmp_path / "list.csv")
    made.write("A,Pad", "B,Disc")
    return made


def test_the_same_file_is_read_once(reader: CountedReader) -> None:
    assert [reader.count_rows() for _ in range(3)] == [2, 2, 2]
    assert reader.reads == 1


def test_a_file_that_changed_is_read_again(reader: CountedReader) -> None:
    assert reader.count_rows() == 2
    reader.write("A,Pad", "B,Disc", "C,Cap")
    assert reader.count_rows() == 3
    reader.write("A,Pad,,", "B,Disc,", modified_ns=WRITTEN_NS + 1)
    assert (reader.count_rows(), reader.reads) == (2, 3)


def test_another_way_of_reading_is_another_scan(reader: CountedReader) -> None:
    reader.count_rows()
    reader.count_rows(replace(SOURCE, header_row=2))
    assert reader.reads == 2


def test_a_file_that_was_just_written_is_not_trusted_to_stay(reader: CountedReader) -> None:
    reader.now_ns = WRITTEN_NS + 1_000_000_000
    reader.count_rows()
    reader.count_rows()
    assert reader.reads == 2


def test_a_file_that_changes_while_it_is_read_is_not_remembered(reader: CountedReader) -> None:
    def scan_and_change() -> FileScan:
        found = scan_rows(SOURCE.headers, data_rows(reader.path, SOURCE))
        reader.write("A,Pad", modified_ns=WRITTEN_NS + 1)
        return found

    assert reader._cache.find(reader.path, scan_and_change, (SOURCE, Watched())).rows == 2
    assert reader.count_rows() == 1
