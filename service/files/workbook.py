"""Workbooks of any format: sheet names, and one sheet's rows (issue 5 point 1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from service.files.ods import ods_rows, ods_sheets
from service.files.table import Kind, RawRow
from service.files.xls import xls_rows, xls_sheets
from service.files.xlsx import xlsx_rows, xlsx_sheets


def sheet_names(path: Path, kind: Kind) -> tuple[str, ...]:
    """The sheets of a workbook, in the order in which they are looked at."""
    if kind is Kind.XLSX:
        return xlsx_sheets(path)
    return xls_sheets(path) if kind is Kind.XLS else ods_sheets(path)


def sheet_rows(path: Path, kind: Kind, sheet: str) -> Iterator[RawRow]:
    """The rows of one sheet, as a stream for XLSX and ODS; FileBroken when there is no such sheet."""
    if kind is Kind.XLSX:
        return xlsx_rows(path, sheet)
    return xls_rows(path, sheet) if kind is Kind.XLS else ods_rows(path, sheet)
