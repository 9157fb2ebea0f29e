"""What the history of values adds to an upload, in processor time of the service."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from statistics import median

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.children.child_processes import Process
from tests.bench.data.databases import FEW, BenchDatabase
from tests.bench.data.sample_catalogue import ROWS, upload
from tests.bench.figure_table import Figure, times_floor

BLOCKS = 11
UPLOADS_PER_BLOCK = 10
"""A process's time is counted in steps of 10 ms, which a block makes small."""


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
