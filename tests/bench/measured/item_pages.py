"""Pages of 500 items out of 1,000,000, compared with the bare SELECT and encode, and with each
other.
"""

from __future__ import annotations

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data.databases import MANY
from tests.bench.data.floors import PageFloor
from tests.bench.figure_table import Figure, times_floor
from tests.bench.timing import turns

ROUNDS = 100
_LAST = MANY - 500
_MIDDLE = MANY // 2


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
        times_floor(f"page of 500 of {MANY:,} items (floor: bare SELECT and encode)", bare, first, 2.0),
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
