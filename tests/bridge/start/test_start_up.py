"""What the last run left: an unclean end, a trace, a damaged database."""

from __future__ import annotations

import logging
import os
import shlex
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.backup_service import newest_good_finder
from bridge.backups.damaged_database import NOTE_FILE, use_recovered
from bridge.start.start_up import StartFindings, StartUp, make_start_report
from bridge.system.paths import database_file, program_log
from service.schedule.database_watch import RESCUED_FILE
from service.store.engine.connection import connect
from service.store.engine.migrations import SCHEMA_VERSION
from service.store.engine.readers import run_read
from service.store.recovery.copies import delete_database, merge_wal
from service.store.webhooks.event_feed import read_epochs
from tests.bridge.backups.backup_fixture import BackupFixture, ignore_progress
from ui.backend.host_port import StartEvent

ROOT = Path(__file__).parents[3]


@pytest.fixture
def yard(tmp_path: Path) -> BackupFixture:
    """Closed, with a backup."""
    made = BackupFixture.fresh(tmp_path)
    made.floor.upload(*({"sku": f"S{n}", "name": "N" * 300} for n in range(300)))
    made.backups.back_up(None, ignore_progress)
    made.close()
    merge_wal(database_file(made.folder))
    return made


def start(yard: BackupFixture) -> tuple[StartUp, StartFindings]:
    start_up = StartUp(yard.folder, yard.clock, newest_good_finder(yard.folder, yard.clock))
    return start_up, start_up.begin()


def leave_unclean(yard: BackupFixture) -> None:
    """As a power cut leaves it."""
    (yard.folder / "running").write_text("", encoding="ascii")


def backup(yard: BackupFixture) -> str:
    return str(next((yard.folder / "backups").iterdir()))


def damage(yard: BackupFixture, data: bytes, *, at: int = 0) -> None:
    with database_file(yard.folder).open("r+b") as file:
        file.seek(at)
        file.write(data)


