"""Every released version's data is upgraded to this version, after a copy; a failed upgrade changes
nothing.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from service.domain.errors import Unavailable
from service.store.engine.connection import CURRENT_SCHEMA, Schema, prepare_database
from service.store.engine.migrations import migrations
from service.store.engine.schema_version import SCHEMA_VERSION
from service.store.recovery.integrity import run_integrity_check
from tests.released.__main__ import tables

RELEASED = sorted((Path(__file__).parents[3] / "released").glob("schema_*.sql"))


def made_of(sql: Path, path: Path) -> Path:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(sql.read_text(encoding="utf-8"))
    return path


def schema_of(path: Path) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE '%sqlite_%'").fetchall()
    return {(kind, name, " ".join((sql or "").replace('"', "").split())) for kind, name, sql in rows}


def counts(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as db:
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables(db)}


@pytest.mark.parametrize("sql", RELEASED, ids=lambda sql: sql.stem)
def test_a_released_versions_data_comes_up_to_this_version_with_every_row(sql: Path, tmp_path: Path) -> None:
    path = made_of(sql, tmp_path / "data" / "counterpart.db")
    before = counts(path)
    assert set(before.values()) == {1}
    prepare_database(path)
    prepare_database(tmp_path / "fresh.db")
    assert schema_of(path) == schema_of(tmp_path / "fresh.db"), "python -m tests.released, if this is not released yet"
    assert before.items() <= counts(path).items()
    assert run_integrity_check(path) == []


def test_this_versions_schema_is_written_down(tmp_path: Path) -> None:
    """Not byte for byte: other versions of Python and SQLite write the same schema differently."""
    newest = max(RELEASED, key=version_of)
    prepare_database(tmp_path / "fresh.db")
    assert version_of(newest) == SCHEMA_VERSION
    assert schema_of(made_of(newest, tmp_path / "data" / "a.db")) == schema_of(tmp_path / "fresh.db"), (
        "python -m tests.released"
    )


def version_of(sql: Path) -> int:
    return int(sql.read_text(encoding="utf-8").split(";", 1)[0].rsplit(" ", 1)[1])


def next_schema(*, broken: bool = False) -> Schema:
    """A version after this one."""
    steps = Migrations("counterpart")
    for step in migrations._migrations:
        steps(name=step.name)(step.fn)

    @steps(name="999_next")
    def following(db: Database) -> None:
        db.execute("ALTER TABLE items ADD COLUMN colour TEXT")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        if broken:
            db.execute("INSERT INTO nowhere VALUES (1)")

    return Schema(SCHEMA_VERSION + 1, lambda: steps)


def test_an_upgrade_keeps_a_copy_as_it_was_before(tmp_path: Path) -> None:
    path = made_of(RELEASED[0], tmp_path / "data" / "counterpart.db")
    before = counts(path)
    prepare_database(path, next_schema())
    kept = list((path.parent / "backups").iterdir())
    assert [file.name for file in kept] == [f"counterpart-schema-{SCHEMA_VERSION}-before_upgrade.cpbackup"]
    assert counts(kept[0]) == before
    with closing(sqlite3.connect(kept[0])) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    with closing(sqlite3.connect(path)) as db:
        assert "colour" in [row[1] for row in db.execute("PRAGMA table_info(items)")]
    with pytest.raises(Unavailable, match="newer Counterpart"):
        prepare_database(path, CURRENT_SCHEMA)


def test_an_upgrade_that_fails_leaves_the_data_as_it_was(tmp_path: Path) -> None:
    path = made_of(RELEASED[0], tmp_path / "data" / "counterpart.db")
    before = schema_of(path)
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        prepare_database(path, next_schema(broken=True))
    assert schema_of(path) == before
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    prepare_database(path, next_schema())


def test_without_room_for_the_copy_nothing_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made_of(RELEASED[0], tmp_path / "data" / "counterpart.db")
    before = schema_of(path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 1000))
    with pytest.raises(Unavailable, match="has no room for it"):
        prepare_database(path, next_schema())
    assert schema_of(path) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [("on", {"open_to_network": "on", "network_http": "on"}), ("off", {"open_to_network": "off"}), (None, {})],
)
def test_a_service_that_was_open_goes_on_taking_unencrypted_calls(
    tmp_path: Path, before: str | None, after: dict[str, str]
) -> None:
    path = tmp_path / "counterpart.db"
    steps = Migrations("counterpart")
    for step in migrations._migrations[:9]:
        steps(name=step.name)(step.fn)
    prepare_database(path, Schema(9, lambda: steps))
    with closing(sqlite3.connect(path)) as db, db:
        if before is not None:
            db.execute("INSERT INTO settings (name, value) VALUES ('open_to_network', ?)", (before,))
    prepare_database(path)
    with closing(sqlite3.connect(path)) as db:
        assert dict(db.execute("SELECT name, value FROM settings").fetchall()) == after
