"""API keys, and tills on other devices: their certificate and the code that gives them a key."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from service.domain.certificate import ServerCertificate
from service.domain.keys import ApiKey, NewKey, Rights
from service.domain.pairing import PairingStatus
from service.domain.times import Millis
from ui.backend.access import Access, at_service_only, needs
from ui.backend.local_file import SavedFile


class Network(Protocol):
    """Encryption of calls from the network, and pairing."""

    @needs(Access.READ)
    def certificate(self) -> Future[ServerCertificate | None]:
        """The certificate; None before the service was opened to the network."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def replace_certificate(self) -> Future[None]:
        """Makes new keys; every till that pinned the certificate refuses it afterwards."""
        ...

    @needs(Access.PROTECTED)
    def open_pairing(self, shop: int) -> Future[str]:
        """A new code by which one till gets a key of this shop; it ends an earlier code."""
        ...

    @needs(Access.READ)
    def pairing(self) -> Future[PairingStatus]:
        """The state of the last code."""
        ...

    @needs(Access.COUNTER)
    def close_pairing(self) -> Future[None]:
        """Ends the code."""
        ...

    @needs(Access.READ)
    def save_certificate(self, path: SavedFile) -> Future[None]:
        """Saves what a till may trust; the file has no secret."""
        ...


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
    @needs(Access.READ)
    def list(self, shop: int) -> Future[tuple[KeyRow, ...]]: ...

    @needs(Access.PROTECTED)
    def create(
        self, shop: int, name: str, last_day: date | None = None, rights: Rights = Rights.ALL
    ) -> Future[NewKey]: ...

    @needs(Access.PROTECTED)
    def rename(self, shop: int, key: int, name: str) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def change_expiry(self, shop: int, key: int, last_day: date | None) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def revoke(self, shop: int, key: int) -> Future[None]: ...

    @needs(Access.READ)
    def push_state(self, shop: int) -> Future[PushState]: ...
