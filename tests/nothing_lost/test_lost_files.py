"""Power is lost while secrets or a backup are written: the file is the old or the new one, whole,
and the new one once the program says so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.backups.backup_file import describe
from bridge.secrets.vault_file import VAULT_FILE_NAME, VaultStore
from service.domain.errors import Refused
from service.domain.webhooks.webhook_secrets import Secret
from tests.bridge.backups.backup_fixture import PHRASE, BackupFixture, ignore_progress
from tests.nothing_lost.disk_recorder import TORN, list_losses, recorded_files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names of open files are read from /proc")

PASSPHRASE = Secret("three quiet harbours")
Losses = list[tuple[bool, bytes | None]]


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[BackupFixture]:
    opened = BackupFixture.fresh(tmp_path)
    yield opened
    opened.close()


def read_file(path: Path) -> bytes:
    """Its bytes."""
    return path.read_bytes()


def write_file(path: Path, content: bytes | None) -> None:
    """Writes what a loss of power left."""
    path.write_bytes(content or b"")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


async def change_vault(folder: Path, journal: Path, patch: pytest.MonkeyPatch, *, counts_syncs: bool) -> Losses:
    """Stores one secret after another; what the file may hold after a loss of power."""
    path = folder / VAULT_FILE_NAME
    vault = VaultStore(path, PASSPHRASE)
    await vault.store("first", Secret("whsec_one"))
    before = read_file(path)
    with recorded_files(folder, journal, patch, counts_syncs=counts_syncs) as record:
        await vault.store("second", Secret("whsec_two"))
        record.answer()
    vault.close()
    return list(list_losses(record, path.name, before))


async def read_names(folder: Path) -> set[str]:
    """The secrets in a folder's file; fails where it is damaged."""
    vault = VaultStore(folder / VAULT_FILE_NAME, PASSPHRASE)
    try:
        return {name for name in ("first", "second") if (await vault.read(name)).text.startswith("whsec_")}
    finally:
        vault.close()


async def test_secrets_are_the_old_or_the_new_ones_and_new_once_stored(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses = await change_vault(data, tmp_path / "journal", monkeypatch, counts_syncs=True)
    contents = {content for _, content in losses}
    assert len(contents) == 2
    assert None not in contents
    assert TORN not in contents
    after = {content for answered, content in losses if answered}
    assert len(after) == 1
    write_file(data / VAULT_FILE_NAME, after.pop())
    assert await read_names(data) == {"first", "second"}


async def test_a_vault_that_does_not_sync_is_found_out(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses = await change_vault(data, tmp_path / "journal", monkeypatch, counts_syncs=False)
    assert (True, TORN) in losses
    assert len({content for answered, content in losses if answered}) == 2


def make_backup(
    yard: BackupFixture, patch: pytest.MonkeyPatch, passphrase: str | None, *, counts_syncs: bool
) -> Losses:
    """Makes a backup to a new file; what that file may hold after a loss of power."""
    target = yard.folder / "kept.cpbackup"
    journal = yard.folder.parent / "journal"
    with recorded_files(yard.folder, journal, patch, counts_syncs=counts_syncs) as record:
        yard.backups.back_up(str(target), ignore_progress, passphrase)
        record.answer()
    return list(list_losses(record, target.name, None))


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_a_backup_is_missing_or_whole_and_there_once_it_is_made(
    yard: BackupFixture, monkeypatch: pytest.MonkeyPatch, passphrase: str | None
) -> None:
    losses = make_backup(yard, monkeypatch, passphrase, counts_syncs=True)
    assert TORN not in {content for _, content in losses}
    assert None in {content for _, content in losses}
    after = {content for answered, content in losses if answered}
    assert len(after) == 1
    found = yard.folder / "found.cpbackup"
    found.write_bytes(after.pop() or b"")
    assert describe(found).verified
    assert yard.backups.inspect(str(found), passphrase).items == 1


@pytest.mark.parametrize("passphrase", [None, PHRASE])
def test_a_backup_that_does_not_sync_is_found_out(
    yard: BackupFixture, monkeypatch: pytest.MonkeyPatch, passphrase: str | None
) -> None:
    losses = make_backup(yard, monkeypatch, passphrase, counts_syncs=False)
    assert (True, None) in losses
    assert (True, TORN) in losses
    found = yard.folder / "found.cpbackup"
    found.write_bytes(TORN)
    with pytest.raises(Refused):
        yard.backups.inspect(str(found), passphrase)
