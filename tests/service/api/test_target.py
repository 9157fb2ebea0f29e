"""The request line's target (RFC 9112 section 3.2)."""

from __future__ import annotations

import pytest

from service.api.target import Target, split_target


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        ("/v1/items", Target("/v1/items", "")),
        ("/v1/items?limit=5", Target("/v1/items", "limit=5")),
        ("/v1/items?a=?b", Target("/v1/items", "a=?b")),
        ("/v1/%69tems?", Target("/v1/%69tems", "")),
        ("http://127.0.0.1:8710/v1/items?a=1", Target("/v1/items", "a=1", "127.0.0.1:8710")),
        ("HTTP://evil.example/v1", Target("/v1", "", "evil.example")),
        ("http://evil.example", Target("", "", "evil.example")),
        ("//evil.example/v1", Target("//evil.example/v1", "")),
        ("*", Target("*", "")),
    ],
)
def test_the_parts_of_a_target(raw: str, parts: Target) -> None:
    assert split_target(raw) == parts
