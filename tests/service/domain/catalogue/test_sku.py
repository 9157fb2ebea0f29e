"""How SKUs are stored and matched: trimmed, NFC, by case folding (contract §3.2)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.catalogue.sku import find_sku_fault, fold, has_control, tidy

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize(("one", "other"), [
    ("abc-1", "ABC-1"),
    ("Straße", "STRASSE"),
    ("İ-5", "i\u0307-5"),
    ("ΟΔΟΣ", "οδος"),
    ("οδοσ", "οδος"),
    ("É", "e\u0301"),
    ("ﬁlter", "FILTER"),
    ("Ǆ", "ǆ"),
    ("α\u0345", "αι"),
    ("\u1f80", "ἀΙ"),
    ("α\u0345\u0301", "ά\u0345"),
    ("  P-1\t", "p-1"),
    ("\u00a0P-1\u3000", "p-1"),
    ("P\u200b-1", "p-1"),
    ("\u2066P-1\u2069\u200f", "p-1"),
    ("\ufeff P-1 \u200e", "p-1"),
    ("e\u200d\u0301", "É"),
    ("قط\u200cعة", "قطعة"),
])  # fmt: skip
def test_spellings_of_one_sku(one: str, other: str) -> None:
    assert fold(tidy(one)) == fold(tidy(other))


@pytest.mark.parametrize(
    ("one", "other"), [("ABC", "ABD"), ("ا", "أ"), ("ي", "ى"), ("1", "١"), ("a b", "ab"), ("ı", "i")]
)
def test_skus_that_stay_apart(one: str, other: str) -> None:
    assert fold(tidy(one)) != fold(tidy(other))


@given(TEXT)
@example("\u0345\u03b1\u0301")
@example(" e\u0301\u2003")
def test_a_tidy_text_stays_as_it_is_and_is_nfc_without_white_space_around_it(text: str) -> None:
    tidied = tidy(text)
    assert tidy(tidied) == tidied
    assert unicodedata.is_normalized("NFC", tidied)
    assert tidied == tidied.strip()


GREEK = st.text(st.sampled_from("αΑιΙωΩ\u0345\u0301\u0308\u0313ᾳᾼᾴΐΰϊςσΣßİ"), max_size=6)


@given(TEXT | GREEK)
@example("\u0345")
def test_folding_twice_is_folding_once(text: str) -> None:
    folded = fold(tidy(text))
    assert fold(folded) == folded
    assert fold(tidy(unicodedata.normalize("NFD", tidy(text)).casefold())) == folded


@given(TEXT)
def test_case_and_normal_form_make_no_difference(text: str) -> None:
    folded = fold(tidy(text))
    assert fold(tidy(unicodedata.normalize("NFD", text))) == folded
    assert fold(tidy(tidy(text))) == folded
    if text.isascii():
        assert fold(tidy(text.swapcase())) == folded


@pytest.mark.parametrize(("sku", "fault"), [
    ("A", None), ("A" * 60, None), ("قطعة-٥", None), ("🚗" * 60, None), ("a b", None),
    ("", "must not be blank"), ("\u200b\u200f", "must not be blank"),
    ("A" * 61, "must be at most 60 characters, this has 61"),
    ("a\u0000b", "must not hold control characters"),
    ("a\u007fb", "must not hold control characters"),
    ("a\nb", "must not hold control characters"),
    ("a\u009fb", "must not hold control characters"),
])  # fmt: skip
def test_what_a_sku_may_be(sku: str, fault: str | None) -> None:
    told = find_sku_fault(sku)
    assert (None if told is None else str(told)) == fault


def test_control_characters_are_those_of_category_cc() -> None:
    every = [chr(number) for number in range(0x3000)]
    assert [char for char in every if has_control(char)] == [
        char for char in every if unicodedata.category(char) == "Cc"
    ]
