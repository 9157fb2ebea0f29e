"""Which handler answers which path and method (contract §2.7)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from urllib.parse import unquote

from aiohttp import web
from msgspec import Struct

from service.api.answers import Answer, AnswerJob
from service.api.api_request import ApiRequest
from service.domain.times import Millis

Handler = Callable[[ApiRequest], Awaitable[Answer | AnswerJob]]
KeylessHandler = Callable[[web.BaseRequest, Millis], Awaitable[Answer | AnswerJob]]
"""Answers a path under /v1 that needs no key, at a moment. It decides itself about an unencrypted
call.
"""


class RouteMatch(Struct, frozen=True):
    """An existing path: its handlers by method, and its variable parts, decoded."""

    handlers: dict[str, Handler]
    path_params: tuple[str, ...]

    @property
    def allow(self) -> str:
        """The Allow header of a 405."""
        return ", ".join(self.handlers).replace("GET", "GET, HEAD")

    def find_handler(self, method: str) -> Handler | None:
        """The handler of a method; HEAD is handled like GET. None where there is none."""
        return self.handlers.get("GET" if method == "HEAD" else method)


class Routes:
    """The paths of version 1: a `{…}` stands for one segment."""

    def __init__(
        self, table: dict[str, dict[str, Handler]], keyless: Mapping[str, KeylessHandler] = MappingProxyType({})
    ) -> None:
        """`keyless` are paths under /v1 that are answered before a key is looked for."""
        self.table = table
        self.keyless = keyless
        self._fixed = {path: handlers for path, handlers in table.items() if "{" not in path}
        self._patterns = [(path.split("/"), handlers) for path, handlers in table.items()]

    def find(self, path: str) -> RouteMatch | None:
        """The match of a raw path in any percent-encoding, or None if there is no such path."""
        handlers = self._fixed.get(path)
        if handlers is not None:
            return RouteMatch(handlers, ())
        segments = path.split("/")
        if "%" in path:
            segments = [unquote(segment) for segment in segments]
        for pattern, route in self._patterns:
            if len(pattern) == len(segments):
                parts = _match_segments(pattern, segments)
                if parts is not None:
                    return RouteMatch(route, parts)
        return None


def _match_segments(pattern: list[str], segments: list[str]) -> tuple[str, ...] | None:
    parts = []
    for expected, segment in zip(pattern, segments, strict=True):
        if expected.startswith("{"):
            if not segment:
                return None
            parts.append(segment)
        elif expected != segment:
            return None
    return tuple(parts)
