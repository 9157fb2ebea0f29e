"""When the nightly backup is made: at its time, once after the PC was off, again
until it succeeds.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, timedelta, timezone
from pathlib import Path

import pytest

from bridge.backups.backup_service import BackupService, newest_backup
from bridge.backups.nightly_backup import AFTER_START, RETRY_AFTER, NightlyBackup, NightlyOutcome
from service.domain.sentences import Sentence, message, verbatim
from service.domain.times import DAY, HOUR, MINUTE, SECOND, format_rfc3339
from service.schedule.periodic_task import PeriodicTask
from tests.bridge.backups.backup_fixture import BackupFixture, ignore_progress

# The yard's clock is at 14:05:09 UTC; the time of the backup is 01:30.
TO_NIGHT = 11 * HOUR + 25 * MINUTE


def test_each_change_is_said_once() -> None:
    said: list[Sentence | None] = []
    outcome = NightlyOutcome(lambda: said.append(outcome.fault()))
    full, away = verbatim("The disk is full."), verbatim("The stick is away.")
    assert outcome.fault() is None
    outcome.clear_fault()
    for fault in (full, full, away, None, None, full):
        outcome.set_fault(fault)
    outcome.clear_fault()
    assert said == [full, away, None, full, None]


@pytest.fixture
def nightly(yard: BackupFixture) -> NightlyBackup:
    return NightlyBackup(yard.location, yard.backups, yard.clock, UTC)


def made(yard: BackupFixture) -> int:
    return sum(one.kind in ("daily", "weekly") for one in yard.backups.list())


async def test_a_new_installation_has_missed_no_night(yard: BackupFixture, nightly: NightlyBackup) -> None:
    assert await nightly.step() == yard.clock.now() + AFTER_START
    yard.clock.advance(AFTER_START)
    await nightly.step()
    assert made(yard) == 0


async def test_it_is_made_once_a_night(yard: BackupFixture, nightly: NightlyBackup) -> None:
    yard.clock.advance(TO_NIGHT - MINUTE)
    for _ in range(30):
        due = await nightly.step()
        assert due is not None
        yard.clock.set(max(due, yard.clock.now()))
    assert made(yard) == 1
    yard.clock.advance(DAY)
    await nightly.step()
    assert made(yard) == 2


async def test_it_is_due_at_its_minute_in_the_owner_s_zone(yard: BackupFixture) -> None:
    zone = timezone(timedelta(hours=3))
    yard.set("backup_time", "04:50")
    nightly = NightlyBackup(yard.location, yard.backups, yard.clock, zone)
    yard.clock.advance(TO_NIGHT + 20 * MINUTE - 30 * SECOND)
    due = await nightly.step()
    assert made(yard) == 0, "not a minute early"
    assert due is not None
    assert due < yard.clock.now() + MINUTE, "the moment itself, not a minute later"
    yard.clock.set(due)
    await nightly.step()
    assert [one.at for one in yard.backups.list()] == [due]
    assert format_rfc3339(due).startswith("2026-11-21T01:50:00")


async def test_the_task_of_the_service_makes_it_and_says_so(yard: BackupFixture) -> None:
    heard: asyncio.Queue[Sentence | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def hear(fault: Sentence | None) -> None:
        loop.call_soon_threadsafe(heard.put_nowait, fault)

    nightly = NightlyBackup(yard.location, yard.backups, yard.clock, on_result=hear)
    task = PeriodicTask("The nightly backup", yard.clock, nightly.step)
    yard.clock.advance(DAY)
    task.start()
    task.wake()
    async with asyncio.timeout(20):
        assert await heard.get() is None
        yard.clock.advance(DAY + HOUR)
        task.wake()
        assert await heard.get() is None
    await task.stop()
    assert made(yard) == 2


async def test_one_that_is_made_is_logged_with_its_size(
    yard: BackupFixture, nightly: NightlyBackup, caplog: pytest.LogCaptureFixture
) -> None:
    yard.clock.advance(TO_NIGHT + MINUTE)
    with caplog.at_level(logging.INFO):
        await nightly.step()
    (one,) = yard.backups.list()
    assert f"The nightly backup was made, {one.size} bytes" in caplog.messages


async def test_one_missed_while_the_pc_was_off_follows_the_start(yard: BackupFixture) -> None:
    yard.clock.advance(3 * DAY)
    nightly = NightlyBackup(yard.location, yard.backups, yard.clock, UTC)
    await nightly.step()
    assert made(yard) == 0, "not while the computer starts"
    yard.clock.advance(AFTER_START)
    await nightly.step()
    assert made(yard) == 1
    yard.clock.advance(MINUTE)
    await nightly.step()
    assert made(yard) == 1


async def test_a_stick_that_is_away_is_told_once_and_tried_again(
    yard: BackupFixture, nightly: NightlyBackup, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stick = tmp_path / "stick"
    yard.set("backup_folder", str(stick))
    yard.clock.advance(TO_NIGHT + MINUTE)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert await nightly.step() == yard.clock.now() + RETRY_AFTER
            yard.clock.advance(RETRY_AFTER)
    (line,) = [text for text in caplog.messages if "has to wait" in text]
    assert f"The folder for backups, {stick}, is not there." in line
    stick.mkdir()
    await nightly.step()
    assert made(yard) == 1


async def test_the_window_hears_why_one_is_missing_and_when_it_is_made(yard: BackupFixture, tmp_path: Path) -> None:
    heard: list[Sentence | None] = []
    outcome = NightlyOutcome(lambda: heard.append(outcome.fault()))
    nightly = NightlyBackup(yard.location, yard.backups, yard.clock, UTC, outcome.set_fault)
    stick = tmp_path / "stick"
    yard.set("backup_folder", str(stick))
    yard.clock.advance(TO_NIGHT + MINUTE)
    for _ in range(2):
        await nightly.step()
        yard.clock.advance(RETRY_AFTER)
    assert [str(fault).partition(",")[0] for fault in heard] == ["The folder for backups"], "told once"
    stick.mkdir()
    await nightly.step()
    assert (len(heard), heard[-1], made(yard)) == (2, None, 1)


async def test_a_stick_taken_out_by_day_is_no_trouble_before_the_next_night(
    yard: BackupFixture, tmp_path: Path
) -> None:
    heard: list[Sentence | None] = []
    nightly = NightlyBackup(yard.location, yard.backups, yard.clock, UTC, heard.append)
    stick = tmp_path / "stick"
    stick.mkdir()
    yard.set("backup_folder", str(stick))
    yard.clock.advance(TO_NIGHT + MINUTE)
    await nightly.step()
    stick.rename(tmp_path / "home")
    yard.clock.advance(HOUR)
    await nightly.step()
    assert heard == [None]
    yard.clock.advance(DAY)
    await nightly.step()
    assert heard[-1] is not None


def test_one_made_by_hand_ends_the_word_of_it(yard: BackupFixture) -> None:
    outcome = NightlyOutcome(lambda: None)
    outcome.set_fault(message("The disk is full."))
    desk = BackupService(yard.folder, yard.clock, yard.secrets, yard.run_exclusively, outcome.clear_fault)
    desk.back_up(None, ignore_progress)
    assert outcome.fault() is None


async def test_one_made_by_hand_or_of_the_future_is_not_the_nights(yard: BackupFixture, nightly: NightlyBackup) -> None:
    yard.clock.advance(40 * DAY)
    yard.backups.back_up_nightly()
    yard.clock.set(yard.clock.now() - 20 * DAY)
    yard.backups.back_up(None, ignore_progress)
    await nightly.step()
    yard.clock.advance(AFTER_START + RETRY_AFTER)
    await nightly.step()
    assert made(yard) == 2


async def test_the_end_of_the_program_ends_it(yard: BackupFixture, nightly: NightlyBackup) -> None:
    yard.clock.advance(TO_NIGHT + MINUTE)
    step = asyncio.ensure_future(nightly.step())
    await asyncio.sleep(0)
    step.cancel()
    with pytest.raises(asyncio.CancelledError):
        await step
    assert yard.partial_files() == []


async def test_one_that_is_gone_again_is_not_said_to_be_made(
    yard: BackupFixture, caplog: pytest.LogCaptureFixture
) -> None:
    """The folder took the file, and another program or a stick lost it."""
    heard: list[Sentence | None] = []

    def lose() -> None:
        for file in yard.location.backup_folder().glob("*.cpbackup"):
            file.unlink()

    backups = BackupService(yard.folder, yard.clock, yard.secrets, yard.run_exclusively, lose)
    nightly = NightlyBackup(yard.location, backups, yard.clock, UTC, heard.append)
    yard.clock.advance(TO_NIGHT + MINUTE)
    with caplog.at_level(logging.INFO):
        await nightly.step()
    assert "was made" not in caplog.text
    assert [str(fault).partition("did not return")[1] for fault in heard] == ["did not return"]


async def test_nine_jumps_into_the_future_leave_every_backup(yard: BackupFixture) -> None:
    """As an empty battery makes them: at each start another time, and each is believed."""
    for _ in range(8):
        yard.clock.advance(DAY)
        yard.settle_time()
        yard.backups.back_up_nightly()
    real = {one.path for one in yard.backups.list()}
    right = yard.clock.now()
    for number in range(9):
        yard.clock.set(right + (number + 1) * 50 * DAY)
        yard.backups.back_up_nightly()
    yard.clock.set(right + MINUTE)
    made = yard.backups.back_up_nightly()
    assert real | {made.path} <= {one.path for one in yard.backups.list()}
    newest = newest_backup(yard.folder, yard.clock)
    assert newest is not None
    assert newest.path == made.path
