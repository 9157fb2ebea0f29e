"""The records of Excel's binary parts (MS-XLSB): a number, a size, and bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Final

from service.domain.sentences import message
from service.files.file_errors import FileTooLarge

MAX_RECORD_BYTES: Final = 8 * 1024 * 1024
"""Above the longest text of a cell, of 4 bytes a character."""

_MORE: Final = 0x80
_LOW: Final = 0x7F
_SIZE_BYTES: Final = 4
_LONGEST_HEAD: Final = 6


def read_records(chunks: Iterable[bytes], file: str) -> Iterator[tuple[int, bytes]]:
    """Each record with its number. Raises ValueError if the last one is cut off, FileTooLarge at
    one that does not end.
    """
    rest = b""
    for chunk in chunks:
        rest += chunk
        place = 0
        while (found := _head(rest, place)) is not None:
            number, start, size = found
            if size > MAX_RECORD_BYTES:
                raise FileTooLarge(
                    message("{name} holds a tag that does not end. Save it again in the program that made it.",
                            name=file)
                )  # fmt: skip
            if start + size > len(rest):
                break
            yield number, rest[start : start + size]
            place = start + size
        rest = rest[place:]
    if rest:
        raise ValueError("A record is cut off.")


def _head(data: bytes, place: int) -> tuple[int, int, int] | None:
    """The number of a record, the place of its bytes, and their count; None if more is needed."""
    if place >= len(data):
        return None
    number, place = data[place], place + 1
    if number & _MORE:
        if place >= len(data):
            return None
        number, place = number & _LOW | (data[place] & _LOW) << 7, place + 1
    size = 0
    for step in range(_SIZE_BYTES):
        if place >= len(data):
            return None
        byte, place = data[place], place + 1
        size |= (byte & _LOW) << 7 * step
        if not byte & _MORE:
            break
    return number, place, size


def wide_text(data: bytes, place: int) -> tuple[str, int]:
    """A text at a place, and the place after it; a missing one is "". Raises struct.error or
    ValueError at damage.
    """
    (count,) = struct.unpack_from("<I", data, place)
    if count == 0xFFFFFFFF:
        return "", place + 4
    end = place + 4 + 2 * count
    if end > len(data):
        raise ValueError("A text is longer than its record.")
    return data[place + 4 : end].decode("utf-16-le", errors="replace"), end


def packed_number(data: bytes, place: int) -> float:
    """A number in four bytes: a whole one or the high half of a float, perhaps in hundredths."""
    (raw,) = struct.unpack_from("<I", data, place)
    if raw & 2:
        whole = raw >> 2
        value = float(whole - (1 << 30) if whole >= 1 << 29 else whole)
    else:
        (value,) = struct.unpack("<d", struct.pack("<Q", (raw & 0xFFFFFFFC) << 32))
    return value / 100 if raw & 1 else value
