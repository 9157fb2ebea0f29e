"""Reads calls with a method that the HTTP parser refuses, such as `FOO` or `get`, so that they are
answered with 405 and are in the log.
"""

from __future__ import annotations

import asyncio
import re

from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import HttpRequestParser, RawRequestMessage
from aiohttp.http_exceptions import HttpProcessingError

_METHOD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) [^ \r\n]+ HTTP/1\.[01]\r\n")
_KNOWN = frozenset((b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT"))
_HEAD_END = b"\r\n\r\n"


def read_unknown_method(
    data: bytes, protocol: BaseProtocol, loop: asyncio.AbstractEventLoop, max_line_size: int
) -> RawRequestMessage | None:
    """The head at the start of `data`, where the parser refuses it for its method alone.

    The connection ends after the answer, as where a body would end is not known.
    """
    match = _METHOD.match(data)
    head, end, _ = data.partition(_HEAD_END)
    if match is None or not end or match.group(1) in _KNOWN:
        return None
    parser = HttpRequestParser(protocol, loop, 2**16, max_line_size=max_line_size)
    try:
        # With a method that takes no body nothing behind the head is waited for.
        messages, _, _ = parser.feed_data(b"GET" + _drop_framing(head[match.end(1) :]) + end)
    except HttpProcessingError:
        return None
    message: RawRequestMessage = messages[0][0]
    return message._replace(method=match.group(1).decode("ascii"), should_close=True)


def _drop_framing(head: bytes) -> bytes:
    """The head without the headers that announce a body."""
    lines = head.split(b"\r\n")
    return b"\r\n".join(
        line for line in lines if not line.lower().startswith((b"content-length:", b"transfer-encoding:"))
    )
