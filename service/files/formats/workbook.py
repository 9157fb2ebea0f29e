"""Workbooks of any format: sheet names, and one sheet's rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from service.files.cells import RawRow
from service.files.format_reader import isolated_reader
from service.files.formats.ods import ods_rows, ods_sheets, ods_visible
from service.files.formats.row_bounds import check_size
from service.files.formats.xls import xls_rows, xls_sheets, xls_visible
from service.files.formats.xlsx import xlsx_rows, xlsx_sheets, xlsx_visible
from service.files.source import DEFAULT_ENCODING, MAX_SHEET_NAME_CHARS, MAX_SHEETS, Kind, Source


def sheet_names(path: Path, kind: Kind) -> tuple[str, ...]:
    """The sheets of a workbook, in the order in which they are tried; 1,000 at most."""
    reader = isolated_reader()
    if reader is not None:
        return reader.sheet_names(path, kind)
    return _within_bounds(_sheet_names(path, kind))


def _sheet_names(path: Path, kind: Kind) -> tuple[str, ...]:
    if kind is Kind.XLSX:
        return xlsx_sheets(path)
    return xls_sheets(path) if kind is Kind.XLS else ods_sheets(path)


def visible_sheets(path: Path, kind: Kind) -> tuple[str, ...]:
    """The sheets that a person sees in the workbook's own program; 1,000 at most."""
    reader = isolated_reader()
    if reader is not None:
        return reader.visible_sheets(path, kind)
    return _within_bounds(_visible_sheets(path, kind))


def _visible_sheets(path: Path, kind: Kind) -> tuple[str, ...]:
    if kind is Kind.XLSX:
        return xlsx_visible(path)
    return xls_visible(path) if kind is Kind.XLS else ods_visible(path)


def sheet_rows(path: Path, kind: Kind, sheet: str, encoding: str | None = None) -> Iterator[RawRow]:
    """The rows of one sheet, as a stream for XLSX and ODS; FileBroken if there is no such sheet,
    FileTooLarge past the bounds of a row and a sheet. `encoding` is for an XLS workbook that names
    none or a wrong one.
    """
    reader = isolated_reader()
    if reader is not None:
        return reader.rows(path, Source(kind, encoding or DEFAULT_ENCODING, sheet=sheet))
    return check_size(_sheet_rows(path, kind, sheet, encoding), path.name)


def _sheet_rows(path: Path, kind: Kind, sheet: str, encoding: str | None) -> Iterator[RawRow]:
    if kind is Kind.XLSX:
        return xlsx_rows(path, sheet)
    return xls_rows(path, sheet, encoding) if kind is Kind.XLS else ods_rows(path, sheet)


def _within_bounds(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if len(name) <= MAX_SHEET_NAME_CHARS)[:MAX_SHEETS]
