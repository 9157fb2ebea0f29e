"""The request line's target (RFC 9112 section 3.2)."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.api_request import (
    MAX_OFFSET,
    MAX_PARAMETERS,
    QueryParams,
    RequestTarget,
    check_target_size,
    format_ignored,
    parse_request_target,
)
from service.domain.errors import BadRequest


@given(st.integers(-(10**25), 10**25))
def test_a_whole_number_passes_exactly_within_its_bounds(number: int) -> None:
    params = QueryParams.parse(f"limit={number}")
    if 1 <= number <= 500:
        assert params.read_integer("limit", 200, 1, 500) == number
    else:
        with pytest.raises(BadRequest, match=r"^limit must be an integer from 1 to 500\.$"):
            params.read_integer("limit", 200, 1, 500)


@pytest.mark.parametrize(
    "text", ["", "+", "5.0", "5e0", "0x5", "%205", "5%20", "5_0", "%2B5", "true", "null", "%D9%A5", "--5", "9" * 5000]
)
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="must be an integer"):
        QueryParams.parse(f"offset={text}").read_integer("offset", 0, 0, MAX_OFFSET)


def test_the_largest_offset_is_2_to_the_53_less_1() -> None:
    assert QueryParams.parse("offset=9007199254740991").read_integer("offset", 0, 0, MAX_OFFSET) == 2**53 - 1
    with pytest.raises(BadRequest):
        QueryParams.parse("offset=9007199254740992").read_integer("offset", 0, 0, MAX_OFFSET)


def test_what_is_left_out_has_its_default() -> None:
    params = QueryParams.parse("")
    assert params.read_integer("limit", 200, 1, 500) == 200
    assert params.read_word("status", "placed", ("placed", "all")) == "placed"


@pytest.mark.parametrize("word", ["", "Placed", "placed%20", "open", "placed,ready"])
def test_a_word_outside_the_list_is_refused_with_the_list(word: str) -> None:
    with pytest.raises(BadRequest, match=r"^status must be one of placed, all\.$"):
        QueryParams.parse(f"status={word}").read_word("status", "placed", ("placed", "all"))


def test_a_parameter_given_twice_is_refused_where_it_is_read() -> None:
    params = QueryParams.parse("limit=5&limit=5&other=1")
    with pytest.raises(BadRequest, match="limit is given more than once"):
        params.read_integer("limit", 200, 1, 500)
    assert params.read_integer("offset", 0, 0, MAX_OFFSET) == 0


@given(st.text("gh_=&1%+;", max_size=12) | st.sampled_from(["limit=5&offset=10", "status=out_for_delivery&a=1&a=2"]))
def test_a_query_is_read_as_the_standard_library_reads_it(query: str) -> None:
    pairs = parse_qsl(query, keep_blank_values=True, errors="strict")
    params = QueryParams.parse(query)
    assert params.values == dict(pairs)
    names = [name for name, _ in pairs]
    assert params.repeated == {name for name in names if names.count(name) > 1}


def test_names_and_values_are_decoded() -> None:
    assert QueryParams.parse("%6Cimit=%37").read_integer("limit", 200, 1, 500) == 7


def test_a_parameter_that_may_be_repeated_is_read_in_order_and_counted() -> None:
    params = QueryParams.parse("sku=b&limit=5&sku=a&sku=b")
    assert params.read_many("sku", 3) == ["b", "a", "b"]
    assert params.read_many("branch", 0) == []
    assert QueryParams.parse("sku=b&limit=5").read_many("sku", 3) == ["b"]
    with pytest.raises(BadRequest, match=r"^sku may be given at most 2 times, this has 3; send several calls\.$"):
        params.read_many("sku", 2)
    assert params.read_words("sku", ("a", "b", "c")) == ["b", "a", "b"]
    with pytest.raises(BadRequest, match=r"^sku must be one of a, c\.$"):
        params.read_words("sku", ("a", "c"))


def test_a_text_is_read_once() -> None:
    params = QueryParams.parse("before=x&a=1&a=2")
    assert (params.read_text("before"), params.read_text("after")) == ("x", None)
    with pytest.raises(BadRequest, match=r"^a is given more than once; give it once\.$"):
        params.read_text("a")


def test_the_header_names_what_was_ignored_in_a_bounded_space() -> None:
    params = QueryParams.parse("limit=5&ofset=3&%D9%82=1&cp_live_" + "A" * 40 + "=1")
    params.read_integer("limit", 1, 1, 9)
    assert format_ignored(params.list_ignored()) == "[secret%20removed], ofset, %D9%82"
    many = QueryParams.parse("&".join(f"{number:02}{'x' * 50}=1" for number in range(30)))
    names = format_ignored(many.list_ignored()).split(", ")
    assert names == [f"{number:02}{'x' * 38}" for number in range(20)]


_MANY = "&".join(f"a{number}=1" for number in range(MAX_PARAMETERS))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("%ff=1", "query cannot be read"),
        ("a=%C3", "query cannot be read"),
        (f"{_MANY}&b=1", f"at most {MAX_PARAMETERS} parameters"),
    ],
)
def test_a_query_that_cannot_be_read_or_is_too_long_is_refused(query: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        QueryParams.parse(query)
    assert len(QueryParams.parse(_MANY).values) == MAX_PARAMETERS


def test_names_that_nobody_asks_for_are_ignored() -> None:
    params = QueryParams.parse("limit=5&ofset=3&b=%20&sku=A&event=x&q=pad")
    asked = (params.read_many("sku", 5), params.read_words("event", ["x"]), params.read_text("q"))
    assert (asked, params.list_ignored()) == ((["A"], ["x"], "pad"), ["b", "limit", "ofset"])
    params.read_integer("limit", 1, 1, 9)
    assert params.list_ignored() == ["b", "ofset"]
    assert QueryParams.parse("").list_ignored() == []


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=60))
def test_any_query_is_read_or_refused(query: str) -> None:
    try:
        limit = QueryParams.parse(query).read_integer("limit", 200, 1, 500)
    except BadRequest:
        return
    assert 1 <= limit <= 500


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        ("/v1/items", RequestTarget("/v1/items", "")),
        ("/v1/items?limit=5", RequestTarget("/v1/items", "limit=5")),
        ("/v1/items?a=?b", RequestTarget("/v1/items", "a=?b")),
        ("/v1/%69tems?", RequestTarget("/v1/%69tems", "")),
        ("http://127.0.0.1:8710/v1/items?a=1", RequestTarget("/v1/items", "a=1", "127.0.0.1:8710")),
        ("HTTP://evil.example/v1", RequestTarget("/v1", "", "evil.example")),
        ("http://evil.example", RequestTarget("", "", "evil.example")),
        ("//evil.example/v1", RequestTarget("//evil.example/v1", "")),
        ("*", RequestTarget("*", "")),
    ],
)
def test_the_parts_of_a_target(raw: str, parts: RequestTarget) -> None:
    assert parse_request_target(raw) == parts


@pytest.mark.parametrize("path", ["/", "/" + "a" * 4_000])
def test_a_path_and_its_query_have_8190_characters_at_most(path: str) -> None:
    longest = "q" * (8_190 - len(path) - 1)
    check_target_size(RequestTarget(path, longest))
    with pytest.raises(BadRequest, match="at most 8190 characters, this has 8191; send fewer"):
        check_target_size(RequestTarget(path, longest + "q"))
