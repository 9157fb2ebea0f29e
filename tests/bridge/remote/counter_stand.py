"""A whole service that takes further counters, and counters over a line that can be cut."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bridge.remote.counters import COUNTER_WAITS, join_service, make_counter_opener
from bridge.remote.remote_backend import RemoteBackend
from bridge.remote.service_client import Waits
from bridge.start.service_parts import ServiceDependencies, compose_service
from bridge.system.counter_file import CounterFile
from service.domain.audit import AuditEntry
from service.domain.counters import format_counter_address
from service.domain.times import SystemClock
from service.service import Service
from service.store.audit_log import list_entries
from service.store.engine.store import Store
from service.usecases.edit_counters import revoke_counter
from service.usecases.edit_settings import change_setting
from service.version import full_version
from tests.bridge.remote.served_windows import WAIT_S, Window, finished
from tests.bridge.start.service_factory import ServiceFactory, StatusRecorder
from tests.fakes.clock import FakeClock
from tests.fakes.free_port import free_port
from tests.fakes.line import Line
from ui.backend.host_port import HostState

SERVICE = "Shop PC"


class MovedClock(SystemClock):
    """`ahead_s` is how much more time has passed than for others."""

    ahead_s = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead_s


class CounterStand:
    """`line` is what counters use."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, MovedClock()
        ServiceFactory(folder, FakeClock())
        self.port = free_port()
        self.parts = compose_service(
            ServiceDependencies(folder, self.clock, {}, str, str, counters_at=("127.0.0.1", self.port))
        )
        self.told = StatusRecorder()
        self.parts.listeners.host_changed.add(self.told)
        self.parts.thread.start()
        self.told.wait(HostState.LISTENING)
        self.line = Line(self.port)
        self.counters: list[Counter] = []

    @property
    def store(self) -> Store:
        store = self.parts.get_store()
        assert store is not None
        return store

    @property
    def address(self) -> str:
        return format_counter_address("127.0.0.1", self.line.port)

    def read_audit(self) -> list[AuditEntry]:
        return self.store.submit_read(lambda db: list_entries(db, limit=9)).result(WAIT_S)

    def write(self, work: Any) -> Any:  # noqa: ANN401 - of any work
        return self.store.submit(work).result(WAIT_S)

    @property
    def service(self) -> Service:
        service = self.parts.thread.service
        assert service is not None
        return service

    def turn_on(self, *, on: bool = True) -> None:
        self.write(lambda tx: change_setting(tx, "counters", "on" if on else "off"))
        if on:
            wait_for_port(self.port)

    def make_code(self) -> str:
        return self.parts.thread.call(lambda service: service.counters.open_code()).result(WAIT_S).code

    def join(self, name: str = "Counter 2") -> CounterFile:
        self.turn_on()
        return join_service(self.address, self.make_code(), name)

    def open(self, file: CounterFile, waits: Waits = COUNTER_WAITS, version: str = "") -> Counter:
        opened = Counter(file, waits, version or full_version())
        self.counters.append(opened)
        return opened

    def revoke(self, name: str) -> None:
        self.write(lambda tx: revoke_counter(tx, name, self.clock.now()))

    @contextmanager
    def hold_time(self, seconds: float) -> Iterator[None]:
        """Meanwhile only so much time passes in the service's event loop: a timer that is due later
        never comes, however busy this computer is.
        """
        loop = self.parts.thread.call(_find_loop).result(WAIT_S)
        ends = loop.time() + seconds
        loop.time = lambda: min(type(loop).time(loop), ends)  # type: ignore[method-assign]
        try:
            yield
        finally:
            del loop.time
            loop.call_soon_threadsafe(lambda: None)

    def stop(self) -> None:
        for counter in self.counters:
            counter.stop()
        self.line.close()
        assert self.parts.thread.stop(WAIT_S)
        self.parts.secrets.close()


async def _find_loop(_service: Service) -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def wait_for_port(port: int) -> None:
    """Until something listens there."""
    ends = time.monotonic() + WAIT_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), WAIT_S).close()
        except ConnectionRefusedError:
            assert time.monotonic() < ends
        else:
            return


class Counter(Window):
    """The window of a further counter."""

    def __init__(self, file: CounterFile, waits: Waits, version: str) -> None:
        self.updates = 0
        opener = make_counter_opener(file, version)
        super().__init__(RemoteBackend(opener, None, waits, counter_of=SERVICE, update=self._update))

    def _update(self) -> Future[None]:
        self.updates += 1
        return finished(None)
