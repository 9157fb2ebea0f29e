"""From the start of a process to its first answer."""

from __future__ import annotations

import time
from statistics import median

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.children.child_processes import Process
from tests.bench.data.databases import BenchDatabase
from tests.bench.figure_table import Figure, seconds_below, span

ROUNDS = 4


def starts(bench: Bench) -> list[Figure]:
    """`counterpart serve` with 1,000,000 items held,
    and the same through dev.py in a checkout that is set up.
    """
    data = bench.many()
    direct, developed = [], []
    for _ in range(ROUNDS):
        direct.append(_first_answer(child_processes.serve_command(data.folder), data))
        developed.append(_first_answer(child_processes.dev_py_process(data.folder), data))
    ours, through = median(direct[1:]), median(developed[1:])
    return [
        seconds_below("start to first answer, 1,000,000 items held", "", ours, 1.0),
        seconds_below("added by a second start through dev.py", span(ours), through - ours, 2.0),
    ]


def _first_answer(process: Process, data: BenchDatabase) -> float:
    """Seconds from the process's start to the answer of a logged call."""
    with process, BenchCaller(process.address, data.key) as caller:
        caller.call("GET", "/v1/items?limit=1")
        return time.perf_counter() - process.began
