"""The call log of 1,000,000 entries, read like its pane does: opening, each filter, far pages,
counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import CallFilter, Cursor
from service.domain.times import DAY, SystemClock
from service.store.engine.store import Store
from tests.bench.bench import Bench
from tests.bench.data.call_log_data import make_log
from tests.bench.data.databases import MANY
from tests.bench.figure_table import Figure, seconds_below

PAGE = 200
_ROUNDS = 5
_MOST_S = 0.3
_WAIT_S = 60.0


def call_log(bench: Bench) -> list[Figure]:
    """The slowest of five answers of each kind, as a user waits for that one too."""
    database, shop = make_log(bench.scratch())
    store = Store(database)
    asking = StoreGateway(lambda: store)
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
    for _ in range(_ROUNDS):
        begun = time.perf_counter()
        answer()
        took.append(time.perf_counter() - begun)
    return max(took)
