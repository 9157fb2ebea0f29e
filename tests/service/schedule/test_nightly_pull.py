"""Each shop's file at its local time, with three more tries, once after the PC was
off (pull §3).
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from service.domain.changes import Changes
from service.domain.pull.pulls import RunState
from service.domain.sentences import verbatim
from service.domain.shops import Mode
from service.domain.times import DAY, HOUR, MINUTE, SECOND, Millis
from service.files.file_errors import FileUnavailable
from service.files.folder import CALM_MS
from service.pull.context import lock_shop
from service.pull.places.place_port import PlaceRefused
from service.pull.set_up_pull import confirm_pull, forget_pull, set_up_pull
from service.pull.spool import BATCH
from service.schedule.nightly_pull import INTERVAL, MAX_TRIES, MISSED_AFTER, RETRY_DELAY, NightlyPull
from service.service import Service, ServiceOptions
from service.store import pulls
from service.store.engine.store import Store
from service.store.shops import set_mode, set_read_only
from tests.fakes.clock import FakeClock
from tests.fakes.fake_places import ADDRESS, FakePlaces
from tests.fakes.new_database import find_engine
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture

BAHRAIN = ZoneInfo("Asia/Bahrain")
TWO: Millis = int(datetime(2026, 11, 21, 2, tzinfo=BAHRAIN).timestamp()) * 1000
"""The night after the day of the clock."""


class Nights:
    """A set-up pull, and the duty that reads it, on a clock that a test turns."""

    def __init__(self, pulling: PullFixture, clock: FakeClock) -> None:
        self.pulling = pulling
        self.clock = clock
        self.shop = pulling.shop
        self.places = FakePlaces()
        self.path = pulling.file(*rows_of(3))
        self.setup = pulling.setup(self.path)
        self.shop.write(lambda tx: set_up_pull(tx, self.shop.shop, self.setup, 120, now=clock.now(), zone=BAHRAIN))
        self.shop.write(lambda tx: confirm_pull(tx, self.shop.shop, self.setup, ()))
        self.duty = self.started()

    def started(self) -> NightlyPull:
        """The duty of a program that has just been started."""
        return NightlyPull(self.shop.store, self.clock, BAHRAIN, self.places)

    def move_to_address(self) -> None:
        """Sets the same file up at an address."""
        there = replace(self.setup, path=ADDRESS)
        self.shop.write(lambda tx: set_up_pull(tx, self.shop.shop, there, 120, now=self.clock.now(), zone=BAHRAIN))
        self.shop.write(lambda tx: confirm_pull(tx, self.shop.shop, there, ()))

    async def until(self, moment: Millis) -> None:
        """Steps as its beat would, up to a moment."""
        while True:
            due = await self.duty.step()
            assert due is not None
            assert due > self.clock.now()
            if due > moment:
                self.clock.advance(moment - self.clock.now())
                return
            self.clock.advance(due - self.clock.now())

    def states(self) -> list[RunState]:
        """Of the runs, newest first."""
        return [run.state for run in self.pulling.runs()]


@pytest.fixture
def nights(store: Store, shop: ShopFixture, clock: FakeClock, tmp_path: Path) -> Nights:
    """A pull at 02:00 of Bahrain."""
    return Nights(PullFixture(shop, tmp_path), clock)


async def test_it_runs_at_its_time_and_once_a_night(nights: Nights) -> None:
    await nights.until(TWO - 1)
    assert nights.states() == []
    await nights.until(TWO + HOUR)
    run = nights.pulling.runs()[0]
    assert (nights.states(), run.by, run.counts.created) == ([RunState.DONE], "time", 3)
    assert TWO + CALM_MS <= run.at < TWO + CALM_MS + INTERVAL
    await nights.until(TWO + DAY + HOUR)
    assert nights.states() == [RunState.UNCHANGED, RunState.DONE]


async def test_a_night_that_the_pc_slept_through_is_made_up_for_once(nights: Nights) -> None:
    nights.clock.advance(5 * DAY)
    nights.duty = nights.started()
    await nights.until(nights.clock.now() + HOUR)
    assert nights.states() == [RunState.DONE]
    nights.duty = nights.started()
    await nights.until(nights.clock.now() + HOUR)
    assert nights.states() == [RunState.DONE]


@pytest.mark.parametrize("off", ["mode", "forgotten"])
async def test_switched_off_there_is_no_run_and_none_is_made_up_for(nights: Nights, off: str) -> None:
    shop = nights.shop.shop
    if off == "mode":
        nights.shop.write(lambda tx: set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=False))
    else:
        nights.shop.write(lambda tx: forget_pull(tx, shop))
    await nights.until(TWO + HOUR)
    nights.shop.write(lambda tx: set_mode(tx, shop.id, Mode.SCHEDULED_PULL, on=True))
    await nights.until(TWO + 2 * HOUR)
    assert nights.states() == []
    await nights.until(TWO + DAY + HOUR)
    assert nights.states() == ([RunState.DONE] if off == "mode" else [])


async def test_a_missing_file_is_tried_three_times_more_and_then_the_night_failed(nights: Nights) -> None:
    nights.path.unlink()
    await nights.until(TWO + 3 * RETRY_DELAY - 1)
    assert nights.states() == []
    await nights.until(TWO + 4 * RETRY_DELAY)
    run = nights.pulling.runs()[0]
    assert (nights.states(), run.by) == ([RunState.FAILED], "time")
    assert run.fault is not None
    assert "is not there" in str(run.fault)
    assert str(run.fault).endswith("It was tried 4 times, 10 minutes apart.")
    await nights.until(TWO + DAY - 1)
    assert nights.states() == [RunState.FAILED]


async def test_a_file_that_comes_late_is_read_at_the_next_try(nights: Nights) -> None:
    text = nights.path.read_bytes()
    nights.path.unlink()
    await nights.until(TWO + RETRY_DELAY + MINUTE)
    nights.path.write_bytes(text)
    await nights.until(TWO + 3 * RETRY_DELAY)
    assert nights.states() == [RunState.DONE]


async def test_a_file_that_is_still_being_written_is_left_alone_for_ten_minutes(nights: Nights) -> None:
    nights.clock.advance(TWO - nights.clock.now())
    assert await nights.duty.step() == TWO + CALM_MS
    nights.pulling.file(*rows_of(9))
    nights.clock.advance(CALM_MS)
    assert await nights.duty.step() == min(nights.clock.now() + RETRY_DELAY, nights.clock.now() + INTERVAL)
    assert nights.states() == []
    await nights.until(TWO + 2 * RETRY_DELAY)
    assert nights.pulling.runs()[0].counts.created == 9


async def test_a_run_by_hand_under_way_is_waited_for(nights: Nights) -> None:
    with lock_shop(nights.pulling.context.access, nights.shop.shop.id):
        await nights.until(TWO + 5 * MINUTE)
    assert nights.states() == []
    await nights.until(TWO + 2 * RETRY_DELAY)
    assert nights.states() == [RunState.DONE]


async def test_a_broken_file_and_a_read_only_shop_fail_at_once(nights: Nights) -> None:
    nights.path.write_bytes(b"%PDF-1.7 not a table")
    await nights.until(TWO + MINUTE)
    assert "is a PDF document" in str(nights.pulling.runs()[0].fault)
    nights.shop.write(lambda tx: set_read_only(tx, nights.shop.shop.id, on=True))
    await nights.until(TWO + DAY + MINUTE)
    assert "read-only" in str(nights.pulling.runs()[0].fault)
    assert nights.states() == [RunState.FAILED, RunState.FAILED]


async def test_a_file_that_waits_for_the_owner_is_held_back_once(nights: Nights) -> None:
    nights.pulling.run(nights.setup)
    nights.pulling.file(*rows_of(3, quantity=0))
    await nights.until(TWO + HOUR)
    await nights.until(TWO + 2 * DAY + HOUR)
    assert nights.states() == [RunState.NEEDS_APPROVAL, RunState.DONE]


async def test_a_clock_that_was_set_back_leaves_the_next_night_as_it_is(nights: Nights) -> None:
    await nights.until(TWO + HOUR)
    nights.clock.set(TWO - 400 * DAY)
    await nights.duty.step()
    nights.pulling.file(*rows_of(4))
    await nights.until(nights.clock.now() + DAY + HOUR)
    assert nights.states() == [RunState.DONE, RunState.DONE]


async def test_a_clock_that_is_set_back_while_the_file_is_watched_delays_nothing(nights: Nights) -> None:
    """The program starts in the morning with a clock that is ahead, and the network corrects it."""
    nights.clock.advance(TWO + 5 * HOUR - nights.clock.now())
    await nights.duty.step()
    nights.clock.set(nights.clock.now() - 3 * HOUR)
    await nights.until(nights.clock.now() + MINUTE)
    assert nights.states() == [RunState.DONE]


async def test_a_file_at_which_the_program_ends_is_not_tried_for_ever(nights: Nights) -> None:
    """Four times the process is gone in the middle; the counts are all that is left of each try."""
    shop_id = nights.shop.shop.id
    nights.clock.advance(TWO - nights.clock.now())
    for _ in range(4):
        await nights.duty.step()
        nights.clock.advance(CALM_MS)
        nights.shop.write(
            lambda tx: tx.update("UPDATE pull_sources SET tries = tries + 1, next_try_at = ?", (TWO + 1,))
        )
        nights.duty = nights.started()
    await nights.until(TWO + HOUR)
    assert nights.states() == []
    left = nights.shop.read(lambda db: pulls.find_source(db, shop_id))
    assert left is not None
    assert (left.dealt_with, left.tries) == (TWO, 0)


async def test_a_run_that_was_cut_off_is_told_at_the_start_and_the_night_begins_again(nights: Nights) -> None:
    nights.clock.advance(TWO + SECOND - nights.clock.now())
    run = nights.pulling.run(nights.setup)
    nights.shop.write(
        lambda tx: tx.update("UPDATE pull_runs SET state = 'running', fingerprint = NULL WHERE id = ?", (run.id,))
    )
    nights.duty = nights.started()
    await nights.until(TWO + HOUR)
    again, cut = nights.pulling.runs()
    assert (again.state, again.counts.unchanged, cut.state) == (RunState.DONE, 3, RunState.FAILED)
    assert "ended in the middle" in str(cut.fault)


async def test_an_interrupted_run_whose_leader_still_has_its_lock_is_closed_when_that_is_free(nights: Nights) -> None:
    nights.pulling.run(nights.setup)
    running = "UPDATE pull_runs SET state = 'running'"
    nights.shop.write(lambda tx: tx.update(running))
    with lock_shop(nights.pulling.context.access, nights.shop.shop.id):
        await nights.duty.step()
        assert nights.states() == [RunState.RUNNING]
    await nights.duty.step()
    assert nights.states() == [RunState.FAILED]
    nights.shop.write(lambda tx: tx.update(running))
    await nights.duty.step()
    assert nights.states() == [RunState.RUNNING], "once in a term is enough"


async def test_closing_the_program_ends_a_run_between_two_batches_and_it_begins_again(nights: Nights) -> None:
    nights.pulling.file(*rows_of(20 * BATCH))
    nights.clock.advance(TWO - nights.clock.now())
    await nights.duty.step()
    nights.clock.advance(CALM_MS)
    saved = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell(_changes: Changes) -> None:
        loop.call_soon_threadsafe(saved.set)

    nights.shop.store.subscribe(tell)
    running = asyncio.ensure_future(nights.duty.step())
    async with asyncio.timeout(60):
        while not nights.shop.count("items"):
            saved.clear()
            await saved.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    run = nights.pulling.runs()[0]
    assert (run.state, run.counts.created) == (RunState.FAILED, nights.shop.count("items"))
    assert "closed in the middle" in str(run.fault)
    nights.duty = nights.started()
    await nights.until(TWO + HOUR)
    assert (nights.states()[0], nights.shop.count("items")) == (RunState.DONE, 20 * BATCH)


async def test_the_service_reads_the_file_of_a_night_that_it_slept_through(nights: Nights, tmp_path: Path) -> None:
    clock = FakeClock(TWO + 2 * DAY)
    path = tmp_path / "counterpart.db"
    service = Service(ServiceOptions(path, clock, engine=find_engine(path)))
    await service.start_tasks()
    try:
        async with asyncio.timeout(60):
            while not nights.states():
                clock.advance(CALM_MS)
                service.on_resumed()
                await asyncio.sleep(0)
                await service.store.read(lambda db: db.scalar("SELECT 1"))
            while nights.states() != [RunState.DONE]:
                await service.store.read(lambda db: db.scalar("SELECT 1"))
    finally:
        await service.stop()
    assert nights.states() == [RunState.DONE]


async def test_a_file_at_an_address_is_read_at_its_time(nights: Nights) -> None:
    nights.places.content = nights.path.read_bytes()
    nights.move_to_address()
    await nights.until(TWO + HOUR)
    run = nights.pulling.runs()[0]
    assert (nights.states(), run.file, run.counts.created) == ([RunState.DONE], "stock.csv", 3)
    assert run.setup.path == ADDRESS
    await nights.until(TWO + DAY + HOUR)
    assert nights.states() == [RunState.UNCHANGED, RunState.DONE]


async def test_a_server_out_of_reach_is_tried_again_and_one_that_refuses_is_not(nights: Nights) -> None:
    nights.move_to_address()
    nights.places.error = FileUnavailable(verbatim("out of reach"))
    await nights.until(TWO + 4 * RETRY_DELAY)
    assert (nights.states(), len(nights.places.opened)) == ([RunState.FAILED], MAX_TRIES)
    nights.places.error = PlaceRefused(verbatim("wrong password"))
    await nights.until(TWO + DAY + HOUR)
    assert (nights.states()[0], len(nights.places.opened)) == (RunState.FAILED, MAX_TRIES + 1)
    assert str(nights.pulling.runs()[0].fault) == "wrong password"


class OnTwoComputers:
    """The leader, and the service of the computer that has the file."""

    def __init__(self, nights: Nights) -> None:
        shop, clock = nights.shop, nights.clock
        setup = replace(nights.setup, path=str(nights.path))
        shop.write(lambda tx: set_up_pull(tx, shop.shop, setup, 120, now=clock.now(), zone=BAHRAIN, computer="counter"))
        shop.write(lambda tx: confirm_pull(tx, shop.shop, setup, ()))
        self.leader, self.counter, self.other = (
            NightlyPull(shop.store, clock, BAHRAIN, nights.places, computer) for computer in ("", "counter", "office")
        )


async def test_a_path_is_read_at_its_computer_and_an_address_by_the_leader(nights: Nights) -> None:
    two = OnTwoComputers(nights)
    for nights.duty in (two.leader, two.other):
        await nights.until(TWO + MINUTE)
    assert nights.states() == []
    nights.duty = two.counter
    await nights.until(TWO + HOUR)
    assert nights.states() == [RunState.DONE]
    nights.duty = two.leader
    await nights.until(TWO + 3 * HOUR)
    assert nights.states() == [RunState.DONE], "it is not reported as missed"
    nights.move_to_address()
    for nights.duty, hours, runs in ((two.counter, 1, 1), (two.leader, 2, 2)):
        await nights.until(TWO + DAY + hours * HOUR)
        assert len(nights.states()) == runs


async def test_a_night_that_the_computer_with_the_file_let_pass_is_recorded_once(nights: Nights) -> None:
    two = OnTwoComputers(nights)
    nights.duty = two.leader
    await nights.until(TWO + MISSED_AFTER - MINUTE)
    assert nights.states() == []
    await nights.until(TWO + 5 * HOUR)
    (missed,) = nights.pulling.runs()
    assert (missed.state, str(missed.fault)) == (RunState.FAILED, "The file is on counter, where no service read it.")
