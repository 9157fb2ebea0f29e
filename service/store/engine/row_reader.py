"""Rows of the database as the domain's types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

from service.domain.sentences import Sentence, decode_sentence
from service.store.engine.transaction import ReadTx, Values

T = TypeVar("T")


class Select(Generic[T]):
    """A query without its end, such as a condition, and the type or reader of its rows."""

    def __init__(self, kind: Callable[..., T], query: str) -> None:
        self._kind, self._query = kind, query

    def list(self, db: ReadTx, end: str, values: Values = ()) -> list[T]:
        """Every row."""
        return db.all_as(self._kind, f"{self._query} {end}", values)

    def get(self, db: ReadTx, end: str, values: Values = ()) -> T:
        """The first row, which there is."""
        return self._kind(*db.one(f"{self._query} {end}", values))

    def find(self, db: ReadTx, end: str, values: Values = ()) -> T | None:
        """The first row, or None."""
        return db.one_as(self._kind, f"{self._query} {end}", values)


class _Plan(NamedTuple):
    """How columns become fields: what reads the column at a place, and where the columns of a field
    that is a dataclass begin, the last one first.
    """

    readers: list[tuple[int, Callable[[Any], Any]]]
    parts: list[tuple[int, RowReader[Any]]]
    width: int


class RowReader(Generic[T]):
    """Makes a `kind` of a row whose columns are its fields in their order.

    The hints say how a column is read: as a bool, a word of an enumeration, a sentence. A field
    that is a dataclass has a column for each of its own fields, the same is true of one whose
    reader is a RowReader. `readers` read the other fields. NULL is None.
    """

    def __init__(self, kind: type[T], /, **readers: Callable[[Any], Any]) -> None:
        self._kind, self._own = kind, readers

    def __call__(self, *row: Any) -> T:
        values = list(row)
        plan = self._plan
        for place, read in plan.readers:
            if place < len(values) and values[place] is not None:
                values[place] = read(values[place])
        for place, part in plan.parts:
            end = place + part.width
            values[place:end] = [part(*values[place:end])]
        return self._kind(*values)

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return self._plan.width

    @cached_property
    def _plan(self) -> _Plan:
        """Made with the first row: the hints of all types would be read at every start."""
        plan = _Plan([], [], 0)
        place = 0
        for name, hint in get_type_hints(self._kind).items():
            options = get_args(hint)
            kind = next(one for one in options if one is not type(None)) if type(None) in options else hint
            read = self._own.get(name) or _find_reader(kind)
            if isinstance(read, RowReader):
                plan.parts.insert(0, (place, read))
                place += read.width - 1
            elif read is not None:
                plan.readers.append((place, read))
            place += 1
        return plan._replace(width=place)


def _find_reader(kind: Any) -> Callable[[Any], Any] | None:
    if kind is Sentence:
        return decode_sentence
    if isinstance(kind, type) and is_dataclass(kind):
        return RowReader(kind)
    return kind if isinstance(kind, type) and (kind is bool or issubclass(kind, Enum)) else None
