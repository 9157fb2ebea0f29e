"""What a typed text asks the index for, and the terms under which a part is filed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.catalogue.items import Fit
from service.domain.catalogue.search_query import (
    AllOf,
    AnyOf,
    QueryWord,
    SearchTexts,
    Stage,
    Term,
    begins_with_one_error,
    begun_word,
    choose_neighbours,
    compact_number,
    corrected_word,
    fold_text,
    has_stretch,
    holds_with_one_error,
    is_correctable,
    is_one_error_apart,
    list_item_words,
    list_mistyped_numbers,
    list_model_words,
    list_numbers,
    list_one_error_away,
    list_stages,
    list_terms,
    list_words,
    names_part,
    parse_query,
    split_chunks,
    strip_article,
    typed_word,
)

ARABIC = st.text(alphabet="ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآؤئٱـ\u064b\u064e\u0651\u0670٠١٢٣٩ ", max_size=20)
WORDS = st.text(alphabet="abcd", max_size=8)
OIL = QueryWord("oil", ("oil",))
THICK = QueryWord("5w30", ("5w", "30"))


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


def begins(text: str) -> Term:
    return Term(text, is_prefix=True)


def test_a_text_is_words_and_their_parts_and_one_number() -> None:
    query = parse_query("OIL  5W-30")
    assert query.words == (OIL, THICK)
    assert query.compact == "oil5w30"
    assert parse_query(" -- ").words == ()


def test_a_text_counts_up_to_200_characters_and_10_words() -> None:
    assert [len(word.text) for word in parse_query("a" * 201).words] == [200]
    assert len(parse_query("a " * 11).words) == 10


@pytest.mark.parametrize(
    ("text", "year"), [("1950", 1950), ("2049", 2049), ("1949", None), ("2050", None), ("02019", None), ("201a", None)]
)
def test_a_year_is_from_1950_to_2049(text: str, year: int | None) -> None:
    word = QueryWord(text, (text,))
    assert word.year == year
    assert is_correctable(word) is (year is None)


def test_words_of_two_letters_are_not_corrected() -> None:
    assert [is_correctable(QueryWord(text, (text,))) for text in ("oi", "oil", "oils")] == [False, False, True]


def test_the_words_of_an_item_are_those_of_names_brand_category_and_cars() -> None:
    texts = SearchTexts(
        "A", "Oil filter", "فلتر", None, "Honda", "Filters", (Fit("Kia", "Rio", 2010, 2012), Fit("Kia", "Picanto"))
    )
    assert list_item_words(texts) == {"oil", "filter", "فلتر", "honda", "filters", "kia", "rio", "picanto"}
    assert list_item_words(SearchTexts("A", "Pad")) == {"pad"}
    assert list_model_words(Fit("Kia", "Rio")) == {"rio"}


def test_a_number_is_filed_whole_and_under_its_ends_of_three_signs_and_more() -> None:
    assert list_terms(SearchTexts("AB-123", "Pad", oem_number="7"), {"pad"}) == {
        "wpad", "sab123", "nab123", "nb123", "n123", "s7", "n7",
    }  # fmt: skip


def test_a_term_has_24_signs_after_its_kind_and_a_number_65_ends_at_most() -> None:
    terms = list_terms(SearchTexts("9" * 30, "n", oem_number=None), {"w" * 30})
    assert {len(term) for term in terms if term[0] in "ws"} == {25}
    digits = "".join(str(number % 10) for number in range(200))
    assert has_stretch(digits + "x", digits[64:74])
    assert not has_stretch("0" * 65 + "1", "1")


def test_several_numbers_in_one_field_are_found_each() -> None:
    assert list_numbers("T2A-1 A40") == ["t2a1a40", "t2a1", "a40"]
    assert list_numbers("T2A-1") == ["t2a1"]
    assert list_numbers("--") == []


@pytest.mark.parametrize(
    ("text", "numbers", "named"),
    [
        ("15400-t2a", ["A", "15400 T2A"], True),
        ("a40", ["T2A A40", None], True),
        ("T2A", ["15400-T2A"], False),
        ("", [""], False),
        ("a", [None], False),
    ],
)
def test_a_scanned_code_is_a_part_number_whole(text: str, numbers: list[str | None], named: bool) -> None:
    assert names_part(text, numbers) is named


@pytest.mark.parametrize(
    ("typed", "found"), [("154", True), ("t2a", True), ("2a", False), ("a", False), ("x", False), ("15400t2a", True)]
)
def test_a_stretch_of_a_number_begins_at_three_signs_before_its_end(typed: str, found: bool) -> None:
    assert has_stretch("15400t2a", typed) is found


def test_nothing_is_looked_up_without_a_word() -> None:
    assert list_stages(parse_query("--")) == []


def test_one_word_is_a_number_a_word_a_beginning_and_a_stretch() -> None:
    assert list_stages(parse_query("oil")) == [
        Stage(Term("soil")),
        Stage(begins("soil"), 100),
        Stage(AllOf((Term("woil"),))),
        Stage(begins("woil")),
        Stage(begins("noil")),
    ]


def test_several_words_are_looked_up_together_with_the_years_of_cars() -> None:
    fitting = AnyOf((Term("w2015"), Term("y2015"), Term("y201")))
    begun = [AnyOf((begins(f"w{word}"), begins(f"n{word}"))) for word in ("oil", "honda", "2015")]
    assert list_stages(parse_query("oil 2015 honda")) == [
        Stage(Term("soil2015honda")),
        Stage(begins("soil2015honda"), 100),
        Stage(AllOf((Term("woil"), Term("whonda"), fitting))),
        Stage(AllOf((*begun[:2], AnyOf((begun[2], fitting))))),
        Stage(begins("noil2015honda")),
    ]


def test_a_year_alone_is_looked_up_as_it_is() -> None:
    assert Stage(AllOf((Term("w2015"),))) in list_stages(parse_query("2015"))


def test_words_of_two_letters_are_not_begun_unless_there_is_no_longer_one() -> None:
    assert [stage.lookup for stage in list_stages(parse_query("fi oil"))[3:]] == [
        begins("woil"), begins("noil"), begins("nfioil"),
    ]  # fmt: skip
    assert [stage.lookup for stage in list_stages(parse_query("fi"))[3:]] == [begins("wfi"), begins("nfi")]


def test_a_divided_word_is_one_word_or_all_its_parts() -> None:
    assert typed_word(THICK) == AnyOf((Term("w5w30"), AllOf((Term("w5w"), Term("w30")))))
    assert begun_word(THICK) == AnyOf(
        (
            AnyOf((begins("w5w30"), begins("n5w30"))),
            AllOf((AnyOf((begins("w5w"), begins("n5w"))), AnyOf((begins("w30"), begins("n30"))))),
        )
    )
    longer = QueryWord("t2aa40b", ("t2a", "a", "40b"))
    assert begun_word(longer) == AnyOf(
        (
            AnyOf((begins("wt2aa40b"), begins("nt2aa40b"))),
            AllOf((AnyOf((begins("wt2a"), begins("nt2a"))), AnyOf((begins("w40b"), begins("n40b"))))),
        )
    )


def test_an_arabic_word_is_begun_without_its_article_too() -> None:
    assert begun_word(QueryWord("الفلتر", ("الفلتر",))) == AnyOf(
        (begins("wالفلتر"), begins("nالفلتر"), begins("wفلتر"))
    )


def test_a_mistyped_word_is_the_words_and_numbers_near_it() -> None:
    assert corrected_word(["accord"], ["n154"]) == AnyOf((Term("waccord"), Term("n154")))


def test_neighbours_are_the_shortest_first_and_then_by_letter() -> None:
    words = ["acordx", "bcord", "accord", "acord", "honda", "acorn"]
    assert choose_neighbours("acord", words, 9) == ["acord", "acorn", "bcord", "accord", "acordx"]
    assert choose_neighbours("acord", words, 2) == ["acord", "acorn"]


def test_a_mistyped_number_is_looked_up_by_the_longest_beginning_first() -> None:
    follows = {"n": "7", "n7": "b"}
    assert list_mistyped_numbers(QueryWord("72", ("72",)), lambda begun: follows.get(begun, "")) == [
        "n772", "n7b2", "n27", "n72", "n7b", "n2", "n7",
    ]  # fmt: skip
    assert list_mistyped_numbers(OIL, lambda _: "abc") == []
