"""The bounds of the texts in an entry of the call log, each to its byte (docs/limits.md)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from service.domain.call_log.calls import Call
from service.domain.call_log.entry_limits import cut_call, cut_text, list_names

CALL = Call(1, 0, 1, 1, "Till", "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)


@pytest.mark.parametrize(
    ("with_text", "most"),
    [
        (lambda text: replace(CALL, path=text), 800),
        (lambda text: replace(CALL, message=text), 1000),
        (lambda text: replace(CALL, key=text), 240),
        (lambda text: replace(CALL, remote=text), 240),
        (lambda text: replace(CALL, method=text), 20),
        (lambda text: replace(CALL, notes=(text,)), 400),
    ],
    ids=["path", "message", "key", "remote", "method", "note"],
)
def test_a_text_of_an_entry_has_so_many_bytes(with_text: Callable[[str], Call], most: int) -> None:
    whole = with_text("x" * most)
    assert cut_call(whole) is whole
    assert cut_call(with_text("x" * (most + 1))) == with_text("x" * (most - 3) + "…")


def test_an_entry_has_25_notes() -> None:
    many = tuple(f"row {number}" for number in range(26))
    assert cut_call(replace(CALL, notes=many)).notes == many[:25]


def test_texts_that_are_not_given_stay_so() -> None:
    none = replace(CALL, key=None, message=None, notes=("n" * 401,))
    assert (cut_call(none).key, cut_call(none).message) == (None, None)
    assert cut_call(replace(CALL, message="")).message == ""


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("abcdefgh", "abcdefgh"),
        ("abcdefghi", "abcde…"),
        ("قطعة", "قطعة"),
        ("قطعات", "قط…"),
        ("🚗🚗", "🚗🚗"),
        ("🚗🚗x", "🚗…"),
        ("\ud800" * 8, "????????"),
    ],
)
def test_bytes_count_and_no_character_is_cut_in_two(text: str, cut: str) -> None:
    assert cut_text(text, 8).encode("utf-8", "replace") == cut.encode()


def test_20_names_are_listed_each_with_60_bytes() -> None:
    names = [f"field_{number}" for number in range(21)]
    assert list_names(names[:20]) == ", ".join(names[:20])
    assert list_names(names) == ", ".join(names[:20]) + ", …"
    assert list_names(["x" * 60, "y" * 61]) == "x" * 60 + ", " + "y" * 57 + "…"
