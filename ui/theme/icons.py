"""Line icons (Lucide) and the tray drawings, rendered in a token's colour at 1x, 2x and 3x."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

ICONS = Path(__file__).with_name("icons")
DRAWINGS = Path(__file__).with_name("tray")
RATIOS = (1, 2, 3)
THIN, FINE_BELOW = "1.75", 16
TRAY_SIZES = (16, 20, 22, 24, 32, 48, 64)
_STROKE = re.compile(r'stroke-width="[\d.]+"')

MIRRORED = frozenset(
    {
        "send",
        "truck",
        "scroll-text",
        "file-text",
        "file-spreadsheet",
        "file-json",
        "message-square-text",
        "chevron-right",
        "chevron-left",
        "arrow-right",
        "arrow-left",
        "external-link",
        "undo-2",
        "list-filter",
    }
)
"""Icons that point in reading direction (design §5)."""
_FILL = re.compile(r'fill="(#[0-9A-Fa-f]{6})"')


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    return (ICONS / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=32)
def _drawing(name: str) -> QSvgRenderer:
    return QSvgRenderer(str(DRAWINGS / f"{name}.svg"))


def _paint(renderer: QSvgRenderer, size: int, ratio: float, *, mirrored: bool = False) -> QPixmap:
    pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
    painter.end()
    if mirrored:
        pixmap = QPixmap.fromImage(pixmap.toImage().flipped(Qt.Orientation.Horizontal))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=2048)
def _icon_pixmap(name: str, colour: str, size: int, ratio: float, mirrored: bool) -> QPixmap:
    text = _source(name).replace("currentColor", colour)
    text = _STROKE.sub(f'stroke-width="{"2" if size < FINE_BELOW else THIN}"', text)
    return _paint(QSvgRenderer(QByteArray(text.encode())), size, ratio, mirrored=mirrored)


def icon_pixmap(name: str, colour: QColor, size: int, ratio: float = 1.0, *, rtl: bool = False) -> QPixmap:
    """One icon as a pixmap; FileNotFoundError if it is not shipped."""
    return _icon_pixmap(name, colour.name(), size, ratio, rtl and name in MIRRORED)


def icon(name: str, colour: QColor, size: int = 18, *, rtl: bool = False) -> QIcon:
    """One icon for buttons and menus, with every pixel ratio."""
    result = QIcon()
    for ratio in RATIOS:
        result.addPixmap(icon_pixmap(name, colour, size, ratio, rtl=rtl))
    return result


def drawing(name: str, size: int, ratio: float = 1.0) -> QPixmap:
    """A tray drawing or the logo; 16 px has its own, pixel-aligned drawing."""
    fine = f"{name}-16"
    own = size == FINE_BELOW and (DRAWINGS / f"{fine}.svg").exists()
    return _paint(_drawing(fine if own else name), size, ratio)


def tray_icon(name: str) -> QIcon:
    """A tray state as an icon in all sizes that trays use."""
    result = QIcon()
    for size in TRAY_SIZES:
        result.addPixmap(drawing(name, size))
    return result


def template_icon(name: str) -> QIcon:
    """A tray state as a mask of what differs from its tile: a badge and a bar stay visible."""
    match = _FILL.search((DRAWINGS / f"{name}.svg").read_text(encoding="utf-8"))
    tile = QColor(match[1] if match else "#000000")
    result = QIcon()
    for size in TRAY_SIZES:
        result.addPixmap(QPixmap.fromImage(_mask(drawing(name, size).toImage(), tile)))
    result.setIsMask(True)
    return result


def _mask(image: QImage, tile: QColor) -> QImage:
    """Opaque where the drawing differs from its tile, clear elsewhere."""
    mask = QImage(image.size(), QImage.Format.Format_ARGB32)
    for y in range(image.height()):
        for x in range(image.width()):
            colour = image.pixelColor(x, y)
            unlike = max(abs(colour.red() - tile.red()), abs(colour.blue() - tile.blue()))
            mask.setPixelColor(x, y, QColor(0, 0, 0, min(255, unlike * 3 // 2) * colour.alpha() // 255))
    return mask
