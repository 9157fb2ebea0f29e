"""`ui.backend.Backend` over a connection: one forwarder for every method of every port."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from bridge.gateway.listeners import Listeners, ListenerSubscription, Ring
from bridge.gateway.store_gateway import failed_future, make_answer
from bridge.remote.files import FileCarrier
from bridge.remote.handshake import MustPairAgain, OlderHere
from bridge.remote.messages import Changed, HostChanged, Rang, ToWindow
from bridge.remote.port_table import PortMethod, make_port_table
from bridge.remote.service_client import AWAY, ClientEvents, Open, ServiceClient, Waits
from service.domain.changes import Changes
from service.domain.marketplace.orders import ListedOrder
from service.domain.sentences import Sentence
from ui.backend.host_port import HostState, HostStatus

log = logging.getLogger(__name__)

LocalMethods = dict[tuple[str, str], Callable[..., Any]]
"""Methods that the window answers itself, by port and name, for example those that play a sound."""


class RemotePort:
    """Has the methods of one port, made from its table."""

    def __init__(self, methods: Mapping[str, PortMethod], forward: Callable[..., Any], local: LocalMethods) -> None:
        for name, method in methods.items():
            setattr(self, name, local.get((method.port, name)) or partial(forward, method))


class RemoteBackend:
    """Has a property for each port, and the notices of changes, the host and orders."""

    def __init__(
        self,
        open_stream: Open,
        local: LocalMethods | None = None,
        waits: Waits | None = None,
        start_here: Callable[[], bool] = lambda: False,
        say_away: Callable[[], Sentence] = lambda: AWAY,
        counter_of: str = "",
        update: Callable[[], Future[None]] | None = None,
    ) -> None:
        """`start_here` starts a service in this process in place of this window's connection, and
        gives False where another one has the data. `counter_of` names the other computer, `update`
        installs a newer version here where that computer has one.
        """
        self._counter_of = counter_of
        self._carrier = FileCarrier(self._forward_here) if counter_of else None
        self._start_here, self._update = start_here, update
        self._changed: Listeners[Changes] = Listeners()
        self._host_changed: Listeners[HostStatus] = Listeners()
        self._rings: Listeners[Ring] = Listeners()
        self._status = HostStatus(HostState.STARTING, "", 0, counter_of=counter_of)
        self._standing: dict[PortMethod, tuple[bytes, dict[int, Callable[..., None]]]] = {}
        events = ClientEvents(self._on_connected, self._on_away, self._on_notice)
        self.client = ServiceClient(open_stream, events, waits or Waits(), say_away)
        own: LocalMethods = {("host", "status"): self._read_status, ("host", "try_again"): self._try_again}
        for port, methods in make_port_table().items():
            setattr(self, port, RemotePort(methods, self._forward, own | (local or {})))

    def ask(self, port: str, method: str, *arguments: object) -> Future[Any]:
        """Asks the service, also where this window has a method of that name."""
        return cast("Future[Any]", self._forward(make_port_table()[port][method], *arguments))

    def on_changes(self, listener: Callable[[Changes], None]) -> ListenerSubscription[Changes]:
        return self._changed.add(listener)

    def notify(self, changes: Changes) -> None:
        """Reports what changed at this computer."""
        self._changed.notify(changes)

    def on_host(self, listener: Callable[[HostStatus], None]) -> ListenerSubscription[HostStatus]:
        return self._host_changed.add(listener)

    def on_ring(self, listener: Callable[[int, ListedOrder, bool], None]) -> ListenerSubscription[Ring]:
        return self._rings.add(lambda ring: listener(*ring))

    def _forward(self, method: PortMethod, *arguments: object, **named: object) -> Future[Any] | None:
        if self._carrier is None or not method.files:
            return self._forward_here(method, *arguments, **named)
        values = method.bind(arguments, named)
        ((place, use),) = method.files.items()

        def ask(file: str) -> Future[Any]:
            values[place] = file
            return cast("Future[Any]", self.client.call(method, *method.split_values(values)))

        return self._carrier.call(Path(values[place]), use, ask)

    def _forward_here(self, method: PortMethod, *arguments: object, **named: object) -> Future[Any] | None:
        try:
            encoded, callbacks = method.split_arguments(arguments, named)
        except UnicodeEncodeError as error:
            return failed_future(error)
        if callbacks and not method.answers:
            # The service calls it as long as the window is open, so each connection asks for it.
            self._standing[method] = (encoded, callbacks)
        return self.client.call(method, encoded, callbacks)

    def _read_status(self) -> Future[HostStatus]:
        return make_answer(self._status)

    def _try_again(self) -> Future[Any] | None:
        if self.client.is_connected:
            return self.ask("host", "try_again")
        if self._status.can_update and self._update is not None:
            return self._update()
        if not self._start_here():
            self.client.try_now()
        return make_answer(None)

    def _on_connected(self) -> None:
        # A copy, as the GUI thread may add one meanwhile.
        for method, (encoded, callbacks) in list(self._standing.items()):
            self.client.call(method, encoded, callbacks)

    def _on_away(self, reason: Sentence) -> None:
        refusal = self.client.refusal
        self._set_status(
            HostStatus(
                HostState.STOPPED,
                "",
                self._status.port,
                reason=reason,
                can_start_here=reason == AWAY or isinstance(refusal, MustPairAgain),
                can_update=isinstance(refusal, OlderHere),
            )
        )

    def _on_notice(self, notice: ToWindow) -> None:
        match notice:
            case Changed(changes=changes):
                self._changed.notify(changes)
            case HostChanged(status=status):
                was_away = self._status.state is not HostState.LISTENING
                self._set_status(status)
                if was_away:
                    self._changed.notify(Changes.make_all())
            case Rang(shop=shop, order=order, lapsing=lapsing):
                self._rings.notify((shop, order, lapsing))
            case _:
                log.warning("An unexpected message: %s", type(notice).__name__)

    def _set_status(self, status: HostStatus) -> None:
        self._status = replace(status, counter_of=self._counter_of)
        self._host_changed.notify(self._status)
