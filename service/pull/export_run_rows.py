"""A run's rejected and noted rows as an exported table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from service.domain.pull.pulls import RunRow
from service.domain.reports.export_table import CellKind, Column, ExportTable

_COLUMNS = (Column("line", CellKind.COUNT), Column("sku"), Column("result"), Column("reason"))


def _write_english(row: RunRow) -> str:
    """In English, as commands print it."""
    return str(row.text)


def make_run_rows_table(rows: Iterable[RunRow], write: Callable[[RunRow], str] = _write_english) -> ExportTable:
    """The rows; `write` gives the reason in the language of the file."""
    cells = (
        (row.line if row.line > 0 else None, row.sku, "rejected" if row.rejected else "noted", write(row))
        for row in rows
    )
    return ExportTable("Rows", _COLUMNS, cells)
