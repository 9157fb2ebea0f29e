"""JSON from other systems: what is not JSON and where, and what has another shape."""

from __future__ import annotations

import json
from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import BadRequest
from service.domain.json_bodies import (
    FieldFault,
    FieldReader,
    Fils,
    decode_body,
    find_json_fault,
    find_unknown_members,
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


class Named(msgspec.Struct):
    name: str


DECODER = msgspec.json.Decoder(Named)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b'{\n  "name": NaN\n}', "invalid character at line 2, column 11"),
        (b'{\r\n  "name": Infinity\r\n}', "invalid character at line 2, column 11"),
        (b'{\r"name":\r,}', "invalid character at line 3, column 1"),
        ('{"name": "براد" x}'.encode(), "expected ',' or '}' at line 1, column 17"),
        ('{"name": "\\uد"}'.encode(), "invalid character in unicode escape at line 1, column 13"),
        (b'{"name": "a",}', "trailing comma in object at line 1, column 14"),
        (b"{} {}", "trailing characters at line 1, column 4"),
        ('"a" é'.encode(), "trailing characters at line 1, column 5"),
        (b'{\n"name": "a', "it ends too early, at line 2, column 11"),
        (b'{"name": "\\ud800"}', "half a surrogate pair at line 1, column 11"),
        (b'{"name": "\\udc00"}', "invalid utf-16 surrogate pair at line 1, column 17"),
        (b'{\n"name": "\xff"}', "not UTF-8 at line 2, column 10"),
        (b"\xef\xbb\xbf{}", "it begins with a byte order mark; send it without"),
        (b"[" * 100_000, "it is nested too deeply"),
    ],
)
def test_what_is_not_json_is_told_with_its_place(body: bytes, reason: str) -> None:
    assert find_json_fault(body) == reason
    with pytest.raises(BadRequest) as raised:
        decode_body(body, DECODER, "The body")
    assert raised.value.message == f"The body is not JSON: {reason}."


@pytest.mark.parametrize("body", [b"[]", b"7", b'{"name": 5}', b"{}"])
def test_another_shape_is_none_of_its_faults(body: bytes) -> None:
    assert find_json_fault(body) is None
    with pytest.raises(msgspec.ValidationError):
        decode_body(body, DECODER, "The body")


def test_what_is_broken_after_a_wrong_type_is_not_json_all_the_same() -> None:
    with pytest.raises(BadRequest, match="not JSON: expected '\"' at line 1, column 13"):
        decode_body(b'{"name": 5, oops', DECODER, "The body")


@pytest.mark.parametrize(
    ("body", "unknown"),
    [
        (b'{"name": 1, "nmae": 2, "x": {"y": 3}}', ["nmae", "x"]),
        (b'{"name": 1}', []),
        (b"[1]", []),
        (b'{"name', []),
        (b'{"\xff": 1}', []),
    ],
)
def test_members_that_mean_nothing_are_named(body: bytes, unknown: list[str]) -> None:
    assert find_unknown_members(body, ["name"]) == unknown


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_json_is_taken_for_something_else(value: object) -> None:
    try:
        body = json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return
    assert find_json_fault(body) is None
