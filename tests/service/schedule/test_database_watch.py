"""A database deleted while the service runs: 503 to every call, an alarm, a copy of
the open files.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.errors import Unavailable
from service.domain.sentences import Sentence
from service.domain.times import SECOND
from service.schedule.database_watch import LOW_BYTES, RESCUED_FILE, TRY_EVERY, DatabaseWatch
from service.service import Service, ServiceOptions
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.settings import write_setting
from tests.fakes.clock import FakeClock
from tests.service.api.running_service import RunningService

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody delete a file that is open")


async def test_no_later_call_is_answered_as_done_and_all_that_was_is_saved(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    told: asyncio.Queue[Sentence] = asyncio.Queue()
    clock = FakeClock()
    service = Service(ServiceOptions(tmp_path / "counterpart.db", clock, on_alarm=told.put_nowait))
    try:
        await service.start(port=0)
        stand = RunningService(service, clock)
        await stand.upload({"sku": "A", "name": "n"})
        (tmp_path / "counterpart.db").unlink()
        clock.advance(SECOND)
        alarm = await asyncio.wait_for(told.get(), 20)
        replies = [
            await stand.call("POST", "/v1/items", body={"items": [{"sku": "B", "name": "n"}]}),
            await stand.call("GET", "/v1/items"),
            await stand.call("GET", "/v1/items", key="cp_live_wrong"),
            await stand.call("GET", "/health", key=None),
        ]
        assert [reply.status for reply in replies] == [503] * 4
        assert {reply.json["error"] for reply in replies} == {"unavailable"}
    finally:
        await service.stop()
    assert "deleted" in str(alarm)
    assert str(tmp_path / RESCUED_FILE) in str(alarm)
    assert service.alarm == alarm
    assert [record.levelno for record in caplog.records if str(alarm) in record.message] == [logging.CRITICAL]
    with closing(sqlite3.connect(tmp_path / RESCUED_FILE)) as db:
        assert [row[0] for row in db.execute("SELECT sku FROM items")] == ["A"]
    assert not (tmp_path / "counterpart.db").exists()


class LateStore(Store):
    """Saves its copy when the test lets it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.saving, self.may_save = threading.Event(), threading.Event()

    def save_and_refuse(self, target: Path, refusal: Unavailable) -> None:
        self.saving.set()
        assert self.may_save.wait(20)
        super().save_and_refuse(target, refusal)


def ignore(_sentence: Sentence) -> None:
    """What this test does not look at."""


def fill(store: Store) -> None:
    """A write that is larger than the disk, where a small one still fits."""
    store.submit(lambda tx: tx.scalar(f"PRAGMA max_page_count = {tx.scalar('PRAGMA page_count')}")).result(20)
    with pytest.raises(Unavailable, match="disk is full"):
        store.submit(lambda tx: write_setting(tx, "large", "x" * 100_000)).result(20)


async def test_a_full_disk_is_told_with_what_to_do_until_a_write_succeeds_and_there_is_room(tmp_path: Path) -> None:
    store, clock, told, free = Store(tmp_path / "counterpart.db"), FakeClock(), list[str](), [10 * LOW_BYTES]
    with closing(store):
        watch = DatabaseWatch(store, clock, ignore, lambda fault: told.append(str(fault)), lambda _path: free[0])
        assert await watch.step() == clock.now() + SECOND
        assert told == []
        fill(store)
        free[0] = LOW_BYTES - 1
        await watch.step()
        assert len(told) == 1
        assert str(tmp_path) in told[0]
        assert "Delete or move large files" in told[0]
        clock.advance(TRY_EVERY)
        await watch.step()
        assert len(told) == 1, "a small write fits, and the next upload would not"
        free[0] = LOW_BYTES
        clock.advance(TRY_EVERY)
        await watch.step()
        assert told[1:] == [""]


async def test_a_database_that_nobody_writes_to_is_tried_where_the_disk_has_little_room(tmp_path: Path) -> None:
    store, clock, told = Store(tmp_path / "counterpart.db"), FakeClock(), list[str]()
    with closing(store), closing(sqlite3.connect(tmp_path / "counterpart.db", isolation_level=None)) as other:
        watch = DatabaseWatch(store, clock, ignore, lambda fault: told.append(str(fault)), lambda _path: 0)
        store.submit(lambda tx: tx.scalar("PRAGMA busy_timeout = 1")).result(20)
        other.execute("BEGIN IMMEDIATE")
        await watch.step()
        other.execute("ROLLBACK")
        assert ["Another program is holding" in fault for fault in told] == [True]


async def test_a_copy_that_has_begun_is_finished_when_the_program_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = LateStore(tmp_path / "counterpart.db")
    watch = DatabaseWatch(store, FakeClock(), ignore, ignore)
    (tmp_path / "counterpart.db").unlink()
    step = asyncio.create_task(watch.step())
    await asyncio.to_thread(store.saving.wait, 20)
    step.cancel()
    store.may_save.set()
    with contextlib.suppress(asyncio.CancelledError):
        await step
    store.close()
    assert [record.levelno for record in caplog.records if RESCUED_FILE in record.message] == [logging.CRITICAL]
    with closing(sqlite3.connect(tmp_path / RESCUED_FILE)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_damage_is_said_on_the_health_page_and_stays(tmp_path: Path) -> None:
    """The page said "ok" while reads and writes met damaged pages."""
    path, told = tmp_path / "counterpart.db", asyncio.Queue[Sentence]()
    clock = FakeClock()
    service = Service(ServiceOptions(path, clock, on_fault=told.put_nowait))
    try:
        await service.start(port=0)
        stand = RunningService(service, clock)
        assert (await stand.call("GET", "/health", key=None)).status == 200

        def read_damaged(_: ReadTx) -> None:
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error

        with pytest.raises(Unavailable, match="is damaged"):
            await service.store.read(read_damaged)
        reply = await stand.call("GET", "/health", key=None)
        assert (reply.status, reply.json["error"]) == (503, "unavailable")
        assert "The database is damaged" in reply.json["message"]
        clock.advance(SECOND)
        assert "The database is damaged" in str(await asyncio.wait_for(told.get(), 20))
        assert (await stand.call("GET", "/v1/items")).status == 200, "what is whole is still read"
    finally:
        await service.stop()


async def test_damage_that_the_look_after_the_start_met_is_said(tmp_path: Path) -> None:
    told, store = list[Sentence](), Store(tmp_path / "counterpart.db")
    with contextlib.closing(store):
        watch = DatabaseWatch(store, FakeClock(), told.append, told.append, is_damaged=lambda: True)
        await watch.step()
        await watch.step()
        assert store.damage is not None
        assert told == [store.damage.sentence]
