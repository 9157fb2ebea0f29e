"""Group commit: writes fail alone, survive a transaction that SQLite ended, and are
all answered.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import Future, wait
from functools import partial
from pathlib import Path

import pytest

from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import verbatim
from service.store.engine import connection
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.engine.writer import BUSY_GROUP, MAX_GATHERINGS, WriteJob, Writer
from service.store.settings import read_settings, write_setting

WAIT_S = 20.0


class Gate:
    """A write that holds the writer until it is opened, so that what follows waits in one group."""

    def __init__(self, store: Store) -> None:
        self._entered = threading.Event()
        self._opened = threading.Event()
        self.future = store.submit(self._hold)
        assert self._entered.wait(WAIT_S)

    def _hold(self, _tx: Tx) -> None:
        self._entered.set()
        assert self._opened.wait(WAIT_S)

    def open(self) -> None:
        self._opened.set()


def put(store: Store, name: str, value: str = "on", *, large: bool = False) -> Future[None]:
    """Queues a small write."""
    return store.submit(lambda tx: write_setting(tx, name, value), large=large)


def nothing(_tx: Tx) -> None:
    """A write that writes nothing."""


def settings(store: Store) -> dict[str, str]:
    return store.submit_read(read_settings).result(WAIT_S)


def refuse(tx: Tx) -> None:
    write_setting(tx, "half", "done")
    raise Refused("no", verbatim("No."))


def break_a_rule(tx: Tx) -> None:
    write_setting(tx, "half", "done")
    tx.update("INSERT INTO branches (shop_id, name, folded) VALUES (99, 'x', 'x')")


def test_a_failing_write_fails_alone(store: Store) -> None:
    gate = Gate(store)
    first = put(store, "first")
    refused = store.submit(refuse)
    broken = store.submit(break_a_rule)
    last = put(store, "last")
    gate.open()
    assert first.result(WAIT_S) is last.result(WAIT_S) is None
    with pytest.raises(Refused):
        refused.result(WAIT_S)
    with pytest.raises(sqlite3.IntegrityError):
        broken.result(WAIT_S)
    assert settings(store) == {"first": "on", "last": "on"}


def test_what_waits_is_committed_together(store: Store) -> None:
    told: list[Changes] = []
    gate = Gate(store)
    store.subscribe(told.append)
    futures = [put(store, f"n{n}") for n in range(50)]
    gate.open()
    for future in futures:
        future.result(WAIT_S)
    store.submit(nothing).result(WAIT_S)
    assert told == [Changes.of(ChangeKind.SETTINGS)]
    assert len(settings(store)) == 50


def test_large_writes_wait_for_the_small_ones_and_go_one_to_a_group(store: Store) -> None:
    order: list[str] = []
    gate = Gate(store)

    def note(name: str, *, large: bool = False) -> Future[None]:
        return store.submit(lambda _tx: order.append(name), large=large)

    large = [note(f"large {n}", large=True) for n in range(2)]
    small = [note(f"small {n}") for n in range(3)]
    gate.open()
    for future in (*large, *small):
        future.result(WAIT_S)
    assert order == ["small 0", "small 1", "small 2", "large 0", "large 1"]


def test_a_savepoint_of_ones_own_is_undone_alone(store: Store) -> None:
    def work(tx: Tx) -> None:
        write_setting(tx, "kept", "on")
        with pytest.raises(Refused), tx.savepoint():
            refuse(tx)

    store.submit(work).result(WAIT_S)
    assert settings(store) == {"kept": "on"}


def limit_pages(store: Store, more: int) -> int:
    """Lets the database grow by so many pages only, as a full disk would."""

    def work(tx: Tx) -> int:
        return int(tx.scalar(f"PRAGMA max_page_count = {tx.scalar('PRAGMA page_count') + more}"))

    return store.submit(work).result(WAIT_S)


def test_when_sqlite_ends_the_transaction_the_neighbours_are_run_again_and_commit_once(store: Store) -> None:
    limit_pages(store, 4)
    runs: list[str] = []

    def add_one(name: str) -> Future[None]:
        def work(tx: Tx) -> None:
            runs.append(name)
            write_setting(tx, name, str(int(read_settings(tx).get(name, 0)) + 1))

        return store.submit(work)

    gate = Gate(store)
    first = add_one("first")
    large = put(store, "large", "x" * 1_000_000)
    last = add_one("last")
    gate.open()
    first.result(WAIT_S)
    last.result(WAIT_S)
    with pytest.raises(Unavailable, match=r"The disk is full\. Nothing was changed"):
        large.result(WAIT_S)
    assert settings(store) == {"first": "1", "last": "1"}
    assert runs.count("first") == 2, "SQLite did not end the transaction: this test shows nothing"
    assert gate.future.exception(WAIT_S) is None
    limit_pages(store, 10_000)
    put(store, "large", "x" * 1_000_000).result(WAIT_S)
    assert set(settings(store)) == {"first", "large", "last"}


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size there")
def test_a_file_that_may_not_grow_is_unavailable_and_nothing_is_half_done(tmp_path: Path) -> None:
    program = """
