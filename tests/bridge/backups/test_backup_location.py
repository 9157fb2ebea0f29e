"""What a data folder's database says of its backups, and where they are."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from bridge.backups.backup_location import BackupFolderMissing, BackupLocation, list_backup_files
from bridge.backups.nightly_backup import RETRY_AFTER, NightlyBackup
from bridge.system.paths import database_file
from service.domain.audit import Actor, Origin
from service.domain.errors import Refused, Unavailable, UnavailableCode
from service.domain.sentences import os_reason
from service.domain.times import DAY
from service.store.audit_log import iterate_entries, read_head
from tests.bridge.backups.backup_fixture import BackupFixture, ignore_progress
from tests.fakes.clock import START


class Stick:
    """A stick whose mount folder is there whether or not it is plugged in."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._away = folder, folder.with_name("in the drawer")
        folder.mkdir()

    def pull_out(self) -> None:
        self.folder.rename(self._away)
        self.folder.mkdir()

    def plug_in(self) -> None:
        shutil.rmtree(self.folder)
        self._away.rename(self.folder)

    def swap(self) -> None:
        """Another one, that is empty."""
        self.pull_out()


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    return Stick(tmp_path / "usb")


def test_nothing_is_written_into_the_empty_mount_folder(yard: BackupFixture, stick: Stick) -> None:
    yard.backups.choose_folder(str(stick.folder))
    stick.pull_out()
    for ask in (lambda: yard.backups.back_up(None, ignore_progress), yard.backups.back_up_nightly, yard.backups.list):
        with pytest.raises(
            BackupFolderMissing, match=r"is not there: .*/usb is the empty folder where it belongs\. Plug it in"
        ):
            ask()
    assert list(stick.folder.iterdir()) == []
    stick.plug_in()
    assert Path(yard.backups.back_up(None, ignore_progress).path).parent == stick.folder


async def test_the_night_waits_for_it_and_finds_it_again(yard: BackupFixture, stick: Stick) -> None:
    nightly = NightlyBackup(yard.location, yard.backups, yard.clock)
    yard.backups.choose_folder(str(stick.folder))
    stick.pull_out()
    yard.clock.advance(2 * DAY)
    assert await nightly.step() == yard.clock.now() + RETRY_AFTER
    stick.plug_in()
    yard.clock.advance(RETRY_AFTER)
    await nightly.step()
    assert [one.kind for one in yard.backups.list()] == ["daily"]


def test_a_folder_set_beforehand_is_known_from_its_first_use(yard: BackupFixture, stick: Stick) -> None:
    yard.set("backup_folder", str(stick.folder))
    assert yard.backups.list() == ()
    stick.pull_out()
    with pytest.raises(BackupFolderMissing):
        yard.backups.list()


def test_a_new_stick_in_its_place_is_taken_once_it_is_chosen(yard: BackupFixture, stick: Stick) -> None:
    yard.backups.choose_folder(str(stick.folder))
    stick.swap()
    with pytest.raises(BackupFolderMissing, match="if this is a new one, choose the folder again"):
        yard.backups.back_up(None, ignore_progress)
    yard.backups.choose_folder(str(stick.folder))
    assert yard.backups.back_up(None, ignore_progress).verified


def test_a_folder_chosen_before_there_is_data_gets_no_marker(stick: Stick, tmp_path: Path) -> None:
    location = BackupLocation(tmp_path / "new")
    location.folder.mkdir()
    location.choose_folder(str(stick.folder))
    assert list(stick.folder.iterdir()) == [], "there is no installation yet whose marker it could be"
    assert location.settings().backup_folder == str(stick.folder)
    assert location.backup_folder() == stick.folder
    assert list(stick.folder.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_next_to_the_data_is_said(yard: BackupFixture) -> None:
    in_the_way = yard.folder / "backups"
    in_the_way.write_text("a file", encoding="utf-8")
    with pytest.raises(Unavailable) as caught:
        yard.backups.back_up(None, ignore_progress)
    expected = os_reason(FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)))
    assert caught.value.message == (
        f"The folder for backups, {in_the_way}, cannot be used: {expected}. Choose another."
    )


def test_backups_alone_make_it_known_when_the_owner_tidied_the_small_file_away(
    yard: BackupFixture, stick: Stick
) -> None:
    yard.backups.choose_folder(str(stick.folder))
    yard.backups.back_up(None, ignore_progress)
    for file in stick.folder.glob(".counterpart-*"):
        file.unlink()
    assert len(yard.backups.list()) == 1
    assert len(list(stick.folder.glob(".counterpart-*"))) == 1, "and the file is put back"


def test_a_folder_that_is_not_there_or_is_no_whole_path_is_not_chosen(yard: BackupFixture, tmp_path: Path) -> None:
    with pytest.raises(BackupFolderMissing) as caught:
        yard.backups.choose_folder(str(tmp_path / "nowhere"))
    assert caught.value.code is UnavailableCode.BACKUP_FOLDER_AWAY
    assert caught.value.message == (
        f"The folder for backups, {tmp_path / 'nowhere'}, is not there. Plug the stick in, or choose another."
    )
    with pytest.raises(Refused, match="whole path"):
        yard.backups.choose_folder(".")
    assert yard.location.settings().backup_folder == ""
    assert not list(Path().glob(".counterpart-*"))


def test_a_folder_that_cannot_be_written_is_told_when_it_is_chosen(yard: BackupFixture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    inside = tmp_path / "file" / "inside"
    with pytest.raises(Unavailable, match=r"is not there|cannot be used") as caught:
        yard.backups.choose_folder(str(inside))
    assert f"The folder for backups, {inside}, " in caught.value.message
    assert yard.location.settings().backup_folder == ""


def test_the_audit_names_who_chose_the_folder(yard: BackupFixture, tmp_path: Path) -> None:
    owner = Origin(Actor.COMMAND_LINE, lambda: START)
    BackupLocation(yard.folder, lambda: owner).choose_folder(str(tmp_path))
    last = yard.floor.read(lambda tx: list(iterate_entries(tx)))[-1]
    assert (last.actor, last.subject, last.at) == (Actor.COMMAND_LINE, "backup_folder", START)


def test_a_damaged_database_is_said_when_its_audit_is_read(tmp_path: Path) -> None:
    database_file(tmp_path).write_bytes(b"no database" * 100)
    with pytest.raises(Unavailable, match=r"^The database is damaged\. "):
        BackupLocation(tmp_path).read(read_head)


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
