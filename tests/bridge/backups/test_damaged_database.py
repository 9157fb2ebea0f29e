"""A damaged database is set aside whole; what is read out of it is used, or a command offers it."""

from __future__ import annotations

import logging
import shlex
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.backup_label import format_stamp
from bridge.backups.damaged_database import (
    NOTE_FILE,
    DamageOutcome,
    find_undecided_damage,
    read_damage_note,
    set_aside_damaged,
    use_recovered,
)
from bridge.system.paths import database_file
from service.domain.errors import Unavailable
from service.store.engine.connection import connect
from service.store.engine.readers import run_read
from service.store.recovery.copies import merge_wal
from service.store.webhooks.event_feed import read_epochs
from tests.bridge.backups.backup_fixture import BackupFixture

USELESS = bytes(100_000)
BACKUP = "/media/stick/a backup.cpbackup"


@pytest.fixture
def yard(tmp_path: Path) -> BackupFixture:
    """Closed, with 301 parts and without a log."""
    made = BackupFixture.fresh(tmp_path)
    made.floor.upload(*({"sku": f"S{n}", "name": "N" * 300} for n in range(300)))
    made.close()
    merge_wal(database_file(made.folder))
    return made


def no_backup() -> str:
    return ""


def set_aside(yard: BackupFixture, backup: str = "") -> DamageOutcome:
    return set_aside_damaged(yard.folder, yard.clock, lambda: backup)


