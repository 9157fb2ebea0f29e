"""The service in its thread, restarted many times, leaves nothing behind in the
window's process.
"""

from __future__ import annotations

import gc
import http.client
import threading
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from bridge.start.service_thread import ServiceThread
from service.service import Service, ServiceOptions
from service.store.engine.store import Store
from service.store.settings import write_setting
from tests.bridge.start.service_factory import StatusRecorder
from tests.fakes.clock import FakeClock
from tests.fakes.free_port import free_port
from tests.soak.simulated_weeks import open_files
from ui.backend.host_port import HostState

WAIT_S = 20.0
WARM_UP, ROUNDS = 2, 12


@pytest.mark.slow
def test_a_service_that_goes_down_leaves_no_thread_and_no_open_file(tmp_path: Path) -> None:
    database, clock, told = tmp_path / "counterpart.db", FakeClock(), StatusRecorder()
    store = Store(database)
    store.submit(lambda tx: write_setting(tx, "port", str(free_port()))).result(WAIT_S)
    store.close()
    thread = ServiceThread(lambda: Service(ServiceOptions(database, clock)), clock, told)
    thread.start()
    after: list[tuple[int, int]] = []
    for _ in range(ROUNDS):
        told.wait(HostState.LISTENING)
        _call(thread.status.address)
        thread.while_stopped(lambda: after.append(_left()))
    told.wait(HostState.LISTENING)
    assert thread.stop()
    assert after[WARM_UP:] == [after[WARM_UP]] * (ROUNDS - WARM_UP)


def _call(address: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=WAIT_S)
    connection.request("GET", "/v1/health")
    connection.getresponse().read()
    connection.close()


def _left() -> tuple[int, int]:
    gc.collect()
    return threading.active_count(), open_files(psutil.Process())
