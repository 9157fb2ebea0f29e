"""Rows become the domain's types by the hints of their fields."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.sentences import Sentence, encode_sentence, message, verbatim
from service.store.engine.row_reader import RowReader


class _Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class _Place:
    colour: _Colour
    id: int | None = None


@dataclass(frozen=True, slots=True)
class _Thing:
    id: int
    place: _Place
    is_on: bool
    note: Sentence | None
    words: tuple[str, ...] = ()
    name: str = "unnamed"


_read = RowReader(_Thing, words=lambda text: tuple(text.split()))


def test_hints_and_readers_say_what_a_column_becomes() -> None:
    note = message("Not sent: {why}", why="off")
    expected = _Thing(1, _Place(_Colour.RED, 7), True, note, ("a", "b"), "lamp")
    assert _read(1, "red", 7, 1, encode_sentence(note), "a b", "lamp") == expected
    assert isinstance(_read(1, "red", 7, 1, "bare", "", "").place.colour, _Colour)
    assert _read(1, "red", 7, 0, "bare", "", "").note == verbatim("bare")


def test_null_is_none_and_columns_that_are_not_read_have_their_defaults() -> None:
    assert _read(1, "red", None, 0, None) == _Thing(1, _Place(_Colour.RED), False, None)


def test_a_reader_reads_a_field_of_another_one() -> None:
    @dataclass(frozen=True)
    class Pair:
        thing: object
        number: int

    read = RowReader(Pair, thing=_read)
    assert read(1, "red", 7, 1, None, "a", "lamp", 5).number == 5
    assert read.width == 8
