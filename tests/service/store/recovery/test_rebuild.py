"""A new database from another's rows: every row is copied, and nothing of the file's own schema."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.store.engine.connection import prepare_database
from service.store.engine.migrations import SCHEMA_VERSION
from service.store.engine.store import Store
from service.store.recovery import rebuild
from service.store.recovery.copies import merge_wal
from service.store.recovery.rebuild import ForeignDatabase, check_own_schema, is_own_schema, rebuild_database
from tests.fakes.new_database import NEXT_STEPS
from tests.fakes.shop_fixture import ShopFixture


def ignore_progress(_done: int, _total: int) -> None:
    """Nobody watches."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A shop with items and an order, closed."""
    path = tmp_path / "source.db"
    store = Store(path)
    floor = ShopFixture.fresh(store)
    floor.add("A")
    floor.place("A")
    store.close()
    merge_wal(path)
    return path


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as db:
        named = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            if not name.startswith(("sqlite_", "_sqlite_"))
        ]
        return {name: sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in named}


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(sql)
        db.commit()


def test_every_row_and_every_counter_comes_along(source: Path, tmp_path: Path) -> None:
    change(source, "UPDATE sqlite_sequence SET seq = 777 WHERE name = 'order_history'")
    fresh = tmp_path / "fresh.db"
    rebuild_database(source, fresh, ignore_progress)
    assert rows_of(fresh) == rows_of(source)
    with closing(sqlite3.connect(fresh)) as db:
        assert is_own_schema(db)
        assert db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'order_history'").fetchone() == (777,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA auto_vacuum").fetchone() == (2,)


def test_an_earlier_versions_rows_are_brought_up_to_date(source: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    rebuild_database(source, fresh, ignore_progress, NEXT_STEPS)
    with closing(sqlite3.connect(fresh)) as db:
        assert is_own_schema(db, NEXT_STEPS)
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION + 1,)
        assert db.execute("SELECT sku, colour FROM items").fetchall() == [("A", None)]


def test_a_newer_versions_schema_is_foreign(tmp_path: Path) -> None:
    newer = tmp_path / "newer.db"
    prepare_database(newer, NEXT_STEPS)
    check_own_schema(newer, lambda: False, NEXT_STEPS)
    with pytest.raises(ForeignDatabase):
        check_own_schema(newer, lambda: False)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (quantity >= 0)', 'CHECK (abs(random()) >= 0)')",
        "UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE', '')",
        "UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW rfqs AS SELECT 1' WHERE name='rfqs'",
    ],
)
def test_a_schema_that_was_written_over_is_foreign(source: Path, sql: str) -> None:
    change(source, f"PRAGMA writable_schema = ON; {sql};")
    with pytest.raises(ForeignDatabase):
        check_own_schema(source, lambda: False)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM items",
        "PRAGMA ignore_check_constraints = ON; UPDATE stock SET reserved = quantity + 1",
    ],
)
def test_rows_that_the_schema_forbids_are_foreign_and_leave_nothing(source: Path, tmp_path: Path, sql: str) -> None:
    change(source, sql)
    fresh = tmp_path / "fresh.db"
    with pytest.raises(ForeignDatabase):
        rebuild_database(source, fresh, ignore_progress)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("fresh")] == []


def test_it_ends_when_the_time_for_its_size_is_over(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(
        source,
        "INSERT INTO settings (name, value) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 60000)"
        " SELECT 'n' || i, 'x' FROM n",
    )
    monkeypatch.setattr(rebuild, "MIN_TIME_S", -1000.0)
    with pytest.raises(ForeignDatabase, match="interrupted"):
        rebuild_database(source, tmp_path / "fresh.db", ignore_progress)


def test_what_is_no_database_is_foreign(tmp_path: Path) -> None:
    file = tmp_path / "text.db"
    file.write_text("no database " * 1000, encoding="ascii")
    with pytest.raises(ForeignDatabase):
        rebuild_database(file, tmp_path / "fresh.db", ignore_progress)
