"""The target in a request line: a path, or a whole address from a client that uses a proxy (RFC
9112 section 3.2).
"""

from __future__ import annotations

from msgspec import Struct

from service.domain.errors import BadRequest

_SCHEME = "http://"
MAX_TARGET_BYTES = 8_190
"""Of a path with its query."""
MAX_REQUEST_LINE_BYTES = 32 * 1024
"""Of a request line that is read at all: a longer target than may be is refused by name, and
logged.
"""


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


def check_target_size(target: RequestTarget) -> None:
    """Raises BadRequest for a path with a query that is too long."""
    size = len(target.path) + len(target.query) + 1
    if size > MAX_TARGET_BYTES:
        raise BadRequest(
            f"The path with its query may have at most {MAX_TARGET_BYTES} characters, this has {size}; "
            "send fewer parameters, or several calls."
        )
