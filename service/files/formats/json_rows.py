"""Rows written as JSON: an array, also inside other objects, rows by key, or an object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TextIO

import msgspec
from msgspec import Raw

from service.domain.sentences import Sentence, message
from service.files.file_errors import FileBroken, cannot_read, no_sheet
from service.files.format_reader import Fact, finds
from service.files.formats.package import cell_too_long
from service.files.formats.text_encoding import lines, open_text
from service.files.source import (
    MAX_COLUMNS,
    MAX_ROW_CHARS,
    NULL,
    Kind,
    NumberCell,
    RawRow,
    Source,
)

_CHUNK: Final = 1 << 18
_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"[-0-9][-+.0-9eE]*")
_OPEN_STRING: Final = "Unterminated string"
_LONGEST_WORD: Final = 16
"""More characters than a word or an escape has that may be cut, such as `-Infinity`."""
_scan = json.JSONDecoder().raw_decode
_decode_key = msgspec.json.Decoder(str).decode
KEY: Final = "Key"
"""The column with the keys of rows that are keyed."""

MAX_LISTS: Final = 100
_MAX_DEPTH: Final = 8
_MAX_MEMBERS: Final = 1_000
"""Members of an object that may hold further lists; rows that are keyed may be more."""

_INSIDE: Final = "[]."
"""Between the names of a list and of a list inside its rows."""

_VAGUE: Final = ("amount", "value")
"""Names of values that say only together with the object around them what they are."""

_COMPARED: Final = 20
_ALIKE: Final = 0.5
_FEWEST_KEYED: Final = 2
Row = dict[str, object]

_decode_members = msgspec.json.Decoder(dict[str, Raw]).decode
# Numbers with a decimal point stay text, so that no binary rounding occurs.
decode_row = msgspec.json.Decoder(Row, float_hook=NumberCell).decode
_HEAD = 500


class NoJson(ValueError):
    """The document is no JSON, or is cut off."""


class ValueTooLong(NoJson):
    """A value has more characters than a row may have."""


class JsonText:
    """The place in a document up to which it was read. Its methods raise NoJson."""

    def __init__(self, file: TextIO, chunk: int = _CHUNK) -> None:
        self._file = file
        self._chunk = chunk
        self._text = ""
        self._place = 0
        self._mark: int | None = None
        """Where a look ahead began; the text from there stays."""
        self._read_more()
        self._text = self._text.removeprefix("\ufeff")

    def first(self) -> str:
        """The next character that is not blank; "" at the end."""
        char = self._text[self._place : self._place + 1]
        if char > " ":
            return char
        while True:
            self._place = _BLANK.match(self._text, self._place).end()  # type: ignore[union-attr]
            if self._place < len(self._text):
                return self._text[self._place]
            if not self._read_more():
                return ""

    def next_but_one(self) -> str:
        """The character after the next one, without blanks. Does not go on."""
        self._mark = self._place
        try:
            self.take(self.first())
            return self.first()
        finally:
            self._place, self._mark = self._mark, None

    def take(self, char: str) -> None:
        """Goes past this character, which must be next."""
        if self.first() != char:
            raise NoJson(char)
        self._place += 1

    def take_value(self) -> str:
        """The text of the next value."""
        if self.first() not in "{[":
            self._complete_number()
        while True:
            end = self._find_end()
            if end is not None:
                text = self._text[self._place : end]
                self._place = end
                return text
            if len(self._text) - (self._place if self._mark is None else self._mark) > MAX_ROW_CHARS:
                raise ValueTooLong
            if not self._read_more():
                raise NoJson

    def _find_end(self) -> int | None:
        """The end of the next value; None if the text that was read does not have it. Raises NoJson
        at a fault that more text does not mend.
        """
        try:
            end: int = _scan(self._text, self._place)[1]
        except json.JSONDecodeError as error:
            is_cut = error.msg.startswith(_OPEN_STRING) or error.pos > len(self._text) - _LONGEST_WORD
            if is_cut:
                return None
            raise NoJson from error
        except ValueError as error:
            raise NoJson from error
        return end

    def _complete_number(self) -> None:
        """Reads on while a number may go on in the next piece."""
        while (number := _NUMBER.match(self._text, self._place)) is not None and number.end() == len(self._text):
            if number.end() - number.start() > MAX_ROW_CHARS:
                raise ValueTooLong
            if not self._read_more():
                return

    def elements(self) -> Iterator[tuple[None, str]]:
        """The elements of the array that is next."""
        self.take("[")
        is_first = True
        while self._has_more("]", is_first=is_first):
            yield None, self.take_value()
            is_first = False

    def members(self) -> Iterator[tuple[str, str]]:
        """The members of the object that is next, with the texts of their values."""
        for key in self.keys():
            yield key, self.take_value()

    def keys(self) -> Iterator[str]:
        """The names in the object that is next; the caller takes the value of each."""
        self.take("{")
        is_first = True
        while self._has_more("}", is_first=is_first):
            if self.first() != '"':
                raise NoJson
            key = _decode_key(self.take_value())
            self.take(":")
            yield key
            is_first = False

    def _has_more(self, end: str, *, is_first: bool) -> bool:
        """Goes past the comma before the next element, or past the end."""
        if self.first() == end:
            self._place += 1
            return False
        if not is_first:
            self.take(",")
        return True

    def look_ahead(self, most: int) -> dict[str, str] | None:
        """The first members of the object that is next, if all of them are objects and fit into the
        bound of a row; else None. Does not go on.
        """
        self.first()
        self._mark = self._place
        members: dict[str, str] = {}
        try:
            for key in self.keys():
                if self.first() != "{":
                    return None
                members[key] = self.take_value()
                if len(members) >= most:
                    break
        except ValueError:
            return None
        finally:
            self._place, self._mark = self._mark, None
        return members

    def _read_more(self) -> bool:
        """Reads another piece, at least as much as there is; False at the end."""
        start = self._place if self._mark is None else self._mark
        chunk = self._file.read(max(self._chunk, len(self._text) - start))
        if not chunk:
            return False
        self._text = self._text[start:] + chunk
        self._place -= start
        self._mark = None if self._mark is None else 0
        return True


class JsonList(NamedTuple):
    """A list by its path: its rows' texts, with keys if keyed. What is not taken is passed over."""

    name: str
    is_keyed: bool
    rows: Iterator[tuple[str | None, str]]


