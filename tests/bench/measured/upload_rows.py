"""Uploads of 1000 rows over HTTP, durable and logged, compared with floor F
(docs/performance.md).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from statistics import median

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.children.child_processes import Process
from tests.bench.data.databases import FEW, MANY, BenchDatabase
from tests.bench.data.floors import WriteFloor
from tests.bench.data.sample_catalogue import ROWS, upload
from tests.bench.timing import WARM_UP, Figure, times_floor, turns

BLOCKS = 11
UPLOADS_PER_BLOCK = 10
"""A process's time is counted in steps of 10 ms, which a block makes small."""
ROUNDS = 30
Bodies = Callable[[int], bytes]


def history_cost(bench: Bench) -> list[Figure]:
    """The floor is the same service with a database whose trigger is gone."""
    with_it, without = bench.fresh(), bench.fresh()
    _drop_trigger(without)
    with (
        child_processes.service_process(without.folder) as plain,
        child_processes.service_process(with_it.folder) as keeping,
    ):
        to_plain, to_keeping = BenchCaller(plain.address, without.key), BenchCaller(keeping.address, with_it.key)
        works = [(plain, to_plain), (keeping, to_keeping)]
        times: list[list[float]] = [[], []]
        for block in range(BLOCKS + 1):
            for (process, caller), taken in zip(works, times, strict=True):
                taken.append(_measure_block(process, caller, block))
    # The first block writes every field as the bench's rows have it, and is not counted.
    floor, ours = (median(taken[1:]) / UPLOADS_PER_BLOCK for taken in times)
    return [times_floor("CPU of 1000 changed rows (floor: without the history of values)", floor, ours, 1.15)]


def _measure_block(process: Process, caller: BenchCaller, block: int) -> float:
    bodies = [upload(turn * ROWS % FEW, block) for turn in range(UPLOADS_PER_BLOCK)]
    before = process.cpu_seconds()
    for body in bodies:
        caller.call("POST", "/v1/items", body)
    return process.cpu_seconds() - before


def _drop_trigger(data: BenchDatabase) -> None:
    with closing(sqlite3.connect(data.database)) as db:
        db.execute("DROP TRIGGER items_have_a_history")
        db.commit()


def new_rows(bench: Bench) -> list[Figure]:
    """Every row makes an item."""
    return _against_floor(bench, "upload of 1000 new rows", _new, 1.35)


def changed_rows(bench: Bench) -> list[Figure]:
    """Every row changes a price and a quantity."""
    return _against_floor(bench, "upload of 1000 changed rows", _changed, 1.5)


def unchanged_rows(bench: Bench) -> list[Figure]:
    """Every row says what is held already."""
    return _against_floor(bench, "upload of 1000 unchanged rows", lambda _: upload(0, 0), 1.25)


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
