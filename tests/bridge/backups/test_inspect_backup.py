"""What a file in the backup folder says without being opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.backups.inspect_backup import describe, read_backup_label
from tests.bridge.backups.backup_fixture import PHRASE, BackupFixture, ignore_progress


def test_a_file_that_is_no_backup_has_the_time_of_its_last_change(tmp_path: Path) -> None:
    file = tmp_path / "a.cpbackup"
    file.write_bytes(b"no backup")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    found = describe(file)
    assert (found.at, found.size, found.verified, found.encrypted) == (1_700_000_000_000, 9, False, False)
    assert read_backup_label(file) is None


@pytest.mark.parametrize("length", [20, 200, 4_000])
def test_an_encrypted_backup_that_was_cut_short_is_listed_as_not_sound(yard: BackupFixture, length: int) -> None:
    file = Path(yard.backups.back_up(None, ignore_progress, PHRASE).path)
    assert describe(file).verified
    file.write_bytes(file.read_bytes()[:length])
    found = describe(file)
    assert (found.verified, found.size) == (False, file.stat().st_size)
