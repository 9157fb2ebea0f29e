"""`ETag` and `If-None-Match`: an answer that the caller has already is 304,
without its body (contract §9.4).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace

from service.api.answers import Answer

READING_METHODS = ("GET", "HEAD")
_TAG = re.compile(r'(?:W/)?("[^"]*")')


def make_etag(body: bytes) -> str:
    """A weak tag of a body: equal bodies have equal tags."""
    return format_etag(hashlib.sha256(body).hexdigest())


def format_etag(digest: str) -> str:
    """The tag of a body with that SHA-256 digest."""
    return f'W/"{digest[:24]}"'


def apply_precondition(answer: Answer, if_none_match: Sequence[str]) -> Answer:
    """A 200 to GET or HEAD with its `ETag`; 304 where one of the `If-None-Match` headers names it.

    Tags are compared weakly (RFC 9110 section 13.1.2). A header that is no list of tags matches
    nothing.
    """
    tag = answer.etag or make_etag(answer.body)
    answer.headers["ETag"] = tag
    if not if_none_match or not _matches(tag, ",".join(if_none_match)):
        return answer
    return replace(answer, status=304, body=b"", packed_body=None, long_body=None)


def _matches(tag: str, header: str) -> bool:
    return header.strip() == "*" or tag.removeprefix("W/") in _TAG.findall(header)
