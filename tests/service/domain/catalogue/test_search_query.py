"""What a typed text asks the index for, and the terms under which a part is filed."""

from __future__ import annotations

import pytest

from service.domain.catalogue.items import Fit
from service.domain.catalogue.search_query import (
    AllOf,
    AnyOf,
    QueryWord,
    SearchTexts,
    Stage,
    Term,
    begun_word,
    choose_neighbours,
    corrected_word,
    has_stretch,
    is_correctable,
    list_item_words,
    list_mistyped_numbers,
    list_model_words,
    list_numbers,
    list_stages,
    list_terms,
    names_part,
    parse_query,
    typed_word,
)

OIL = QueryWord("oil", ("oil",))
THICK = QueryWord("5w30", ("5w", "30"))


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
