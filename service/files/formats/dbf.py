"""dBASE, FoxPro and Clipper tables: their rows as a stream. Deleted rows are left out."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from service.files.file_errors import cannot_read, cut_off
from service.files.formats.dbf_memo import MemoTexts, find_memo
from service.files.formats.number_format import number_text
from service.files.formats.text_encoding import rank_encodings, reads_well
from service.files.source import MAX_COLUMNS, DateCell, NumberCell, RawRow

_VERSIONS: Final = frozenset(
    (0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x7B, 0x83, 0x8B, 0x8C, 0x8E, 0xCB, 0xE5, 0xF5, 0xFB)
)
_VISUAL_FOXPRO: Final = (0x30, 0x31, 0x32)
_LEVEL_7: Final = (0x04, 0x8C)
_FOXPRO_MEMO: Final = (*_VISUAL_FOXPRO, 0xF5, 0xFB)

_HEAD_BYTES: Final = 1 << 16
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
_SHEET: Final = "Table"
_DELETED: Final = b"*"[0]
_MARKS: Final = b" *"
_CHUNK: Final = 1 << 16
_SAMPLE: Final = 64 * 1024
_JULIAN_DAY_0: Final = 1_721_425
_MILLISECONDS: Final = 1_000
_TRUE, _FALSE = b"TtYy", b"FfNn"
_BLANKS: Final = b" \x00"
Reader = Callable[[bytes], str]


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
    version: int
    rows: int
    first: int
    row_bytes: int
    fields: tuple[DbfField, ...]
    language: int

    @property
    def encoding(self) -> str | None:
        """The encoding that the table names for letters beyond A to Z; None without a sure one."""
        return None if self.language in _USUAL else _ENCODINGS.get(self.language)

    @property
    def has_foxpro_memo(self) -> bool:
        return self.version in _FOXPRO_MEMO

    @property
    def text_fields(self) -> tuple[DbfField, ...]:
        return tuple(field for field in self.fields if field.kind in _TEXTS)


def read_layout(head: bytes) -> DbfLayout | None:
    """The layout by the first 64 kB of a file; None if it is no such table."""
    if len(head) < _FIXED + 1 or head[0] not in _VERSIONS:
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
    is_new = head[0] in _LEVEL_7
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


def dbf_sheets(path: Path) -> dict[str, bool]:
    """The one table, which is not hidden; FileBroken if it is none."""
    with _open(path) as file:
        _layout(path, file)
    return {_SHEET: False}


def dbf_rows(path: Path, _sheet: str, encoding: str | None = None) -> Iterator[RawRow]:
    """The fields' names as the first row, then the numbered rows. FileBroken if it is cut off."""
    with ExitStack() as stack:
        file = stack.enter_context(_open(path))
        layout = _layout(path, file)
        memo = _open_memo(path, layout, stack)
        # A memo that is not there has no column: what is fed by it is then missing, and not blank.
        fields = [field for field in layout.fields if field.kind not in "0GPQ"]
        fields = [field for field in fields if memo is not None or field.kind not in "MW"][:MAX_COLUMNS]
        readers = _readers(layout, fields, encoding or dbf_encoding(path), memo)
        yield RawRow(1, [field.name for field in fields])
        file.seek(layout.first)
        for number, row in enumerate(_records(path, file, layout), start=2):
            if row[0] != _DELETED:
                cells = [
                    read(row[field.start : field.start + field.length])
                    for field, read in zip(fields, readers, strict=True)
                ]
                yield RawRow(number, cells)


def dbf_encoding(path: Path) -> str:
    """The encoding that the table names, unless its letters read better in another."""
    with _open(path) as file:
        layout = _layout(path, file)
        letters = _letters(file, layout)
        named = layout.encoding
        # A program may name a code page and write in another: its letters say so.
        return named if named is not None and reads_well(letters, named) else rank_encodings(letters)[0]


def dbf_sample(path: Path) -> bytes | None:
    """Texts with letters beyond A to Z, a line each; None if the table names their encoding."""
    with _open(path) as file:
        layout = _layout(path, file)
        return None if layout.encoding is not None else _letters(file, layout)


def _letters(file: BinaryIO, layout: DbfLayout) -> bytes:
    file.seek(layout.first)
    lines: list[bytes] = []
    size = 0
    fields = layout.text_fields
    for row in iter(partial(file.read, layout.row_bytes), b""):
        for field in fields:
            text = row[field.start : field.start + field.length].rstrip(_BLANKS)
            if not text.isascii():
                lines.append(text)
                size += len(text)
        if size > _SAMPLE:
            break
    return b"\n".join(lines)


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise cannot_read(path, error) from error


