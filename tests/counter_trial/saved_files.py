"""Reads the papers and tables that the program saved."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import zxingcpp  # type: ignore[import-not-found, import-untyped, unused-ignore]
from PySide6.QtGui import QImage

from tests.desktop.screen_user import DIRECTION_MARKS

_MARKS = DIRECTION_MARKS | dict.fromkeys((0x202A, 0x202B, 0x202C))
_DPI = 203
"""Of a receipt or label printer."""
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def draw_pages(pdf: Path, pictures: Path) -> list[Path]:
    """A picture of each page, with Debian's `pdftoppm`; named after the file."""
    pictures.mkdir(parents=True, exist_ok=True)
    base = pictures / pdf.stem.replace(" ", "-")
    subprocess.run(["pdftoppm", "-png", "-r", str(_DPI), str(pdf), str(base)], check=True, timeout=60)
    return sorted(pictures.glob(f"{base.name}-*.png"))


def read_bar_codes(page: Path) -> set[str]:
    """The texts of the Code 128 of a picture."""
    image = QImage(str(page)).convertToFormat(QImage.Format.Format_Grayscale8)
    return {found.text for found in zxingcpp.read_barcodes(image) if found.format == zxingcpp.BarcodeFormat.Code128}


def read_words(pdf: Path) -> str:
    """The text of all pages, line by line as it is laid out."""
    line = ["pdftotext", "-layout", str(pdf), "-"]
    said = subprocess.run(line, check=True, capture_output=True, text=True, timeout=60).stdout
    return said.translate(_MARKS)


def read_page_sizes_mm(pdf: Path) -> list[tuple[int, int]]:
    """Width and height of each page."""
    line = ["pdfinfo", "-f", "1", "-l", "-1", str(pdf)]
    said = subprocess.run(line, check=True, capture_output=True, text=True, timeout=60).stdout
    sizes = [one.split("size:")[1].split() for one in said.splitlines() if one.startswith("Page") and "size:" in one]
    return [(_to_mm(width), _to_mm(height)) for width, _by, height, *_ in sizes]


def _to_mm(points: str) -> int:
    return round(float(points) * 25.4 / 72)


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
