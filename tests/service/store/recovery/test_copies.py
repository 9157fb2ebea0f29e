"""A copy is checked before it gets its name: an unsound one is deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.errors import Unavailable
from service.store.engine.connection import prepare_database
from service.store.recovery.copies import copy_database, merge_wal


def ignore_progress(_done: int, _total: int) -> None:
    """Nobody watches."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "counterpart.db"
    prepare_database(path)
    merge_wal(path)
    return path


def damage_index(path: Path) -> None:
    """An index that misses a row: every page can be read,
    so only a look at its content finds it.
    """
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO shops (id, name, folded, staging, created_at) VALUES (1, 'S', 's', 0, 1)")
        db.execute("INSERT INTO api_keys (shop_id, name, prefix, digest, created_at) VALUES (1, 'T', 'p', x'01', 1)")
        db.commit()
        db.execute("PRAGMA writable_schema = ON")
        other = "SELECT rootpage FROM sqlite_schema WHERE name = 'orders_by_status'"
        db.execute(f"UPDATE sqlite_schema SET rootpage = ({other}) WHERE name = 'api_keys_by_prefix'")
        db.commit()


def test_a_sound_copy_is_kept(database: Path, tmp_path: Path) -> None:
    copy_database(database, tmp_path / "copy.db", None, ignore_progress)
    assert (tmp_path / "copy.db").exists()


def test_a_copy_that_is_not_sound_is_not_kept(database: Path, tmp_path: Path) -> None:
    damage_index(database)
    with pytest.raises(Unavailable, match="no copy was kept"):
        copy_database(database, tmp_path / "copy.db", None, ignore_progress)
    assert [file.name for file in tmp_path.iterdir() if "copy" in file.name] == []
