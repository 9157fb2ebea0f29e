"""Spellings that mean the same fold to the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.catalogue.search_folding import compact_number, fold_text, list_words, split_chunks, strip_article

ARABIC = st.text(alphabet="ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئٱـ\u064b\u064e\u0651\u0670٠١٢٣٩ ", max_size=20)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("أكورد", "اكورد"),
        ("إطار", "اطار"),
        ("آلة", "اله"),
        ("مكيّف", "مكيف"),
        ("فـلـتـر", "فلتر"),
        ("زيت مُحَرِّك", "زيت محرك"),
        ("أمامي", "امامى"),
        ("مؤشر", "موشر"),
        ("طائرة", "طايره"),
        ("کامری", "كامري"),
        ("٢٠١٩", "2019"),
        ("۲۰۱۹", "2019"),
        ("Citroën", "CITROEN"),
        ("straße", "STRASSE"),
        ("فلتر\u200f", "فلتر"),
        ("co\u00adop", "coop"),
    ],
)
def test_spellings_that_mean_the_same(one: str, other: str) -> None:
    assert fold_text(one) == fold_text(other)


@pytest.mark.parametrize(("one", "other"), [("كامري", "كورولا"), ("2019", "2018"), ("سير", "سيرة")])
def test_other_words_stay_others(one: str, other: str) -> None:
    assert fold_text(one) != fold_text(other)


def test_signs_that_change_places_once_a_joiner_between_them_is_left_out_are_folded_too() -> None:
    assert fold_text("\U0001d16d\u200d\U0001d165") == fold_text("\U0001d165\U0001d16d") == "\U0001d165\U0001d16d"


@settings(max_examples=60, deadline=None)
@given(st.one_of(ARABIC, st.text(max_size=20)))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=20), st.text(alphabet="-_/. ", max_size=3))
def test_separators_make_no_difference_to_a_number(text: str, between: str) -> None:
    assert compact_number(fold_text(between.join(text.split()))) == compact_number(fold_text("".join(text.split())))


def test_chunks_and_their_parts() -> None:
    assert split_chunks("oil 5w-30, honda") == [("oil",), ("5w", "30"), ("honda",)]
    assert split_chunks(" -- ") == []
    assert compact_number("15400-t2a-a40") == "15400t2aa40"


def test_the_article_is_left_out_of_long_words_alone() -> None:
    assert strip_article("الفلتر") == "فلتر"
    assert strip_article("الو") == "الو"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Oil 5W-30", {"oil", "5w", "30", "5w30"}),
        ("Pad/ --", {"pad"}),
        ("فحمات الفرامل", {"فحمات", "الفرامل", "فرامل"}),
        ("", set()),
    ],
)
def test_the_words_of_a_text_are_its_parts_and_each_divided_word_as_one(text: str, words: set[str]) -> None:
    assert list_words(text) == words
