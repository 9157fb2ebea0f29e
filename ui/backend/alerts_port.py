"""Alerts to the owner's phone or mail, and the heartbeat."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from service.domain.alerts import AlertChannel, AlertKind, Heartbeat, PostResult
from ui.backend.access import Access, needs


@dataclass(frozen=True, slots=True)
class AlertsState:
    """The addresses of the owner, masked."""

    channels: tuple[AlertChannel, ...] = ()
    heartbeat: Heartbeat | None = None


@dataclass(frozen=True, slots=True)
class NewChannel:
    """What the owner typed. No repr has the address."""

    name: str
    address: str = field(repr=False)
    kinds: frozenset[AlertKind]
    with_buyer: bool


class Alerts(Protocol):
    """Alerts of the whole installation, not of one shop."""

    @needs(Access.READ)
    def read(self) -> Future[AlertsState]: ...

    @needs(Access.PROTECTED)
    def add(self, new: NewChannel) -> Future[AlertChannel]: ...

    @needs(Access.PROTECTED)
    def change(self, channel: int, kinds: Collection[AlertKind], *, with_buyer: bool) -> Future[AlertChannel]: ...

    @needs(Access.PROTECTED)
    def remove(self, channel: int) -> Future[None]: ...

    @needs(Access.COUNTER)
    def test(self, channel: int) -> Future[PostResult]:
        """Sends a test; answers how it ended, within half a minute."""
        ...

    @needs(Access.PROTECTED)
    def set_heartbeat(self, address: str, minutes: int) -> Future[Heartbeat]: ...

    @needs(Access.PROTECTED)
    def remove_heartbeat(self) -> Future[None]: ...