def cut_short(yard: BackupFixture) -> None:
    """The last tenth is lost."""
    database = database_file(yard.folder)
    with database.open("r+b") as file:
        file.truncate(int(database.stat().st_size * 0.9) // 4096 * 4096)


def count_epochs(folder: Path) -> int:
    with closing(connect(database_file(folder), writes=False)) as db:
        return len(run_read(db, read_epochs))


def commands(sentence: str) -> list[list[str]]:
    """The command lines in a sentence."""
    return [shlex.split(part) for part in sentence.split("`")[1::2]]


def test_what_is_read_whole_is_used_and_the_damaged_one_stays(
    yard: BackupFixture, caplog: pytest.LogCaptureFixture
) -> None:
    database = database_file(yard.folder)
    epochs = count_epochs(yard.folder)
    data = bytearray(database.read_bytes())
    data[16:4096] = bytes(4080)
    database.write_bytes(data)
    outcome = set_aside(yard, BACKUP)
    assert outcome.set_aside == yard.folder / f"damaged-{format_stamp(yard.clock.now())}.db"
    assert outcome.set_aside.read_bytes() == data
    assert outcome.complete
    assert outcome.newest_backup == BACKUP
    assert outcome.sentence == (
        f"The database was damaged; it is kept as {outcome.set_aside}. Everything but some of the logs could be read "
        "out of it and is in use. Look at your stock."
    )
    assert len(yard.skus()) == 301
    assert read_damage_note(yard.folder) == ""
    assert use_recovered(outcome, yard.folder)
    assert len(yard.skus()) == 301
    assert count_epochs(yard.folder) == epochs + 1, "the newest events may be lost"
    rows = [int(text.split()[4]) for text in caplog.messages if text.startswith("The database was damaged")]
    assert len(rows) == 1
    assert rows[0] > 301


def test_what_is_read_in_part_is_offered_next_to_the_backup(yard: BackupFixture) -> None:
    cut_short(yard)
    outcome = set_aside(yard, BACKUP)
    stamp = format_stamp(yard.clock.now())
    recovered = yard.folder / f"recovered-{stamp}.db"
    assert outcome == DamageOutcome(yard.folder / f"damaged-{stamp}.db", recovered, False, BACKUP)
    folder = ["--data-dir", str(yard.folder)]
    assert commands(outcome.sentence) == [
        ["counterpart", "restore", BACKUP, *folder],
        ["counterpart", "restore", str(recovered), *folder],
    ]
    assert " with `" in outcome.sentence
    assert "`, or what could be read out of it with `" in outcome.sentence
    assert read_damage_note(yard.folder) == outcome.sentence
    assert not database_file(yard.folder).exists()
    assert find_undecided_damage(yard.folder, lambda: BACKUP) == outcome
    assert use_recovered(outcome, yard.folder)
    assert 0 < len(yard.skus()) < 301
    assert read_damage_note(yard.folder) == ""
    assert not recovered.exists()
    assert yard.partial_files() == []


def test_without_a_backup_and_with_nothing_to_read_the_note_says_how_to_start_empty(
    yard: BackupFixture, caplog: pytest.LogCaptureFixture
) -> None:
    database_file(yard.folder).write_bytes(USELESS)
    outcome = set_aside(yard)
    assert (outcome.recovered, outcome.complete, outcome.newest_backup) == (None, False, "")
    assert outcome.sentence == (
        f"The database was damaged; it is kept as {outcome.set_aside}. There is no backup and nothing could be read: "
        f"start empty with `counterpart restore --empty --data-dir {yard.folder}`."
    )
    assert outcome.set_aside.read_bytes() == USELESS
    assert "The database was damaged; 0 rows could be read" in caplog.messages
    assert not use_recovered(outcome, yard.folder)
    assert not database_file(yard.folder).exists()
    assert read_damage_note(yard.folder) == ""


def test_its_logs_are_set_aside_with_it(yard: BackupFixture) -> None:
    """SQLite would replay them into the next database."""
    database = database_file(yard.folder)
    database.write_bytes(USELESS)
    log = database.with_name("counterpart.db-wal")
    log.write_bytes(b"of the damaged one")
    outcome = set_aside(yard)
    assert not log.exists()
    assert outcome.set_aside.with_name(f"{outcome.set_aside.name}-wal").read_bytes() == b"of the damaged one"


def test_where_it_cannot_be_set_aside_it_is_said(yard: BackupFixture) -> None:
    database_file(yard.folder).write_bytes(USELESS)
    (yard.folder / NOTE_FILE).mkdir()
    with pytest.raises(Unavailable) as caught:
        set_aside(yard)
    assert caught.value.message.startswith(f"The damaged database in {yard.folder} cannot be set aside: ")
    assert "None" not in caught.value.message
    assert database_file(yard.folder).read_bytes() == USELESS


def test_where_the_disk_takes_no_copy_nothing_is_read_out(
    yard: BackupFixture, caplog: pytest.LogCaptureFixture
) -> None:
    cut_short(yard)
    (yard.folder / ".being-recovered.db").mkdir()
    with caplog.at_level(logging.WARNING):
        outcome = set_aside(yard, BACKUP)
    assert outcome.recovered is None
    reason = next(text for text in caplog.messages if text.startswith("Nothing could be read out"))
    assert not reason.endswith("None")
    assert commands(outcome.sentence) == [["counterpart", "restore", BACKUP, "--data-dir", str(yard.folder)]]


def test_a_damage_is_undecided_only_while_its_note_and_nothing_else_is_there(yard: BackupFixture) -> None:
    database = database_file(yard.folder)
    assert find_undecided_damage(yard.folder, no_backup) is None
    (yard.folder / NOTE_FILE).write_text("of a damage\n", encoding="utf-8")
    assert find_undecided_damage(yard.folder, no_backup) is None, "a database is in use"
    database.unlink()
    assert find_undecided_damage(yard.folder, no_backup) is None, "nothing was set aside"
    for stamp in ("20261120-013000", "20261121-013000"):
        (yard.folder / f"damaged-{stamp}.db").write_bytes(USELESS)
    newest = yard.folder / "damaged-20261121-013000.db"
    found = find_undecided_damage(yard.folder, lambda: BACKUP)
    assert found == DamageOutcome(newest, None, False, BACKUP)
    recovered = yard.folder / "recovered-20261121-013000.db"
    recovered.write_bytes(b"anything")
    found = find_undecided_damage(yard.folder, no_backup)
    assert found == DamageOutcome(newest, recovered, False, "")
    (yard.folder / NOTE_FILE).unlink()
    assert find_undecided_damage(yard.folder, no_backup) is None


def test_a_log_that_an_interrupted_move_left_follows_the_database(yard: BackupFixture) -> None:
    aside = yard.folder / "damaged-20261121-013000.db"
    database_file(yard.folder).rename(aside)
    (yard.folder / NOTE_FILE).write_text("of a damage\n", encoding="utf-8")
    (yard.folder / "counterpart.db-wal").write_bytes(b"left")
    assert find_undecided_damage(yard.folder, no_backup) is not None
    assert not (yard.folder / "counterpart.db-wal").exists()
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"left"
