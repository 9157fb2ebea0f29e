"""Builds a new database from the rows of another, never from its schema."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from service.domain.errors import Unavailable
from service.store.engine.connection import connect, prepare_database
from service.store.engine.migrations import STEPS, Steps, apply_steps, read_schema_version
from service.store.engine.sqlite_errors import is_corruption, to_unavailable
from service.store.recovery.copies import (
    LABEL_SQL,
    LABEL_TABLE,
    OnProgress,
    activate_copy,
    check_free_space,
    delete_database,
    unwritable_target,
)

MIN_TIME_S = 120.0
TIME_PER_MIB_S = 2.0
"""A slow disk with an old processor needs a tenth of this."""

_MIGRATIONS_TABLE = "_sqlite_migrations"
"""The library's own list of completed steps; it is created again and never copied."""

_STEPS_PER_CHECK = 100_000
_MIB = 1024 * 1024
_QUOTES = re.compile(r'["\[\]`]')
_Entry = tuple[str, str, str, str]
"""Type, name, table and SQL, without quotes and with single spaces."""


class ForeignDatabase(Exception):
    """The file is not Counterpart's, is damaged, or takes longer than its size explains."""


def time_limit(path: Path) -> Callable[[], bool]:
    """Makes a check for whether the time for a file of this size is over."""
    end = time.monotonic() + MIN_TIME_S + TIME_PER_MIB_S * path.stat().st_size / _MIB
    return lambda: time.monotonic() > end


def open_untrusted(path: Path, stop: Callable[[], bool]) -> sqlite3.Connection:
    """Only reads, runs no function that the schema names, and ends when `stop` is true."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
    except BaseException:
        db.close()
        raise
    db.set_progress_handler(stop, _STEPS_PER_CHECK)
    return db


def check_own_schema(path: Path, stop: Callable[[], bool], steps: Steps = STEPS) -> None:
    """Raises ForeignDatabase if the schema is not exactly ours, whatever else is in the file: one
    from elsewhere may have views and triggers.
    """
    try:
        with closing(open_untrusted(path, stop)) as db:
            if not is_own_schema(db, steps):
                raise ForeignDatabase("its schema is not Counterpart's")
    except sqlite3.Error as error:
        raise ForeignDatabase(str(error)) from error


def is_own_schema(db: sqlite3.Connection, steps: Steps = STEPS) -> bool:
    """Whether the open database has exactly the schema of its version. Raises sqlite3.Error."""
    version = read_schema_version(db)
    if not 0 < version <= len(steps):
        return False
    entries = _read_entries(db)
    with closing(sqlite3.connect(":memory:")) as fresh:
        apply_steps(fresh, steps[:version])
        return entries == _read_entries(fresh)


def _read_entries(db: sqlite3.Connection) -> set[_Entry]:
    return set(_normalise(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()))


def _normalise(rows: Iterable[tuple[str, str, str, str | None]]) -> Iterable[_Entry]:
    for kind, name, table, sql in rows:
        text = " ".join(_QUOTES.sub("", sql or "").split())
        if kind == "table" and name == LABEL_TABLE and text == LABEL_SQL:
            continue
        if table == _MIGRATIONS_TABLE and kind in ("table", "index"):
            # Other versions of the library write it differently, and nothing reads it.
            continue
        if kind == "table" and name.startswith("sqlite_stat"):
            continue
        yield kind, name, table, text


def rebuild_database(source: Path, fresh: Path, on_progress: OnProgress, steps: Steps = STEPS) -> None:
    """Makes `fresh` with this program's schema and the rows of `source`, which may be of an earlier
    version. Raises ForeignDatabase, and Unavailable for a fault of the disk. Leaves no file when it
    raises.
    """
    stop = time_limit(source)
    try:
        delete_database(fresh)
        check_free_space(source, fresh.parent)
        check_own_schema(source, stop, steps)
        _copy_rows(source, fresh, on_progress, stop, steps)
        prepare_database(fresh, steps, back_up=False)
        activate_copy(fresh)
    except sqlite3.Error as error:
        delete_database(fresh)
        unavailable = to_unavailable(error)
        if unavailable is None or is_corruption(error):
            raise ForeignDatabase(str(error)) from error
        raise unavailable from error
    except OSError as error:
        delete_database(fresh)
        raise unwritable_target(fresh, error) from error
    except (ForeignDatabase, Unavailable):
        delete_database(fresh)
        raise
    finally:
        fresh.with_suffix(".upgrade-lock").unlink(missing_ok=True)


def _copy_rows(source: Path, fresh: Path, on_progress: OnProgress, stop: Callable[[], bool], steps: Steps) -> None:
    with closing(open_untrusted(source, stop)) as old:
        prepare_database(fresh, steps[: read_schema_version(old)], back_up=False)
        with closing(connect(fresh, writes=True)) as new:
            new.execute("PRAGMA foreign_keys = OFF")
            tables = _list_tables(new)
            new.execute("BEGIN")
            for done, table in enumerate(tables):
                on_progress(done, len(tables))
                _copy_table(old, new, table)
            _copy_counters(old, new)
            if new.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise ForeignDatabase("a row names another that is not there")
            new.execute("COMMIT")
            on_progress(len(tables), len(tables))


def _list_tables(db: sqlite3.Connection) -> list[str]:
    rows = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
    return [row[0] for row in rows if not row[0].startswith("sqlite_") and row[0] != _MIGRATIONS_TABLE]


def _copy_table(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> None:
    """Copies row by row through the new schema, which checks each row."""
    new.execute(f"DELETE FROM {table}")
    columns = [row[0] for row in new.execute(f"SELECT name FROM pragma_table_info('{table}')")]
    names = ", ".join(columns)
    rows = old.execute(f"SELECT {names} FROM {table}")
    new.executemany(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})", rows)


def _copy_counters(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """Copies the last number of each table that never uses one twice."""
    for table, number in old.execute("SELECT name, seq FROM sqlite_sequence"):
        new.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table))
        new.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 "
            "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
            (table, number),
        )
