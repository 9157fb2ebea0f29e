"""API keys: list, create, revoke."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from service.domain.keys import ApiKey, NewKey
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key with its calls of today; `expired` and `expires_soon` are by a trusted clock."""

    key: ApiKey
    calls_today: int
    expired: bool = False
    expires_soon: bool = False


@dataclass(frozen=True, slots=True)
class PushState:
    """The last upload through the API, for the card of API push."""

    at: Millis | None
    rows: int
    key: str


class Keys(Protocol):
    """API keys of a shop."""

    def list(self, shop: int) -> Future[tuple[KeyRow, ...]]: ...

    def create(self, shop: int, name: str, last_day: date | None = None) -> Future[NewKey]: ...

    def rename(self, shop: int, key: int, name: str) -> Future[None]: ...

    def change_expiry(self, shop: int, key: int, last_day: date | None) -> Future[None]: ...

    def revoke(self, shop: int, key: int) -> Future[None]: ...

    def push_state(self, shop: int) -> Future[PushState]: ...
