"""Simulated weeks of the whole program; a table shows the readings of each week."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import random
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low

import psutil

from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup
from service.domain.times import MINUTE, Millis
from service.domain.webhooks.events import EventKind
from service.pull.inspect_file import inspect_file
from service.pull.set_up_pull import confirm_pull, set_up_pull
from service.store.engine.transaction import ReadTx
from service.store.recovery.integrity import run_integrity_check
from service.store.settings import write_setting
from service.store.shops import find_shop
from service.usecases.edit_target import TargetEdit, edit_target
from service.usecases.issue_key import issue_key
from service.usecases.manage_secrets import add_target
from tests.fakes.reservations import find_wrong_reservations
from tests.soak.simulated_days import DaySimulation, ExpectedState, ReceiverExpectations, SimulatedShop, SoakContext
from tests.soak.simulated_time import WarpedLoop
from tests.soak.soak_program import SoakProgram, UnreliableKeyring
from tests.soak.soak_receivers import SoakReceiver, listening

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
DAYS = 182
PULL_AT = 120
WARM_UP = 100
"""Days after which a long run has in its database what it keeps:
events of 90 days, and as large a log as it may be.
"""


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


@dataclass(frozen=True, slots=True)
class SoakPlan:
    """How many days with business, and for how long the shop is closed in the middle of them."""

    days: int
    seed: int
    closed: Millis = 0
    rounds: int = 2
    log_days: int = 90
    log_mib: int = 16


@dataclass(frozen=True, slots=True)
class SoakResult:
    """The result. `readings` one an evening."""

    found: list[str]
    readings: list[ResourceReading]
    totals: dict[str, int]


async def simulate(
    folder: Path, plan: SoakPlan, tell: Callable[[ResourceReading], None] = lambda _: None
) -> SoakResult:
    """Lives through the days; to be run in a WarpedLoop."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, WarpedLoop)
    readings: list[ResourceReading] = []
    async with _shop_open(folder, loop, plan) as cast:
        days = DaySimulation(cast, rounds=plan.rounds)
        for number in range(plan.days):
            await days.day(number)
            readings.append(await read_resources(cast.program, loop, number))
            tell(readings[-1])
            await days.night(number, off=plan.closed if number == plan.days // 2 - 1 else 0)
        holds = await cast.program.store.read(find_wrong_reservations)
        cast.book.found += [f"orphaned hold: {hold}" for hold in holds]
        totals = {**cast.book.totals, "orders": len(cast.book.orders), "nights": cast.book.nights}
    found = [*cast.book.found, *run_integrity_check(cast.program.store.path)]
    return SoakResult(found, readings, totals)


@asynccontextmanager
async def _shop_open(folder: Path, loop: WarpedLoop, plan: SoakPlan) -> AsyncIterator[SoakContext]:
    keyring, book, chance = UnreliableKeyring(), ExpectedState(), random.Random(plan.seed)
    program = SoakProgram(folder, loop, keyring)
    async with AsyncExitStack() as stack:
        for name in ("by address", "by name"):
            receiver = SoakReceiver(name, random.Random(chance.random()), book.record_arrival)
            program.receivers.append(receiver)
            book.sides[name] = ReceiverExpectations()
            await stack.enter_async_context(listening(receiver))
        await program.start()
        try:
            yield await _set_up(program, book, keyring, plan, chance)
        finally:
            keyring.works()
            await program.stop()


async def _set_up(
    program: SoakProgram, book: ExpectedState, keyring: UnreliableKeyring, plan: SoakPlan, chance: random.Random
) -> SoakContext:
    store, now = program.store, program.world.now()
    book.new_day(now)
    shop = await store.read(lambda db: find_shop(db, None, staging=False))
    key = await store.write(lambda tx: issue_key(tx, shop, "Till", now=now))
    await store.write(lambda tx: write_setting(tx, "log_days", str(plan.log_days)))
    await store.write(lambda tx: write_setting(tx, "log_mib", str(plan.log_mib)))
    at_work = SimulatedShop(program, book, shop, key.text, chance)
    ids = []
    for receiver, host in zip(program.receivers, ("127.0.0.1", "localhost"), strict=True):
        url = f"http://{host}:{receiver.port}/in"
        made = await add_target(store, program.secrets, shop, url, list(EventKind), now=now)
        await store.write(lambda tx, made=made: edit_target(tx, shop, made.target.id, TargetEdit(catch_up=True)))  # type: ignore[misc]
        receiver.secrets = [made.secret]
        ids.append(made.target.id)
    at_work.write_export()
    # All prices have three decimals, so the owner says what the point is.
    look = inspect_file(PullSetup(str(at_work.export), ""), PullChoices(decimal_comma=False))
    assert look.plan is not None
    assert look.open_questions == ()
    setup = PullSetup(str(at_work.export), look.plan)
    await store.write(lambda tx: set_up_pull(tx, shop, setup, PULL_AT, now=now))
    await store.write(lambda tx: confirm_pull(tx, shop, setup, ()))
    await at_work.stock_up()
    await program.advance_in_steps(MINUTE)
    return SoakContext(program, book, shop, at_work, tuple(program.receivers), tuple(ids), keyring, chance)


def run_simulation(
    folder: Path, plan: SoakPlan, tell: Callable[[ResourceReading], None] = lambda _: None
) -> SoakResult:
    """The same in a loop of its own."""
    with asyncio.Runner(loop_factory=WarpedLoop) as runner:
        return runner.run(simulate(folder, plan, tell))


def main(days: int, seed: int) -> int:
    """Prints the table and the result;
    0 where nothing was lost, doubled or unsigned, and nothing grew.
    """
    print(f"{days} days of a shop, seed {seed}\n{HEAD}", flush=True)
    began = time.monotonic()

    def tell(taken: ResourceReading) -> None:
        if taken.day % 7 == 6:
            print(format_reading(taken), flush=True)

    with tempfile.TemporaryDirectory(prefix="counterpart-soak-") as folder:
        lived = run_simulation(Path(folder), SoakPlan(days, seed), tell)
    found = lived.found + find_growth(lived.readings[min(WARM_UP, days // 2) :])
    print(f"  {', '.join(f'{count:,} {what}' for what, count in lived.totals.items())}", flush=True)
    print(f"  {len(found)} faults in {time.monotonic() - began:.0f} s", flush=True)
    for fault in found:
        print(f"  {fault}", flush=True)
    return int(bool(found))
