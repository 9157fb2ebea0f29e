"""Memory of the headless service, idle and under load."""

from __future__ import annotations

import json
import threading
import time
from contextlib import closing
from http.client import HTTPConnection

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data.databases import BenchDatabase
from tests.bench.data.sample_catalogue import ROWS, heavy_upload
from tests.bench.timing import Figure, mib_below

UPLOADERS = 8
_UPLOADING_S = 12.0
_BODY = 2_000_000
READERS = 32
PAGE = 500
_AT_ONCE = 5
_PATIENCE_S = 600.0


def memory(bench: Bench) -> list[Figure]:
    """Idle after a first call, while it files all items and after a restart; then 8 callers, each
    uploading 2 MB without pause.
    """
    data = bench.fresh(keys=UPLOADERS)
    filing, idle = _measure_idle(data, 5.0), _measure_idle(data, 1.0)
    with child_processes.service_process(data.folder) as service:
        busy = _peak(service, data)
    return [
        mib_below("memory, headless, idle", idle, 65),
        mib_below("memory, headless, 10,000 items just filed", filing, 80),
        mib_below(f"memory, headless, {UPLOADERS} callers uploading 2 MB each without pause", busy, 250),
    ]


def _measure_idle(data: BenchDatabase, after_s: float) -> int:
    with child_processes.serve_command(data.folder) as service:
        with BenchCaller(service.address, data.key) as caller:
            caller.call("GET", "/v1/items?limit=1")
        time.sleep(after_s)
        return service.memory()


def memory_of_pages(bench: Bench) -> list[Figure]:
    """32 callers at once: each reads a page of 500 items of 240 kB."""
    data = bench.fresh(0, keys=READERS)
    with child_processes.service_process(data.folder) as service:
        with BenchCaller(service.address, data.keys[0]) as caller:
            for first in range(0, PAGE, _AT_ONCE):
                caller.call("POST", "/v1/items", _large_items(first))
        readers = [threading.Thread(target=_read_page, args=(service, key)) for key in data.keys]
        for reader in readers:
            reader.start()
        peak = 0
        while any(reader.is_alive() for reader in readers):
            peak = max(peak, service.memory())
            time.sleep(0.02)
    return [mib_below(f"memory, headless, {READERS} callers reading {PAGE} of the largest items each", peak, 400)]


def _large_items(first: int) -> bytes:
    cars = [{"make": "Toyota", "model": "x" * 180, "year_from": 2001, "year_to": 2020}] * 1_000
    rows = [{"sku": f"LARGE-{place}", "name": "Large", "fit": cars} for place in range(first, first + _AT_ONCE)]
    return json.dumps({"items": rows}).encode()


def _read_page(service: child_processes.Process, key: str) -> None:
    """Reads and drops, as the pages together are larger than the memory of this process."""
    connection = HTTPConnection(service.address.removeprefix("http://"), timeout=_PATIENCE_S)
    with closing(connection):
        connection.request("GET", f"/v1/items?limit={PAGE}", headers={"Authorization": f"Bearer {key}"})
        answer = connection.getresponse()
        while answer.read(1 << 20):
            continue


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
