"""JSON from other systems: what is not JSON and where, and what has another shape."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import BadRequest
from service.domain.json_bodies import decode_body, find_json_fault, find_unknown_members


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
