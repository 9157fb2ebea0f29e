"""Whether two words differ by one typing error: a letter wrong, missing, added, or two swapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

MIN_WORD = 4
"""Shorter words are near too many others."""


def is_one_error_apart(first: str, second: str) -> bool:
    """True also for equal words."""
    if abs(len(first) - len(second)) > 1:
        return False
    shorter = min(len(first), len(second))
    start = 0
    while start < shorter and first[start] == second[start]:
        start += 1
    end = 0
    while end < shorter - start and first[len(first) - 1 - end] == second[len(second) - 1 - end]:
        end += 1
    left, right = first[start : len(first) - end], second[start : len(second) - end]
    if len(left) <= 1 and len(right) <= 1:
        return True
    return len(left) == 2 and left == right[::-1]


@lru_cache(maxsize=16_384)
def begins_with_one_error(typed: str, word: str) -> bool:
    """Whether a word, or its beginning, is what was typed but for one error. Many items share
    words.
    """
    return any(is_one_error_apart(typed, word[:length]) for length in _lengths(typed, len(word)))


def holds_with_one_error(typed: str, number: str) -> bool:
    """The same for any stretch of a number."""
    lengths = _lengths(typed, len(number))
    return any(
        is_one_error_apart(typed, number[start : start + length])
        for start in range(len(number))
        for length in lengths
        if start + length <= len(number)
    )


def list_one_error_away(typed: str, list_letters: Callable[[str], Iterable[str]]) -> set[str]:
    """What was typed, and all that is one typing error away from it. Letters are only exchanged or
    added where `list_letters` says that they follow what is before them.
    """
    near = {typed}
    for place in range(len(typed)):
        before, after = typed[:place], typed[place + 1 :]
        letters = tuple(list_letters(before))
        near.update([before + letter + after for letter in letters])
        near.update([before + letter + typed[place:] for letter in letters])
        near.add(before + after)
        near.add(before + after[:1] + typed[place] + after[1:])
    return near


def _lengths(typed: str, longest: int) -> range:
    return range(max(1, len(typed) - 1), min(len(typed) + 1, longest) + 1)
