"""Quantities are exact: whole thousandths in, the same number out (contract §3.2)."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.quantity import (
    MAX_MILLI,
    QuantityFault,
    convert_decimal,
    convert_milli,
    count_decimals,
    format_quantity,
    parse_milli,
)
from service.domain.wire import encode

MILLIS = st.integers(0, MAX_MILLI)
DECIMALS = st.decimals(min_value=0, max_value=10**9, places=3, allow_nan=False)


@given(MILLIS)
def test_what_goes_out_comes_back_in(milli: int) -> None:
    assert parse_milli(encode(convert_milli(milli))) == milli
    assert Decimal(format_quantity(milli)) * 1000 == milli


@given(MILLIS)
def test_whole_quantities_are_json_integers(milli: int) -> None:
    assert isinstance(json.loads(encode(convert_milli(milli))), int) == (milli % 1000 == 0)


@given(DECIMALS, st.integers(0, 20))
def test_any_number_of_three_decimals_is_held_exactly(number: Decimal, zeros: int) -> None:
    for spelled in (f"{number}", f"{number}{'0' * zeros}", f"{number:E}"):
        assert parse_milli(spelled.encode()) == number * 1000


@given(st.decimals(min_value=-5, max_value=2 * 10**9, allow_nan=False, places=5))
def test_every_number_is_held_exactly_or_refused(number: Decimal) -> None:
    fits = 0 <= number <= 10**9 and number * 1000 == (number * 1000).to_integral_value()
    try:
        held = convert_decimal(number)
    except QuantityFault:
        assert not fits
    else:
        assert fits
        assert held == number * 1000


@pytest.mark.parametrize(("token", "milli"), [
    ("0", 0), ("-0", 0), ("-0.000", 0), ("0e99", 0), ("0.001", 1), ("1e-3", 1), ("12.5", 12_500), ("1.2500000", 1_250),
    ("1e9", MAX_MILLI), ("1000000000", MAX_MILLI), ("1000000000.000", MAX_MILLI), ("0.1", 100), ("0.3", 300),
    ("5." + "0" * 398, 5_000),
])  # fmt: skip
def test_spellings(token: str, milli: int) -> None:
    assert parse_milli(token.encode()) == milli


@pytest.mark.parametrize(("token", "fault"), [
    ("-1", "must be a number of 0 or more"),
    ("-0.001", "must be a number of 0 or more"),
    ("true", "must be a number of 0 or more"),
    ("null", "must be a number of 0 or more"),
    ('"5"', "must be a number of 0 or more"),
    ("[1]", "must be a number of 0 or more"),
    ("0.0001", "must have at most 3 decimals"),
    ("1e-4", "must have at most 3 decimals"),
    ("1000000000.001", "must be at most 1000000000"),
    ("1000000001", "must be at most 1000000000"),
    ("1e10", "must be at most 1000000000"),
    ("1e400", "must be at most 1000000000"),
    ("99999999999999999999", "must be at most 1000000000"),
    ("1e-99999999999999999999", "must be a number from 0 to 1000000000 with at most 3 decimals"),
    ("1e99999999999999999999", "must be a number from 0 to 1000000000 with at most 3 decimals"),
    ("9" * 5000, "must be written with at most 400 characters"),
])  # fmt: skip
def test_refusals(token: str, fault: str) -> None:
    with pytest.raises(QuantityFault, match=f"^{fault}$") as caught:
        parse_milli(token.encode())
    assert str(caught.value.sentence) == fault


@pytest.mark.parametrize(
    ("milli", "text"), [(0, "0"), (12_000, "12"), (500, "0.5"), (-3_250, "-3.25"), (1, "0.001"), (-1, "-0.001")]
)
def test_text_is_as_short_as_it_is_exact(milli: int, text: str) -> None:
    assert format_quantity(milli) == text


@pytest.mark.parametrize(("number", "decimals"), [("5", 0), ("5.0", 0), ("50", 0), ("0.5", 1), ("1.250", 2)])
def test_decimals_are_counted_without_trailing_zeros(number: str, decimals: int) -> None:
    assert count_decimals(Decimal(number)) == decimals


def test_what_is_no_finite_number_has_no_decimals() -> None:
    with pytest.raises(QuantityFault, match=r"^must be a number of 0 or more$"):
        count_decimals(Decimal("NaN"))


def test_a_whole_quantity_is_an_integer_in_python_too() -> None:
    assert isinstance(convert_milli(2_000), int)
    assert isinstance(convert_milli(2_001), Decimal)
