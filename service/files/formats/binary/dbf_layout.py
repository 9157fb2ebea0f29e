"""The head of a dBASE, FoxPro or Clipper table: its fields, its rows, and its encoding."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import BinaryIO, Final

VERSIONS: Final = frozenset(
    (0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x7B, 0x83, 0x8B, 0x8C, 0x8E, 0xCB, 0xE5, 0xF5, 0xFB)
)
VISUAL_FOXPRO: Final = (0x30, 0x31, 0x32)
LEVEL_7: Final = (0x04, 0x8C)
_FOXPRO_MEMO: Final = (*VISUAL_FOXPRO, 0xF5, 0xFB)

HEAD_BYTES: Final = 1 << 16
_FIXED, _FIXED_7 = 32, 68
_FIELD, _FIELD_7 = 32, 48
_END_OF_FIELDS: Final = b"\r"
_MOST_FIELDS: Final = 1_024
_TYPES: Final = frozenset("CNFDLMGPIBYTVQ0+@OW")
_TEXTS: Final = "CV"

_ENCODINGS: Final = {
    0x01: "cp437", 0x02: "cp850", 0x03: "cp1252", 0x08: "cp865", 0x13: "cp932", 0x26: "cp866", 0x4D: "gb18030",
    0x57: "cp1252", 0x58: "cp1252", 0x59: "cp1252", 0x64: "cp852", 0x65: "cp866", 0x66: "cp865", 0x6A: "cp737",
    0x6B: "cp857", 0x78: "cp950", 0x79: "cp949", 0x7A: "gb18030", 0x7B: "cp932", 0x7C: "cp874", 0x7D: "cp1255",
    0x7E: "windows-1256", 0xC8: "cp1250", 0xC9: "windows-1251", 0xCA: "windows-1254", 0xCB: "windows-1253",
}  # fmt: skip
_USUAL: Final = frozenset((0x01, 0x02, 0x03, 0x57, 0x58, 0x59))
"""Western code pages, which many programs write whatever the letters are."""


@dataclass(frozen=True, slots=True)
class DbfField:
    """A column: its type's letter, and its place in a row."""

    name: str
    kind: str
    start: int
    length: int
    decimals: int


@dataclass(frozen=True, slots=True)
class DbfLayout:
    """How a table is stored."""

    version: int
    rows: int
    first: int
    row_bytes: int
    fields: tuple[DbfField, ...]
    language: int

    @property
    def encoding(self) -> str | None:
        """The encoding that the table names for letters beyond A to Z; None if it says nothing
        that can be trusted.
        """
        return None if self.language in _USUAL else _ENCODINGS.get(self.language)

    @property
    def has_foxpro_memo(self) -> bool:
        return self.version in _FOXPRO_MEMO

    @property
    def text_fields(self) -> tuple[DbfField, ...]:
        return tuple(field for field in self.fields if field.kind in _TEXTS)


def read_layout(head: bytes) -> DbfLayout | None:
    """The layout by the first 64 kB of a file; None if it is no such table."""
    if len(head) < _FIXED + 1 or head[0] not in VERSIONS:
        return None
    rows, first, row_bytes = struct.unpack_from("<IHH", head, 4)
    if first > len(head) or row_bytes < 2:
        return None
    fields = _read_fields(head, first)
    if not fields or 1 + sum(field.length for field in fields) != row_bytes:
        return None
    return DbfLayout(head[0], rows, first, row_bytes, fields, head[29])


def _read_fields(head: bytes, first: int) -> tuple[DbfField, ...]:
    """The fields up to their end mark; () if they are none."""
    is_new = head[0] in LEVEL_7
    place, step = (_FIXED_7, _FIELD_7) if is_new else (_FIXED, _FIELD)
    fields: list[DbfField] = []
    start = 1
    while place + step <= first and head[place : place + 1] != _END_OF_FIELDS:
        name, kind, length, decimals = struct.unpack_from("32scBB" if is_new else "11sc4xBB", head, place)
        letter = kind.decode("latin-1")
        if letter not in _TYPES or len(fields) >= _MOST_FIELDS:
            return ()
        if letter == "C" and not is_new:
            # Clipper and FoxPro write the length of long texts in two bytes.
            length, decimals = length + 256 * decimals, 0
        text = name.partition(b"\x00")[0].decode("utf-8", errors="replace").strip()
        fields.append(DbfField(text, letter, start, length, decimals))
        start += length
        place += step
    return tuple(fields) if head[place : place + 1] == _END_OF_FIELDS else ()


def read_head(file: BinaryIO) -> bytes:
    """The bytes that `read_layout` needs; the place is then at the beginning again."""
    head = file.read(HEAD_BYTES)
    file.seek(0)
    return head
