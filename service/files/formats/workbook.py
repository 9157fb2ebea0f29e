"""Workbooks of any format: sheet names, and one sheet's rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from service.files.cells import RawRow
from service.files.format_reader import isolated_reader
from service.files.formats.binary.dbf_rows import dbf_rows, dbf_sheets
from service.files.formats.binary.xlsb import xlsb_rows, xlsb_sheets, xlsb_visible
from service.files.formats.documents.html_tables import (
    html_rows,
    html_sheets,
    html_visible,
    mhtml_rows,
    mhtml_sheets,
    mhtml_visible,
)
from service.files.formats.documents.spreadsheet_xml import (
    spreadsheet_xml_rows,
    spreadsheet_xml_sheets,
    spreadsheet_xml_visible,
)
from service.files.formats.documents.xml_lists import xml_lists, xml_rows
from service.files.formats.ods import ods_rows, ods_sheets, ods_visible
from service.files.formats.row_bounds import check_size
from service.files.formats.xls import xls_rows, xls_sheets, xls_visible
from service.files.formats.xlsx import xlsx_rows, xlsx_sheets, xlsx_visible
from service.files.source import DEFAULT_ENCODING, MAX_SHEET_NAME_CHARS, MAX_SHEETS, Kind, Source


class _Sheets(NamedTuple):
    """How a format is read: the names of its sheets, of those that are not hidden, and the rows of
    a sheet, in an encoding if one is chosen.
    """

    names: Callable[[Path], tuple[str, ...]]
    visible: Callable[[Path], tuple[str, ...]]
    rows: Callable[[Path, str, str | None], Iterator[RawRow]]


_READERS: Final = {
    Kind.XLSX: _Sheets(xlsx_sheets, xlsx_visible, lambda path, sheet, _: xlsx_rows(path, sheet)),
    Kind.XLS: _Sheets(xls_sheets, xls_visible, xls_rows),
    Kind.ODS: _Sheets(ods_sheets, ods_visible, lambda path, sheet, _: ods_rows(path, sheet)),
    Kind.HTML: _Sheets(html_sheets, html_visible, html_rows),
    Kind.MHTML: _Sheets(mhtml_sheets, mhtml_visible, mhtml_rows),
    Kind.XLSB: _Sheets(xlsb_sheets, xlsb_visible, xlsb_rows),
    Kind.DBF: _Sheets(dbf_sheets, dbf_sheets, dbf_rows),
    Kind.XML: _Sheets(xml_lists, xml_lists, xml_rows),
    Kind.SPREADSHEET_XML: _Sheets(spreadsheet_xml_sheets, spreadsheet_xml_visible, spreadsheet_xml_rows),
}


def sheet_names(path: Path, kind: Kind) -> tuple[str, ...]:
    """The sheets of a workbook, in the order in which they are tried; 1,000 at most."""
    reader = isolated_reader()
    if reader is not None:
        return reader.sheet_names(path, kind)
    return _within_bounds(_READERS[kind].names(path))


def visible_sheets(path: Path, kind: Kind) -> tuple[str, ...]:
    """The sheets that a person sees in the workbook's own program; 1,000 at most."""
    reader = isolated_reader()
    if reader is not None:
        return reader.visible_sheets(path, kind)
    return _within_bounds(_READERS[kind].visible(path))


def sheet_rows(path: Path, kind: Kind, sheet: str, encoding: str | None = None) -> Iterator[RawRow]:
    """The rows of one sheet, as a stream except for XLS; FileBroken if there is no such sheet,
    FileTooLarge past the bounds of a row and a sheet. `encoding` is for a file that names none or
    a wrong one.
    """
    reader = isolated_reader()
    if reader is not None:
        return reader.rows(path, Source(kind, encoding or DEFAULT_ENCODING, sheet=sheet))
    return check_size(_READERS[kind].rows(path, sheet, encoding), path.name)


def _within_bounds(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if len(name) <= MAX_SHEET_NAME_CHARS)[:MAX_SHEETS]
