"""One call as its handler sees it."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web
from msgspec import Struct

from service.domain.idempotency import RepeatableCall
from service.domain.keys import ApiKey
from service.domain.shops import Shop
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class Caller:
    """The key of a call, and the one shop that it reaches."""

    key: ApiKey
    shop: Shop


class ApiRequest(Struct, frozen=True):
    """One call: the path's variable parts, the query, the body, and the moment."""

    caller: Caller
    path_params: tuple[str, ...]
    query: str
    body: bytes
    at: Millis
    address: str = ""
    """Scheme, host and port that the call was made to."""
    connection: web.BaseRequest | None = None
    """The connection of the answer, for handlers that must know when the caller has left."""
    repeatable: RepeatableCall | None = None
    """The call, where it has an Idempotency-Key: for handlers that write before they answer."""
