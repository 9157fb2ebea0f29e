"""A watched file is read within a minute of its change, once, also across restarts (pull §3)."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from service.domain.pull.pulls import MAX_TRIES, PullSetup, RunState
from service.domain.sentences import verbatim
from service.domain.shops import Mode
from service.domain.times import HOUR, MINUTE, Millis
from service.pull.context import StoreAccess, lock_shop
from service.pull.places.place_port import PlaceRefused
from service.pull.set_up_pull import confirm_pull, set_up_pull
from service.schedule.watched_files import LOOK_EVERY, LOOK_FAR_EVERY, REST_AFTER_FAULT, WatchedFiles
from service.store import pulls
from service.store.engine.store import Store
from service.store.shops import set_mode
from tests.fakes.clock import FakeClock
from tests.fakes.fake_places import ADDRESS, FakePlaces
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture


class Watching:
    """A watched file, and the task that looks at it on a clock that a test moves."""

    def __init__(self, pulling: PullFixture, clock: FakeClock) -> None:
        self.pulling, self.clock = pulling, clock
        self.places = FakePlaces()
        self.path = pulling.file(*rows_of(3))
        self.age()
        self.set_up(pulling.setup(self.path))
        self.task = self.started()

    def set_up(self, setup: PullSetup, *, watch: bool = True) -> None:
        shop = self.pulling.shop
        shop.write(lambda tx: set_up_pull(tx, shop.shop, setup, 120, now=self.clock.now(), watch=watch))
        shop.write(lambda tx: confirm_pull(tx, shop.shop, setup, ()))

    def started(self) -> WatchedFiles:
        """The task of a program that has just been started."""
        return WatchedFiles(self.pulling.shop.store, self.clock, self.places)

    def age(self) -> None:
        """Gives the file the time of the fake clock, as a system's clock would."""
        now = self.clock.now() * 1_000_000
        os.utime(self.path, ns=(now, now))

    def write(self, count: int) -> None:
        self.path = self.pulling.file(*rows_of(count))
        self.age()

    async def pass_time(self, span: Millis) -> None:
        """Steps as its schedule says, for a span."""
        ends = self.clock.now() + span
        while self.clock.now() < ends:
            due = await self.task.step()
            self.clock.advance((ends if due is None else min(due, ends)) - self.clock.now())
        await self.task.step()

    def states(self) -> list[RunState]:
        """Of the runs, newest first."""
        return [run.state for run in self.pulling.runs()]


@pytest.fixture
def watching(store: Store, shop: ShopFixture, clock: FakeClock, tmp_path: Path) -> Watching:
    return Watching(PullFixture(shop, tmp_path), clock)


async def test_a_file_is_read_within_a_minute_of_its_change_and_once(watching: Watching) -> None:
    await watching.pass_time(MINUTE)
    run = watching.pulling.runs()[0]
    assert (watching.states(), run.by, run.counts.created) == ([RunState.DONE], "time", 3)
    await watching.pass_time(HOUR)
    assert watching.states() == [RunState.DONE]
    watching.write(4)
    await watching.pass_time(MINUTE)
    assert watching.states() == [RunState.DONE, RunState.DONE]


