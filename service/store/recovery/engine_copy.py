"""Copies all rows from one engine to the other, and compares both sides line by line.

A line is a row as PostgreSQL writes it for COPY. SQLite makes the same text with an expression, so
that neither side is read into values to be compared.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg

from service.domain.errors import Unavailable
from service.store.engine.connection import SqliteConnection, connect, prepare_database
from service.store.engine.moved_mark import MARK
from service.store.postgres.database import has_schema
from service.store.recovery.copies import OnProgress, delete_database

_ROWS_PER_BLOCK = 500
_LINES_PER_TICK = 20_000
_CACHE_KIB = 128 * 1024
_ESCAPES = {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}
_SIGNS = {escape[1]: sign for sign, escape in _ESCAPES.items()}
_ESCAPED = re.compile(r"\\(.)")
_NULL = "\\N"
_READ_RULES = """
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 1 AS turn
FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::regclass[])
UNION ALL SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 2
FROM pg_index WHERE indrelid = ANY($1::regclass[])
AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
UNION ALL SELECT DISTINCT format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass), 3
FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY($1::regclass[])
ORDER BY turn
"""
"""Statements that take references, indexes and triggers from the tables $1, and give them back."""


class _Column(NamedTuple):
    name: str
    kind: str
    """INTEGER, TEXT, BLOB or ANY."""
    may_be_null: bool
    key: int
    """Its place in the primary key, from 1; 0 outside."""


class Table(NamedTuple):
    """A table as both engines have it."""

    name: str
    columns: tuple[_Column, ...]
    counts_on: bool
    """Whether a number of a deleted row is never given again."""

    @property
    def names(self) -> str:
        return ", ".join(column.name for column in self.columns)

    @property
    def keys(self) -> list[_Column]:
        return sorted((column for column in self.columns if column.key), key=lambda column: column.key)

    @property
    def number(self) -> str | None:
        """The column that numbers the rows, where there is one."""
        keys = self.keys
        return keys[0].name if len(keys) == 1 and keys[0].kind == "INTEGER" else None

    @property
    def rows(self) -> str:
        """What is copied, in the order of the key."""
        where = f" WHERE name <> '{MARK}'" if self.name == "settings" else ""
        return f"FROM {self.name}{where} ORDER BY {', '.join(column.name for column in self.keys)}"


class _Sum:
    """The number of lines and a digest of them."""

    def __init__(self) -> None:
        self._digest, self._bytes, self._lines = hashlib.blake2b(), 0, 0

    def add(self, lines: bytes, count: int) -> None:
        self._digest.update(lines)
        self._bytes += len(lines)
        self._lines += count

    @property
    def value(self) -> tuple[int, int, bytes]:
        return self._lines, self._bytes, self._digest.digest()


def read_tables(db: sqlite3.Connection) -> list[Table]:
    """The tables of a database of this program's schema. Raises sqlite3.Error."""
    made = db.execute(
        "SELECT name, sql LIKE '%AUTOINCREMENT%' FROM sqlite_schema WHERE type = 'table' "
        "AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE '!_%' ESCAPE '!' ORDER BY rowid"
    ).fetchall()
    return [Table(name, tuple(_read_columns(db, name)), bool(counts_on)) for name, counts_on in made]


def _read_columns(db: sqlite3.Connection, table: str) -> Iterator[_Column]:
    rows = db.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,))
    for name, kind, not_null, key in rows:
        yield _Column(name, kind, not not_null and not key, key)


def _escape(text: str) -> str:
    for sign, escape in _ESCAPES.items():
        text = f"replace({text}, char({ord(sign)}), '{escape}')"
    return text


def _make_field(column: _Column) -> str:
    """The SQL of SQLite for a column's text in a line."""
    name = column.name
    match column.kind:
        case "INTEGER":
            field = name
        case "TEXT":
            field = _escape(name)
        case "BLOB":
            field = f"'\\\\x' || lower(hex({name}))"
        case _:
            field = f"CASE typeof({name}) WHEN 'text' THEN {_escape(f'json_quote({name})')} ELSE {name} END"
    return f"iif({name} IS NULL, '{_NULL}', {field})" if column.may_be_null else field


