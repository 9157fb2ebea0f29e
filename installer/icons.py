"""The program's icon in each system's format, made from the window's own logo."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from installer.surroundings import ROOT
from installer.toolchain.errors import SetupError

LOGO: Final = ROOT / "ui" / "theme" / "tray" / "logo.svg"
PNG_SIZES: Final = (16, 22, 24, 32, 48, 64, 128, 256)
ICNS_SIZES: Final = {
    "ic11": 32, "ic12": 64, "ic07": 128, "ic13": 256, "ic08": 256, "ic14": 512, "ic09": 512, "ic10": 1024,
}  # fmt: skip
"""The types of pictures in a macOS icon, and their pixels; some are those of a sharp display."""

ICO_SIZES: Final = (16, 20, 24, 32, 40, 48, 64, 256)
_PNG_FROM: Final = 256
_SIDE: Final = (164, 314)
_SIDE_LOGO: Final = 80
_GROUND: Final = "#f1f1ee"
_HEADER, _ENTRY, _BITMAP = "<HHH", "<BBBBHHII", "<IiiHHIIiiII"


@dataclass(frozen=True, slots=True)
class _Picture:
    size: int
    data: bytes


def drawn(size: int) -> QImage:
    """The logo as a square image of that many pixels. SetupError if the drawing cannot be read."""
    renderer = QSvgRenderer(str(LOGO))
    if not renderer.isValid():
        raise SetupError(f"{LOGO} is no drawing that Qt can read. Get a whole copy of the project.")
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def bitmap(image: QImage) -> bytes:
    """As an icon's bitmap: 32 bits per pixel from the bottom up, then a mask for old readers."""
    side = image.width()
    rows = bytes(image.constBits())
    pixels = b"".join(rows[line * side * 4 : (line + 1) * side * 4] for line in reversed(range(side)))
    mask = bytes((side + 31) // 32 * 4 * side)
    return struct.pack(_BITMAP, 40, side, side * 2, 1, 32, 0, len(pixels) + len(mask), 0, 0, 0, 0) + pixels + mask


def ico() -> bytes:
    """A Windows icon with all sizes; the largest is stored as PNG, as Windows itself does."""
    pictures = [_Picture(size, (png if size >= _PNG_FROM else bitmap)(drawn(size))) for size in ICO_SIZES]
    place = struct.calcsize(_HEADER) + len(pictures) * struct.calcsize(_ENTRY)
    entries = b""
    for picture in pictures:
        side = picture.size % 256
        entries += struct.pack(_ENTRY, side, side, 0, 0, 1, 32, len(picture.data), place)
        place += len(picture.data)
    return struct.pack(_HEADER, 0, 1, len(pictures)) + entries + b"".join(picture.data for picture in pictures)


def write_ico(file: Path) -> Path:
    file.write_bytes(ico())
    return file


def write_icns(file: Path) -> Path:
    """Write the macOS icon: a header, then each size as a PNG picture."""
    pictures = [(kind.encode("ascii"), png(drawn(size))) for kind, size in ICNS_SIZES.items()]
    entries = b"".join(struct.pack(">4sI", kind, 8 + len(data)) + data for kind, data in pictures)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(struct.pack(">4sI", b"icns", 8 + len(entries)) + entries)
    return file


def write_side(file: Path) -> Path:
    """The picture of the set-up's last page: the logo on its light background, as NSIS reads it."""
    side = QImage(*_SIDE, QImage.Format.Format_RGB888)
    side.fill(QColor(_GROUND))
    painter = QPainter(side)
    painter.drawImage((_SIDE[0] - _SIDE_LOGO) // 2, _SIDE_LOGO // 2, drawn(_SIDE_LOGO))
    painter.end()
    side.save(str(file), "BMP")  # type: ignore[call-overload]
    return file


def write_theme_icons(share: Path) -> None:
    """Write a hicolor theme's icons below a share folder: the drawing and every usual size."""
    for size in PNG_SIZES:
        file = share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "counterpart.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(png(drawn(size)))
    drawing = share / "icons" / "hicolor" / "scalable" / "apps" / "counterpart.svg"
    drawing.parent.mkdir(parents=True, exist_ok=True)
    drawing.write_bytes(LOGO.read_bytes())
