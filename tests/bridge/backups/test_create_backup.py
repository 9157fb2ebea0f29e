"""One backup is made: what is in the folders while it is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.backups.backup_label import MANUAL, Label
from bridge.backups.create_backup import create_encrypted
from service.store.recovery.copies import CopyStopped
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
