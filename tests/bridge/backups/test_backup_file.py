"""What a file in the backup folder says without being opened."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.backup_file import create_encrypted, damaged_refusal, describe, read_backup_label
from bridge.backups.backup_label import MANUAL, Label
from service.domain.errors import Refused
from service.store.recovery.copies import CopyStopped
from tests.bridge.backups.backup_fixture import PHRASE, BackupFixture, ignore_progress
from tests.fakes.new_database import new_database


def test_the_plain_copy_of_an_encrypted_backup_is_hidden_and_goes(tmp_path: Path) -> None:
    """A program that is killed leaves it: nothing then takes it for a backup."""
    database = new_database(tmp_path / "data")
    seen: set[str] = set()

    def look() -> bool:
        seen.update(file.name for file in database.parent.iterdir())
        return ".backup-in-the-making.db" in seen

    with pytest.raises(CopyStopped):
        create_encrypted(database, tmp_path / "sealed", Label(0, MANUAL), "p", {}, lambda _done, _total: None, look)
    assert {name for name in seen if not name.startswith((".", database.name))} == set()
    assert [file.name for file in tmp_path.iterdir()] == ["data"]
    assert not [file for file in database.parent.iterdir() if file.name.startswith(".")]


def test_a_file_that_is_no_backup_has_the_time_of_its_last_change(tmp_path: Path) -> None:
    file = tmp_path / "a.cpbackup"
    file.write_bytes(b"no backup")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    found = describe(file)
    assert (found.at, found.size, found.verified, found.encrypted) == (1_700_000_000_000, 9, False, False)
    assert read_backup_label(file) is None


def test_an_index_that_does_not_match_its_table_is_damage(yard: BackupFixture) -> None:
    file = Path(yard.backups.back_up(None, ignore_progress).path)
    with closing(sqlite3.connect(file)) as db:
        ((root, size, folded),) = db.execute(
            "SELECT rootpage, page_size, folded FROM sqlite_schema AS s, pragma_page_size, items "
            "WHERE s.name = 'items_by_sku'"
        )
    data = bytearray(file.read_bytes())
    start = (root - 1) * size
    data[data.index(folded.encode(), start, start + size)] ^= 1
    file.write_bytes(data)
    with pytest.raises(Refused) as caught:
        yard.backups.inspect(str(file), None)
    expected = damaged_refusal(file)
    assert (caught.value.code, caught.value.message) == (expected.code, expected.message)


def test_a_damaged_file_is_refused_by_its_name() -> None:
    refusal = damaged_refusal(Path("stick") / "a.cpbackup")
    assert refusal.code == "backup_not_good"
    assert refusal.message == "a.cpbackup is damaged, or is no backup of Counterpart. Choose another backup."


@pytest.mark.parametrize("length", [20, 200, 4_000])
def test_an_encrypted_backup_that_was_cut_short_is_listed_as_not_sound(yard: BackupFixture, length: int) -> None:
    file = Path(yard.backups.back_up(None, ignore_progress, PHRASE).path)
    assert describe(file).verified
    file.write_bytes(file.read_bytes()[:length])
    found = describe(file)
    assert (found.verified, found.size) == (False, file.stat().st_size)


def test_what_is_no_regular_file_is_no_backup(yard: BackupFixture, tmp_path: Path) -> None:
    """Opening a FIFO would wait for a writer that never comes."""
    fifo = tmp_path / "a.cpbackup"
    os.mkfifo(fifo)
    for odd in (fifo, tmp_path):
        with pytest.raises(Refused) as caught:
            yard.backups.inspect(str(odd), None)
        assert caught.value.message == damaged_refusal(odd).message