def read_lists(file: TextIO) -> Iterator[JsonList]:
    """The lists of a document one after the other, each to be read before the next; those after the
    first 100 are passed over.

    Raises ValueError or RecursionError at what is no JSON, also later, and where two have one name.
    """
    document = JsonText(file)
    names: set[str] = set()
    for each in _search(document, "", 0):
        if len(names) < MAX_LISTS:
            if each.name in names:
                raise NoJson(each.name)
            names.add(each.name)
            yield each
    if document.first():
        raise NoJson


def _search(document: JsonText, name: str, depth: int) -> Iterator[JsonList]:
    first = document.first()
    if first == "[":
        yield from _search_array(document, name)
    elif first != "{" or depth > _MAX_DEPTH:
        document.take_value()
    elif _are_keyed(document.look_ahead(_COMPARED)):
        yield from _list(name, document.members(), is_keyed=True)
    else:
        for place, key in enumerate(document.keys()):
            if place < _MAX_MEMBERS:
                yield from _search(document, f"{name}.{key}" if name else key, depth + 1)
            else:
                document.take_value()


def _search_array(document: JsonText, name: str) -> Iterator[JsonList]:
    elements = document.elements()
    if name in ("", "items") or document.next_but_one() == "{":
        yield from _list(name, elements, is_keyed=False)
    for _ in elements:
        pass


def _list(name: str, rows: Iterator[tuple[str | None, str]], *, is_keyed: bool) -> Iterator[JsonList]:
    yield JsonList(name, is_keyed, rows)
    for _ in rows:
        pass


def _are_keyed(members: dict[str, str] | None) -> bool:
    """Whether an object's first members are rows: objects with names in common and plain values."""
    if members is None or len(members) < _FEWEST_KEYED:
        return False
    rows = [_decode_members(value) for value in members.values()]
    plain = [{name for name, value in row.items() if _first(value) not in (b"{", b"[")} for row in rows]
    common, every = set[str].intersection(*plain), set[str].union(*plain)
    # Objects with the names 0, 1, 2 are columns, not rows.
    return len(common) >= _ALIKE * len(every) and not all(map(str.isdigit, common))


def _first(value: Raw) -> bytes:
    """The first character that is not blank."""
    return bytes(memoryview(value)[:64]).lstrip()[:1]


def flatten(row: Row, before: str = "", depth: int = 0) -> Row:
    """The values of a row, those of objects in it by `outer.inner`; lists stay."""
    flat: Row = {}
    for name, value in row.items():
        if isinstance(value, dict) and value and depth < _MAX_DEPTH:
            flat |= flatten(value, f"{before}{name}.", depth + 1)
        else:
            flat[before + name] = value
    return flat


