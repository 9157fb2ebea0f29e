"""Many callers with small calls, and callers next to one that uploads without pause."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from statistics import median

from service.store.engine.store import Store
from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller, request
from tests.bench.children.child_processes import Process
from tests.bench.data.databases import FEW, BenchDatabase, file_all, place_orders
from tests.bench.data.floors import WriteFloor
from tests.bench.data.sample_catalogue import ROWS, upload
from tests.bench.timing import WARM_UP, Figure, Median, share_of, times_floor, turns

ORDERS = 150
_LIFE = ("accept", "ready", "dispatched", "delivered")
CALLERS = 32
SECONDS = 2.0
ROUNDS = 4


def order_action(bench: Bench) -> list[Figure]:
    """Orders of two lines are led through their whole life, each action changing something."""
    data = bench.fresh()
    orders = place_orders(data, ORDERS)
    calls = [request("POST", f"/v1/orders/{order}/{action}", data.key) for order in orders for action in _LIFE]
    floor = WriteFloor(bench.scratch() / "floor.db", 0)
    with (
        child_processes.service_process(data.folder) as service,
        child_processes.bare_server() as bare,
        BenchCaller(service.address) as ours,
        BenchCaller(bare.address) as theirs,
    ):
        trip_s, small_s, ours_s = turns(
            lambda turn: theirs.send(calls[turn]),
            lambda _: floor.small(),
            lambda turn: ours.send(calls[turn]),
            rounds=len(calls) - WARM_UP,
        )
    floor.close()
    work = "order action, one caller (floor: bare aiohttp round trip and durable transaction)"
    return [times_floor(work, trip_s + small_s, ours_s, 1.6)]


def small_calls(key: str, orders: list[str]) -> list[bytes]:
    """Ten kinds of small call in turn: four pages of 5 items,
    two lists of 5 orders, two rows, two actions.
    """
    calls = []
    for place, order in enumerate(orders):
        for step in range(2):
            item = (place * 97 + step * 4_001) % FEW
            calls += [request("GET", f"/v1/items?offset={place * 5 + more}&limit=5", key) for more in (0, 5)]
            calls.append(request("GET", "/v1/orders?limit=5", key))
            calls.append(request("POST", "/v1/items", key, upload(item, place + 1, count=1)))
            calls.append(request("POST", f"/v1/orders/{order}/confirm_fitment", key))
    return calls


def many_callers(bench: Bench) -> list[Figure]:
    """32 callers in a process of their own, against the same calls to bare aiohttp.

    The items are filed for search before: the filing of a whole catalogue is no part of small
    calls, and it would slow both sides.
    """
    data = bench.fresh()
    with closing(Store(data.database)) as store:
        file_all(store, data.shop)
    calls = small_calls(data.key, place_orders(data, 100))
    bare_rates, our_rates = [], []
    with child_processes.service_process(data.folder) as service, child_processes.bare_server() as bare:
        for _ in range(ROUNDS):
            bare_rates.append(bench.load(bare.address, calls, callers=CALLERS, seconds=SECONDS).a_second)
            our_rates.append(bench.load(service.address, calls, callers=CALLERS, seconds=SECONDS).a_second)
    work = f"mixed small calls, {CALLERS} callers (floor: bare aiohttp)"
    return [share_of(work, median(bare_rates), median(our_rates), 0.35)]


def calls_during_uploads(bench: Bench) -> list[Figure]:
    """The slowest hundredth of other callers' calls,
    against the time that an upload takes meanwhile.
    """
    data = bench.fresh()
    calls = small_calls(data.key, place_orders(data, 100))
    with child_processes.service_process(data.folder) as service:
        uploads = _Uploads(service, data)
        uploads.start()
        seen = bench.load(service.address, calls, callers=4, seconds=6.0)
        upload_s = uploads.finish()
    work = "p99 of 4 other callers while one uploads 1000 rows without pause (floor: an upload meanwhile)"
    return [times_floor(work, upload_s, seen.p99, 2.0)]


class _Uploads:
    """One caller that uploads 1000 rows without pause, every second time all of them changed."""

    def __init__(self, service: Process, data: BenchDatabase) -> None:
        self._caller = BenchCaller(service.address, data.key)
        self._bodies = [upload(first, version) for version in (1, 2) for first in range(0, FEW, ROWS)]
        self._stop = threading.Event()
        self._times: list[float] = []
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def finish(self) -> float:
        """Stops; the median time of an upload since the start."""
        self._stop.set()
        self._thread.join()
        return Median.of(self._times)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._one()

    def _one(self) -> None:
        body = self._bodies[len(self._times) % len(self._bodies)]
        started = time.perf_counter()
        self._caller.call("POST", "/v1/items", body)
        self._times.append(time.perf_counter() - started)
