"""What must not grow: memory, threads, open files, tasks, timers, and the size of
the data folder.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low

import psutil

from service.store.engine.transaction import ReadTx
from tests.soak.simulated_time import WarpedLoop
from tests.soak.soak_program import SoakProgram

_MIB = 1024 * 1024
_POOL = "asyncio_"
"""Threads of asyncio's own pool: it grows to a few, whatever happens, and keeps them."""

_READERS = "store-reader"
"""Threads that read the database."""

_LOOKS = 8
"""A periodic task that is at work has no timer at that moment, so most of several looks counts."""

PASSING = (
    "calls", "call_bodies", "call_parts", "call_hours", "events", "deliveries", "attempts", "pull_rows",
)  # fmt: skip
LASTING = ("items", "stock", "ledger", "orders", "order_lines", "order_history", "pull_runs")
"""The shop's own records, which grow with its business and are kept."""

LASTING_ROW = 150
"""Bytes that a row of these takes at most, indexes and half-filled pages counted."""


@dataclass(frozen=True, slots=True)
class ResourceReading:
    """One reading at a calm moment."""

    day: int
    rss: int
    blocks: int
    """Pieces of memory that Python has given out: exact where the resident size is not."""
    threads: int
    files: int
    tasks: int
    timers: int
    database: int
    log: int
    """Bytes of the write-ahead log."""
    passing: int
    lasting: int
    backups: int


@dataclass(frozen=True, slots=True)
class GrowthLimits:
    """How much more than at the start of the comparison there may be at its end."""

    rss: int = 6 * _MIB
    blocks: float = 0.03
    passing: float = 0.10
    spare: int = 2 * _MIB
    """Bytes of free pages that the database keeps for what comes next, and unevenness."""
    log: int = 80 * _MIB
    """The write-ahead log is begun again at 64 MiB at the latest;
    weeks in minutes leave it no quiet moment before.
    """


def return_free_memory() -> None:
    """Gives the system what was freed: glibc keeps it for each thread, how much is chance."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)


async def read_resources(program: SoakProgram, loop: WarpedLoop, day: int) -> ResourceReading:
    """A reading of this process and its data folder.

    Connections to receivers are left out: aiohttp keeps up to eight of a target, by a clock that
    nobody can turn. One may end between two lines that wait, and each end of it ends by itself: of
    several looks, the one in the middle counts.
    """
    process = psutil.Process()
    timers, files, tasks = [], [], []
    for _ in range(_LOOKS):
        await program.settle()
        connections = sum(receiver.connections for receiver in program.receivers)
        timers.append(loop.timers)
        files.append(open_files(process) - 2 * connections - index_files(process, program.store.text_index.path))
        tasks.append(len(asyncio.all_tasks()) - connections)
    gc.collect()
    return_free_memory()
    database = program.store.path
    rows = await program.store.read(_rows)
    return ResourceReading(
        day=day,
        rss=process.memory_info().rss,
        blocks=sys.getallocatedblocks(),
        threads=sum(not thread.name.startswith(_POOL) for thread in threading.enumerate()),
        files=median_low(files),
        tasks=median_low(tasks),
        timers=max(timers),
        database=database.stat().st_size,
        log=_size(database.with_name(database.name + "-wal")),
        passing=sum(rows[table] for table in PASSING),
        lasting=sum(rows[table] for table in LASTING),
        backups=len(program.backups.list()),
    )


def find_growth(readings: Sequence[ResourceReading], allowed: GrowthLimits | None = None) -> list[str]:
    """What grew between the first of these readings and the last ones: nothing, if all is well.

    The quarter of readings at each end is taken together, and at least two, so that one that is off
    by chance does not matter.
    """
    limits = allowed or GrowthLimits()
    many = max(2, len(readings) // 4)
    early, late = readings[:many], readings[-many:]
    found = [
        f"{name} grew from {_least(early, name)} to {_least(late, name)}"
        for name in ("threads", "files", "tasks", "timers")
        if _least(late, name) > _least(early, name)
    ]
    bounds = {
        "rss": _most(early, "rss") + limits.rss,
        "blocks": int(_most(early, "blocks") * (1 + limits.blocks)),
        "passing": int(_most(early, "passing") * (1 + limits.passing)),
        "log": limits.log,
        "database": _most(early, "database")
        + limits.spare
        + LASTING_ROW * (_most(late, "lasting") - _least(early, "lasting")),
        "backups": 11,
    }
    found += [
        f"{name} grew from {_most(early, name)} to {_least(late, name)}, {most} at most would be right"
        for name, most in bounds.items()
        if _least(late, name) > most
    ]
    return found


def format_reading(reading: ResourceReading) -> str:
    """One line of the table."""
    return (
        f"{reading.day:>5} {reading.rss / _MIB:>8.1f} {reading.blocks:>9,} {reading.threads:>7} {reading.files:>6} "
        f"{reading.tasks:>6} {reading.timers:>6} {reading.database / _MIB:>8.2f} {reading.log / _MIB:>7.2f} "
        f"{reading.passing:>8,} {reading.lasting:>8,} {reading.backups:>7}"
    )


HEAD = "  day  RSS MiB    blocks threads  files  tasks timers   DB MiB WAL MiB  passing  lasting backups"


def _rows(db: ReadTx) -> dict[str, int]:
    return {table: int(db.scalar(f"SELECT count(*) FROM {table}")) for table in (*PASSING, *LASTING)}


def open_files(process: psutil.Process) -> int:
    """Files, sockets and whatever else the process has open."""
    if sys.platform == "win32":
        return process.num_handles()
    return process.num_fds()


def index_files(process: psutil.Process, index: Path) -> int:
    """The files of the search index, as far as they are of one connection for each thread of the
    pools, which thread uses it first being chance. What is open beyond these counts as other files.
    """
    opened = sum(Path(file.path).name.startswith(index.name) for file in process.open_files())
    threads = sum(thread.name.startswith((_POOL, _READERS)) for thread in threading.enumerate())
    return min(opened, 2 * threads + 1)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _least(readings: Sequence[ResourceReading], name: str) -> int:
    return min(int(getattr(taken, name)) for taken in readings)


def _most(readings: Sequence[ResourceReading], name: str) -> int:
    return max(int(getattr(taken, name)) for taken in readings)
