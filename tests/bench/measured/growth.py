"""How figures grow with items, with days of the call log and with callers: as which power."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing

from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import CallFilter
from service.domain.times import DAY, SystemClock
from service.store.engine.store import Store
from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data.databases import FEW, BenchDatabase, file_all, make_log, place_orders
from tests.bench.data.sample_catalogue import ROWS, sku, upload
from tests.bench.measured.many_callers import SECONDS, small_calls
from tests.bench.timing import Figure, power_of, turns

ITEMS = (FEW, 50_000, 300_000)
DAYS = (1, 10, 90)
CALLERS = (1, 8, 32)
CALLS_A_DAY = 11_000
ROUNDS = 30
CALLS = 100
"""Of each work: a process counts its time in steps of 10 ms."""
FLAT = 0.1
LINEAR = 1.0
_WAIT_S = 120.0
_PAGE = 200
_MIDDLE = "a page of 500 in the middle"
"""SQLite counts the items before it."""

Taken = dict[str, float]
"""Seconds of processor time for each piece of work; of the clock for many callers."""


def growth(bench: Bench) -> list[Figure]:
    """Look-ups stay flat, nothing grows more than its number does, and more callers take no longer
    for all calls together.
    """
    by_items = {items: _take_items(_open(bench, items), items) for items in ITEMS}
    by_days = {days: _take_log(bench, days) for days in DAYS}
    by_callers = _take_callers(bench)
    return [
        *_compare("items", by_items, {_MIDDLE: LINEAR}),
        *_compare("days of log", by_days, {"filtered by path": LINEAR}),
        *_compare("callers", by_callers, {}),
    ]


def _compare(unit: str, taken: Mapping[int, Taken], most: Mapping[str, float]) -> list[Figure]:
    least, *_, last = taken
    return [
        power_of(
            f"{work}, {least:,} to {last:,} {unit}",
            {number: seconds[work] for number, seconds in taken.items()},
            most.get(work, FLAT),
        )
        for work in taken[least]
    ]


def _open(bench: Bench, items: int) -> BenchDatabase:
    data = bench.fresh(items)
    with closing(Store(data.database)) as store:
        file_all(store, data.shop)
    return data


def _take_items(data: BenchDatabase, items: int) -> Taken:
    with child_processes.service_process(data.folder) as service, BenchCaller(service.address, data.key) as caller:

        def get(path: str) -> Callable[[int], object]:
            return lambda turn: caller.call("GET", path.format(sku=sku(turn * 211 % items), turn=turn))

        works = {
            "an item by its SKU": get("/v1/items/{sku}"),
            "100 items by their SKUs": get("/v1/items?" + "&".join(f"sku={sku(n * 89 % items)}" for n in range(100))),
            _MIDDLE: get(f"/v1/items?offset={items // 2}&limit=500"),
            "a search that finds one": get("/v1/items?q={sku}"),
        }
        # The upload comes last, as a search reads on its own what was changed a moment before.
        works["an upload of 1000 changed rows"] = lambda turn: caller.call(
            "POST", "/v1/items", upload(turn * ROWS % items, turn + 1)
        )
        return {name: _take_calls(service, work) for name, work in works.items()}


def _take_calls(service: child_processes.Process, work: Callable[[int], object]) -> float:
    """The service's processor time for one call."""
    work(0)
    before = service.cpu_seconds()
    for turn in range(1, CALLS + 1):
        work(turn)
    return (service.cpu_seconds() - before) / CALLS


def _take_log(bench: Bench, days: int) -> Taken:
    database, shop = make_log(bench.scratch(), CALLS_A_DAY * days, span=days * DAY)
    middle = SystemClock().now() - days * DAY // 2
    with closing(Store(database)) as store, closing(StoreGateway(lambda: store, SystemClock())) as asking:
        room = CallsBackend(asking, lambda: "")
        works: dict[str, Callable[[int], object]] = {
            "opened": lambda _: room.page(shop.id, CallFilter(), _PAGE).result(_WAIT_S),
            "a page in the middle": lambda _: room.page(shop.id, CallFilter(), _PAGE, before=(middle, 0)).result(
                _WAIT_S
            ),
            "filtered by path": lambda _: room.page(shop.id, CallFilter(path="nowhere"), _PAGE).result(_WAIT_S),
        }
        return dict(zip(works, turns(*works.values(), rounds=ROUNDS, clock=time.process_time), strict=True))


def _take_callers(bench: Bench) -> dict[int, Taken]:
    data = bench.fresh()
    with closing(Store(data.database)) as store:
        file_all(store, data.shop)
    calls = small_calls(data.key, place_orders(data, 100))
    with child_processes.service_process(data.folder) as service:
        rates = {
            callers: bench.load(service.address, calls, callers=callers, seconds=SECONDS).a_second
            for callers in CALLERS
        }
    return {callers: {"a mixed small call": 1 / rate} for callers, rate in rates.items()}
