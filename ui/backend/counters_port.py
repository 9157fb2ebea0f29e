"""Further counters: windows on other computers of the shop, and this one as one of them."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.counters import FurtherCounter
from service.domain.pairing import PairingStatus
from ui.backend.access import Access, at_service_only, needs


@dataclass(frozen=True, slots=True)
class CounterOffer:
    """What is typed at the other computer; `words` are those of the certificate."""

    code: str
    addresses: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class SeenService:
    """A computer with the service that answers at an address."""

    address: str
    pin: str
    words: str


@dataclass(frozen=True, slots=True)
class NearbyService:
    """A computer with the service that the network names."""

    name: str
    address: str


class Counters(Protocol):
    """The counters of this service; and the way to become a counter of another one."""

    @needs(Access.READ)
    def list(self) -> Future[tuple[FurtherCounter, ...]]:
        """Those that are not revoked."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def open_code(self) -> Future[CounterOffer]:
        """A new code for one counter, which ends an earlier one. Turns counters on."""
        ...

    @needs(Access.READ)
    def pairing(self) -> Future[PairingStatus]:
        """The state of the last code."""
        ...

    @at_service_only
    @needs(Access.COUNTER)
    def close_code(self) -> Future[None]: ...

    @at_service_only
    @needs(Access.PROTECTED)
    def revoke(self, name: str) -> Future[None]: ...

    @at_service_only
    @needs(Access.READ)
    def find_nearby(self) -> Future[tuple[NearbyService, ...]]:
        """Asks the network; takes some seconds."""
        ...

    @at_service_only
    @needs(Access.READ)
    def look(self, address: str) -> Future[SeenService]:
        """Who answers there. Nothing is sent."""
        ...

    @at_service_only
    @needs(Access.PROTECTED)
    def join(self, seen: SeenService, code: str) -> Future[None]:
        """Makes this computer a counter of that service, which the next start uses."""
        ...
