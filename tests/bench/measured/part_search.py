"""Finding a part among 1,000,000 by what a person types, as the window does after each key."""

from __future__ import annotations

import time

from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.catalogue.items import ItemQuery
from service.domain.times import SystemClock
from service.store.engine.store import Store
from tests.bench.bench import Bench
from tests.bench.data import search_catalogue
from tests.bench.data.databases import MANY, file_all
from tests.bench.figure_table import Figure, seconds_below

_ROUNDS = 4
_PAGE = 200
_WAIT_S = 60.0
_MEDIAN_S, _P99_S = 0.05, 0.15
_FILL_S = 1_800.0


def part_search(bench: Bench, items: int = MANY) -> list[Figure]:
    """Each text four times, in turns: the median and the slowest of a hundred."""
    data = bench.fresh(0)
    search_catalogue.fill(data, items)
    store = Store(data.database)
    asking = StoreGateway(lambda: store)
    room = CatalogueBackend(asking, SystemClock())
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
