"""Exports a run's rejected and noted rows as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.domain.pull.pulls import RunRow
from service.files.csv_export import csv_lines

HEADER = ("line", "sku", "result", "reason")


def row_lines(rows: Iterable[RunRow]) -> Iterator[str]:
    """A file's lines with their line ends, first the header. No cell can run as a formula in a
    spreadsheet.
    """
    return csv_lines(
        HEADER,
        (
            (row.line if row.line > 0 else None, row.sku, "rejected" if row.rejected else "noted", str(row.text))
            for row in rows
        ),
    )
