"""The schema, and its upgrades: an existing database gets each later step after a copy, a failed
upgrade changes nothing, and a newer database is refused.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import zlib
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest
from sqlite_utils import Database

from service.domain.errors import Unavailable
from service.store.engine.connection import connect, prepare_database
from service.store.engine.migrations import (
    SCHEMA_MARK,
    SCHEMA_VERSION,
    STEPS,
    apply_steps,
    read_schema_version,
    run_script,
)
from service.store.recovery.integrity import run_integrity_check
from tests.fakes.new_database import NEXT_STEPS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of this version with one row in each table."""
    path = tmp_path / "data" / "counterpart.db"
    prepare_database(path)
    with closing(sqlite3.connect(path)) as db, db:
        for table in tables(db):
            columns = db.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
            values = ", ".join(_SAMPLE[kind] for _, kind in columns)
            db.execute(f"INSERT INTO {table} ({', '.join(name for name, _ in columns)}) VALUES ({values})")
    return path


_SAMPLE = {"INTEGER": "7", "TEXT": "'text مرحبا'", "BLOB": "x'00ff'", "ANY": "7"}
"""Every number is 7, so that what refers to another table's row finds it."""


def tables(db: sqlite3.Connection) -> list[str]:
    found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
    return [name for (name,) in found if not name.startswith(("sqlite_", "_sqlite_"))]


def schema_of(path: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()


def counts(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as db:
        return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables(db)}


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return read_schema_version(db)


def steps_of(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [name for (name,) in db.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]


def fail(db: Database) -> None:
    NEXT_STEPS[-1](db)
    db.execute("INSERT INTO nowhere VALUES (1)")


def test_the_schema_is_stored_without_its_comments(path: Path) -> None:
    assert [entry for entry in schema_of(path) if "--" in str(entry)] == []


def test_a_new_database_has_every_step(tmp_path: Path) -> None:
    prepare_database(tmp_path / "new.db", NEXT_STEPS)
    assert version_of(tmp_path / "new.db") == SCHEMA_VERSION + 1
    assert steps_of(tmp_path / "new.db") == ["001_create_schema", "002_add_colour"]
    assert not (tmp_path / "backups").exists()


def test_an_existing_database_gets_the_next_step_and_loses_no_row(path: Path, tmp_path: Path) -> None:
    before = counts(path)
    assert set(before.values()) == {1}
    prepare_database(path, NEXT_STEPS)
    prepare_database(tmp_path / "new.db", NEXT_STEPS)
    assert schema_of(path) == schema_of(tmp_path / "new.db")
    assert (version_of(path), steps_of(path)) == (SCHEMA_VERSION + 1, steps_of(tmp_path / "new.db"))
    assert counts(path) == before
    assert run_integrity_check(path) == []


def test_an_upgrade_keeps_a_copy_as_it_was_before(path: Path) -> None:
    before, schema = counts(path), schema_of(path)
    prepare_database(path, NEXT_STEPS)
    kept = list((path.parent / "backups").iterdir())
    assert [file.name for file in kept] == [f"counterpart-schema-{SCHEMA_VERSION}-before_upgrade.cpbackup"]
    assert (counts(kept[0]), schema_of(kept[0]), version_of(kept[0])) == (before, schema, SCHEMA_VERSION)


def test_the_name_of_the_copy_is_on_the_disk_before_a_step_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[list[str]] = []
    monkeypatch.setattr(
        "service.store.engine.connection.sync_folder",
        lambda folder: synced.append([file.suffix for file in folder.iterdir()]),
    )

    def look(db: Database) -> None:
        assert synced == [[".cpbackup"]]
        NEXT_STEPS[-1](db)

    prepare_database(path, (*STEPS, look))


def test_an_upgrade_that_fails_leaves_the_data_as_it_was(path: Path) -> None:
    before = schema_of(path)
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        prepare_database(path, (*STEPS, fail))
    assert (schema_of(path), version_of(path)) == (before, SCHEMA_VERSION)
    prepare_database(path, NEXT_STEPS)


def test_a_first_step_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail_at_once(db: Database) -> None:
        run_script(db, "schema.sql")
        db.execute("INSERT INTO nowhere VALUES (1)")

    with closing(connect(tmp_path / "a.db", writes=True)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            apply_steps(connection, (fail_at_once,))
        assert tables(connection) == []


def test_without_room_for_the_copy_nothing_is_upgraded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = schema_of(path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 1000))
    with pytest.raises(Unavailable, match="has no room for it"):
        prepare_database(path, NEXT_STEPS)
    assert schema_of(path) == before


def test_what_a_killed_copy_left_takes_no_room_from_the_next(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = path.parent / "backups" / f".counterpart-schema-{SCHEMA_VERSION}-before_upgrade.cpbackup.part"
    left.parent.mkdir()
    left.write_bytes(b"half of a copy")
    free = {True: 1000, False: 10**12}
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, free[left.exists()]))
    prepare_database(path, NEXT_STEPS)
    assert version_of(path) == SCHEMA_VERSION + 1


def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    prepare_database(path, NEXT_STEPS)
    before = path.read_bytes()
    with pytest.raises(Unavailable, match=r"written by a newer Counterpart\. Install the newest version"):
        prepare_database(path)
    assert path.read_bytes() == before


def test_a_database_of_a_build_before_the_first_release_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA application_id = 0")
        db.execute("DROP TABLE alert_positions")
    before = path.read_bytes()
    for steps in (STEPS, NEXT_STEPS):
        with pytest.raises(Unavailable, match=r"a build from before 0\.1\.0\. Install that build, or move the folder"):
            prepare_database(path, steps)
    assert path.read_bytes() == before
    assert not (path.parent / "backups").exists()


def test_a_changed_schema_has_another_mark() -> None:
    """Until the first release it gets the new one; later a change is a step, and the file stays."""
    file = resources.files("service.store.engine").joinpath("schema.sql")
    text = re.sub(r"--.*", "", file.read_text(encoding="utf-8"))
    assert hex(zlib.crc32(" ".join(text.split()).encode()) >> 1) == hex(SCHEMA_MARK)
