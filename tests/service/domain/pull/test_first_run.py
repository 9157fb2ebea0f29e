"""The values of a first file are checked on their own, as nothing was saved before."""

from __future__ import annotations

import pytest

from service.domain.pull.first_run import FirstRunTally, find_doubts

Row = tuple[str, object, object, int | None]


def doubts(rows: list[Row], held_median: int | None = None, rejected: int = 0) -> str:
    tally = FirstRunTally(rejected=rejected)
    for row in rows:
        tally.add(*row)
    return " ".join(map(str, find_doubts(tally, held_median)))


def sound(count: int = 40) -> list[Row]:
    return [(f"P-{place}", f"Part {place}", 1500 + place, 7000) for place in range(count)]


def test_a_sound_file_raises_no_doubt() -> None:
    assert doubts(sound(), held_median=1500) == ""


@pytest.mark.parametrize(
    ("price", "few", "many", "expected"),
    [(0, 9, 30, "prices are 0"), (49, 9, 30, "below 50 fils"), (10_000_001, 1, 3, "above BHD 10,000")],
)
def test_prices_that_few_parts_have(price: int, few: int, many: int, expected: str) -> None:
    assert doubts(sound() + [(f"X{place}", "Part", price, 1) for place in range(few)]) == ""
    assert expected in doubts(sound() + [(f"X{place}", "Part", price, 1) for place in range(many)])


def test_a_price_of_50_fils_or_of_10000_dinars_is_none_of_them() -> None:
    for price in (50, 10_000_000):
        assert doubts([(f"P-{place}", "Part", price, 1) for place in range(40)]) == ""


def test_a_price_that_is_the_quantity() -> None:
    assert "In 40 of 40 rows the price is the quantity" in doubts([(f"P{place}", "Part", 1, 1) for place in range(40)])
    assert "the price is the quantity" in doubts(
        [(f"P{place}", "Part", place * 1000, place * 1000) for place in range(1, 40)]
    )


def test_part_numbers_that_count_or_are_dates() -> None:
    assert "count 1, 2, 3" in doubts([(str(place), "Part", 1500, 1) for place in range(1, 40)])
    assert "look like dates" in doubts([(f"2026-01-{place:02}", "Part", 1500, 1) for place in range(1, 29)])


@pytest.mark.parametrize("name", ["ÙÙ„ØªØ±", "Ã\u00a9lectrique", "Ð¤Ð¸Ð»\u009cÑ\u0082Ñ\u0080", "Pad \ufffd\ufffd"])
def test_names_in_the_wrong_encoding(name: str) -> None:
    assert "look unreadable" in doubts([(f"P{place}", name, 1500, 1) for place in range(40)])


@pytest.mark.parametrize("name", ["فلتر زيت", "Élan façade Ø20", "Фильтр масляный", "Ñandú", "Pad Ø 20"])
def test_names_in_any_language_are_sound(name: str) -> None:
    assert doubts([(f"P{place}", name, 1500, 1) for place in range(40)]) == ""


def test_prices_far_from_those_held() -> None:
    assert doubts([(f"P{n}", "Part", 3_150_800, 1) for n in range(40)], 31_508) == (
        "Half of the prices in the file are above BHD 2097.152, of those held above BHD 31.508."
    )
    assert "Half of the prices" in doubts(sound(), held_median=20 * 1024)
    assert doubts(sound(), held_median=20 * 1024 - 1) == ""
    assert doubts(sound(), held_median=3000) == ""


def test_most_rows_rejected_as_by_an_unquoted_comma() -> None:
    assert "41 of 81 rows would be rejected" in doubts(sound(), rejected=41)
    assert doubts(sound(), rejected=15) == ""
    assert doubts(sound(), rejected=40) == ""


def test_a_few_rows_prove_nothing() -> None:
    assert doubts([("1", "Part", 0, 0)] * 19) == ""
    assert "20 of 20 prices are 0." in doubts([("1", "Part", 0, 0)] * 20)
    assert "prices are 0." in doubts([("1", "Part", 0, 0)] * 2, rejected=18)
