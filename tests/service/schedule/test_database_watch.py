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
from service.schedule.database_watch import RESCUED_FILE, DatabaseWatch
from service.service import Service, ServiceOptions
from service.store.engine.store import Store
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


async def test_a_copy_that_has_begun_is_finished_when_the_program_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = LateStore(tmp_path / "counterpart.db")
    watch = DatabaseWatch(store, FakeClock(), lambda _sentence: None)
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
