"""Memory of the headless service, as its users start it and while it is worked hard."""

from __future__ import annotations

import threading
import time

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data.databases import BenchDatabase
from tests.bench.data.sample_catalogue import ROWS, heavy_upload
from tests.bench.figure_table import Figure, mib_below

UPLOADERS = 8
_UPLOADING_S = 12.0
_BODY = 2_000_000


def memory(bench: Bench) -> list[Figure]:
    """Idle after a first call; then 8 callers, each uploading 2 MB without pause."""
    data = bench.fresh(keys=UPLOADERS)
    with child_processes.serve_command(data.folder) as service:
        with BenchCaller(service.address, data.key) as caller:
            caller.call("GET", "/v1/items?limit=1")
        time.sleep(1.0)
        idle = service.memory()
    with child_processes.service_process(data.folder) as service:
        busy = _peak(service, data)
    return [
        mib_below("memory, headless, idle", idle, 80),
        mib_below(f"memory, headless, {UPLOADERS} callers uploading 2 MB each without pause", busy, 250),
    ]


def _peak(service: child_processes.Process, data: BenchDatabase) -> int:
    stop = threading.Event()
    callers = [threading.Thread(target=_upload, args=(service, data, place, stop)) for place in range(UPLOADERS)]
    for caller in callers:
        caller.start()
    peak, ends = 0, time.monotonic() + _UPLOADING_S
    while time.monotonic() < ends:
        peak = max(peak, service.memory())
        time.sleep(0.02)
    stop.set()
    for caller in callers:
        caller.join()
    return peak


def _upload(service: child_processes.Process, data: BenchDatabase, place: int, stop: threading.Event) -> None:
    bodies = [heavy_upload(place * ROWS, version, _BODY) for version in (1, 2)]
    with BenchCaller(service.address, data.keys[place]) as caller:
        turn = 0
        while not stop.is_set():
            caller.call("POST", "/v1/items", bodies[turn % 2])
            turn += 1
