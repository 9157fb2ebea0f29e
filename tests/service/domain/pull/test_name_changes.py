"""Names that a wrong encoding or a wrong column changes are counted; small corrections are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.pull.name_changes import NameTally, renames

_COUNT = st.integers(0, 300)


@pytest.mark.parametrize(
    ("before", "after"),
    [("فلتر زيت", "ÝáÊÑ ÒíÊ"), ("Pad فحمات", "Pad ÝÍãÇÊ"), ("Brake pad front", "Bosch"), ("Oil filter", None)],
)
def test_names_that_are_no_longer_readable_or_another_thing(before: str, after: str | None) -> None:
    assert renames(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Brake pad", "BRAKE PAD"),
        ("Brake pad", "Brake pad front, Toyota"),
        ("فلتر زيت", "فلتر زيت أصلي"),
        ("Part 1", "Part 2"),
        ("Oil filter", "Oil filter"),
    ],
)
def test_names_that_are_corrected(before: str, after: str) -> None:
    assert not renames(before, after)


@given(names=_COUNT, changed=_COUNT, sample=st.booleans())
def test_more_than_a_third_of_the_names(names: int, changed: int, sample: bool) -> None:
    tally, changed = NameTally(sample), min(names, changed)
    for place in range(names):
        tally.add("Oil filter", "Disc" if place < changed else "Oil filter")
    assert (tally.find_doubt() is not None) == (changed * (4 if sample else 3) > names)


def test_names_with_other_letters_are_compared_on_their_own() -> None:
    tally = NameTally()
    for place in range(200):
        tally.add(f"Part {place}", f"Part {place}")
    for _ in range(19):
        tally.add("فلتر زيت", "ÝáÊÑ ÒíÊ")
    assert tally.find_doubt() is None
    tally.add("فحمات", "ÝÍãÇÊ")
    assert str(tally.find_doubt()) == (
        'The file would change 20 of 20 names: "فلتر زيت" to "ÝáÊÑ ÒíÊ", "فلتر زيت" to "ÝáÊÑ ÒíÊ".'
    )


def test_long_examples_are_cut() -> None:
    tally = NameTally()
    tally.add("x" * 41, "y" * 40)
    assert f'"{"x" * 40}…" to "{"y" * 40}"' in str(tally.find_doubt())
