"""Rows written as JSON: an array, also inside other objects, rows by key, or an object a line."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import msgspec

from service.domain.sentences import Sentence, message, os_reason
from service.files.cells import NULL, RawRow
from service.files.file_errors import FileBroken, FileError
from service.files.format_reader import FormatReader, isolated_reader
from service.files.formats.documents.json_lists import KEY, JsonList, Row, decode_row, flatten, read_lists, short_names
from service.files.formats.documents.json_text import ValueTooLong
from service.files.formats.package import cell_too_long, list_sheets
from service.files.formats.text_encoding import lines, open_text
from service.files.source import MAX_COLUMNS, MAX_JSON_IN_PROCESS_BYTES, Kind, Source

_HEAD = 500


def json_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """Every row of the list `source.sheet`, its values in the order of the headers; lists as JSON
    text. FileBroken if it is not JSON.
    """
    reader = _reader_for(path, source.kind)
    if reader is not None:
        yield from reader.rows(path, source)
        return
    rows = _Rows(path, source.kind, source.encoding, source.sheet)
    names = [rows.columns.get(header, header) for header in source.headers]
    for line, row in rows:
        yield RawRow(line, [_cell(row[name]) if name in row else "" for name in names])


def json_headers(path: Path, kind: Kind, encoding: str, sheet: str = "") -> tuple[str, ...]:
    """The names in the first 500 rows of a list, in order of appearance."""
    reader = _reader_for(path, kind)
    if reader is not None:
        return reader.json_headers(path, encoding, sheet)
    return tuple(_Rows(path, kind, encoding, sheet).columns)


def json_lists(path: Path, encoding: str) -> tuple[str, ...]:
    """The paths of the lists in a document; FileBroken if it has none."""
    reader = _reader_for(path, Kind.JSON)
    if reader is not None:
        return reader.json_lists(path, encoding)
    return tuple(each.name for each in _read_lists(path, encoding))


def _reader_for(path: Path, kind: Kind) -> FormatReader | None:
    """What reads an array that is larger than an upload may be; None where this process does."""
    reader = isolated_reader()
    if reader is None or kind is not Kind.JSON or path.stat().st_size <= MAX_JSON_IN_PROCESS_BYTES:
        return None
    return reader


class _Rows:
    """The rows of a list, and its columns: by header the name of the value, with those of objects
    inside.
    """

    def __init__(self, path: Path, kind: Kind, encoding: str, sheet: str) -> None:
        self._path = path
        self._kind = kind
        self._encoding = encoding
        self._sheet = sheet
        names: dict[str, None] = {}
        with closing(iter(self)) as rows:
            for _, row in islice(rows, _HEAD):
                names.update(dict.fromkeys(row))
        self.columns = short_names(list(islice(names, MAX_COLUMNS)))

    def __iter__(self) -> Generator[tuple[int, Row], None, None]:
        if self._kind is not Kind.JSON:
            for line, text in _line_texts(self._path, self._encoding):
                yield line, _decode_object(self._path, message("line {place}", place=line), text)
            return
        with closing(_element_texts(self._path, self._encoding, self._sheet)) as elements:
            for place, (key, text) in enumerate(elements, start=1):
                row = _decode_object(self._path, message("row {place}", place=place), text)
                yield place, row if key is None else {KEY: key, **row}


def _decode_object(path: Path, where: Sentence, text: str) -> Row:
    try:
        return flatten(decode_row(text))
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise FileBroken(
            message(
                "{file}, {where}: is no JSON object. Export the file again from the shop's system.",
                file=path.name,
                where=where,
            )
        ) from error


def _line_texts(path: Path, encoding: str) -> Iterator[tuple[int, str]]:
    with open_text(path, encoding) as file:
        for place, line in enumerate(lines(file, path.name), start=1):
            text = line.strip().rstrip(",")
            if text:
                yield place, text


def _element_texts(path: Path, encoding: str, sheet: str) -> Generator[tuple[str | None, str], None, None]:
    """The keys and texts of the list with that path; of the first one without a path."""
    with _explained(path), closing(_read_lists(path, encoding)) as lists:
        for each in lists:
            if each.name == sheet or not sheet:
                yield from each.rows
                return
    raise FileBroken(
        message(
            "{file} has no list '{sheet}'. Choose one of: {sheets}.",
            file=path.name,
            sheet=sheet,
            sheets=list_sheets(json_lists(path, encoding)),
        )
    )


def _read_lists(path: Path, encoding: str) -> Generator[JsonList, None, None]:
    """The lists of a file; FileBroken if it is no JSON or has none."""
    found = False
    with _explained(path), open_text(path, encoding) as file:
        for each in read_lists(file):
            found = True
            yield each
    if not found:
        raise _no_list(path)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Raises FileBroken for what is no JSON, FileTooLarge for a value past the bound, FileError for
    what cannot be read.
    """
    try:
        yield
    except ValueTooLong as error:
        raise cell_too_long() from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise _no_list(path) from error
    except OSError as error:
        raise FileError(
            message("{file} stopped being readable: {reason}.", file=path.name, reason=os_reason(error))
        ) from error


def _no_list(path: Path) -> FileBroken:
    return FileBroken(
        message(
            "{file} is no JSON that is read: an array of rows, also inside other objects, rows by part number, or an "
            "object a line.",
            file=path.name,
        )
    )


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return NULL
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else msgspec.json.encode(value).decode("utf-8")
