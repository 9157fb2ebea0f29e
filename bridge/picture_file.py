"""A picture file that the owner chose, made small: decoded within bounds and written again as a
JPEG, without what a camera adds to it.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from service.domain.errors import BadRequest
from service.domain.sentences import Sentence, message
from service.usecases.edit_item import MAX_CHOSEN_BYTES, MAX_PICTURE_BYTES

MAX_PIXELS = 50_000_000
LONGEST_EDGE = 640
"""Pixels of the longer edge after it was made smaller."""

_MEMORY_MIB = 256
_FORMATS = (b"png", b"jpeg")
_QUALITIES = (85, 75, 60, 45, 30, 15)
_NO_PICTURE = message("This is no PNG or JPEG picture that can be read. Choose another one.")


def shrink_picture(path: Path) -> bytes:
    """A JPEG of at most LONGEST_EDGE pixels and MAX_PICTURE_BYTES.

    Raises BadRequest with a sentence, or OSError.
    """
    with path.open("rb") as file:
        data = file.read(MAX_CHOSEN_BYTES + 1)
    if len(data) > MAX_CHOSEN_BYTES:
        raise BadRequest(
            message("This picture is larger than {most} MB. Choose a smaller one.", most=MAX_CHOSEN_BYTES >> 20)
        )
    image = _decode(data)
    for quality in _QUALITIES:
        small = _encode(image, quality)
        if len(small) <= MAX_PICTURE_BYTES:
            return small
    raise BadRequest(_NO_PICTURE)


def _decode(data: bytes) -> QImage:
    """The picture, upright and small. Its size is read before its pixels are."""
    content = QByteArray(data)
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    if bytes(reader.format().data()) not in _FORMATS:
        raise BadRequest(_NO_PICTURE)
    size = reader.size()
    if not size.isValid():
        raise BadRequest(_NO_PICTURE)
    if size.width() * size.height() > MAX_PIXELS:
        raise BadRequest(_too_many_pixels(size))
    reader.setAutoTransform(True)
    reader.setAllocationLimit(_MEMORY_MIB)
    if max(size.width(), size.height()) > LONGEST_EDGE:
        edge = QSize(LONGEST_EDGE, LONGEST_EDGE)
        reader.setScaledSize(size.scaled(edge, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        raise BadRequest(_NO_PICTURE)
    return _flatten(image)


def _flatten(image: QImage) -> QImage:
    """On white: a JPEG has no transparency."""
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(Qt.GlobalColor.white)
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    return flat


def _encode(image: QImage, quality: int) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", quality)  # type: ignore[call-overload]
    return bytes(content.data())


def _too_many_pixels(size: QSize) -> Sentence:
    return message(
        "This picture has {width} x {height} points, more than 50 million. Choose a smaller one.",
        width=size.width(),
        height=size.height(),
    )
