"""Services for a service thread, and what the thread reports."""

from __future__ import annotations

import http.client
import threading
from pathlib import Path

from service.domain.settings import parse_settings
from service.service import Service, ServiceOptions
from service.store.engine.store import Store
from service.store.settings import read_settings, write_setting
from tests.fakes.clock import FakeClock
from tests.fakes.free_port import free_port
from ui.backend.host_port import HostState, HostStatus

WAIT_S = 20.0


class StatusRecorder:
    """Each status, and a wait for one of them."""

    def __init__(self) -> None:
        self.statuses: list[HostStatus] = []
        self._changed = threading.Condition()

    def __call__(self, status: HostStatus) -> None:
        with self._changed:
            self.statuses.append(status)
            self._changed.notify_all()

    def wait(self, *states: HostState) -> list[HostState]:
        """Until these states, and none between them, were the last that were reported."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.states()[-len(states) :] == list(states), WAIT_S), self.statuses
        return self.states()

    def wait_for_address(self, address: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self.statuses[-1].address == address, WAIT_S), self.statuses

    def states(self) -> list[HostState]:
        return [status.state for status in self.statuses]


class ServiceFactory:
    """Makes services over one database, or fails as the test asks."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        self.database = folder / "counterpart.db"
        self.clock = clock
        self.made = 0
        self.faults: list[Exception] = []
        self.keep_port(free_port())

    def __call__(self) -> Service:
        self.made += 1
        if self.faults:
            raise self.faults.pop(0)
        return Service(ServiceOptions(self.database, self.clock))

    def keep_port(self, port: int) -> None:
        store = Store(self.database)
        store.submit(lambda tx: write_setting(tx, "port", str(port))).result(WAIT_S)
        store.close()

    def port(self) -> int:
        store = Store(self.database)
        try:
            return parse_settings(store.submit_read(read_settings).result(WAIT_S)).port
        finally:
            store.close()


def answers(port: int) -> bool:
    """Whether a Counterpart listens there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    try:
        connection.request("GET", "/health", headers={"Connection": "close"})
        return connection.getresponse().read() != b""
    except ConnectionError:
        return False
    finally:
        connection.close()
