"""One call as its handler sees it."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web
from msgspec import Struct

from service.domain.keys import ApiKey
from service.domain.shops import Shop
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class Caller:
    """The key that a call came with, and the one shop it reaches."""

    key: ApiKey
    shop: Shop


class ApiRequest(Struct, frozen=True):
    """What was asked: the path's variable parts,
    the query, the body, when, and under which name (Host).
    """

    caller: Caller
    path_params: tuple[str, ...]
    query: str
    body: bytes
    at: Millis
    host: str = ""
    connection: web.BaseRequest | None = None
    """Whom the answer goes to, for who has to know that nobody waits for it any longer."""
