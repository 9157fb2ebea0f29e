"""Saved PDF files as a person sees them: pictures of their pages, their words and bar codes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import zxingcpp  # type: ignore[import-not-found, import-untyped, unused-ignore]
from PySide6.QtGui import QImage

from tests.desktop.screen_user import DIRECTION_MARKS

_MARKS = DIRECTION_MARKS | dict.fromkeys((0x202A, 0x202B, 0x202C))
_DPI = 203
"""Of a receipt or label printer."""


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
