"""Scans a whole file by column: the set-up's questions depend on every row, not on
the first ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from service.files.cells import RawRow
from service.files.evidence.column_scan import ColumnScan

_BLOCK = 2_000


@dataclass(frozen=True, slots=True)
class FileScan:
    """How many rows a file has, and by header what each column contains."""

    rows: int = 0
    columns: dict[str, ColumnScan] = field(default_factory=dict)

    def column(self, header: str) -> ColumnScan:
        """What a column contains; an empty scan if there is no such column."""
        return self.columns.get(header) or ColumnScan()


def scan_rows(headers: tuple[str, ...], rows: Iterable[RawRow]) -> FileScan:
    """Scans all rows. Raises FileError at damage or above the bounds."""
    scans = [ColumnScan() for _ in headers]
    width, count = len(headers), 0
    source = iter(rows)
    while block := list(islice(source, _BLOCK)):
        count += len(block)
        padded = [
            row.cells if len(row.cells) >= width else row.cells + [""] * (width - len(row.cells)) for row in block
        ]
        for scan, texts in zip(scans, zip(*padded, strict=False), strict=False):
            scan.follow(texts)
            for text, times in _counts(texts):
                scan.add(text, times)
    return FileScan(count, dict(zip(headers, scans, strict=True)))


def _counts(texts: tuple[str, ...]) -> Iterable[tuple[str, int]]:
    """Each different text with its count. Number cells equal texts of the same digits, but are no
    texts.
    """
    if set(map(type, texts)) == {str}:
        return Counter(texts).items()
    return ((text, 1) for text in texts)
