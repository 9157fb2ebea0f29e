"""A run's rejected and noted rows as they leave the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.domain.pull.pulls import RunRow
from service.files.csv_export import csv_lines

HEADER = ("line", "sku", "result", "reason")


def row_lines(rows: Iterable[RunRow]) -> Iterator[str]:
    """A file's lines with their ends, led by a header; no cell that a spreadsheet would run."""
    return csv_lines(
        HEADER,
        (
            (row.line if row.line > 0 else None, row.sku, "rejected" if row.rejected else "noted", str(row.text))
            for row in rows
        ),
    )
