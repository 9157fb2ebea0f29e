"""The bounds within which a file needs no approval (pull §4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.pull.hold_back import (
    FirstRunTally,
    ImpactTally,
    NameTally,
    changes_far,
    find_difference,
    find_doubts,
    renames,
)
from service.domain.sentences import message, verbatim

Row = tuple[str, object, object, int | None]
_COUNT = st.integers(0, 300)
_MANY = st.integers(0, 10**6)
FINE = ImpactTally(100, 100, 100, 10, 10, 1000, 100, 90, 30)


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


def serial(last: int) -> list[Row]:
    """Part numbers that count from 1."""
    return [(str(place), "Part", 1500, 1) for place in range(1, last + 1)]


@pytest.mark.parametrize(
    ("others", "row", "most", "sentence"),
    [
        (40, ("X", "Part", 0, 1), 10, "11 of 51 prices are 0."),
        (40, ("X", "Part", 1, 7), 10, "11 of 51 prices are below 50 fils."),
        (38, ("X", "Part", 10_000_001, 1), 2, "3 of 41 prices are above BHD 10,000."),
        (20, ("X", "Part", 7000, 7000), 20, "In 21 of 41 rows the price is the quantity."),
        (40, ("X", "\ufffd", 1500, 1), 10, "11 of 51 names look unreadable: choose the file's encoding."),
    ],
)
def test_the_share_of_rows_that_makes_a_doubt(others: int, row: Row, most: int, sentence: str) -> None:
    assert doubts(sound(others) + [row] * most) == ""
    assert doubts(sound(others) + [row] * (most + 1)) == sentence


def test_the_other_bounds_of_a_doubt() -> None:
    assert doubts([("X", "Part", 0, 0)] * 40) == "40 of 40 prices are 0."
    assert doubts(sound(), rejected=40) == ""
    assert doubts(sound(), rejected=41) == "41 of 81 rows would be rejected."
    assert doubts(serial(19), rejected=1) == doubts([*sound(1), *serial(30)]) == ""
    assert doubts(serial(20)) == "The part numbers count 1, 2, 3: they may be line numbers."


def test_the_median_is_that_of_all_prices() -> None:
    tally = FirstRunTally()
    for price in (1, 1, 1000, 1000, 1000):
        tally.add("X", "Part", price, 1)
    assert tally.median == 512


def test_a_price_of_50_fils_or_of_10000_dinars_is_none_of_them() -> None:
    for price in (50, 10_000_000):
        assert doubts([(f"P-{place}", "Part", price, 1) for place in range(40)]) == ""


def test_a_price_that_is_the_quantity() -> None:
    assert "In 40 of 40 rows the price is the quantity" in doubts([(f"P{place}", "Part", 1, 1) for place in range(40)])
    assert "the price is the quantity" in doubts(
        [(f"P{place}", "Part", place * 1000, place * 1000) for place in range(1, 40)]
    )


def test_part_numbers_that_count() -> None:
    assert "count 1, 2, 3" in doubts([(str(place), "Part", 1500, 1) for place in range(1, 40)])


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
        "The file would change 20 of 20 names: " + ", ".join(['"فلتر زيت" to "ÝáÊÑ ÒíÊ"'] * 3) + "."
    )


def test_long_examples_are_cut() -> None:
    tally = NameTally()
    tally.add("x" * 41, "y" * 40)
    assert f'"{"x" * 40}…" to "{"y" * 40}"' in str(tally.find_doubt())


@example(levels=100, zeroed=20, dropped=30)
@example(levels=100, zeroed=20, dropped=31)
@given(levels=_MANY, zeroed=_MANY, dropped=_MANY)
def test_more_than_half_of_the_levels(levels: int, zeroed: int, dropped: int) -> None:
    zeroed, dropped = min(zeroed, levels), min(dropped, max(0, levels - zeroed))
    tally = replace(FINE, levels=levels, zeroed=zeroed, dropped=dropped)
    assert (find_difference(tally) is not None) == (zeroed + dropped > levels / 2)


@example(before=1000, lost=500)
@example(before=1000, lost=501)
@given(before=_MANY, lost=st.integers(-(10**6), 10**6))
def test_more_than_half_of_the_units(before: int, lost: int) -> None:
    lost = min(before, lost)
    assert (find_difference(replace(FINE, units_before=before, units_lost=lost)) is not None) == (lost > before / 2)


@example(prices=90, changed=30)
@example(prices=90, changed=31)
@given(prices=_MANY, changed=_MANY)
def test_more_than_a_third_of_the_prices(prices: int, changed: int) -> None:
    changed = min(prices, changed)
    held = find_difference(replace(FINE, prices=prices, prices_changed=changed))
    assert (held is not None) == (changed * 3 > prices)


@example(before=100, now=50)
@example(before=100, now=49)
@given(before=_MANY, now=_MANY)
def test_less_than_half_of_last_times_rows(before: int, now: int) -> None:
    assert (find_difference(replace(FINE, rows_before=before, rows_now=now)) is not None) == (now < before / 2)


@example(before=10, percent=30)
@example(before=10, percent=-30)
@example(before=10, percent=31)
@given(before=st.integers(0, 10**9), percent=st.integers(-100, 1000))
def test_thirty_per_cent_is_not_far_more_is(before: int, percent: int) -> None:
    after = before * (100 + percent)
    assert changes_far(before * 100, after) == (before > 0 and abs(percent) > 30)


def test_a_price_of_nothing_that_becomes_one_and_one_that_is_cleared_move_far() -> None:
    assert changes_far(0, 1)
    assert not changes_far(0, 0)
    assert changes_far(5, None)


def test_each_reason_has_its_sentence() -> None:
    held = find_difference(ImpactTally(1200, 400, 1000, 620, 5, 10_000, 9_000, 90, 60))
    assert held is not None
    assert str(held.reason) == (
        "The file would set 620 of 1,000 stock levels to 0 and drop 5. The file would change 60 of 90 prices by more "
        "than 30%. The file has 400 rows, last time it had 1,200."
    )
    assert (held.rows_before, held.rows_now, held.dropped, held.zeroed, held.prices_changed) == (1200, 400, 5, 620, 60)
    assert find_difference(FINE) is None
    assert find_difference(ImpactTally()) is None


@pytest.mark.parametrize(
    ("tally", "reason"),
    [
        (replace(FINE, zeroed=51, dropped=0), "The file would set 51 of 100 stock levels to 0."),
        (
            replace(FINE, units_before=10_000, units_lost=7_500),
            "The file would lower the units in stock from 10 to 2.5.",
        ),
    ],
)
def test_stock_that_falls_is_given_in_numbers(tally: ImpactTally, reason: str) -> None:
    held = find_difference(tally)
    assert held is not None
    assert str(held.reason) == reason


@pytest.mark.parametrize(
    ("fine", "more", "reason"),
    [
        (ImpactTally(prices=5, prices_times_five=2), {"prices_times_five": 3}, "3 of 5 prices five times as high"),
        (ImpactTally(prices=60, prices_times_five=3), {"prices": 59}, "3 of 59 prices five times as high"),
        (ImpactTally(20, 20, known_parts=2, new_parts=18), {"known_parts": 1}, "18 of 20 part numbers are new"),
        (ImpactTally(19, 19, new_parts=19), {"rows_before": 20}, "19 of 19 part numbers are new"),
        (ImpactTally(20, 20), {"new_parts": 1}, "1 of 20 part numbers are new"),
        (ImpactTally(levels=100, zeroed=50), {"zeroed": 51}, "51 of 100 stock levels to 0"),
        (ImpactTally(units_before=10_000, units_lost=5_000), {"units_lost": 7_500}, "from 10 to 2.5"),
        (ImpactTally(prices=3, prices_changed=1), {"prices_changed": 2}, "2 of 3 prices by more than 30%"),
    ],
)
def test_what_waits_is_named_with_up_to_three_examples(fine: ImpactTally, more: dict[str, int], reason: str) -> None:
    assert find_difference(fine) is None
    tally = replace(fine, examples={}, **more)
    held = find_difference(tally)
    assert held is not None
    assert reason in str(held.reason)
    assert "example" not in str(held.reason)
    for what in ("prices_times_five", "new_parts", "zeroed", "units_lost", "prices_changed"):
        for sku in ("A", "B", "C", "D"):
            tally.note(what, verbatim(sku))
    held = find_difference(tally)
    assert held is not None
    assert reason in str(held.reason)
    assert str(held.reason).endswith(" For example: A, B, C.")


def test_doubts_about_the_values_come_first() -> None:
    held = find_difference(replace(FINE, zeroed=51, dropped=0), [message("9 of 10 prices are 0.")])
    assert held is not None
    assert str(held.reason) == "9 of 10 prices are 0. The file would set 51 of 100 stock levels to 0."
