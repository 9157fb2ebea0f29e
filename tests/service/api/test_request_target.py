"""The request line's target (RFC 9112 section 3.2)."""

from __future__ import annotations

import pytest

from service.api.request_target import RequestTarget, check_target_size, parse_request_target
from service.domain.errors import BadRequest


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
