"""The HTTP response of an answer, as aiohttp makes it."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from service.api.answers import COMMON_HEADERS, Answer

JSON = "application/json"


def make_response(answer: Answer, headers: Mapping[str, str]) -> web.StreamResponse:
    """The response of an answer with its body; `headers` come after those of every answer."""
    named = {**COMMON_HEADERS, **headers}
    if answer.status in (204, 304):
        return web.Response(status=answer.status, headers=named)
    response = web.Response(status=answer.status, body=answer.body, headers=named, content_type=JSON)
    if answer.close:
        response.force_close()
    return response


def make_long_response(answer: Answer, headers: Mapping[str, str]) -> web.StreamResponse:
    """The same for a body that is sent in pieces."""
    return web.StreamResponse(status=answer.status, headers={**COMMON_HEADERS, **headers, "Content-Type": JSON})