import resource, signal, sys
from pathlib import Path
from service.domain.errors import Unavailable
from service.store.settings import read_settings, write_setting
from service.store.engine.store import Store

store = Store(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store.submit(lambda tx: write_setting(tx, "before", "on")).result(20)
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
wal = Path(sys.argv[1] + "-wal").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (wal + 40_000, hard))
try:
    store.submit(lambda tx: write_setting(tx, "large", "x" * 500_000)).result(20)
except Unavailable as error:
    print(error.message)
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
store.submit(lambda tx: write_setting(tx, "after", "on")).result(20)
print(sorted(store.submit_read(read_settings).result(20)))
print(store.submit_read(lambda db: db.scalar("PRAGMA integrity_check")).result(20))
store.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "counterpart.db")],
        capture_output=True, text=True, check=True, timeout=60, env={**os.environ, "PYTHONPATH": os.getcwd()},  # noqa: PTH109
    )  # fmt: skip
    sentence, names, check = done.stdout.splitlines()
    assert sentence.startswith(("The disk did not take or give the data.", "The disk is full."))
    assert (names, check) == ("['after', 'before']", "ok")


def test_a_database_locked_by_another_program_is_unavailable_for_as_long_as_it_is(store: Store) -> None:
    store.submit(lambda tx: tx.all("PRAGMA busy_timeout = 200")).result(WAIT_S)
    other = connection.connect(store.path, writes=True)
    other.execute("BEGIN IMMEDIATE")
    futures = [put(store, f"n{n}") for n in range(20)]
    assert not wait(futures, WAIT_S).not_done
    for future in futures:
        with pytest.raises(Unavailable, match=r"Another program is holding the database\. Nothing was changed"):
            future.result()
    assert settings(store) == {}, "reads go on meanwhile"
    other.execute("ROLLBACK")
    put(store, "after").result(WAIT_S)
    assert settings(store) == {"after": "on"}
    other.close()


def test_a_write_waits_for_a_short_lock(store: Store) -> None:
    other = connection.connect(store.path, writes=True)
    other.execute("BEGIN IMMEDIATE")
    future = put(store, "late")
    other.execute("COMMIT")
    future.result(WAIT_S)
    other.close()
    assert settings(store) == {"late": "on"}


def test_word_comes_when_another_process_wrote(store: Store) -> None:
    heard = threading.Event()
    store.subscribe(lambda changes: heard.set() if changes == Changes.make_all() else None)
    code = (
        "import sqlite3, sys; other = sqlite3.connect(sys.argv[1]); "
        "other.execute(\"INSERT INTO settings VALUES ('a', 'b')\"); other.commit()"
    )
    subprocess.run([sys.executable, "-c", code, str(store.path)], check=True, timeout=60)
    assert heard.wait(WAIT_S)


def settle(future: Future[None], _jobs: list[WriteJob]) -> None:
    future.set_result(None)


def test_ones_own_writes_and_checkpoints_are_not_taken_for_anothers(tmp_path: Path) -> None:
    path = tmp_path / "counterpart.db"
    opened = connection.open_database(path)
    heard = threading.Event()
    writer = Writer(opened, lambda: 0, lambda _changes, _rows, _ended: None, lambda _: heard.set())
    other = connection.connect(path, writes=True)
    for number in range(5):
        written: Future[None] = Future()
        work = partial(write_setting, name=f"n{number}", value="x" * 50_000)
        writer.submit(WriteJob(work, partial(settle, written)))
        written.result(WAIT_S)
        other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    assert not heard.wait(0.7), "a look elsewhere is taken every half second"
    other.execute("INSERT INTO settings VALUES ('a', 'b')")
    assert heard.wait(WAIT_S)
    writer.close()
    other.close()


