"""Power is lost at any moment: what was answered is there, the rest whole or not at all.

The store runs as it ships, over SQLite's own files with a recorder in between.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
from bisect import bisect_right
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from service.domain.errors import Unavailable
from service.domain.marketplace.orders import Action
from service.store.engine.connection import connect
from service.store.engine.store import Store
from service.store.shops import find_shop
from service.usecases.act_on_order import act_on_order
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.disk_recorder import (
    FULL,
    IOERR_FSYNC,
    IOERR_TRUNCATE,
    IOERR_WRITE,
    OK,
    Disk,
    DiskRecorder,
    Kind,
    Unsynced,
    read_journal,
    recorded_disk,
)

NAME = "counterpart.db"
FIRST = "ORD-2026-000001"
CLOCK = FakeClock()
Step = Callable[[ShopFixture], object]


def make_steps() -> list[Step]:
    """New rows, overwritten rows, an order from its placing to its end, and a checkpoint."""
    steps: list[Step] = [lambda floor: floor.add("A", 50)]
    steps += [
        lambda floor, price=price: floor.upload({"sku": "A", "price_fils": price})  # type: ignore[misc]
        for price in range(6)
    ]
    steps += [lambda floor: floor.place("A", 2), lambda floor: act_on_first(floor, Action.ACCEPT), check_point]
    steps.append(lambda floor: floor.upload(*[{"sku": f"B{row}", "name": "n", "quantity": row} for row in range(40)]))
    steps += [
        lambda floor, action=action: act_on_first(floor, action)  # type: ignore[misc]
        for action in (Action.READY, Action.DISPATCHED, Action.DELIVERED)
    ]
    return [*steps, check_point, lambda floor: floor.upload({"sku": "A", "name": "again"})]


def act_on_first(floor: ShopFixture, action: Action) -> None:
    now = floor.clock.now()
    decision = floor.write(lambda tx: act_on_order(tx, floor.shop, FIRST, action, reason=None, by="Till", now=now))
    assert decision.refusal is None


def check_point(floor: ShopFixture) -> None:
    """Moves the write-ahead log into the database, as the program does now and then."""
    with closing(connect(floor.store.path, writes=True)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def digest(path: Path) -> str:
    """Every row of every table; a damaged database gives its fault."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        try:
            if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                return "damaged"
            tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
            rows = [(name, db.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in tables]
        except sqlite3.DatabaseError as error:
            return f"unreadable: {error}"
    return hashlib.sha256(repr(rows).encode()).hexdigest()


class RecordedRun:
    """The steps, the state after each, and how far the journal was when each was answered."""

    def __init__(self, folder: Path, *, counts_syncs: bool = True) -> None:
        data = folder / "data"
        self.journal = folder / "journal"
        self.answered_at: list[int] = []
        self.states: list[str] = []
        with recorded_disk(self.journal, data, counts_syncs=counts_syncs) as recorder:
            store = Store(data / NAME)
            floor = ShopFixture.fresh(store)
            self._note(recorder, data)
            for step in make_steps():
                step(floor)
                self._note(recorder, data)
            store.close()

    def _note(self, recorder: DiskRecorder, data: Path) -> None:
        self.answered_at.append(recorder.position)
        self.states.append(digest(data / NAME))

    def find_losses(self, folder: Path, *, every: int, seed: int) -> list[str]:
        """Loses the power after each `every`-th operation and in each way;
        what is then on the disk and should not be.
        """
        chance, disk, found = random.Random(seed), Disk(), []
        for number, operation in enumerate(read_journal(self.journal)):
            disk.apply(operation)
            if operation.end < self.answered_at[0] or number % every:
                continue
            for unsynced in Unsynced:
                after = folder / f"{number}-{unsynced.value}"
                after.mkdir()
                disk.save(after, unsynced, chance)
                steps = bisect_right(self.answered_at, operation.end)
                if digest(after / NAME) not in self.states[steps - 1 : steps + 1]:
                    found.append(f"operation {number}, unsynced writes {unsynced.value}, {steps} steps answered")
        return found


def test_whatever_was_answered_is_there_after_a_loss_of_power(tmp_path: Path) -> None:
    run = RecordedRun(tmp_path)
    assert len(set(run.states)) >= 14
    (tmp_path / "after").mkdir()
    assert run.find_losses(tmp_path / "after", every=7, seed=1) == []


def test_a_program_that_does_not_sync_is_found_out(tmp_path: Path) -> None:
    """What `PRAGMA synchronous = OFF` does: without this the test above could not fail."""
    run = RecordedRun(tmp_path, counts_syncs=False)
    (tmp_path / "after").mkdir()
    assert len(run.find_losses(tmp_path / "after", every=20, seed=1)) > 5


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one shop and one item."""
    path = tmp_path_factory.mktemp("prepared") / NAME
    store = Store(path)
    ShopFixture.fresh(store).add("A", 50)
    store.close()
    return path


@pytest.mark.parametrize("lasting", [False, True], ids=["one fault", "the disk stays broken"])
@pytest.mark.parametrize(
    ("kind", "code"),
    [(Kind.WRITE, IOERR_WRITE), (Kind.WRITE, FULL), (Kind.SYNC, IOERR_FSYNC), (Kind.TRUNCATE, IOERR_TRUNCATE)],
)
def test_a_fault_of_the_disk_at_any_step_is_told_and_loses_nothing(
    tmp_path: Path, prepared: Path, kind: Kind, code: int, lasting: bool
) -> None:
    """The step is answered as unavailable and nothing of it is there, or it is there whole."""
    runs = [run_with_fault(tmp_path / str(number), prepared, kind, code, number, lasting) for number in (0, 1, 2)]
    number = 5
    while runs[-1]:
        runs.append(run_with_fault(tmp_path / str(number), prepared, kind, code, number, lasting))
        number += 7
    assert runs[0] > 0


def run_with_fault(folder: Path, prepared: Path, kind: Kind, code: int, number: int, lasting: bool) -> int:
    """Runs the steps while the operation of that number fails; how many operations failed."""
    data = folder / "data"
    data.mkdir(parents=True)
    shutil.copyfile(prepared, data / NAME)
    seen = failed = 0

    def fault(happening: Kind, _file: str) -> int:
        nonlocal seen, failed
        if happening is not kind:
            return OK
        seen += 1
        if seen <= number or (failed and not lasting):
            return OK
        failed += 1
        return code

    with recorded_disk(folder / "journal", data) as recorder:
        store = Store(data / NAME)
        floor = ShopFixture(store, store.submit_read(lambda db: find_shop(db, None, staging=False)).result(20), CLOCK)
        recorder.fault = fault
        for price in range(3):
            before = digest(data / NAME)
            try:
                floor.upload({"sku": "A", "price_fils": price})
            except Unavailable:
                assert digest(data / NAME) == before, "a refused write is there"
            else:
                assert floor.item_json("A")["price_fils"] == price
            with suppress(sqlite3.Error):
                check_point(floor)
        recorder.fault = lambda _kind, _file: OK
        floor.upload({"sku": "A", "price_fils": 77})
        after = digest(data / NAME)
        store.close()
    assert digest(data / NAME) == after
    return failed
