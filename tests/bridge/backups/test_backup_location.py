"""What a data folder's database says of its backups, and where they are."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from bridge.backups.backup_location import BackupLocation, list_backup_files
from bridge.paths import database_file
from service.domain.audit import Actor, Origin
from service.domain.errors import Unavailable
from service.domain.sentences import os_reason
from service.store.audit_log import iterate_entries
from tests.bridge.backups.backup_fixture import BackupFixture
from tests.fakes.clock import START


def test_the_audit_names_who_chose_the_folder(yard: BackupFixture, tmp_path: Path) -> None:
    owner = Origin(Actor.COMMAND_LINE, lambda: START)
    BackupLocation(yard.folder, lambda: owner).choose_folder(str(tmp_path))
    last = yard.floor.read(lambda tx: list(iterate_entries(tx)))[-1]
    assert (last.actor, last.subject, last.at) == (Actor.COMMAND_LINE, "backup_folder", START)


def test_a_damaged_database_is_said_when_its_audit_is_read(tmp_path: Path) -> None:
    database_file(tmp_path).write_bytes(b"no database" * 100)
    with pytest.raises(Unavailable, match=r"^The database is damaged\. "):
        BackupLocation(tmp_path).audit_head()


def test_a_folder_that_cannot_be_written_down_is_said(yard: BackupFixture, tmp_path: Path) -> None:
    (yard.folder / "backup-folder.txt").mkdir()
    with pytest.raises(Unavailable) as caught:
        yard.location.choose_folder(str(tmp_path))
    expected = os_reason(IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    assert caught.value.message == f"The folder for backups, {tmp_path}, cannot be used: {expected}. Choose another."
    assert yard.location.settings().backup_folder == ""


def test_the_folder_next_to_the_data_is_the_only_known_one_until_another_is_used(
    yard: BackupFixture, tmp_path: Path
) -> None:
    next_to_it = yard.folder / "backups"
    assert yard.location.known_folders() == (next_to_it,)
    yard.location.choose_folder(str(tmp_path))
    assert yard.location.known_folders() == (tmp_path, next_to_it)


def test_a_hidden_file_is_no_backup(tmp_path: Path) -> None:
    for name in ("one.cpbackup", ".one.cpbackup", "one.txt"):
        (tmp_path / name).touch()
    assert list_backup_files(tmp_path) == [tmp_path / "one.cpbackup"]


def test_a_file_in_the_place_of_the_folder_is_said_when_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(Unavailable) as caught:
        list_backup_files(file)
    expected = os_reason(NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))
    assert caught.value.message == f"The folder for backups, {file}, cannot be read: {expected}."