@pytest.mark.parametrize(
    ("first", "arrivals", "groups"),
    [
        (BUSY_GROUP, [], [BUSY_GROUP]),
        (BUSY_GROUP, [3], [BUSY_GROUP, 3]),
        (BUSY_GROUP, [2, 3], [BUSY_GROUP, 5]),
        (BUSY_GROUP, [1] * MAX_GATHERINGS, [BUSY_GROUP, MAX_GATHERINGS]),
        (BUSY_GROUP - 1, [3], [BUSY_GROUP - 1]),
    ],
    ids=["nobody calls again", "some call again", "more come", "as often as it waits at most", "few callers"],
)
def test_after_a_large_group_the_next_is_gathered(
    tmp_path: Path, first: int, arrivals: list[int], groups: list[int]
) -> None:
    database = connection.open_database(tmp_path / "counterpart.db")
    entered, opened, finished = threading.Event(), threading.Event(), threading.Event()
    seen, coming = list[int](), list(arrivals)

    def note(jobs: list[WriteJob]) -> None:
        if jobs[0].work is not wait:
            seen.append(len(jobs))
        if seen == groups:
            finished.set()

    def wait(_tx: Tx) -> None:
        entered.set()
        assert opened.wait(WAIT_S)

    def sleep(_seconds: float) -> None:
        for _ in range(coming.pop(0) if coming else 0):
            writer.submit(WriteJob(nothing, note))

    writer = Writer(database, lambda: 0, lambda _changes, _rows, _ended: None, lambda _: None, sleep)
    writer.submit(WriteJob(wait, note))
    assert entered.wait(WAIT_S)
    for _ in range(first):
        writer.submit(WriteJob(nothing, note))
    opened.set()
    assert finished.wait(WAIT_S), seen
    writer.close()
    assert seen == groups
    assert bool(coming) == (first < BUSY_GROUP)


def test_closing_finishes_what_is_queued(tmp_path: Path) -> None:
    store = Store(tmp_path / "counterpart.db")
    gate = Gate(store)
    futures = [put(store, f"n{n}", large=n % 10 == 0) for n in range(300)]
    threading.Timer(0.01, gate.open).start()
    store.close()
    assert all(future.done() and future.exception() is None for future in futures)
    with pytest.raises(Unavailable, match="The program is closing"):
        store.submit(nothing)
    again = Store(tmp_path / "counterpart.db")
    assert len(settings(again)) == 300
    again.close()


def test_closing_at_any_moment_answers_every_write_that_was_taken(tmp_path: Path) -> None:
    for _ in range(30):
        store = Store(tmp_path / "counterpart.db")
        taken: list[Future[None]] = []

        def keep_writing(store: Store = store, taken: list[Future[None]] = taken) -> None:
            try:
                while True:
                    taken.append(store.submit(nothing))
            except Unavailable:
                return

        writing = threading.Thread(target=keep_writing)
        writing.start()
        store.close()
        writing.join(WAIT_S)
        assert all(future.done() for future in taken)


def test_a_broken_listener_silences_nobody(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    told: list[Changes] = []

    def broken(_changes: Changes) -> None:
        raise RuntimeError("the window is gone")

    store.subscribe(broken)
    store.subscribe(told.append)
    put(store, "a").result(WAIT_S)
    put(store, "b").result(WAIT_S)
    store.submit(nothing).result(WAIT_S)
    assert told == [Changes.of(ChangeKind.SETTINGS)] * 2
    assert "A listener broke" in caplog.text


async def test_a_write_whose_caller_gave_up_is_committed_and_the_next_goes_on(store: Store) -> None:
    gate = Gate(store)
    task = asyncio.ensure_future(store.write(lambda tx: write_setting(tx, "kept", "on")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.open()
    await store.write(lambda tx: write_setting(tx, "next", "on"))
    assert await store.read(read_settings) == {"kept": "on", "next": "on"}


def test_a_loop_that_is_gone_does_not_stop_the_writer(store: Store) -> None:
    gate = Gate(store)
    tasks: list[asyncio.Future[None]] = []

    async def ask_and_leave() -> None:
        tasks.append(asyncio.ensure_future(store.write(lambda tx: write_setting(tx, "kept", "on"))))
        await asyncio.sleep(0)

    asyncio.run(ask_and_leave())
    gate.open()
    put(store, "next").result(WAIT_S)
    assert settings(store) == {"kept": "on", "next": "on"}


async def test_a_write_gives_its_result_after_the_commit(store: Store) -> None:
    assert await store.write(lambda tx: tx.update("INSERT INTO settings VALUES ('a', 'on')")) == 1
    other = sqlite3.connect(store.path)
    assert other.execute("SELECT value FROM settings").fetchall() == [("on",)]
    other.close()


def test_a_deferred_write_that_ends_the_transaction_is_no_success(store: Store) -> None:
    def end(tx: Tx, _items: list[str]) -> None:
        tx.execute("ROLLBACK")

    def work(tx: Tx) -> None:
        write_setting(tx, "language", "ar")
        tx.before_commit(end, "x")

    with pytest.raises(sqlite3.OperationalError, match="no transaction is active"):
        store.submit(work).result(WAIT_S)
    assert "language" not in store.submit_read(read_settings).result(WAIT_S)
