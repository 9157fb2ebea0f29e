"""The lists in a JSON document: an array of rows under any wrapper, or rows keyed by part number.

A list has the path of its members as its name, such as `data.products`; the document itself is "".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TextIO

import msgspec
from msgspec import Raw

from service.files.cells import NumberCell
from service.files.formats.documents.json_text import JsonText, NoJson

KEY: Final = "Key"
"""The column with the keys of rows that are keyed."""

MAX_LISTS: Final = 100
_MAX_DEPTH: Final = 8
_MAX_MEMBERS: Final = 1_000
"""Members of an object that may hold further lists; rows that are keyed may be more."""

_COMPARED: Final = 20
_ALIKE: Final = 0.5
_FEWEST_KEYED: Final = 2
Row = dict[str, object]

_decode_members = msgspec.json.Decoder(dict[str, Raw]).decode
# Numbers with a decimal point stay text, so that no binary rounding occurs.
decode_row = msgspec.json.Decoder(Row, float_hook=NumberCell).decode


class JsonList(NamedTuple):
    """A list by its path: the texts of its rows, with their keys if they are keyed. What is not
    taken of it is passed over.
    """

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
    """Whether the first members of an object are rows: objects with names in common and plain
    values.
    """
    if members is None or len(members) < _FEWEST_KEYED:
        return False
    rows = [_decode_members(value) for value in members.values()]
    plain = [{name for name, value in row.items() if _first(value) not in (b"{", b"[")} for row in rows]
    common, every = set[str].intersection(*plain), set[str].union(*plain)
    return bool(common) and len(common) >= _ALIKE * len(every)


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
    """By column the name of its value: the part after the last point where no other has it."""
    ends = [name.rpartition(".")[2] for name in names]
    return {end if ends.count(end) == 1 else name: name for name, end in zip(names, ends, strict=True)}
