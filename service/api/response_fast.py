"""A small body on a connection that stays open: head and body are sent in one piece."""

from __future__ import annotations

import time
from collections.abc import Mapping
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus

from aiohttp import web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.http import HttpVersion11

from service.api.answers import COMMON_HEADERS, Answer
from service.api.response import JSON, make_response

_MAX_BODY_BYTES = 64 * 1024
_METHODS = ("GET", "POST")
_OWN_HEADERS = frozenset({*COMMON_HEADERS, "Content-Type", "Content-Length", "Date", "Connection"})
"""Headers that the quick response writes itself."""


def send_quickly(request: web.BaseRequest, answer: Answer, headers: Mapping[str, str]) -> web.StreamResponse:
    """The response of an answer to this request: the quick one, or that of `make_response`."""
    if _is_plain(request, answer) and _OWN_HEADERS.isdisjoint(headers):
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
        if lines.isascii() and lines.count("\n") == lines.count("\r") == len(headers):
            return _PlainResponse(answer.status, answer.body, lines)
    return make_response(answer, headers)


def _is_plain(request: web.BaseRequest, answer: Answer) -> bool:
    """Whether the answer needs nothing but a status, its headers and its body."""
    return (
        len(answer.body) < _MAX_BODY_BYTES
        and not answer.close
        and answer.status not in (204, 304)
        and request.keep_alive
        and request.version == HttpVersion11
        and request.method in _METHODS
    )


class _PlainResponse(web.StreamResponse):
    """Sends the bytes that aiohttp would send for the same headers."""

    def __init__(self, status: int, body: bytes, lines: str) -> None:
        super().__init__(status=status)
        self._content = body
        self._lines = lines

    @property
    def keep_alive(self) -> bool:
        return True

    async def prepare(self, request: web.BaseRequest) -> AbstractStreamWriter:
        """Sends everything."""
        head = (
            f"{_format_first_lines(self.status)}{self._lines}Content-Type: {JSON}\r\n"
            f"Content-Length: {len(self._content)}\r\nDate: {_format_date(int(time.time()))}\r\n\r\n"
        )
        writer = request.writer
        await writer.write(head.encode("ascii") + self._content)
        return writer

    async def write_eof(self, data: bytes = b"") -> None:
        """Everything is sent."""


@lru_cache(maxsize=64)
def _format_first_lines(status: int) -> str:
    headers = "".join(f"{name}: {value}\r\n" for name, value in COMMON_HEADERS.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{headers}"


@lru_cache(maxsize=1)
def _format_date(second: int) -> str:
    return formatdate(second, usegmt=True)
