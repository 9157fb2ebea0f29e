"""What a search means, what it does not, and what comes first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.catalogue.items import Fit
from service.domain.catalogue.search_query import (
    AllOf,
    AnyOf,
    Expression,
    SearchTexts,
    Term,
    list_item_words,
    list_stages,
    list_terms,
    parse_query,
)
from service.domain.catalogue.search_ranking import rank_item

FILTER = SearchTexts(
    "HON-77", "Oil filter, spin-on", "فلتر زيت أكورد", "15400-T2A-A40", "Honda", "Filters",
    (Fit("Honda", "Accord", 2013, 2018), Fit("Honda", "Civic", 2016, None)),
)  # fmt: skip
PADS = SearchTexts(
    "04465-33471", "Front brake pads", "فحمات أمامية", None, "Toyota", "Brakes",
    (Fit("Toyota", "Camry", 2018, 2024), Fit("Toyota", "Avalon", 2010, 2012)),
)  # fmt: skip


def _is_filed(expression: Expression, terms: set[str]) -> bool:
    """What the index answers for one document."""
    match expression:
        case Term(text, is_prefix):
            return any(term.startswith(text) if is_prefix else term == text for term in terms)
        case AnyOf(options):
            return any(_is_filed(one, terms) for one in options)
        case AllOf(conditions):
            return all(_is_filed(one, terms) for one in conditions)


def _finds(text: str, texts: SearchTexts, *, forgiving: bool = False) -> bool:
    return rank_item(parse_query(text), texts, forgiving=forgiving) is not None


@pytest.mark.parametrize(
    "text",
    [
        "oil honda", "honda oil", "OIL  filt", "15400T2AA40", "15400-t2a-a40", "15400 T2A A40", "hon7 7", "T2A",
        "400T2", "hon77", "اكورد", "أكورد", "فلتر الزيت", "accord 2015", "civic 2024 oil", "filters honda", "١٥٤٠٠",
        "spin on", "spinon",
    ],
)  # fmt: skip
def test_scraps_that_find_the_filter(text: str) -> None:
    assert _finds(text, FILTER)
    assert not _finds(text, PADS)


@pytest.mark.parametrize("text", ["camry 2019 pads", "pads camry", "front toyota brake", "0446533471", "فحمات امامية"])
def test_scraps_that_find_the_pads(text: str) -> None:
    assert _finds(text, PADS)
    assert not _finds(text, FILTER)


def test_a_divided_word_is_found_by_its_parts_and_ranks_as_one_where_it_is_one() -> None:
    assert _finds("front-brake", PADS)
    assert _finds("5w-30", replace(FILTER, name="Oil 30, 5W"))
    assert not _finds("front-filter", PADS)
    assert rank_item(parse_query("hon-77 oil"), FILTER) == rank_item(parse_query("hon77 oil"), FILTER)


@pytest.mark.parametrize("text", ["camry 2012", "avalon 2019", "accord 2020", "honda pads", "", "-", "oil oil2"])
def test_what_does_not_fit_is_not_found(text: str) -> None:
    assert not _finds(text, PADS)
    assert not _finds(text, FILTER)


@pytest.mark.parametrize("text", ["acord", "hnoda oil", "15400T2BA40", "fitler", "اكوررد"])
def test_one_typing_error_is_forgiven_on_demand(text: str) -> None:
    assert not _finds(text, FILTER)
    assert _finds(text, FILTER, forgiving=True)


@pytest.mark.parametrize("text", ["fq", "oi1", "oil 2008"])
def test_short_words_and_years_are_not(text: str) -> None:
    """They are one error away from too much, and the index does not correct them either."""
    assert not _finds(text, replace(FILTER, sku="SKU-2009"), forgiving=True)


def test_two_typing_errors_are_not() -> None:
    assert not _finds("hnoda fitler", FILTER, forgiving=True)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("t2a", replace(FILTER, sku="T2A", oem_number=None), FILTER),
        ("oil", FILTER, replace(FILTER, name="Engine cover", name_ar=None, category="Oil")),
        ("oil", FILTER, replace(FILTER, name="Oiler")),
        ("oi", FILTER, replace(FILTER, name="Cover", name_ar=None, category="Oil")),
        ("154", FILTER, replace(FILTER, oem_number="99-15400")),
        ("oil", FILTER, replace(FILTER, active=False)),
        ("oil", FILTER, replace(FILTER, name="Oil filter, spin-on, with a drain plug")),
        (
            "زيت",
            replace(FILTER, name="Engine oil, fully synthetic", name_ar="زيت محرك"),
            replace(FILTER, name_ar="فلتر زيت اكورد"),
        ),
    ],
)
def test_the_better_match_comes_first(text: str, first: SearchTexts, second: SearchTexts) -> None:
    query = parse_query(text)
    better, worse = rank_item(query, first), rank_item(query, second)
    assert better is not None
    assert worse is not None
    assert better < worse


TEXTS = st.text(alphabet="abأا-5 0", min_size=1, max_size=10)
SEARCHES = st.lists(TEXTS | st.sampled_from(["1950", "1999", "2010", "2014", "2049", "5005"]), min_size=1, max_size=3)
YEARS = st.none() | st.integers(1945, 2055) | st.sampled_from([0, 2010, 9999])


@settings(max_examples=150, deadline=None)
@given(sku=TEXTS, name=TEXTS, oem=TEXTS, model=TEXTS, years=st.tuples(YEARS, YEARS), words=SEARCHES)
def test_the_index_offers_whatever_the_rule_lets_through(
    sku: str, name: str, oem: str, model: str, years: tuple[int | None, int | None], words: list[str]
) -> None:
    texts, query = SearchTexts(sku, name, oem_number=oem, fit=(Fit("M", model, *years),)), " ".join(words)
    if rank_item(parse_query(query), texts) is not None:
        terms = list_terms(texts, list_item_words(texts))
        assert any(_is_filed(stage.lookup, terms) for stage in list_stages(parse_query(query)))


@pytest.mark.parametrize(
    ("first", "last", "filed"),
    [
        (2018, 2031, {"y2018", "y2019", "y202", "y2030", "y2031"}),
        (2010, 2019, {"y201"}),
        (2019, 2019, {"y2019"}),
        (2048, None, {"y2048", "y2049"}),
        (None, 1951, {"y1950", "y1951"}),
        (None, None, {"y195", "y196", "y197", "y198", "y199", "y200", "y201", "y202", "y203", "y204"}),
        (0, 1949, set()),
        (2050, 9999, set()),
    ],
)
def test_a_car_is_filed_under_few_terms_for_its_years(first: int | None, last: int | None, filed: set[str]) -> None:
    texts = SearchTexts("S", "Oil", fit=(Fit("Toyota", "Camry", first, last),))
    assert {term for term in list_terms(texts, []) if term.startswith("y")} == filed


def test_a_year_next_to_words_is_looked_up_with_them() -> None:
    """Else all pads of a car are read to find those of one year."""
    other = list_terms(PADS, list_item_words(PADS))
    typed = list_stages(parse_query("camry pads 2015"))[2].lookup
    assert not _is_filed(typed, other)
    assert _is_filed(typed, other | {"y2015"})
    assert _is_filed(list_stages(parse_query("camry 2019 pads"))[2].lookup, other)


@settings(max_examples=60, deadline=None)
@given(st.permutations(["oil", "honda", "15400", "accord"]))
def test_the_order_of_words_makes_no_difference(words: list[str]) -> None:
    assert rank_item(parse_query(" ".join(words)), FILTER) == rank_item(parse_query("oil honda 15400 accord"), FILTER)


def test_long_texts_are_cut() -> None:
    assert len(parse_query("a " * 500).words) == 10
    longest = SearchTexts("S" * 60, "n" * 2_000, oem_number="9" * 500)
    assert max(len(term) for term in list_terms(longest, list_item_words(longest))) == 25
    assert _finds("9" * 60, longest)
