"""Saved XLSX files, read as XML: the type, value and format of each cell."""

from __future__ import annotations

import xml.etree.ElementTree as ET
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cells as (type, value, number format): type "n" is a number, "text" and "b" the others."""

    rtl: bool
    headings: tuple[str, ...]
    rows: list[dict[str, tuple[str, str, str]]]


def read_sheet(file: Path) -> Sheet:
    """The first sheet of a workbook."""
    with zipfile.ZipFile(file) as book:
        sheet, styles = (ET.fromstring(book.read(f"xl/{name}.xml")) for name in ("worksheets/sheet1", "styles"))  # noqa: S314 our own files
        shared = (
            ET.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314 as above
            if "xl/sharedStrings.xml" in book.namelist()
            else ET.Element("none")
        )
    texts = ["".join(part.text or "" for part in entry.iter(f"{_MAIN}t")) for entry in shared]
    formats = {one.get("numFmtId"): one.get("formatCode", "") for one in styles.iter(f"{_MAIN}numFmt")}
    cell_formats = [formats.get(one.get("numFmtId"), "") for one in styles.find(f"{_MAIN}cellXfs") or ()]
    view = next(sheet.iter(f"{_MAIN}sheetView"))
    first, *rest = (
        {_column(cell): _read_cell(cell, texts, cell_formats) for cell in row} for row in sheet.iter(f"{_MAIN}row")
    )
    names = {column: value for column, (_, value, _) in first.items()}
    rows = [{names[column]: cell for column, cell in row.items()} for row in rest]
    return Sheet(view.get("rightToLeft") == "1", tuple(names.values()), rows)


def _column(cell: ET.Element) -> str:
    return cell.get("r", "").rstrip("0123456789")


def _read_cell(cell: ET.Element, texts: list[str], formats: list[str]) -> tuple[str, str, str]:
    kind, value = cell.get("t", "n"), cell.findtext(f"{_MAIN}v") or ""
    style = formats[int(cell.get("s", "0"))]
    if kind == "s":
        return "text", texts[int(value)], style
    if kind == "inlineStr":
        return "text", "".join(part.text or "" for part in cell.iter(f"{_MAIN}t")), style
    return kind, value, style
