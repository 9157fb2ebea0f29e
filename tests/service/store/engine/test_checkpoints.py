"""The write-ahead log goes into the database while the writer works, without losses."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

from service.store.engine.checkpoints import ROWS_PER_CHECKPOINT, Checkpointer
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.settings import read_settings, write_setting
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.fakes.sqlite_use import checkpointer_of


def put(store: Store, number: int) -> None:
    store.submit(lambda tx: write_setting(tx, f"n{number}", "x" * 2_000)).result(WAIT_S)


def test_a_checkpoint_loses_nothing_and_disturbs_no_read(store: Store) -> None:
    looked, checked = threading.Event(), threading.Event()

    def read_before_and_after(db: ReadTx) -> tuple[int, int]:
        first = len(read_settings(db))
        looked.set()
        assert checked.wait(WAIT_S)
        return first, len(read_settings(db))

    for number in range(40):
        put(store, number)
    reading = store.submit_read(read_before_and_after)
    assert looked.wait(WAIT_S)
    for number in range(40, 80):
        put(store, number)
    checkpointer_of(store)._checkpoint("PASSIVE")
    checked.set()
    assert reading.result(WAIT_S) == (40, 40)
    assert len(store.submit_read(read_settings).result(WAIT_S)) == 80
    assert store.submit_read(lambda db: db.scalar("PRAGMA integrity_check")).result(WAIT_S) == "ok"


class Telling(Checkpointer):
    """Says when it has checkpointed."""

    def __init__(self, path: Path) -> None:
        self.done = threading.Event()
        super().__init__(path)

    def _checkpoint(self, mode: str) -> None:
        super()._checkpoint(mode)
        self.done.set()

    def await_end(self, number: int) -> None:
        """Returns when that many checkpoints have ended."""
        deadline = time.monotonic() + WAIT_S
        while self.ended < number:
            assert time.monotonic() < deadline
            threading.Event().wait(0.001)


def test_after_many_rows_the_database_itself_has_grown(store: Store) -> None:
    floor = ShopFixture.fresh(store)
    size = store.path.stat().st_size
    floor.upload(*({"sku": f"P-{n}", "name": "Pad", "quantity": 1} for n in range(500)))
    assert store.path.stat().st_size == size, "not before the answer"
    checkpoints = Telling(store.path)
    checkpoints.add_rows(ROWS_PER_CHECKPOINT, checkpoints.ended)
    assert checkpoints.done.wait(WAIT_S)
    assert store.path.stat().st_size > size
    checkpoints.close()


def test_closing_leaves_one_file_with_everything(tmp_path: Path) -> None:
    path = tmp_path / "counterpart.db"
    store = Store(path)
    for number in range(20):
        put(store, number)
    store.close()
    assert not path.with_name("counterpart.db-wal").exists()
    plain = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    assert plain.execute("SELECT count(*) FROM settings").fetchone() == (20,)
    plain.close()


def test_a_commit_that_began_before_the_last_checkpoint_ended_starts_no_other(store: Store) -> None:
    """SQLite before 3.51.3 loses pages if a checkpoint begins when all pages are moved already."""
    checkpoints = Telling(store.path)
    early = checkpoints.ended
    checkpoints.add_rows(ROWS_PER_CHECKPOINT, early)
    assert checkpoints.done.wait(WAIT_S)
    checkpoints.await_end(1)
    checkpoints.done.clear()
    checkpoints.add_rows(ROWS_PER_CHECKPOINT, early)
    assert not checkpoints._is_due
    checkpoints.add_rows(1, checkpoints.ended)
    assert checkpoints.done.wait(WAIT_S)
    checkpoints.await_end(2)
    checkpoints.close()


def test_the_writer_counts_checkpoints_before_its_commit(tmp_path: Path) -> None:
    store, counted = Store(tmp_path / "counterpart.db"), list[int]()
    add_rows = checkpointer_of(store).add_rows
    ended = iter(range(100))

    def count(rows: int, ended_before: int) -> None:
        counted.append(ended_before)
        add_rows(rows, ended_before)

    store._writers[0]._count_checkpoints = lambda: next(ended)
    checkpointer_of(store).add_rows = count  # type: ignore[method-assign]
    put(store, 1)
    put(store, 2)
    store.close()
    assert counted == [0, 1]


class Unseen:
    """A log file whose size cannot be asked for."""

    def exists(self) -> bool:
        return True

    def stat(self) -> None:
        raise PermissionError(13, "Permission denied")


def test_a_log_file_that_cannot_be_looked_at_does_not_end_the_checkpoints(store: Store) -> None:
    checkpoints = Telling(store.path)
    checkpoints._log_file = Unseen()  # type: ignore[assignment]
    checkpoints.add_rows(ROWS_PER_CHECKPOINT, checkpoints.ended)
    checkpoints.await_end(1)
    checkpoints.add_rows(ROWS_PER_CHECKPOINT, checkpoints.ended)
    checkpoints.await_end(2)
    checkpoints.close()
