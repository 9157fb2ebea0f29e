"""The request line's target (RFC 9112 section 3.2)."""

from __future__ import annotations

import pytest

from service.api.request_target import RequestTarget, parse_request_target


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
