"""Lists in XML of any system: the elements that repeat are the rows, what they hold the columns.

A list has the path of its element as its name, such as `yml_catalog/shop/offers/offer`. Columns
are attributes, elements without children, and elements named by an attribute `name`. What repeats
within a row is named by its key (`storeId`), as its place may differ from row to row. Where
elements follow each other in turns, a row is one turn: `envelope/name+` begins at each `name`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from service.files.file_errors import FileBroken, FileTooLarge, no_sheet
from service.files.formats.bounded_xml import BoundedParser, local_name, parse_file
from service.files.formats.package import cell_too_long
from service.files.formats.text_encoding import named_encoding
from service.files.memo import FileMemo
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS, RawRow

MAX_PATHS: Final = 10_000
"""Different paths of elements in one file."""

_FEWEST_FIELDS: Final = 2
_TWICE: Final = 2
_TURN: Final = "+"
_NAMING: Final = ("name", "имя", "key", "field", "column")
_XSI: Final = "http://www.w3.org/2001/XMLSchema-instance "
_LONGEST_NAME: Final = 80
_KEYS: Final = frozenset({"id", "code", "type", "key", "код", "тип"})
_KEY_ENDS: Final = ("Id", "ID", "_id", "Code", "Type")
_MOST_KEYS: Final = 50
"""Of more keys each belongs to one part, such as the number of a picture."""

_GB: Final = "gb18030"


@dataclass(slots=True)
class _Element:
    """What is known of the elements of one path."""

    count: int = 0
    siblings: int = 0
    fields: set[str] = field(default_factory=set)

    @property
    def is_list(self) -> bool:
        return self.siblings > 1 and len(self.fields) >= _FEWEST_FIELDS


def xml_lists(path: Path) -> dict[str, bool]:
    """Paths of elements that may be rows, most values first, none hidden; FileBroken if none."""
    structure = _survey(path)
    found = {name: element for name, element in structure.elements.items() if element.is_list}
    for parent, first in structure.turns.items():
        values = [
            f"{path}/{own}"
            for path, element in structure.elements.items()
            if path == parent or path.startswith(f"{parent}/")
            for own in element.fields
        ]
        if first is not None:
            found[first + _TURN] = replace(structure.elements[first], fields=set(values))
    if not found:
        # A list of one row repeats nothing.
        found = {name: one for name, one in structure.elements.items() if len(one.fields) >= _FEWEST_FIELDS}
    if not found:
        raise FileBroken.saying("{file} is XML without a list of parts. Export the list as CSV.", file=path.name)
    return dict.fromkeys(sorted(found, key=lambda name: -found[name].count * len(found[name].fields)), False)


def xml_rows(path: Path, sheet: str) -> Iterator[RawRow]:
    """The names of the columns as the first row, then a row for each element of a path."""
    columns = _COLUMNS.find(path, lambda: _find_columns(path, sheet), sheet)
    if not columns:
        raise no_sheet(path, sheet, xml_lists(path))
    yield RawRow(1, list(columns.values()))
    places = {name: place for place, name in enumerate(columns)}
    reader = _RecordReader(sheet, _find_keyed(path, sheet))
    line = 1
    with closing(_parse(path, reader)) as pieces:
        for _ in pieces:
            for record in reader.done:
                line += 1
                cells = [""] * len(places)
                for name, text in record.items():
                    if name in places:
                        cells[places[name]] = text
                yield RawRow(line, cells)
            reader.done.clear()


def _parse(path: Path, reader: _Structure | _RecordReader) -> Generator[None, None, None]:
    transcode = named_encoding(path) == _GB
    parser = BoundedParser(
        path.name, reader.start, reader.end, reader.text, encoding="utf-8" if transcode else None, external_type=True
    )
    return parse_file(path, parser, _GB if transcode else None)


def _survey(path: Path) -> _Structure:
    """What elements the file has; the last one is not read again."""

    def look() -> _Structure:
        structure = _Structure(path.name)
        for _ in _parse(path, structure):
            pass
        return structure

    return _SURVEYS.find(path, look)


class _Structure:
    """Counts the elements of each path, and what values they have."""

    def __init__(self, file: str) -> None:
        self.elements: dict[str, _Element] = {}
        self._file = file
        self._path: list[str] = []
        self._children: list[dict[str, int]] = [{}]
        self._has_text = False
        self._naming = ""
        self.turns: dict[str, str | None] = {}
        """By parent the first of the elements that come in turns; None once they do not."""

    def start(self, name: str, attrs: dict[str, str]) -> None:
        own = local_name(name)
        path = f"{self._path[-1]}/{own}" if self._path else own
        element = self.elements.get(path)
        if element is None:
            if len(self.elements) >= MAX_PATHS:
                raise FileTooLarge.saying("{name} holds more kinds of elements than any list. Export the list as CSV.",
                            name=self._file)  # fmt: skip
            element = self.elements[path] = _Element()
        element.count += 1
        among = self._children[-1]
        among[own] = among.get(own, 0) + 1
        element.siblings = max(element.siblings, among[own])
        if self._path and self.elements[self._path[-1]].count == 1:
            self._watch_turns(path, among)
        self._naming = _find_naming(attrs)
        if len(element.fields) < MAX_COLUMNS and not self._naming:
            element.fields.update(local_name(key) for key in attrs if not key.startswith(_XSI))
        self._path.append(path)
        self._children.append({})
        self._has_text = False

    def _watch_turns(self, path: str, among: dict[str, int]) -> None:
        """Follows the children of a single element: in turns none comes again before the others."""
        parent = self._path[-1]
        first = self.turns.setdefault(parent, path)
        counts = among.values()
        if first is not None and (max(counts) - min(counts) > 1 or (len(among) == 1 and max(counts) > 1)):
            self.turns[parent] = None

    def text(self, data: str) -> None:
        self._has_text = self._has_text or not data.isspace()

    def end(self, name: str) -> None:
        path, children = self._path.pop(), self._children.pop()
        if len(set(children.values())) != 1 or len(children) < _FEWEST_FIELDS or min(children.values()) < _TWICE:
            self.turns.pop(path, None)
        if self._has_text and not children:
            if self._path and len(self.elements[self._path[-1]].fields) < MAX_COLUMNS:
                self.elements[self._path[-1]].fields.add(self._naming or local_name(name))
            if self.elements[path].fields:
                # Its own text is a value next to its attributes.
                self.elements[path].fields.add("")
        self._has_text = False


def _find_keyed(path: Path, sheet: str) -> frozenset[str]:
    """The paths of the elements that repeat within a row and are named by a key."""
    return _KEYED.find(path, lambda: _survey_keys(path, sheet), sheet)


def _survey_keys(path: Path, sheet: str) -> frozenset[str]:
    inner = f"{sheet}/"
    repeated = frozenset(
        name for name, element in _survey(path).elements.items() if element.siblings > 1 and name.startswith(inner)
    )
    if not repeated:
        return repeated
    reader = _RecordReader(sheet, repeated)
    for _ in _parse(path, reader):
        reader.done.clear()
    return frozenset(name for name, keys in reader.keys.items() if len(keys) <= _MOST_KEYS)


def _find_columns(path: Path, sheet: str) -> dict[str, str]:
    """By the full name of each value in the rows, the name of its column; {} without rows."""
    reader = _RecordReader(sheet, _find_keyed(path, sheet))
    names: dict[str, None] = {}
    for _ in _parse(path, reader):
        for record in reader.done:
            if len(names) < MAX_COLUMNS:
                names.update(dict.fromkeys(record))
        reader.done.clear()
    return _short_names(list(names)[:MAX_COLUMNS])


def _short_names(names: list[str]) -> dict[str, str]:
    """The last part of each name, with as many of the parts before it as make it the only one."""
    taken = {name for name in names if "/" not in name}

    def is_free(text: str) -> bool:
        return text not in taken and sum(1 for other in names if f"/{other}".endswith(f"/{text}")) == 1

    def shorten(name: str) -> str:
        parts = name.split("/")
        ends = ("/".join(parts[-count:]) for count in range(1, len(parts)))
        return next((text for text in ends if is_free(text)), name)

    return {name: shorten(name) for name in names}


class _RecordReader:
    """Collects in `done` the values of each element of one path, by their names inside it.

    The elements of the paths `keyed` are named by their keys, which are in `keys` by path.
    """

    def __init__(self, sheet: str, keyed: frozenset[str]) -> None:
        self.done: list[dict[str, str]] = []
        self.keys: dict[str, set[str]] = {}
        self._keyed = keyed
        self._open: list[tuple[int, list[tuple[tuple[str, ...], str]]]] = []
        """The keyed elements that are not at their end: their depth, and their values so far."""

        self._sheet = sheet.removesuffix(_TURN)
        self._is_turn = sheet.endswith(_TURN)
        self._path: list[str] = []
        self._record: dict[str, str] | None = None
        self._depth = 0
        self._inner: list[str] = []
        self._times: dict[str, int] = {}
        self._attributes: set[str] = set()
        """The names of the row's own attributes."""
        self._texts: list[str] = []
        self._chars = 0
        self._leaf = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        own = local_name(name)
        path = f"{self._path[-1]}/{own}" if self._path else own
        self._path.append(path)
        if self._is_turn and path == self._sheet:
            self._end_record()
        if self._record is None:
            if path != self._sheet:
                return
            self._record, self._depth, self._inner, self._times = {}, len(self._path), [], {}
            self._attributes = set()
        else:
            self._inner.append(own)
            if path in self._keyed:
                self._open.append((len(self._path), []))
        self._texts, self._chars, self._leaf = [], 0, True
        naming = _find_naming(attrs)
        if self._inner and naming:
            self._inner[-1] = naming.replace("/", " ")
            return
        attributes = {local_name(key): value for key, value in attrs.items() if not key.startswith(_XSI)}
        for key, value in attributes.items():
            self._add((*self._inner, key), value)
        if not self._inner:
            self._attributes = set(attributes)

    def text(self, data: str) -> None:
        if self._record is not None and self._leaf:
            self._chars += len(data)
            if self._chars > MAX_CELL_CHARS:
                raise cell_too_long()
            self._texts.append(data)

    def end(self, name: str) -> None:
        depth, path = len(self._path), self._path.pop()
        if self._record is None:
            return
        if self._leaf:
            self._add(tuple(self._inner) or (local_name(name),), "".join(self._texts).strip())
        self._leaf = False
        if self._open and self._open[-1][0] == depth:
            self._name_by_key(path, self._open.pop()[1])
        if depth == self._depth - self._is_turn:
            self._end_record()
        elif self._inner:
            self._inner.pop()

    def _end_record(self) -> None:
        if self._record is not None:
            self.done.append(self._record)
            self._record = None

    def _name_by_key(self, path: str, values: list[tuple[tuple[str, ...], str]]) -> None:
        """Adds the values of an element that repeats, under its key if it has one."""
        place = len(self._inner) - 1
        key = next((text for parts, text in values if len(parts) == place + 2 and text and _is_key(parts[-1])), "")
        others = [(parts, text) for parts, text in values if len(parts) != place + 2 or not _is_key(parts[-1])]
        if not key or len(key) > _LONGEST_NAME or not any(text for _, text in others):
            for parts, text in values:
                self._add(parts, text)
            return
        known = self.keys.setdefault(path, set())
        if len(known) <= _MOST_KEYS:
            known.add(key)
        named = f"{self._inner[place]} {key}".replace("/", " ")
        for parts, text in others:
            self._add((*parts[:place], named, *parts[place + 1 :]), text)

    def _add(self, parts: tuple[str, ...], text: str) -> None:
        """Adds a value; a second one of a name has a number. A blank one only counts, or the next
        of its name would be in its column.
        """
        if self._open:
            self._open[-1][1].append((parts, text))
            return
        record = self._record
        if record is None or len(record) >= MAX_COLUMNS:
            return
        name = "/".join(parts)
        if name in self._attributes and text and self._record is not None:
            # An element of the row says more than an attribute of the same name.
            self._attributes.discard(name)
            record[name] = text
            return
        self._times[name] = again = self._times.get(name, 0) + 1
        if text:
            record[name if again == 1 else f"{name} ({again})"] = text


def _find_naming(attrs: dict[str, str]) -> str:
    """The name that an element has by its attribute; "" if it has none."""
    named = next((value for key, value in attrs.items() if local_name(key).lower() in _NAMING), "")
    return named if len(named) <= _LONGEST_NAME else ""


def _is_key(name: str) -> bool:
    """Whether a value tells the elements of its kind apart."""
    return name.lower() in _KEYS or name.endswith(_KEY_ENDS)


_SURVEYS: Final = FileMemo[_Structure]()
_COLUMNS: Final = FileMemo[dict[str, str]]()
_KEYED: Final = FileMemo[frozenset[str]]()
