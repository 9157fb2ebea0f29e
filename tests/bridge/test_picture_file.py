"""A picture file made small: bounded before it is decoded, upright, without what a camera adds."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from bridge.picture_file import LONGEST_EDGE, shrink_picture
from service.domain.errors import BadRequest
from service.usecases.edit_item import MAX_CHOSEN_BYTES, MAX_PICTURE_BYTES


def save(path: Path, width: int, height: int, *, kind: str = "PNG", colour: QColor | None = None) -> Path:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(colour or QColor(200, 30, 30))
    assert image.save(str(path), kind)  # type: ignore[call-overload]
    return path


def chunk(kind: bytes, data: bytes) -> bytes:
    """One part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def noise(path: Path, edge: int) -> Path:
    """A picture that hardly compresses."""
    data = bytearray()
    seed = 1
    for _ in range(edge * edge * 4):
        seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
        data.append(seed >> 16 & 0xFF)
    image = QImage(bytes(data), edge, edge, QImage.Format.Format_RGB32)
    assert image.save(str(path), "PNG")  # type: ignore[call-overload]
    return path


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_large_picture_becomes_a_small_jpeg_of_its_shape(tmp_path: Path, kind: str) -> None:
    small = shrink_picture(save(tmp_path / "a.bin", 2000, 1000, kind=kind))
    image = QImage.fromData(small)
    assert (image.width(), image.height()) == (LONGEST_EDGE, LONGEST_EDGE // 2)
    assert len(small) <= MAX_PICTURE_BYTES


def test_a_small_picture_keeps_its_size_and_no_transparency(tmp_path: Path) -> None:
    path = save(tmp_path / "a.png", 40, 30, colour=QColor(Qt.GlobalColor.transparent))
    image = QImage.fromData(shrink_picture(path))
    assert (image.width(), image.height()) == (40, 30)
    assert image.pixelColor(5, 5) == QColor(Qt.GlobalColor.white)


def test_what_hardly_compresses_is_within_the_bound(tmp_path: Path) -> None:
    assert len(shrink_picture(noise(tmp_path / "a.png", 640))) <= MAX_PICTURE_BYTES


def test_a_picture_of_too_many_points_is_refused_by_its_head_alone(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(64))))
    with pytest.raises(BadRequest, match="60000 x 60000 points"):
        shrink_picture(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture", b"GIF89a" + bytes(40), b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n"],
)
def test_what_is_no_png_or_jpeg_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(content)
    with pytest.raises(BadRequest, match="no PNG or JPEG"):
        shrink_picture(path)


def test_a_picture_that_is_cut_off_is_refused_or_small(tmp_path: Path) -> None:
    path = save(tmp_path / "a.png", 300, 300)
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(BadRequest, match="no PNG or JPEG"):
        shrink_picture(path)


def test_a_file_of_more_than_20_mb_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    with path.open("wb") as file:
        file.truncate(MAX_CHOSEN_BYTES + 1)
    with pytest.raises(BadRequest, match="larger than 20 MB"):
        shrink_picture(path)
