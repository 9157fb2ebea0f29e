"""Whole fils, rounded half up (contract §4.1)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.money import MAX_FILS, compute_line_total, format_bhd
from service.domain.quantity import MAX_MILLI


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
