"""The backend of a window in another process: open while the window is connected."""

from __future__ import annotations

from collections.abc import Callable

from bridge.composition.service_parts import ServiceParts
from bridge.composition.window_parts import compose_window
from bridge.gateway.gateway import Gateway
from bridge.gateway.people.access_guard import AccessGuard
from bridge.gateway.people.at_counter import AtCounter
from bridge.listeners import ListenerSubscription
from service.domain.changes import Changes
from service.store.engine.store import Store
from ui.backend.host_port import HostStatus, StartReport


class AttachedWindow:
    """Has a person at the counter of its own, who is named in histories and the audit."""

    def __init__(self, parts: ServiceParts, report: StartReport) -> None:
        self._parts = parts
        guard = AccessGuard(parts.dependencies.clock.monotonic)
        # Until the database says whether a window that opens is locked.
        guard.is_locked = True
        self._at_counter = AtCounter(parts.dependencies.clock, guard)
        self._window = compose_window(parts, self._at_counter, guard, self._get_store, report)
        self._opened: Store | None = None
        self._own: Store | None = None
        self._subscription: ListenerSubscription[Changes] | None = None
        self._get_store()

    @property
    def backend(self) -> Gateway:
        return self._window.gateway

    @property
    def status(self) -> HostStatus:
        return self._parts.thread.status

    def close(self) -> None:
        """Ends what only this window used."""
        if self._subscription is not None:
            self._subscription.close()
        self._window.close()

    def _get_store(self) -> Store | None:
        """The store under this window's name; another one after the service started again."""
        store = self._parts.get_store()
        if store is None:
            return None
        if store is not self._opened or self._own is None:
            self._own = store.for_origin(self._at_counter.make_origin())
            self._opened = store
            self._at_counter.begin(self._own, self._subscribe)
        return self._own

    def _subscribe(self, listener: Callable[[Changes], None]) -> None:
        if self._subscription is not None:
            self._subscription.close()
        self._subscription = self._parts.listeners.changed.add(listener)
