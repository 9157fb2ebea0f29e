"""Workbooks of any format: sheet names, and one sheet's rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from service.files.cells import RawRow
from service.files.formats.ods import ods_rows, ods_sheets, ods_visible
from service.files.formats.xls import xls_rows, xls_sheets, xls_visible
from service.files.formats.xlsx import xlsx_rows, xlsx_sheets, xlsx_visible
from service.files.source import Kind


def sheet_names(path: Path, kind: Kind) -> tuple[str, ...]:
    """The sheets of a workbook, in the order in which they are tried."""
    if kind is Kind.XLSX:
        return xlsx_sheets(path)
    return xls_sheets(path) if kind is Kind.XLS else ods_sheets(path)


def visible_sheets(path: Path, kind: Kind) -> tuple[str, ...]:
    """The sheets that a person sees in the workbook's own program."""
    if kind is Kind.XLSX:
        return xlsx_visible(path)
    return xls_visible(path) if kind is Kind.XLS else ods_visible(path)


def sheet_rows(path: Path, kind: Kind, sheet: str) -> Iterator[RawRow]:
    """The rows of one sheet, as a stream for XLSX and ODS; FileBroken if there is no such sheet."""
    if kind is Kind.XLSX:
        return xlsx_rows(path, sheet)
    return xls_rows(path, sheet) if kind is Kind.XLS else ods_rows(path, sheet)
