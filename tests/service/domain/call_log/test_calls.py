"""What the facts of a logged call say in numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from service.domain.call_log.calls import (
    Call,
    classify_status,
    count_repeats,
    count_saved,
    cut_call,
    cut_text,
    facts_with_repeats,
    is_upload,
    list_names,
    saves_nothing,
)

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


@pytest.mark.parametrize(
    ("facts", "upload", "saved", "nothing"),
    [
        (None, False, 0, False),
        ("", False, 0, False),
        ('{"repeats":4112}', False, 0, False),
        ('{"saved":998,"rejected":2}', True, 998, False),
        ('{"saved":0,"rejected":2}', True, 0, True),
        ('{"saved":0,"rejected":1}', True, 0, True),
        ('{"saved":0,"rejected":0}', True, 0, False),
        ('{"saved":1,"rejected":1}', True, 1, False),
        ('{"saved":7}', True, 7, False),
    ],
)
def test_an_upload_counts_its_rows(facts: str | None, upload: bool, saved: int, nothing: bool) -> None:
    assert (is_upload(facts), count_saved(facts), saves_nothing(facts)) == (upload, saved, nothing)


def test_an_entry_counts_the_calls_that_are_like_it() -> None:
    assert count_repeats(facts_with_repeats(4112)) == 4112
    assert [count_repeats(facts) for facts in (None, "", '{"saved":3,"rejected":0}')] == [0, 0, 0]


def test_calls_are_answered_refused_or_failed() -> None:
    statuses = (200, 204, 304, 399, 400, 404, 429, 499, 500, 503)
    assert [classify_status(status) for status in statuses] == [2, 2, 2, 2, 4, 4, 4, 4, 5, 5]