def _read_lines(db: sqlite3.Connection, table: Table) -> Iterator[tuple[bytes, int]]:
    """The lines of an SQLite table in blocks, with their number. Raises sqlite3.Error."""
    line = " || char(9) || ".join(map(_make_field, table.columns))
    cursor = db.execute(f"SELECT CAST({line} || char(10) AS BLOB) {table.rows}")
    while rows := cursor.fetchmany(_ROWS_PER_BLOCK):
        yield b"".join([row[0] for row in rows]), len(rows)


def _export_lines(raw: psycopg.Connection[Any], table: Table, tick: Callable[[], None]) -> Iterator[bytes]:
    """Those of PostgreSQL one by one; `tick` is called now and then. Raises psycopg.Error."""
    with raw.cursor().copy(f"COPY (SELECT {table.names} {table.rows}) TO STDOUT") as copy:
        for number, line in enumerate(copy):
            if number % _LINES_PER_TICK == 0:
                tick()
            yield bytes(line)


def fill_postgres(source: SqliteConnection, raw: psycopg.Connection[Any], on_progress: OnProgress) -> None:
    """Fills the tables in the open transaction with the rows of `source` alone, and compares them.
    Raises Unavailable, sqlite3.Error, psycopg.Error.
    """
    tables = read_tables(source)
    names = [table.name for table in tables]
    rules = raw.execute(_READ_RULES, (names,)).fetchall()
    for drop, _, _ in rules:
        raw.execute(drop)
    raw.execute(f"TRUNCATE {', '.join(names)}")
    sums = dict[str, _Sum]()
    for done, table in enumerate(tables):
        on_progress(done, 2 * len(tables))
        sums[table.name] = _import_table(source, raw, table)
        if table.number is not None:
            _set_sequence(source, raw, table)
    _make_rules(raw, [rule for _, rule, _ in reversed(rules)])
    raw.execute(f"ANALYZE {', '.join(names)}")
    for done, table in enumerate(tables, len(tables)):
        found = _Sum()
        for line in _export_lines(raw, table, partial(on_progress, done, 2 * len(tables))):
            found.add(line, 1)
        _compare(table, sums[table.name], found)


def _make_rules(raw: psycopg.Connection[Any], rules: Sequence[str]) -> None:
    for rule in rules:
        raw.execute(rule)


def has_shops(raw: psycopg.Connection[Any]) -> bool:
    """Whether there is data: an opened database may have the schema alone. Raises psycopg.Error."""
    return has_schema(raw) and raw.execute("SELECT 1 FROM shops LIMIT 1").fetchone() is not None


def _import_table(source: SqliteConnection, raw: psycopg.Connection[Any], table: Table) -> _Sum:
    written = _Sum()
    try:
        with raw.cursor().copy(f"COPY {table.name} ({table.names}) FROM STDIN") as copy:
            for lines, count in _read_lines(source, table):
                copy.write(lines)
                written.add(lines, count)
    except psycopg.DataError as error:
        raise Unavailable.saying(
            "PostgreSQL does not take a row of {table}: {reason}. Nothing was changed.",
            table=table.name,
            reason=str(error.diag.message_primary),
        ) from error
    return written


def _set_sequence(source: SqliteConnection, raw: psycopg.Connection[Any], table: Table) -> None:
    """Continues the numbers after the last one that was given."""
    last = source.execute(f"SELECT coalesce(max({table.number}), 0) FROM {table.name}").fetchone()[0]
    if table.counts_on:
        row = source.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).fetchone()
        last = max(last, 0 if row is None else row[0])
    raw.execute(
        "SELECT setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, 1), $3 > 0)",
        (table.name, table.number, last),
    )


