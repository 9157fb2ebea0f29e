"""The lists in a JSON document: an array of rows under any wrapper, or rows keyed by part number.

A list has the path of its members as its name, such as `data.products`; the document itself is "".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from service.files.cells import NumberCell

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
_decode_elements = msgspec.json.Decoder(list[Raw]).decode
# Numbers with a decimal point stay text, so that no binary rounding occurs.
decode_row = msgspec.json.Decoder(Row, float_hook=NumberCell).decode


class JsonList(NamedTuple):
    """A list by its path: elements of an array, or keys with their rows."""

    name: str
    keys: tuple[str, ...] | None
    rows: list[Raw]


def find_lists(data: bytes | Raw) -> list[JsonList]:
    """The lists of a document, 100 at most. Raises msgspec.DecodeError at what is no JSON."""
    found: list[JsonList] = []
    for each in _search(data, "", 0):
        found.append(each)
        if len(found) >= MAX_LISTS:
            break
    return found


def _search(data: bytes | Raw, name: str, depth: int) -> Iterator[JsonList]:
    first = _first(data)
    if first == b"[":
        elements = _decode_elements(data)
        if name in ("", "items") or (elements and _first(elements[0]) == b"{"):
            yield JsonList(name, None, elements)
        return
    if first != b"{" or depth > _MAX_DEPTH:
        return
    members = _decode_members(data)
    if _are_keyed(members):
        yield JsonList(name, tuple(members), list(members.values()))
        return
    for key, value in islice(members.items(), _MAX_MEMBERS):
        yield from _search(value, f"{name}.{key}" if name else key, depth + 1)


def _first(value: bytes | Raw) -> bytes:
    """The first character that is not blank."""
    return bytes(memoryview(value)[:64]).lstrip()[:1]


def _are_keyed(members: dict[str, Raw]) -> bool:
    """Whether the members of an object are rows: objects with names in common and plain values."""
    if len(members) < _FEWEST_KEYED:
        return False
    compared = list(islice(members.values(), _COMPARED))
    if not all(_first(value) == b"{" for value in compared):
        return False
    rows = [_decode_members(value) for value in compared]
    plain = [{name for name, value in row.items() if _first(value) not in (b"{", b"[")} for row in rows]
    common, every = set[str].intersection(*plain), set[str].union(*plain)
    return bool(common) and len(common) >= _ALIKE * len(every)


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
