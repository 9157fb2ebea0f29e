"""The bounds of the texts in an entry of the call log, each to its byte (docs/limits.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.call_log.calls import Call
from service.domain.call_log.entry_limits import cut_call, cut_text, list_names

CALL = Call(1, 0, 1, 1, "Till", "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)


@pytest.mark.parametrize(("field", "most"), [("path", 800), ("message", 1000), ("key", 240), ("remote", 240)])
def test_a_text_of_an_entry_has_so_many_bytes(field: str, most: int) -> None:
    whole = replace(CALL, **{field: "x" * most})
    assert cut_call(whole) is whole
    cut = cut_call(replace(CALL, **{field: "x" * (most + 1)}))
    assert cut == replace(CALL, **{field: "x" * (most - 3) + "…"})


def test_a_method_has_20_bytes() -> None:
    assert cut_call(replace(CALL, method="M" * 20)).method == "M" * 20
    assert cut_call(replace(CALL, method="M" * 21)).method == "M" * 17 + "…"


def test_an_entry_has_25_notes_of_400_bytes() -> None:
    many = tuple(f"row {number}" for number in range(26))
    assert cut_call(replace(CALL, notes=many)).notes == many[:25]
    assert cut_call(replace(CALL, notes=("n" * 400, "n" * 401))).notes == ("n" * 400, "n" * 397 + "…")


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
