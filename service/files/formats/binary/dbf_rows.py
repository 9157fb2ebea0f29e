"""dBASE, FoxPro and Clipper tables: their rows as a stream. Deleted rows are left out."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from service.domain.sentences import message, os_reason
from service.files.cells import DateCell, NumberCell, RawRow
from service.files.file_errors import FileBroken, FileUnavailable
from service.files.formats.binary.dbf_layout import LEVEL_7, VISUAL_FOXPRO, DbfField, DbfLayout, read_head, read_layout
from service.files.formats.binary.dbf_memo import MemoTexts, find_memo
from service.files.formats.number_format import number_text
from service.files.formats.text_encoding import rank_sample
from service.files.source import MAX_COLUMNS

SHEET: Final = "Table"
_DELETED: Final = b"*"[0]
_MARKS: Final = b" *"
_CHUNK: Final = 1 << 16
_SAMPLE: Final = 64 * 1024
_JULIAN_DAY_0: Final = 1_721_425
_MILLISECONDS: Final = 1_000
_TRUE, _FALSE = b"TtYy", b"FfNn"
_BLANKS: Final = b" \x00"
Reader = Callable[[bytes], str]


def dbf_sheets(path: Path) -> tuple[str, ...]:
    """The one name of the table; FileBroken if it is none."""
    with _open(path) as file:
        _layout(path, file)
    return (SHEET,)


def dbf_rows(path: Path, _sheet: str, encoding: str | None = None) -> Iterator[RawRow]:
    """The names of the fields as the first row, then the rows with their numbers. FileBroken if the
    file is cut off.
    """
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
    """The encoding that the table names, or the one by its letters."""
    with _open(path) as file:
        layout = _layout(path, file)
        return layout.encoding or rank_sample(_letters(file, layout))[0]


def dbf_sample(path: Path) -> bytes | None:
    """Texts with letters beyond A to Z, a line each; None if the table names their encoding."""
    with _open(path) as file:
        layout = _layout(path, file)
        return None if layout.encoding is not None else _letters(file, layout)


def is_dbf(head: bytes) -> bool:
    """Whether the beginning of a file is that of a table."""
    return read_layout(head) is not None


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
        raise FileUnavailable(
            message("{file} cannot be opened now: {reason}.", file=path.name, reason=os_reason(error))
        ) from error


def _layout(path: Path, file: BinaryIO) -> DbfLayout:
    layout = read_layout(read_head(file))
    if layout is None:
        raise _damaged(path)
    return layout


def _damaged(path: Path) -> FileBroken:
    return FileBroken(message("{file} is cut off or damaged. Export it again from the shop's system.", file=path.name))


def _records(path: Path, file: BinaryIO, layout: DbfLayout) -> Iterator[bytes]:
    left, step = layout.rows, layout.row_bytes
    many = max(1, _CHUNK // step)
    while left:
        data = file.read(min(many, left) * step)
        if len(data) < min(many, left) * step:
            raise _damaged(path)
        for place in range(0, len(data), step):
            yield data[place : place + step]
        left -= len(data) // step
    if len(more := file.read(step)) == step and more[0] in _MARKS:
        # The rows were written, and their count was not yet.
        raise _damaged(path)


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

    foxpro = layout.version in VISUAL_FOXPRO
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
    if layout.version not in LEVEL_7:
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
