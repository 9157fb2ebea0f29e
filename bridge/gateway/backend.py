"""The whole backend of the window, put together from its rooms; whoever listens hears of commits, host and orders."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bridge.gateway.calls import CallsRoom
from bridge.gateway.catalogue import CatalogueRoom
from bridge.gateway.host import HostRoom
from bridge.gateway.keys import KeysRoom
from bridge.gateway.orders import OrdersRoom
from bridge.gateway.overview import OverviewRoom
from bridge.gateway.pulls import PullsRoom
from bridge.gateway.settings import SettingsRoom
from bridge.gateway.shops import ShopsRoom
from bridge.gateway.webhooks import WebhooksRoom
from service.domain.changes import Changes
from ui.backend.host import HostStatus
from ui.backend.orders import OrderRow

log = logging.getLogger(__name__)

T = TypeVar("T")
Ring = tuple[int, OrderRow, bool]


class Listeners(Generic[T]):
    """Those who want to hear of something; they are called on the thread on which it happens."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def add(self, listener: Callable[[T], None]) -> Listening[T]:
        self._listeners.append(listener)
        return Listening(self, listener)

    def drop(self, listener: Callable[[T], None]) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)

    def tell(self, word: T) -> None:
        """One listener's fault keeps the word from no other."""
        for listener in tuple(self._listeners):
            try:
                listener(word)
            except Exception:
                log.exception("A listener failed")


@dataclass(frozen=True, slots=True)
class Listening(Generic[T]):
    """Ends a subscription."""

    listeners: Listeners[T]
    listener: Callable[[T], None]

    def close(self) -> None:
        self.listeners.drop(self.listener)


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the window asks, room by room."""

    shops: ShopsRoom
    host: HostRoom
    overview: OverviewRoom
    orders: OrdersRoom
    catalogue: CatalogueRoom
    keys: KeysRoom
    pulls: PullsRoom
    webhooks: WebhooksRoom
    calls: CallsRoom
    settings: SettingsRoom


class Gateway:
    """Carries out ui.backend.Backend."""

    def __init__(
        self, rooms: Rooms, changed: Listeners[Changes], host_changed: Listeners[HostStatus], rang: Listeners[Ring]
    ) -> None:
        self._rooms = rooms
        self._changed = changed
        self._host_changed = host_changed
        self._rang = rang

    @property
    def shops(self) -> ShopsRoom:
        return self._rooms.shops

    @property
    def host(self) -> HostRoom:
        return self._rooms.host

    @property
    def overview(self) -> OverviewRoom:
        return self._rooms.overview

    @property
    def orders(self) -> OrdersRoom:
        return self._rooms.orders

    @property
    def catalogue(self) -> CatalogueRoom:
        return self._rooms.catalogue

    @property
    def keys(self) -> KeysRoom:
        return self._rooms.keys

    @property
    def pulls(self) -> PullsRoom:
        return self._rooms.pulls

    @property
    def webhooks(self) -> WebhooksRoom:
        return self._rooms.webhooks

    @property
    def calls(self) -> CallsRoom:
        return self._rooms.calls

    @property
    def settings(self) -> SettingsRoom:
        return self._rooms.settings

    def on_changes(self, listener: Callable[[Changes], None]) -> Listening[Changes]:
        return self._changed.add(listener)

    def on_host(self, listener: Callable[[HostStatus], None]) -> Listening[HostStatus]:
        return self._host_changed.add(listener)

    def on_ring(self, listener: Callable[[int, OrderRow, bool], None]) -> Listening[Ring]:
        return self._rang.add(lambda ring: listener(*ring))
