"""A copy of a whole database in one file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.store.recovery.plain_copy import write_plain_copy


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
