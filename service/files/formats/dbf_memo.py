"""The long texts of a dBASE or FoxPro table, which are in a file next to it."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO, Final

from service.files.formats.package import cell_too_long
from service.files.source import MAX_CELL_CHARS

MEMO_SUFFIXES: Final = (".fpt", ".dbt")
_OLD_BLOCK: Final = 512
_LEVEL_4_MARK: Final = b"\xff\xff\x08\x00"
_TEXT_TYPE: Final = 1
_END: Final = b"\x1a"


def find_memo(path: Path) -> Path | None:
    """The memo file of a table, whatever the case of its name; None if there is none."""
    if path.suffix.lower() != ".dbf":
        return None
    wanted = {path.stem.lower() + suffix for suffix in MEMO_SUFFIXES}
    try:
        return min((file for file in path.parent.iterdir() if file.name.lower() in wanted), default=None)
    except OSError:
        return None


class MemoTexts:
    """Reads texts by the number of their block."""

    def __init__(self, file: BinaryIO, *, foxpro: bool) -> None:
        self._file = file
        self._foxpro = foxpro
        head = file.read(_OLD_BLOCK)
        size = struct.unpack_from(">H", head, 6)[0] if foxpro and len(head) >= 8 else 0
        if not foxpro and len(head) > 22:
            size = struct.unpack_from("<H", head, 20)[0]
        self._block = size or (1 if foxpro else _OLD_BLOCK)

    def read(self, block: int) -> bytes:
        """A text, b"" if there is none. FileTooLarge if it does not end."""
        if block <= 0:
            return b""
        self._file.seek(block * self._block)
        if self._foxpro:
            head = self._file.read(8)
            kind, length = struct.unpack(">II", head) if len(head) == 8 else (0, 0)
            return self._text(length) if kind == _TEXT_TYPE else b""
        head = self._file.read(8)
        if head.startswith(_LEVEL_4_MARK) and len(head) == 8:
            return self._text(max(0, struct.unpack_from("<I", head, 4)[0] - 8))
        self._file.seek(block * self._block)
        return self._until_end()

    def _text(self, length: int) -> bytes:
        if length > MAX_CELL_CHARS:
            raise cell_too_long()
        return self._file.read(length)

    def _until_end(self) -> bytes:
        """The text of dBASE III, which ends with a mark."""
        text = b""
        while len(text) <= MAX_CELL_CHARS:
            piece = self._file.read(_OLD_BLOCK)
            text += piece.partition(_END)[0]
            if _END in piece or not piece:
                return text
        raise cell_too_long()
