"""The target in a request line: a path, or a whole address from a client that uses a proxy (RFC
9112 section 3.2).
"""

from __future__ import annotations

from msgspec import Struct

_SCHEME = "http://"


class RequestTarget(Struct, frozen=True, gc=False):
    """The raw path and query. `authority` is the host of a whole address, checked like Host."""

    path: str
    query: str
    authority: str | None = None


def parse_request_target(raw: str) -> RequestTarget:
    """Splits a request target without decoding it."""
    authority = None
    if raw[: len(_SCHEME)].lower() == _SCHEME:
        authority, slash, rest = raw[len(_SCHEME) :].partition("/")
        raw = slash + rest
    path, _, query = raw.partition("?")
    return RequestTarget(path, query, authority)