def fill_file(
    raw: psycopg.Connection[Any], path: Path, on_progress: OnProgress, settle: Callable[[SqliteConnection], None]
) -> None:
    """Makes the file `path` with the rows of the open transaction, and compares them; `settle` may
    change it after that. There is no file when it raises Unavailable, sqlite3.Error, psycopg.Error,
    OSError.
    """
    try:
        delete_database(path)
        prepare_database(path, back_up=False)
        with closing(connect(path, writes=True)) as new:
            _fill(raw, new, on_progress)
            settle(new)
            new.execute("PRAGMA synchronous = FULL")
            new.execute("PRAGMA journal_mode = WAL")
            new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except BaseException:
        delete_database(path)
        raise
    finally:
        path.with_suffix(".upgrade-lock").unlink(missing_ok=True)


def _fill(raw: psycopg.Connection[Any], new: SqliteConnection, on_progress: OnProgress) -> None:
    # A file that is not complete is dropped, so it needs no journal.
    for pragma in ("foreign_keys = OFF", "journal_mode = OFF", "synchronous = OFF", f"cache_size = -{_CACHE_KIB}"):
        new.execute(f"PRAGMA {pragma}")
    tables = read_tables(new)
    indexes = new.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").fetchall()
    new.execute("BEGIN")
    for name, _ in indexes:
        new.execute(f"DROP INDEX {name}")
    sums = dict[str, _Sum]()
    for done, table in enumerate(tables):
        sums[table.name] = _import_lines(raw, new, table, partial(on_progress, done, 2 * len(tables)))
        if table.counts_on:
            _set_counter(raw, new, table)
    for _, sql in indexes:
        new.execute(sql)
    new.execute("COMMIT")
    for done, table in enumerate(tables, len(tables)):
        on_progress(done, 2 * len(tables))
        found = _Sum()
        for lines, count in _read_lines(new, table):
            found.add(lines, count)
        _compare(table, sums[table.name], found)
    if new.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise Unavailable.saying("A row names another that is not there. Nothing was changed.")


def _import_lines(raw: psycopg.Connection[Any], new: SqliteConnection, table: Table, tick: Callable[[], None]) -> _Sum:
    read_in, decode = _Sum(), _make_decoder(table)

    def decode_all() -> Iterator[Sequence[Any]]:
        for line in _export_lines(raw, table, tick):
            read_in.add(line, 1)
            yield decode(line)

    new.execute(f"DELETE FROM {table.name}")
    values = ", ".join("?" * len(table.columns))
    new.executemany(f"INSERT INTO {table.name} ({table.names}) VALUES ({values})", decode_all())
    return read_in


def _make_decoder(table: Table) -> Callable[[bytes], Sequence[Any]]:
    """What reads a line into the values of a row. Numbers stay text, which SQLite converts."""
    of_bytes = [place for place, column in enumerate(table.columns) if column.kind == "BLOB"]
    of_any = [place for place, column in enumerate(table.columns) if column.kind == "ANY"]

    def decode(line: bytes) -> Sequence[Any]:
        text = line[:-1].decode()
        values: list[Any] = text.split("\t")
        if "\\" in text:
            values = [_unescape(value) if "\\" in value else value for value in values]
        for place in of_bytes:
            values[place] = None if values[place] is None else bytes.fromhex(values[place][2:])
        for place in of_any:
            values[place] = None if values[place] is None else msgspec.json.decode(values[place])
        return values

    return decode


def _unescape(value: str) -> str | None:
    return None if value == _NULL else _ESCAPED.sub(lambda found: _SIGNS.get(found[1], found[1]), value)


def _set_counter(raw: psycopg.Connection[Any], new: SqliteConnection, table: Table) -> None:
    name = raw.execute("SELECT pg_get_serial_sequence($1, $2)", (table.name, table.number)).fetchall()[0][0]
    last, was_given = raw.execute(f"SELECT last_value, is_called FROM {name}").fetchall()[0]
    new.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
    if was_given:
        new.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, last))


def _compare(table: Table, source: _Sum, copy: _Sum) -> None:
    if source.value != copy.value:
        raise Unavailable.saying(
            "The copy of {table} differs: {rows} rows were read and {found} are there. Nothing was changed.",
            table=table.name,
            rows=source.value[0],
            found=copy.value[0],
        )
