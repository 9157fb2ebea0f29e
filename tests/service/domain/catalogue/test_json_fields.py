"""Single values: integral numbers in all their spellings."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.catalogue.json_fields import (
    FieldFault,
    FieldReader,
    Fils,
    make_integer_reader,
    make_text_reader,
    normalize_integral,
)
from service.domain.money import MAX_FILS
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
    "token",
    [
        b"true",
        b'"5"',
        b"null",
        b"[1]",
        b"5.5",
        b"1e999",
        b"1e99999999999999999999",
        b"5." + b"0" * 400,
        b"007",
        b"1_0",
        b"Infinity",
        b"NaN",
    ],
)
def test_anything_else_stays_as_it_is(token: bytes) -> None:
    assert normalize_integral(token) == token


def test_a_number_of_400_characters_is_read() -> None:
    assert normalize_integral(b"5." + b"0" * 398) == b"5"
    assert normalize_integral(b"5." + b"0" * 399) == b"5." + b"0" * 399


def test_a_fault_names_the_largest_value() -> None:
    read = make_integer_reader(int, verbatim("must be small"), 9)
    assert read(b"9.0", {}) == 9
    with pytest.raises(FieldFault) as caught:
        read(b"10", {})
    assert [*map(str, caught.value.list_faults("size"))] == ["size: must be at most 9"]


def test_a_number_without_a_fraction_is_too_large_however_it_is_written() -> None:
    read = make_integer_reader(Fils, verbatim("must be a price"), MAX_FILS)
    assert read(str(MAX_FILS).encode(), {}) == MAX_FILS
    for token in (b"9007199254740992", b"9007199254740992.0", b"1e16"):
        assert _fault_of(read, token) == f"size: must be at most {MAX_FILS}"
    for token in (b"-1", b"5.5", b'"5"', b"1e400"):
        assert _fault_of(read, token) == "size: must be a price"


@pytest.mark.parametrize("token", [b"0", b"-0", b"0.0", b"-0.00", b"0e5"])
def test_zero_has_one_spelling(token: bytes) -> None:
    assert normalize_integral(token) == b"0"


def test_a_text_has_so_many_characters_and_nothing_else_is_one() -> None:
    read = make_text_reader(str | None, verbatim("must be a text or null"), 3)
    assert [read(token, {}) for token in ('"قطع"'.encode(), b"null", b'""')] == ["قطع", None, ""]
    assert _fault_of(read, '"قطعة"'.encode()) == "size: must be at most 3 characters, this has 4"
    assert _fault_of(read, b"5") == "size: must be a text or null"
    assert _fault_of(read, b"[" * 5_000) == "size: must be a text or null"


def test_faults_inside_a_field_have_their_places() -> None:
    fault = FieldFault(verbatim("is required"), verbatim("must not be blank"), places=["[0].make", "[3].model"])
    assert [*map(str, fault.list_faults("fit"))] == ["fit[0].make: is required", "fit[3].model: must not be blank"]
    assert str(FieldFault(verbatim("is required")).list_faults("sku")[0]) == "sku: is required"


def _fault_of(read: FieldReader, token: bytes) -> str:
    with pytest.raises(FieldFault) as caught:
        read(token, {})
    return "; ".join(map(str, caught.value.list_faults("size")))
