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