def _layout(path: Path, file: BinaryIO) -> DbfLayout:
    layout = read_layout(file.read(_HEAD_BYTES))
    if layout is None:
        raise cut_off(path.name)
    return layout


def _records(path: Path, file: BinaryIO, layout: DbfLayout) -> Iterator[bytes]:
    left, step = layout.rows, layout.row_bytes
    many = max(1, _CHUNK // step)
    while left:
        data = file.read(min(many, left) * step)
        if len(data) < min(many, left) * step:
            raise cut_off(path.name)
        for place in range(0, len(data), step):
            yield data[place : place + step]
        left -= len(data) // step
    if len(more := file.read(step)) == step and more[0] in _MARKS:
        # The rows were written, and their count was not yet.
        raise cut_off(path.name)


def _open_memo(path: Path, layout: DbfLayout, stack: ExitStack) -> MemoTexts | None:
    memo = find_memo(path)
    if memo is None or not any(field.kind in "MW" for field in layout.fields):
        return None
    return MemoTexts(stack.enter_context(_open(memo)), foxpro=layout.has_foxpro_memo)


def _readers(layout: DbfLayout, fields: list[DbfField], encoding: str, memo: MemoTexts | None) -> list[Reader]:
    def text(data: bytes) -> str:
        return data.rstrip(_BLANKS).decode(encoding, errors="replace")

    def long_text(data: bytes) -> str:
        block = struct.unpack("<I", data)[0] if len(data) == 4 else int(data.strip(_BLANKS) or b"0")
        return "" if memo is None else text(memo.read(block))

    def checked(read: Reader, data: bytes) -> str:
        try:
            return read(data)
        except (ValueError, ArithmeticError, struct.error):
            return text(data)

    foxpro = layout.version in _VISUAL_FOXPRO
    by_kind: dict[str, Reader] = {
        "N": _number, "F": _number, "D": _day, "L": _logical, "M": long_text, "W": long_text, "I": _integer(layout),
        "+": _integer(layout), "Y": _currency, "T": _moment, "@": text, "O": _double_7,
        "B": _double if foxpro else text, "V": partial(_short_text, text) if foxpro else text,
    }  # fmt: skip
    return [partial(checked, by_kind[field.kind]) if field.kind in by_kind else text for field in fields]


def _short_text(read: Reader, data: bytes) -> str:
    """A text of FoxPro whose last byte is its length, unless it fills its field."""
    length = data[-1] if data else 0
    return read(data[:length] if length < len(data) and not data[length:-1].strip(_BLANKS) else data)


def _number(data: bytes) -> str:
    text = data.strip(_BLANKS).decode("ascii", errors="replace")
    return NumberCell(text) if "." in text else text


def _day(data: bytes) -> str:
    text = data.strip(_BLANKS).decode("ascii", errors="replace")
    return DateCell(f"{text[:4]}-{text[4:6]}-{text[6:8]}") if text.isdecimal() and text.strip("0") else ""


def _logical(data: bytes) -> str:
    return "true" if data[:1] in _TRUE and data else "false" if data[:1] in _FALSE and data else ""


def _integer(layout: DbfLayout) -> Reader:
    """Whole numbers of four bytes. Only dBASE 7 puts the high byte first and turns the sign."""
    if layout.version not in _LEVEL_7:
        return _integer_low_first
    return lambda data: str(struct.unpack(">I", data)[0] - (1 << 31)) if any(data) else ""


def _integer_low_first(data: bytes) -> str:
    """Some programs write the digits themselves; as a number, those would be above 500 million."""
    text = data.decode("latin-1").strip(" ")
    return text if not text or (text.isascii() and text.isdigit()) else str(struct.unpack("<i", data)[0])


def _currency(data: bytes) -> str:
    return NumberCell(f"{Decimal(struct.unpack('<q', data)[0]).scaleb(-4):f}")


def _double(data: bytes) -> str:
    return number_text(struct.unpack("<d", data)[0])


def _double_7(data: bytes) -> str:
    """A number of dBASE 7: its sign is turned, so that bytes sort as numbers do."""
    if not any(data):
        return ""
    turned = bytes([data[0] ^ 0x80, *data[1:]]) if data[0] & 0x80 else bytes(byte ^ 0xFF for byte in data)
    return number_text(struct.unpack(">d", turned)[0])


def _moment(data: bytes) -> str:
    day, milliseconds = struct.unpack("<II", data)
    if not day:
        return ""
    seconds = round(milliseconds / _MILLISECONDS)
    clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return DateCell(f"{date.fromordinal(day - _JULIAN_DAY_0)}T{clock}")
