"""Rows written as JSON: an array, the API's own `{"items": […]}`, or one object per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Raw

from service.domain.sentences import message, os_reason
from service.files.cells import NULL, NumberCell, RawRow
from service.files.file_errors import FileBroken, FileError
from service.files.format_reader import FormatReader, isolated_reader
from service.files.formats.text_encoding import lines, open_text
from service.files.source import MAX_COLUMNS, MAX_JSON_IN_PROCESS_BYTES, Kind, Source

_HEAD = 500
_Object = dict[str, object]


class _Wrapped(msgspec.Struct):
    items: list[Raw]


# Numbers with a decimal point stay text, so that no binary rounding occurs.
_decode_object = msgspec.json.Decoder(_Object, float_hook=NumberCell).decode
_decode_array = msgspec.json.Decoder(list[Raw]).decode
_decode_wrapped = msgspec.json.Decoder(_Wrapped).decode


def json_rows(path: Path, kind: Kind, encoding: str, headers: tuple[str, ...]) -> Iterator[RawRow]:
    """Every row, its values in the order of `headers`; lists as JSON text. FileBroken if it is not
    JSON.
    """
    reader = _reader_for(path, kind)
    if reader is not None:
        yield from reader.rows(path, Source(kind, encoding, header_row=0, headers=headers))
        return
    for line, row in _objects(path, kind, encoding):
        yield RawRow(line, [_cell(row[name]) if name in row else "" for name in headers])


def json_headers(path: Path, kind: Kind, encoding: str) -> tuple[str, ...]:
    """The names in the first 500 rows, in order of appearance."""
    reader = _reader_for(path, kind)
    if reader is not None:
        return reader.json_headers(path, encoding)
    names: dict[str, None] = {}
    for _, row in islice(_objects(path, kind, encoding), _HEAD):
        names.update(dict.fromkeys(row))
    return tuple(islice(names, MAX_COLUMNS))


def _reader_for(path: Path, kind: Kind) -> FormatReader | None:
    """What reads an array that is larger than an upload may be; None where this process does."""
    reader = isolated_reader()
    if reader is None or kind is not Kind.JSON or path.stat().st_size <= MAX_JSON_IN_PROCESS_BYTES:
        return None
    return reader


def _objects(path: Path, kind: Kind, encoding: str) -> Iterator[tuple[int, _Object]]:
    source = _line_texts(path, encoding) if kind is Kind.JSON_LINES else enumerate(_array(path, encoding), start=1)
    for place, raw in source:
        try:
            yield place, _decode_object(raw)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise FileBroken(
                message(
                    "{file}, {where}: is no JSON object. Export the file again from the shop's system.",
                    file=path.name,
                    where=message("line {place}", place=place)
                    if kind is Kind.JSON_LINES
                    else message("row {place}", place=place),
                )
            ) from error


def _line_texts(path: Path, encoding: str) -> Iterator[tuple[int, str]]:
    with open_text(path, encoding) as file:
        for place, line in enumerate(lines(file, path.name), start=1):
            text = line.strip().rstrip(",")
            if text:
                yield place, text


def _array(path: Path, encoding: str) -> Iterable[Raw]:
    try:
        data = _bytes(path, encoding)
        return _decode_wrapped(data).items if data.lstrip()[:1] == b"{" else _decode_array(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise FileBroken(
            message(
                '{file} is no JSON that is read: an array of rows, {{"items": […]}}, or an object a line.',
                file=path.name,
            )
        ) from error


def _bytes(path: Path, encoding: str) -> bytes:
    with open_text(path, encoding) as file:
        try:
            return file.read().removeprefix("\ufeff").encode("utf-8")
        except OSError as error:
            raise FileError(
                message("{file} stopped being readable: {reason}.", file=path.name, reason=os_reason(error))
            ) from error


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return NULL
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else msgspec.json.encode(value).decode("utf-8")
