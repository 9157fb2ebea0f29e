"""Single values: integral numbers in all their spellings."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.catalogue.json_fields import FieldFault, make_integer_reader, normalize_integral
from service.domain.sentences import verbatim


@given(st.integers(-(10**16), 10**16), st.integers(0, 5))
def test_an_integer_is_one_however_many_zeros_follow_its_point(number: int, zeros: int) -> None:
    token = f"{number}.{'0' * zeros}" if zeros else str(number)
    assert int(normalize_integral(token.encode())) == number


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_what_becomes_an_integer_was_one(number: Decimal) -> None:
    token = str(number).encode()
    after = normalize_integral(token)
    assert after == token or Decimal(after.decode()) == number


@pytest.mark.parametrize(
    "token", [b"true", b'"5"', b"null", b"[1]", b"5.5", b"1e999", b"1e99999999999999999999", b"5." + b"0" * 400]
)
def test_anything_else_stays_as_it_is(token: bytes) -> None:
    assert normalize_integral(token) == token


def test_a_fault_names_the_largest_value() -> None:
    read = make_integer_reader(int, verbatim("must be small"), 9)
    assert read(b"9.0", {}) == 9
    with pytest.raises(FieldFault) as caught:
        read(b"10", {})
    assert [*map(str, caught.value.list_faults("size"))] == ["size: must be at most 9"]
