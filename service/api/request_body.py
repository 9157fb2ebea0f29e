"""Reads a call's body: at most 2 MB, within a time limit (contract §2.4)."""

from __future__ import annotations

import asyncio

from aiohttp import web
from aiohttp.http import HttpVersion11

from service.api.answers import Answer, make_error
from service.domain.json_bodies import MAX_BODY_BYTES

TOO_LARGE = f"The body is over {MAX_BODY_BYTES >> 20} MB ({MAX_BODY_BYTES} bytes); send the rows in several calls."
BODY_DEADLINE_S = 60.0


async def read_body(
    request: web.BaseRequest, deadline_s: float = BODY_DEADLINE_S, most: int = MAX_BODY_BYTES
) -> bytes | Answer:
    """The whole body, or the answer that refuses it; `most` is its longest length in bytes."""
    length = request.content_length
    if length is not None and length > most:
        return _refuse(most)
    if not request.body_exists:
        return b""
    if request.version == HttpVersion11 and request.headers.get("Expect", "").lower() == "100-continue":
        await _send_continue(request)
    try:
        if request.content.is_eof():
            # A small body comes together with its head and needs no deadline.
            return _check_size(request.content.read_nowait(), most)
        async with asyncio.timeout(deadline_s):
            return await _collect(request, most)
    except TimeoutError:
        return make_error(400, "bad_request", f"The body did not arrive within {deadline_s:.0f} seconds.", close=True)
    except (web.RequestPayloadError, ConnectionError, OSError, asyncio.IncompleteReadError):
        return make_error(400, "bad_request", "The body ended before its announced length.", close=True)


async def _collect(request: web.BaseRequest, most: int) -> bytes | Answer:
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.content.iter_any():
        size += len(chunk)
        if size > most:
            return _refuse(most)
        chunks.append(chunk)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def _check_size(body: bytes, most: int) -> bytes | Answer:
    return _refuse(most) if len(body) > most else body


def _refuse(most: int) -> Answer:
    if most == MAX_BODY_BYTES:
        return make_too_large()
    return make_error(
        413, "body_too_large", f"The body is over {most} bytes; send what this call asks for.", close=True
    )


async def _send_continue(request: web.BaseRequest) -> None:
    writer = request._payload_writer  # noqa: SLF001 - the low-level server leaves `Expect` to its handler
    await writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    writer.output_size = 0


def make_too_large() -> Answer:
    """The answer to a body over MAX_BODY_BYTES."""
    return make_error(413, "body_too_large", TOO_LARGE, close=True)
