"""Reads: one consistent view each, and the environment's faults as sentences."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from service.domain.audit import PROGRAM_ORIGIN
from service.domain.errors import Unavailable
from service.store.engine.readers import READER_COUNT, ReaderPool
from service.store.engine.sqlite_errors import to_unavailable
from service.store.engine.store import SqliteDatabase, Store
from service.store.engine.transaction import ReadTx
from service.store.settings import read_settings, write_setting
from tests.fakes.new_database import new_store

WAIT_S = 20.0


def test_a_read_sees_one_moment(store: Store) -> None:
    looked, wrote = threading.Event(), threading.Event()

    def read_twice(db: ReadTx) -> tuple[int, int]:
        first = len(read_settings(db))
        looked.set()
        assert wrote.wait(WAIT_S)
        return first, len(read_settings(db))

    reading = store.submit_read(read_twice)
    assert looked.wait(WAIT_S)
    store.submit(lambda tx: write_setting(tx, "a", "on")).result(WAIT_S)
    wrote.set()
    assert reading.result(WAIT_S) == (0, 0)
    assert store.read_in_caller(read_settings) == {"a": "on"}


def test_reads_that_follow_each_other_share_a_connection_and_its_cache(store: Store) -> None:
    may_read, may_go_on = threading.Event(), threading.Event()

    def read_later(db: ReadTx) -> object:
        assert may_read.wait(WAIT_S)
        return db.execute.__self__  # type: ignore[attr-defined]

    first = store.submit_read(read_later)
    first.add_done_callback(lambda _: may_go_on.wait(WAIT_S))  # keeps its thread
    may_read.set()
    connection = first.result(WAIT_S)
    assert store.submit_read(read_later).result(WAIT_S) is connection
    may_go_on.set()


def test_long_reads_of_attached_windows_leave_the_readers_to_tills(store: Store) -> None:
    may_go_on = threading.Event()
    window = store.for_window(PROGRAM_ORIGIN)
    searches = [window.submit_read(lambda _: may_go_on.wait(WAIT_S)) for _ in range(READER_COUNT + 1)]
    assert store.submit_read(read_settings).result(WAIT_S) == {}
    may_go_on.set()
    assert all(search.result(WAIT_S) for search in searches)


def test_every_read_of_a_closed_store_is_refused(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    others = (store.for_origin(PROGRAM_ORIGIN), store.for_window(PROGRAM_ORIGIN))
    store.close()
    for closed in (store, *others):
        with pytest.raises(Unavailable, match="The program is closing"):
            closed.read_in_caller(read_settings)
        with pytest.raises(Unavailable, match="The program is closing"):
            closed.submit_read(read_settings).result(WAIT_S)


def test_a_read_in_the_callers_thread_is_not_cut_off_by_the_end(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    ending = threading.Thread(target=store.close)

    def read_late(db: ReadTx) -> int:
        ending.start()
        ending.join(0.05)
        return len(read_settings(db))

    assert store.read_in_caller(read_late) == 0
    ending.join(WAIT_S)
    assert not ending.is_alive()


def test_a_database_that_cannot_be_opened_is_the_environments_fault(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "data" / "counterpart.db")
    readers = ReaderPool(database.open_reader)
    for file in (tmp_path / "data").iterdir():
        file.unlink()
    with pytest.raises(Unavailable):
        readers.submit(lambda _: None).result(WAIT_S)
    readers.close()
    database.writers[0].close()
    database.close()


def test_a_read_that_breaks_lets_go_of_its_view(store: Store) -> None:
    def broken(db: ReadTx) -> None:
        db.all("SELECT * FROM settings")
        raise ZeroDivisionError

    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            store.submit_read(broken).result(WAIT_S)
    store.submit(lambda tx: write_setting(tx, "a", "on")).result(WAIT_S)
    assert store.submit_read(read_settings).result(WAIT_S) == {"a": "on"}


def test_a_read_whose_view_the_disk_ended_still_says_what_happened(store: Store) -> None:
    def fail_like_a_disk(db: ReadTx) -> None:
        db.execute("ROLLBACK")
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
        raise error

    with pytest.raises(Unavailable, match="The disk did not take or give the data"):
        store.submit_read(fail_like_a_disk).result(WAIT_S)
    with pytest.raises(Unavailable, match="The disk did not take or give the data"):
        store.read_in_caller(fail_like_a_disk)


@pytest.mark.parametrize(
    "code",
    [
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_BUSY_SNAPSHOT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
    ],
)
def test_the_environments_faults_say_that_nothing_was_changed(code: int) -> None:
    error = sqlite3.OperationalError("x")
    error.sqlite_errorcode = code
    unavailable = to_unavailable(error)
    assert unavailable is not None
    assert "Nothing was changed" in unavailable.message


def test_bugs_are_not_the_environments_fault(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.submit_read(lambda db: db.all("SELECT * FROM nowhere")).result(WAIT_S)
    assert to_unavailable(ValueError()) is None