async def test_a_file_that_goes_on_changing_is_not_read(watching: Watching) -> None:
    for count in range(4, 10):
        watching.write(count)
        await watching.pass_time(LOOK_EVERY // 2)
    assert watching.states() == []
    await watching.pass_time(MINUTE)
    assert watching.states() == [RunState.DONE]


async def test_after_a_restart_the_same_file_is_not_read_again(watching: Watching) -> None:
    await watching.pass_time(MINUTE)
    watching.task = watching.started()
    await watching.pass_time(MINUTE)
    assert len(watching.states()) == 1


async def test_the_same_content_with_a_new_time_changes_nothing(watching: Watching) -> None:
    await watching.pass_time(MINUTE)
    watching.write(3)
    await watching.pass_time(MINUTE)
    assert watching.states() == [RunState.UNCHANGED, RunState.DONE]


async def test_a_broken_file_fails_once_until_it_changes(watching: Watching) -> None:
    watching.path.write_text("SKU,Name\n")
    watching.age()
    await watching.pass_time(HOUR)
    assert watching.states() == [RunState.FAILED]


async def test_a_file_that_ends_the_program_is_tried_three_times(
    watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_arguments: object) -> None:
        raise SystemError

    monkeypatch.setattr("service.pull.run_pull.run_pull", die)
    tries = 0
    for _ in range(MAX_TRIES + 2):
        watching.task = watching.started()
        try:
            await watching.pass_time(MINUTE)
        except SystemError:
            tries += 1
    assert tries == MAX_TRIES


async def test_a_missing_file_and_a_run_in_progress_are_waited_for(watching: Watching) -> None:
    watching.path.unlink()
    await watching.pass_time(10 * MINUTE)
    watching.write(3)
    shop = watching.pulling.shop
    with lock_shop(StoreAccess(shop.store), shop.shop.id):
        await watching.pass_time(MINUTE)
    assert watching.states() == []
    await watching.pass_time(MINUTE)
    assert watching.states() == [RunState.DONE]


@pytest.mark.parametrize("off", ["not watched", "mode"])
async def test_without_watching_nothing_is_looked_at(watching: Watching, off: str) -> None:
    shop = watching.pulling.shop
    if off == "mode":
        shop.write(lambda tx: set_mode(tx, shop.shop.id, Mode.SCHEDULED_PULL, on=False))
    else:
        watching.set_up(watching.pulling.setup(watching.path), watch=False)
    assert await watching.task.step() is None
    assert watching.states() == []


async def test_a_file_at_an_address_is_watched_by_its_mark(watching: Watching) -> None:
    watching.places.content = watching.path.read_bytes()
    watching.set_up(replace(watching.pulling.setup(watching.path), path=ADDRESS))
    await watching.pass_time(MINUTE)
    assert (watching.states(), watching.pulling.runs()[0].file) == ([RunState.DONE], "stock.csv")
    await watching.pass_time(HOUR)
    watching.places.content = watching.pulling.file(*rows_of(4)).read_bytes()
    await watching.pass_time(MINUTE)
    assert watching.states() == [RunState.DONE, RunState.DONE]


async def test_a_server_with_a_login_is_asked_every_two_minutes_while_nothing_changes(watching: Watching) -> None:
    watching.places.content = watching.path.read_bytes()
    watching.set_up(replace(watching.pulling.setup(watching.path), path="sftp://till@shop.example/stock.csv"))
    await watching.pass_time(MINUTE)
    assert watching.states() == [RunState.DONE]
    watching.places.opened.clear()
    await watching.pass_time(HOUR)
    assert len(watching.places.opened) <= HOUR // LOOK_FAR_EVERY + 1
    watching.places.content = watching.pulling.file(*rows_of(4)).read_bytes()
    await watching.pass_time(LOOK_FAR_EVERY + MINUTE)
    assert watching.states() == [RunState.DONE, RunState.DONE]


async def test_a_server_that_refuses_is_asked_every_ten_minutes_only(watching: Watching) -> None:
    watching.set_up(PullSetup(ADDRESS, "{}"))
    watching.places.error = PlaceRefused(verbatim("wrong password"))
    await watching.pass_time(3 * REST_AFTER_FAULT)
    assert len(watching.places.opened) == 4
    assert watching.states() == []
    seen = watching.pulling.shop.read(lambda db: pulls.list_sources(db)[0].seen)
    assert seen is None


async def test_a_clock_that_was_set_back_keeps_no_file_waiting(watching: Watching) -> None:
    """A computer without power for its clock starts ahead, and gets the time from the network."""
    await watching.task.step()
    watching.clock.set(watching.clock.now() - 3 * HOUR)
    await watching.pass_time(MINUTE)
    assert watching.states() == [RunState.DONE]


async def test_a_clock_that_was_set_back_ends_the_rest_after_a_fault(watching: Watching) -> None:
    watching.places.error = PlaceRefused(verbatim("The server refuses."))
    watching.set_up(replace(watching.pulling.setup(watching.path), path=ADDRESS))
    await watching.task.step()
    watching.clock.set(watching.clock.now() - 3 * HOUR)
    looks = len(watching.places.opened)
    await watching.pass_time(2 * REST_AFTER_FAULT)
    assert len(watching.places.opened) > looks


async def test_a_path_is_looked_at_by_its_computer_alone(watching: Watching) -> None:
    shop, setup = watching.pulling.shop, watching.pulling.setup(watching.path)
    now = watching.clock.now()
    shop.write(lambda tx: set_up_pull(tx, shop.shop, setup, 120, now=now, watch=True, computer="counter"))
    shop.write(lambda tx: confirm_pull(tx, shop.shop, setup, ()))
    for computer, runs in (("", 0), ("office", 0), ("counter", 1)):
        watching.task = WatchedFiles(shop.store, watching.clock, watching.places, computer)
        await watching.pass_time(MINUTE)
        assert len(watching.states()) == runs
