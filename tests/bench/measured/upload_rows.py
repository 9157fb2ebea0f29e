"""Uploads of 1000 rows over HTTP, durable and logged, compared with floor F
(docs/performance.md).
"""

from __future__ import annotations

from collections.abc import Callable

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.data.databases import FEW, MANY
from tests.bench.data.floors import WriteFloor
from tests.bench.data.sample_catalogue import ROWS, upload
from tests.bench.figure_table import Figure, times_floor
from tests.bench.timing import WARM_UP, turns

ROUNDS = 30
Bodies = Callable[[int], bytes]


def new_rows(bench: Bench) -> list[Figure]:
    """Every row makes an item."""
    return _against_floor(bench, "upload of 1000 new rows", _new, 2.0)


def changed_rows(bench: Bench) -> list[Figure]:
    """Every row changes a price and a quantity."""
    return _against_floor(bench, "upload of 1000 changed rows", _changed, 2.0)


def unchanged_rows(bench: Bench) -> list[Figure]:
    """Every row says what is held already."""
    return _against_floor(bench, "upload of 1000 unchanged rows", lambda _: upload(0, 0), 1.5)


def with_many_held(bench: Bench) -> list[Figure]:
    """The same uploads into a full catalogue, against a small one."""
    few, many = bench.fresh(), bench.many()
    with child_processes.service_process(few.folder) as small, child_processes.service_process(many.folder) as large:
        to_small, to_large = BenchCaller(small.address, few.key), BenchCaller(large.address, many.key)
        figures = []
        for words, bodies in (("new", _new), ("changed", _changed)):
            of_few = [bodies(turn) for turn in range(ROUNDS + WARM_UP)]
            of_many = of_few if words == "changed" else [_beyond_many(turn) for turn in range(ROUNDS + WARM_UP)]
            floor, ours = turns(
                lambda turn, sent=of_few: to_small.call("POST", "/v1/items", sent[turn]),  # type: ignore[misc]
                lambda turn, sent=of_many: to_large.call("POST", "/v1/items", sent[turn]),  # type: ignore[misc]
                rounds=ROUNDS,
            )
            figures.append(times_floor(f"1000 {words} rows, {MANY:,} held (floor: {FEW:,} held)", floor, ours, 1.5))
    return figures


def _against_floor(bench: Bench, work: str, bodies: Bodies, most: float) -> list[Figure]:
    """F is given the same bodies, and its tables hold the same rows."""
    data = bench.fresh()
    floor = WriteFloor(bench.scratch() / "floor.db", FEW)
    sent = [bodies(turn) for turn in range(ROUNDS + WARM_UP)]
    with child_processes.service_process(data.folder) as service, BenchCaller(service.address, data.key) as caller:
        # What the fill by SQL wrote differs in spelling: after this both hold the same.
        for first in range(0, FEW, ROWS):
            caller.call("POST", "/v1/items", upload(first, 0))
        floor_s, ours_s = turns(
            lambda turn: floor.upload(sent[turn]),
            lambda turn: caller.call("POST", "/v1/items", sent[turn]),
            rounds=ROUNDS,
        )
    floor.close()
    return [times_floor(work, floor_s, ours_s, most)]


def _new(turn: int) -> bytes:
    return upload(FEW + turn * ROWS, 0)


def _changed(turn: int) -> bytes:
    return upload(turn * ROWS % FEW, 1 + turn)


def _beyond_many(turn: int) -> bytes:
    return upload(MANY + turn * ROWS, 0)
