"""Whole fils, rounded half up (contract §4.1)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.errors import Refused
from service.domain.money import (
    DEFAULT_VAT,
    HIGHEST_VAT,
    MAX_FILS,
    CustomerTotal,
    add_vat,
    check_vat,
    compute_line_total,
    format_bhd,
    format_rate,
    tidy_vat_number,
)
from service.domain.quantity import MAX_MILLI


@pytest.mark.parametrize(
    ("fils", "rate", "gross"),
    [(28_500, 1000, 31_350), (5, 1000, 6), (4, 1000, 4), (0, 1000, 0), (999, 500, 1049), (1000, 0, 1000)],
)
def test_the_price_with_tax(fils: int, rate: int, gross: int) -> None:
    assert add_vat(fils, rate) == gross


@settings(max_examples=60, deadline=None)
@given(st.integers(0, MAX_FILS), st.integers(0, HIGHEST_VAT))
def test_the_tax_is_within_half_a_fils_and_half_goes_up(fils: int, rate: int) -> None:
    tax, exact = add_vat(fils, rate) - fils, Fraction(fils * rate, 10_000)
    assert -Fraction(1, 2) < tax - exact <= Fraction(1, 2)


@pytest.mark.parametrize(("rate", "text"), [(1000, "10"), (750, "7.5"), (725, "7.25"), (0, "0"), (10_000, "100")])
def test_a_rate_in_words(rate: int, text: str) -> None:
    assert format_rate(rate) == text


def test_the_bounds_are_those_of_the_contract() -> None:
    assert (DEFAULT_VAT, HIGHEST_VAT, MAX_FILS) == (1_000, 10_000, 9_007_199_254_740_991)


def test_a_customer_pays_the_parts_with_vat_and_the_fee() -> None:
    total = CustomerTotal(31_255, 1_000, 1_500)
    assert (total.vat_fils, total.total_fils) == (3_126, 35_881)


@pytest.mark.parametrize("rate", [-1, HIGHEST_VAT + 1])
def test_a_rate_outside_of_0_to_100_percent_is_refused(rate: int) -> None:
    with pytest.raises(Refused, match="VAT is a percentage from 0 to 100") as raised:
        check_vat(rate)
    assert raised.value.code == "bad_vat"


@pytest.mark.parametrize("rate", [0, 1, HIGHEST_VAT])
def test_a_rate_from_0_to_100_percent_is_taken(rate: int) -> None:
    check_vat(rate)
    assert add_vat(10_000, rate) == 10_000 + rate


@pytest.mark.parametrize(
    ("typed", "number"),
    [(" 2000  1234\n", "2000 1234"), ("BH-2000/1", "BH-2000/1"), ("١٢٣", "١٢٣"), ("", ""), ("9" * 30, "9" * 30)],
)
def test_a_vat_number_has_single_spaces(typed: str, number: str) -> None:
    assert tidy_vat_number(typed) == number


@pytest.mark.parametrize("typed", ["9" * 31, "2000;1", "<b>", "2000_1"])
def test_what_no_vat_number_has_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="A VAT number has letters and digits, at most 30") as raised:
        tidy_vat_number(typed)
    assert raised.value.code == "bad_vat"


@given(st.integers(0, MAX_MILLI), st.integers(0, MAX_FILS))
def test_a_line_is_quantity_times_price_rounded_half_up(milli: int, fils: int) -> None:
    exact = Decimal(milli * fils).scaleb(-3)
    assert compute_line_total(milli, fils) == int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))


@pytest.mark.parametrize(
    ("milli", "fils", "total"),
    [(500, 1, 1), (499, 1, 0), (1_500, 1, 2), (2_500, 1, 3), (333, 1000, 333), (1, 500, 1), (1, 499, 0)],
)
def test_halves_go_up(milli: int, fils: int, total: int) -> None:
    assert compute_line_total(milli, fils) == total


@pytest.mark.parametrize(("fils", "text"), [(0, "0.000"), (12_500, "12.500"), (5, "0.005"), (-1_250, "-1.250")])
def test_dinars(fils: int, text: str) -> None:
    assert format_bhd(fils) == text
