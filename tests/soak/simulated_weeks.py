"""Simulated weeks of the whole program; a table shows the readings of each week."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup
from service.domain.times import MINUTE, Millis
from service.domain.webhooks.events import EventKind
from service.pull.inspect_file import inspect_file
from service.pull.set_up_pull import confirm_pull, set_up_pull
from service.store.recovery.integrity import run_integrity_check
from service.store.settings import write_setting
from service.store.shops import find_shop
from service.usecases.edit_target import TargetEdit, edit_target
from service.usecases.issue_key import issue_key
from service.usecases.manage_secrets import add_target
from tests.fakes.reservations import find_wrong_reservations
from tests.soak.expected_state import ExpectedState, ReceiverExpectations
from tests.soak.fickle_keyring import UnreliableKeyring
from tests.soak.resource_readings import HEAD, ResourceReading, find_growth, format_reading, read_resources
from tests.soak.simulated_days import DaySimulation, SoakContext
from tests.soak.simulated_shop import SimulatedShop
from tests.soak.simulated_time import WarpedLoop
from tests.soak.soak_program import SoakProgram
from tests.soak.soak_receivers import SoakReceiver, listening

DAYS = 182
PULL_AT = 120
WARM_UP = 100
"""Days after which a long run has in its database what it keeps:
events of 90 days, and as large a log as it may be.
"""


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
    await store.write(lambda tx: confirm_pull(tx, shop, setup))
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
