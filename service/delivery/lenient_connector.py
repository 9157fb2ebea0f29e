"""Accepts answers with a body that they must not have: their status counts, the body is dropped."""

from __future__ import annotations

import asyncio
import functools
import re
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler

_BODILESS = re.compile(rb"HTTP/\d\.\d (?:204|304)(?!\d)")
_NAMES_A_BODY = re.compile(rb"\r\n(?:content-length:[ \t]*0*[1-9]|transfer-encoding:)", re.IGNORECASE)
_STATUS_LINE = len(b"HTTP/1.1 204 ")
_END = b"\r\n\r\n"
_MAX_HEAD_BYTES = 65_536


class LenientConnector(aiohttp.TCPConnector):
    """A connector whose connections deliver only the head of an answer without a body; options are
    TCPConnector's.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - handed on as they are
        super().__init__(**options)
        self._factory = functools.partial(_make_protocol, loop=self._loop)


class LenientProtocol(ResponseHandler):
    """One connection. After such a body it is not used again, as the start of the next answer is
    not known.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self._head = b""
        self._pass_through = self._head_complete = False

    def set_response_params(self, **params: Any) -> None:  # noqa: ANN401 - handed on as they are
        """Called for each request, before its answer is read."""
        self._head = b""
        self._pass_through = self._head_complete = False
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        passed_on = data if self._pass_through else self._strip_body(data)
        if passed_on or not data:
            super().data_received(passed_on)

    def _strip_body(self, data: bytes) -> bytes:
        if self._head_complete:
            self.force_close()
            if self.transport is not None:
                # The next request may use it already.
                self.transport.close()
            return b""
        before = len(self._head)
        self._head += data
        if len(self._head) < _STATUS_LINE:
            return data
        if not _BODILESS.match(self._head) or before > _MAX_HEAD_BYTES:
            self._pass_through = True
            self._head = b""
            return data
        end = self._head.find(_END)
        if end < 0:
            return data
        self._head_complete = True
        end += len(_END)
        if len(self._head) > end or _NAMES_A_BODY.search(self._head):
            self.force_close()
        return data[: end - before]


def _make_protocol(loop: asyncio.AbstractEventLoop) -> ResponseHandler:
    return LenientProtocol(loop)
