"""A copy is checked before it gets its name: an unsound one is deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.domain.errors import Unavailable
from service.store.engine.connection import prepare_database
from service.store.recovery.copies import copy_database, merge_wal, write_plain_copy


def test_a_copy_has_what_is_in_the_log_and_is_one_file(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "live.db")) as live:
        live.execute("PRAGMA journal_mode = WAL")
        live.execute("CREATE TABLE items (sku TEXT)")
        live.execute("INSERT INTO items VALUES ('A-1')")
        live.commit()
        target = tmp_path / "copies" / "copy.db"
        target.parent.mkdir()
        write_plain_copy(live, target)
    assert [path.name for path in target.parent.iterdir()] == [target.name]
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("SELECT sku FROM items").fetchall() == [("A-1",)]


def test_a_database_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database" * 1000)
    with closing(sqlite3.connect(damaged)) as db, pytest.raises(sqlite3.Error):
        write_plain_copy(db, tmp_path / "copy.db")


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
