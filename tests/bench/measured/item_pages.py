"""Pages of items, of searches and of the call log."""

from __future__ import annotations

import time
from collections.abc import Callable

from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import CallFilter, Cursor
from service.domain.catalogue.items import ItemQuery
from service.domain.times import DAY, SystemClock
from service.store.engine.store import Store
from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data import search_catalogue
from tests.bench.data.databases import MANY, file_all, make_log
from tests.bench.data.floors import PageFloor
from tests.bench.timing import Figure, seconds_below, times_floor, turns

_ROUNDS = 4
_PAGE = 200
_WAIT_S = 60.0
_MEDIAN_S, _P99_S = 0.05, 0.15
_FILL_S = 1_800.0
PAGE = 200
_ROUNDS_CALL_LOG = 5
_MOST_S = 0.3
ROUNDS = 100
_LAST = MANY - 500
_MIDDLE = MANY // 2


def part_search(bench: Bench, items: int = MANY) -> list[Figure]:
    """Each text four times, in turns: the median and the slowest of a hundred."""
    data = bench.fresh(0)
    search_catalogue.fill(data, items)
    store = Store(data.database)
    asking = StoreGateway(lambda: store, SystemClock())
    room = CatalogueBackend(asking)
    try:
        started = time.perf_counter()
        file_all(store, data.shop)
        filled = time.perf_counter() - started
        took = []
        for _ in range(_ROUNDS):
            for text in search_catalogue.QUERIES:
                started = time.perf_counter()
                room.page(data.shop.id, ItemQuery(text), 0, _PAGE).result(_WAIT_S)
                took.append(time.perf_counter() - started)
    finally:
        asking.close()
        store.close()
    took.sort()
    work = f"search of {items:,} items"
    return [
        seconds_below(f"{work}: median", "", took[len(took) // 2], _MEDIAN_S),
        seconds_below(f"{work}: p99", "", took[len(took) * 99 // 100], _P99_S),
        seconds_below(f"{work}: filing all of them, in the background", "", filled, _FILL_S),
    ]


def call_log(bench: Bench) -> list[Figure]:
    """The slowest of five answers of each kind, as a user waits for that one too."""
    database, shop = make_log(bench.scratch())
    store = Store(database)
    asking = StoreGateway(lambda: store, SystemClock())
    room = CallsBackend(asking, lambda: "http://127.0.0.1:8710")
    now = SystemClock().now()
    middle = (now - 45 * DAY, 0)
    far = CallFilter(since=now - 46 * DAY, until=now - 45 * DAY)
    filters = {
        "a day, 45 days ago": (far,),
        "key": (CallFilter(key="ERP"), CallFilter(key="ERP", status_class=5)),
        "status class": tuple(CallFilter(status_class=kind) for kind in (2, 4, 5)),
        "path": tuple(CallFilter(path=path) for path in ("/v1/orders", "/accept", "ORD-2026-000001/", "nowhere")),
    }
    try:
        lines = [("opened", _slowest(_page(room, shop.id, CallFilter())))]
        for name, group in filters.items():
            lines.append((f"filtered by {name}", max(_slowest(_page(room, shop.id, which)) for which in group)))
        lines.append(("a page in the middle", _slowest(_page(room, shop.id, CallFilter(), before=middle))))
        every = (CallFilter(), *(which for group in filters.values() for which in group))
        lines.append(("counts, the slowest filter", max(_slowest(_counts(room, shop.id, which)) for which in every)))
    finally:
        asking.close()
        store.close()
    return [seconds_below(f"call log of {MANY:,}: {name}", "", took, _MOST_S) for name, took in lines]


def _page(room: CallsBackend, shop: int, which: CallFilter, *, before: Cursor | None = None) -> Callable[[], object]:
    return lambda: room.page(shop, which, PAGE, before=before).result(_WAIT_S)


def _counts(room: CallsBackend, shop: int, which: CallFilter) -> Callable[[], object]:
    return lambda: room.counts(shop, which).result(_WAIT_S)


def _slowest(answer: Callable[[], object]) -> float:
    took = []
    for _ in range(_ROUNDS_CALL_LOG):
        begun = time.perf_counter()
        answer()
        took.append(time.perf_counter() - begun)
    return max(took)


def pages(bench: Bench) -> list[Figure]:
    """The first page against the bare one; far ones against the first."""
    data = bench.many()
    floor = PageFloor(data.database, data.shop.id)
    with child_processes.service_process(data.folder) as service, BenchCaller(service.address, data.key) as caller:

        def page(offset: int) -> bytes:
            return caller.call("GET", f"/v1/items?offset={offset}&limit=500")

        bare, first, further, last = turns(
            lambda _: floor.page(),
            lambda _: page(0),
            lambda _: page(100_000),
            lambda _: page(_LAST),
            rounds=ROUNDS,
        )
    floor.close()
    return [
        times_floor(f"page of 500 of {MANY:,} items (floor: bare SELECT and encode)", bare, first, 1.6),
        times_floor("page at offset 100,000 (floor: at 0)", first, further, 2.0),
        times_floor(f"page at offset {_LAST:,} (floor: at 0)", first, last, 10.0),
    ]


def since_revisions(bench: Bench) -> list[Figure]:
    """Items that changed since a revision, against the first page of the catalogue."""
    data = bench.many()
    with child_processes.service_process(data.folder) as service, BenchCaller(service.address, data.key) as caller:

        def since(revision: int) -> bytes:
            return caller.call("GET", f"/v1/items?since={revision}&limit=500")

        page, all_items, middle, last = turns(
            lambda _: caller.call("GET", "/v1/items?offset=0&limit=500"),
            lambda _: since(0),
            lambda _: since(_MIDDLE),
            lambda _: since(_LAST),
            rounds=ROUNDS,
        )
    work = f"500 of {MANY:,} items since revision {{revision}} (floor: a page)"
    return [
        times_floor(work.format(revision=f"{revision:,}"), page, ours, 1.5)
        for revision, ours in ((0, all_items), (_MIDDLE, middle), (_LAST, last))
    ]