def short_names(names: list[str]) -> dict[str, str]:
    """By column the name of its value: after the last point, if unique and saying something."""
    ends = [name.rpartition(".")[2] for name in names]
    is_clear = [ends.count(end) == 1 and end not in _VAGUE for end in ends]
    return {end if clear else name: name for name, end, clear in zip(names, ends, is_clear, strict=True)}


def json_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """Rows of `source.sheet`, by the headers' order; lists as JSON text. FileBroken at no JSON."""
    rows = _Rows(path, source)
    names = [rows.columns.get(header, header) for header in source.headers]
    for line, row in rows:
        yield RawRow(line, [_cell(row[name]) if name in row else "" for name in names])


@finds(Fact.HEADERS)
def json_headers(path: Path, source: Source) -> tuple[str, ...]:
    """The names in the first 500 rows of the list `source.sheet`, in order of appearance."""
    return tuple(_Rows(path, source).columns)


@finds(Fact.NESTED)
def nested_lists(path: Path, source: Source) -> tuple[str, ...]:
    """Lists of objects in a list's first 500 rows, by the names that read them, as variants."""
    return tuple(f"{source.sheet}{_INSIDE}{name}" for name in _Rows(path, source).nested)


@finds(Fact.LISTS)
def json_lists(path: Path, source: Source) -> tuple[str, ...]:
    """The paths of the lists in a document; FileBroken if it has none."""
    return tuple(each.name for each in _read_lists(path, source.encoding))


class _Rows:
    """The rows of a list, and its columns: by header the name of the value, with those of objects
    inside. Of a list inside the rows each object is a row, with the values around it.
    """

    def __init__(self, path: Path, source: Source) -> None:
        self._path = path
        self._kind = source.kind
        self._encoding = source.encoding
        self._sheet, _, self._inner = source.sheet.partition(_INSIDE)
        names: dict[str, None] = {}
        self.nested: dict[str, None] = {}
        """The names of values that are lists of objects."""
        with closing(iter(self)) as rows:
            for _, row in islice(rows, _HEAD):
                names.update(dict.fromkeys(row))
                self.nested.update({name: None for name, value in row.items() if _holds_objects(value)})
        self.columns = short_names(list(islice(names, MAX_COLUMNS)))

    def __iter__(self) -> Generator[tuple[int, Row], None, None]:
        for place, row in self._outer_rows():
            inner = row.pop(self._inner, None) if self._inner else None
            if isinstance(inner, list) and _holds_objects(inner):
                for one in inner:
                    values = flatten(one) if isinstance(one, dict) else {}
                    yield place, row | {f"{self._inner}.{name}": value for name, value in values.items()}
            else:
                yield place, row

    def _outer_rows(self) -> Generator[tuple[int, Row], None, None]:
        if self._kind is not Kind.JSON:
            for line, text in _line_texts(self._path, self._encoding):
                yield line, _decode_object(self._path, message("line {place}", place=line), text)
            return
        with closing(_element_texts(self._path, self._encoding, self._sheet)) as elements:
            for place, (key, text) in enumerate(elements, start=1):
                row = _decode_object(self._path, message("row {place}", place=place), text)
                yield place, row if key is None else {KEY: key, **row}


def _holds_objects(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) and one for one in value)


def _decode_object(path: Path, where: Sentence, text: str) -> Row:
    try:
        return flatten(decode_row(text))
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise FileBroken.saying(
            "{file}, {where}: is no JSON object. Export the file again from the shop's system.",
            file=path.name,
            where=where,
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
    raise no_sheet(path, sheet, json_lists(path, Source(Kind.JSON, encoding)))


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
    """Raises FileBroken (no JSON), FileTooLarge (a value past the bound), FileUnavailable."""
    try:
        yield
    except ValueTooLong as error:
        raise cell_too_long() from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise _no_list(path) from error
    except OSError as error:
        raise cannot_read(path, error) from error


def _no_list(path: Path) -> FileBroken:
    return FileBroken.saying(
        "{file} is no JSON that is read: an array of rows, also inside other objects, rows by part number, or an "
        "object a line.",
        file=path.name,
    )


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return NULL
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and [type(part) for part in value] == [int, str]:
        # A record of Odoo by its number and name.
        return str(value[1])
    # Numbers in a list are kept as texts too.
    return str(value) if isinstance(value, int) else msgspec.json.encode(value, enc_hook=str).decode("utf-8")
