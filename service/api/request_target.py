"""What a request line asks for: a path,
or from a client that means a proxy a whole address (RFC 9112 section 3.2).
"""

from __future__ import annotations

from msgspec import Struct

_SCHEME = "http://"


class RequestTarget(Struct, frozen=True, gc=False):
    """The raw path and query; `authority` is the host that a whole address
    names, checked as Host is.
    """

    path: str
    query: str
    authority: str | None = None


def parse_request_target(raw: str) -> RequestTarget:
    """The parts of a request target, nothing in them decoded yet."""
    authority = None
    if raw[: len(_SCHEME)].lower() == _SCHEME:
        authority, slash, rest = raw[len(_SCHEME) :].partition("/")
        raw = slash + rest
    path, _, query = raw.partition("?")
    return RequestTarget(path, query, authority)
