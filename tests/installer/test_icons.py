"""The icon in its formats, as their users read them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from installer.icons import ICNS_SIZES, ICO_SIZES, bitmap, drawn, ico, png, write_icns, write_side

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_logo_is_drawn_with_a_transparent_corner() -> None:
    image = drawn(48)
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(24, 4).alpha() == 255


def test_a_png_is_read_back_as_drawn() -> None:
    image = QImage()
    assert image.loadFromData(png(drawn(32)), "PNG")
    assert image.pixelColor(16, 3) == drawn(32).pixelColor(16, 3)


def test_the_windows_icon_says_where_each_size_lies() -> None:
    data = ico()
    assert struct.unpack_from("<HHH", data) == (0, 1, len(ICO_SIZES))
    ends = []
    for number, size in enumerate(ICO_SIZES):
        side, _, _, _, _, depth, length, place = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        assert (side, depth) == (size % 256, 32)
        ends.append(place + length)
    assert ends[-1] == len(data)
    assert ends == sorted(ends)


def test_the_macos_icon_holds_each_size_as_a_picture(tmp_path: Path) -> None:
    data = write_icns(tmp_path / "made" / "counterpart.icns").read_bytes()
    assert struct.unpack_from(">4sI", data) == (b"icns", len(data))
    found, place = {}, 8
    while place < len(data):
        kind, length = struct.unpack_from(">4sI", data, place)
        image = QImage()
        assert image.loadFromData(data[place + 8 : place + length], "PNG"), kind
        found[kind.decode("ascii")] = image.width()
        place += length
    assert found == ICNS_SIZES


def test_the_side_of_the_set_up_is_a_plain_bitmap_of_the_size_that_nsis_takes(tmp_path: Path) -> None:
    data = write_side(tmp_path / "side.bmp").read_bytes()
    assert data[:2] == b"BM"
    assert struct.unpack_from("<iiHHI", data, 18) == (164, 314, 1, 24, 0)


def test_a_bitmap_stands_from_the_bottom_up() -> None:
    image = drawn(16)
    data = bitmap(image)
    assert struct.unpack_from("<Iii", data) == (40, 16, 32)
    middle_of_second_row = 40 + (14 * 16 + 8) * 4
    blue, green, red, alpha = data[middle_of_second_row : middle_of_second_row + 4]
    assert image.pixelColor(8, 1) == QColor(red, green, blue, alpha)