def test_the_versions_of_the_libraries_are_logged(yard: BackupFixture, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        start(yard)[0].end()
    assert f"SQLite {sqlite3.sqlite_version}, expat_" in caplog.text


def test_a_clean_end_leaves_nothing_to_tell(yard: BackupFixture) -> None:
    start_up, found = start(yard)
    assert found == StartFindings()
    start_up.end()
    start_up, found = start(yard)
    assert found == StartFindings()
    assert make_start_report(found, in_use=False).event is StartEvent.CLEAN
    start_up.end()


def test_an_unclean_end_is_told_with_its_trace_without_secrets(
    yard: BackupFixture, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    first, _ = start(yard)
    assert first.trace is not None
    first.trace.write("Fatal Python error: cp_live_0123456789abcdef")
    first.trace.flush()
    second, found = start(yard)
    assert found.unclean
    assert found.trace.startswith("Fatal Python error")
    assert "cp_live" not in found.trace
    assert found.trace in caplog.text, "where there is no window, the log is all that support gets"
    assert make_start_report(found, in_use=False).event is StartEvent.UNCLEAN_END
    second.end()
    first.end()


@pytest.mark.parametrize(("unclean", "expected"), [(True, True), (False, False)])
def test_a_log_that_was_removed_after_a_cut_is_told(
    yard: BackupFixture, caplog: pytest.LogCaptureFixture, unclean: bool, expected: bool
) -> None:
    if unclean:
        leave_unclean(yard)
    index = database_file(yard.folder).with_name("counterpart.db-shm")
    index.write_bytes(bytes(32768))
    start_up, found = start(yard)
    assert found.log_lost is expected
    assert ("write-ahead log (-wal) has been removed" in caplog.text) is expected
    assert (make_start_report(found, in_use=False).event is StartEvent.LOG_LOST) is expected
    start_up.end()


def test_a_cut_that_left_its_log_loses_nothing(yard: BackupFixture) -> None:
    leave_unclean(yard)
    for ending in ("-wal", "-shm"):
        database_file(yard.folder).with_name(f"counterpart.db{ending}").write_bytes(b"")
    start_up, found = start(yard)
    assert not found.log_lost
    start_up.end()


def test_data_on_postgres_is_not_missing_in_the_folder(yard: BackupFixture) -> None:
    delete_database(database_file(yard.folder))
    start_up = StartUp(yard.folder, yard.clock, lambda: "", is_elsewhere=True)
    assert make_start_report(start_up.begin(), in_use=False).event is StartEvent.CLEAN
    start_up.end()


def test_a_database_that_is_gone_is_reported_with_the_newest_backup(yard: BackupFixture) -> None:
    delete_database(database_file(yard.folder))
    start_up, found = start(yard)
    report = make_start_report(found, in_use=False)
    assert report.event is StartEvent.DATA_MISSING
    assert report.missing is not None
    assert report.missing.newest is not None
    assert (report.missing.newest.path, report.missing.items) == (backup(yard), 301)
    start_up.end()


def test_the_copy_saved_when_the_database_was_deleted_is_gone_on_with(yard: BackupFixture) -> None:
    before = yard.skus()
    database = database_file(yard.folder)
    database.rename(yard.folder / RESCUED_FILE)
    for ending in ("-wal", "-shm"):
        database.with_name(f"counterpart.db{ending}").write_bytes(b"the log of what is gone")
    start_up, _ = start(yard)
    assert yard.skus() == before
    assert not (yard.folder / RESCUED_FILE).exists()
    start_up.end()


def test_a_database_that_is_there_is_never_replaced_by_such_a_copy(yard: BackupFixture) -> None:
    before = yard.skus()
    (yard.folder / RESCUED_FILE).write_bytes(b"anything")
    start_up, _ = start(yard)
    assert yard.skus() == before
    assert (yard.folder / RESCUED_FILE).read_bytes() == b"anything"
    start_up.end()


def test_what_is_whole_but_an_index_goes_on_by_itself(yard: BackupFixture) -> None:
    leave_unclean(yard)
    with closing(connect(database_file(yard.folder), writes=False)) as db:
        epochs = run_read(db, read_epochs)
    size = database_file(yard.folder).stat().st_size
    damage(yard, b"SQLite format 3\0" + bytes(4080))
    start_up, found = start(yard)
    assert found.damage is not None
    assert found.damage.complete
    assert found.damage.set_aside.stat().st_size == size
    assert make_start_report(found, in_use=False).event is StartEvent.RECOVERED
    assert len(yard.skus()) == 301
    assert not (yard.folder / NOTE_FILE).exists()
    with closing(connect(database_file(yard.folder), writes=False)) as db:
        assert run_read(db, read_epochs)[:-1] == epochs, "readers of the feed are not told"
    start_up.end()


def test_what_cannot_be_read_at_all_names_the_backup(yard: BackupFixture) -> None:
    database_file(yard.folder).write_bytes(bytes(100_000))
    start_up, found = start(yard)
    assert found.damage is not None
    assert found.damage.recovered is None
    assert found.damage.newest_backup == backup(yard)
    report = make_start_report(found, in_use=False)
    assert (report.event, report.newest_backup) == (StartEvent.DATABASE_DAMAGED, backup(yard))
    assert Path(report.set_aside).read_bytes() == bytes(100_000)
    line = (yard.folder / NOTE_FILE).read_text(encoding="utf-8").split("`")[1]
    assert shlex.split(line) == ["counterpart", "restore", backup(yard), "--data-dir", str(yard.folder)]
    yard.backups.restore(backup(yard), None, ignore_progress)
    assert not (yard.folder / NOTE_FILE).exists()
    assert len(yard.skus()) == 301
    start_up.end()


def test_the_window_works_with_what_could_be_read(yard: BackupFixture) -> None:
    whole = database_file(yard.folder).stat().st_size
    leave_unclean(yard)
    with database_file(yard.folder).open("r+b") as file:
        file.truncate(int(whole * 0.9) // 4096 * 4096)
    start_up, found = start(yard)
    assert found.damage is not None
    assert not found.damage.complete
    assert found.damage.recovered is not None
    in_use = use_recovered(found.damage, yard.folder)
    assert make_start_report(found, in_use=in_use).event is StartEvent.RECOVERED
    assert 0 < len(yard.skus()) < 301
    start_up.end()


def test_a_damage_found_while_the_program_runs_is_dealt_with_at_the_next_start(yard: BackupFixture) -> None:
    start_up, _ = start(yard)
    size = database_file(yard.folder).stat().st_size
    damage(yard, b"\xff" * 4096, at=size - 4096 * 8)
    start_up.check_database_later()
    assert start_up.is_damaged
    start_up.end()
    again, found = start(yard)
    assert found.damage is not None
    again.end()


def test_a_file_that_was_restored_after_that_is_not_called_damaged(yard: BackupFixture) -> None:
    start_up, _ = start(yard)
    file = database_file(yard.folder)
    damage(yard, b"\xff" * 4096, at=file.stat().st_size - 4096 * 8)
    start_up.check_database_later()
    file.rename(file.with_name("replaced.db"))
    file.write_bytes(b"restored")
    assert not start_up.is_damaged
    start_up.end()


def test_a_newer_database_is_told_and_left_alone(yard: BackupFixture) -> None:
    connection = connect(database_file(yard.folder), writes=True)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    start_up, found = start(yard)
    assert found.damage is None
    assert make_start_report(found, in_use=False).event is StartEvent.DATABASE_TOO_NEW
    start_up.end()


def test_serve_ends_with_what_to_do_until_a_backup_is_restored(yard: BackupFixture) -> None:
    database_file(yard.folder).write_bytes(b"nothing left" * 1000)
    for _ in range(2):
        ended = program(yard, "serve", "--port", "0")
        assert ended.returncode == 1
        assert b"counterpart restore" in ended.stderr
        assert ended.stderr.strip().count(b"\n") <= 1, ended.stderr
        assert backup(yard).encode() in ended.stderr
    assert program(yard, "restore", backup(yard)).returncode == 0
    assert len(yard.skus()) == 301
    assert program_log(yard.folder).exists()


def test_a_rescue_that_is_cut_off_leaves_the_damage_to_the_next_start(yard: BackupFixture) -> None:
    """Else the next one would find no database, and open an empty shop without a word."""
    damage(yard, bytes(100_000))
    before = database_file(yard.folder).read_bytes()

    def cut() -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        StartUp(yard.folder, yard.clock, cut).begin()
    assert database_file(yard.folder).read_bytes() == before
    start_up, found = start(yard)
    assert found.damage is not None
    start_up.end()


def test_a_damage_that_nobody_decided_on_is_told_at_each_start(yard: BackupFixture) -> None:
    """The window may come after a `serve` that set the database aside;
    a log it left would end up in the next one.
    """
    database_file(yard.folder).write_bytes(bytes(100_000))
    start_up, first = start(yard)
    start_up.end()
    left = database_file(yard.folder).with_name("counterpart.db-wal")
    left.write_bytes(b"of the damaged one")
    again, found = start(yard)
    assert first.damage is not None
    assert (found.damage, found.faults) == (first.damage, ())
    assert not left.exists()
    in_use = use_recovered(found.damage, yard.folder)  # type: ignore[arg-type]
    assert make_start_report(found, in_use=in_use).event is StartEvent.DATABASE_DAMAGED
    again.end()


def test_no_command_writes_into_an_empty_database_while_a_restore_is_waited_for(yard: BackupFixture) -> None:
    database_file(yard.folder).write_bytes(bytes(100_000))
    start_up, _ = start(yard)
    start_up.end()
    made = program(yard, "keys", "create", "Till 1")
    assert (made.returncode, made.stdout) == (1, b"")
    assert b"counterpart restore" in made.stderr
    assert not database_file(yard.folder).exists()


def test_a_database_that_another_program_holds_is_told_in_one_line(yard: BackupFixture) -> None:
    with closing(sqlite3.connect(database_file(yard.folder), isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with ThreadPoolExecutor() as both:  # each waits for the lock once
            lines = (("serve", "--port", "0"), ("doctor",))
            ended, tested = both.map(lambda words: program(yard, *words), lines)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith(b"counterpart: Another program is holding the database.")
    assert b"damaged" not in tested.stdout, "a lock passes"
    assert tested.stdout.count(b"Another program is holding the database.") == 2, "the database and its backups"
    assert not (yard.folder / "running").exists()


def program(yard: BackupFixture, *words: str) -> subprocess.CompletedProcess[bytes]:
    surroundings = {**os.environ, "COUNTERPART_DATA_DIR": str(yard.folder)}
    line = [sys.executable, "-m", "bridge", *words]
    return subprocess.run(line, cwd=ROOT, env=surroundings, capture_output=True, check=False, timeout=60)
