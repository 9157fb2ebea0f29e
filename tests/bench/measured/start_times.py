"""From the start of a process to its first answer."""

from __future__ import annotations

import subprocess
import sys
import time

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller
from tests.bench.children.child_processes import ROOT, Process
from tests.bench.data.databases import BenchDatabase
from tests.bench.timing import Figure, Median, seconds_below, span, turns

ROUNDS = 4
MOST_COMMAND_S = 0.35


def starts(bench: Bench) -> list[Figure]:
    """`counterpart serve` with 1,000,000 items held,
    and the same through dev.py in a checkout that is set up.
    """
    data = bench.many()
    direct, developed = [], []
    for _ in range(ROUNDS):
        direct.append(_first_answer(child_processes.serve_command(data.folder), data))
        developed.append(_first_answer(child_processes.dev_py_process(data.folder), data))
    ours, through = Median.of(direct[1:]), Median.of(developed[1:])
    return [
        seconds_below("start to first answer, 1,000,000 items held", "", ours, 0.4),
        seconds_below("added by a second start through dev.py", span(ours), through - ours, 2.0),
    ]


def commands(bench: Bench) -> list[Figure]:
    """A short command from its start to its end, compared with `python -c pass`."""
    folder = str(bench.fresh().folder)
    listing = ["-m", "bridge", "items", "list", "--limit", "1", "--data-dir", folder]
    floor, version, items = turns(
        lambda _: _run("-c", "pass"),
        lambda _: _run("-m", "bridge", "--version"),
        lambda _: _run(*listing),
        rounds=10,
    )
    return [
        seconds_below("`counterpart --version` (floor: `python -c pass`)", span(floor), version, 0.1),
        seconds_below("`counterpart items list --limit 1` (floor: the same)", span(floor), items, MOST_COMMAND_S),
    ]


def _run(*words: str) -> None:
    subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)


def _first_answer(process: Process, data: BenchDatabase) -> float:
    """Seconds from the process's start to the answer of a logged call."""
    with process, BenchCaller(process.address, data.key) as caller:
        caller.call("GET", "/v1/items?limit=1")
        return time.perf_counter() - process.began
