"""One typing error is forgiven, two are not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.catalogue.typing_errors import (
    begins_with_one_error,
    holds_with_one_error,
    is_one_error_apart,
    list_one_error_away,
)

WORDS = st.text(alphabet="abcd", max_size=8)


def _edits(word: str) -> set[str]:
    """Every text one error away, by the book."""
    letters = "abcd"
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    missing = {left + right[1:] for left, right in cuts if right}
    wrong = {left + letter + right[1:] for left, right in cuts if right for letter in letters}
    added = {left + letter + right for left, right in cuts for letter in letters}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    return missing | wrong | added | swapped | {word}


@settings(max_examples=150, deadline=None)
@given(WORDS, WORDS)
def test_it_agrees_with_every_possible_error(one: str, other: str) -> None:
    assert is_one_error_apart(one, other) == (other in _edits(one))


@settings(max_examples=40, deadline=None)
@given(st.data(), WORDS.filter(lambda word: len(word) > 1))
def test_every_single_error_is_forgiven(data: st.DataObject, word: str) -> None:
    typed = data.draw(st.sampled_from(sorted(_edits(word))))
    assert is_one_error_apart(typed, word)
    assert begins_with_one_error(typed, word + "xyz") or not typed


@pytest.mark.parametrize(("typed", "word"), [("accrod", "accord"), ("acord", "accord"), ("hinda", "honda")])
def test_what_fingers_do(typed: str, word: str) -> None:
    assert begins_with_one_error(typed, word)


@pytest.mark.parametrize(("typed", "word"), [("acrdo", "accord"), ("toyota", "honda")])
def test_two_errors_are_too_many(typed: str, word: str) -> None:
    assert not begins_with_one_error(typed, word)


def test_an_error_inside_a_number() -> None:
    assert holds_with_one_error("T2BA4", "15400T2AA40")
    assert not holds_with_one_error("T9BB4", "15400T2AA40")


@settings(max_examples=60, deadline=None)
@given(WORDS.filter(lambda word: len(word) > 1))
def test_each_possible_error_begins_with_one_that_is_listed(typed: str) -> None:
    """An added last letter is left out: what was typed is the beginning of it."""
    near = list_one_error_away(typed, lambda _: "abcd")
    assert near <= _edits(typed)
    assert all(edit.startswith(tuple(near)) for edit in _edits(typed))


def test_only_letters_that_follow_are_tried() -> None:
    known = {"": "7", "7": "b"}
    near = list_one_error_away("72", lambda before: known.get(before, ""))
    assert near == {"72", "2", "7", "27", "772", "7b", "7b2"}
