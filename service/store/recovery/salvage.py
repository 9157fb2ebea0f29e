"""Reads what is readable of a damaged database, table by table, into a new one.

Reading continues after each damaged part; a table without row numbers is read from both ends. Where
the pages that list the tables are lost, those of a new database of the same version replace them:
first only the first page, then all. The tables of both begin on the same pages.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.store.engine.connection import SqliteConnection, connect, prepare_database
from service.store.engine.transaction import ReadTx
from service.store.recovery.copies import activate_copy, delete_database
from service.store.recovery.integrity import run_integrity_check
from service.store.revisions import make_number_sql

LOG_TABLES = frozenset(
    {
        "calls", "call_bodies", "call_parts", "call_hours", "attempts", "pull_rows",
        "item_writes", "value_changes", "field_changes", "detail_changes", "removed_items",
    }
)  # fmt: skip
"""Tables without business data, whose loss does little harm."""

_MAX_FAULTS = 1_000
_MAX_STEP = 2**40
_PAGE = 4096
_INTERIOR = 5
_SQLITE_PREFIXES = ("sqlite_", "_sqlite_")


@dataclass(frozen=True, slots=True)
class SalvageResult:
    """Rows that were read, and the tables that have lost rows or may have."""

    rows: int
    shops: int
    damaged_tables: frozenset[str]

    @property
    def is_complete(self) -> bool:
        """Whether all business data is there; only logs may be incomplete."""
        return self.shops > 0 and self.damaged_tables <= LOG_TABLES


def salvage(damaged: Path, fresh: Path) -> SalvageResult | None:
    """Fills `fresh`, a new file, from a damaged database; None, and no file, if nothing useful was
    readable. Raises Unavailable and OSError for a fault of the disk.
    """
    grafted, even = fresh.with_name(f".{fresh.name}.grafted"), fresh.with_name(f".{fresh.name}.even")
    try:
        damaged = _copy_of_whole_pages(damaged, even) if damaged.stat().st_size % _PAGE else damaged
        result = _fill_fresh(damaged, fresh)
        for whole_layout in (False, True):
            if result is None or not result.shops:
                result = _fill_fresh(_copy_with_layout(damaged, fresh, grafted, whole_layout), fresh) or result
    finally:
        delete_database(grafted)
        delete_database(even)
        fresh.with_suffix(".upgrade-lock").unlink(missing_ok=True)
    if result is None or not result.shops or run_integrity_check(fresh):
        delete_database(fresh)
        return None
    activate_copy(fresh)
    return result


def _copy_of_whole_pages(damaged: Path, even: Path) -> Path:
    """Without the page that is cut: SQLite would read the rest of it as zeros, in good rows too."""
    log = damaged.with_name(f"{damaged.name}-wal")
    if log.exists():
        shutil.copyfile(log, even.with_name(f"{even.name}-wal"))
    shutil.copyfile(damaged, even)
    os.truncate(even, even.stat().st_size // _PAGE * _PAGE)
    return even


def _copy_with_layout(damaged: Path, fresh: Path, grafted: Path, whole_layout: bool) -> Path:
    shutil.copyfile(damaged, grafted)
    healthy = fresh.read_bytes()
    with grafted.open("r+b") as target:
        for number in _list_layout_pages(healthy, 1) if whole_layout else [1]:
            page = bytearray(healthy[(number - 1) * _PAGE : number * _PAGE])
            if number == 1:
                # The damaged file knows how many pages there are and which are free: 0 tells
                # SQLite to look.
                page[28:40] = bytes(12)
            target.seek((number - 1) * _PAGE)
            target.write(page)
    return grafted


def _list_layout_pages(healthy: bytes, number: int) -> list[int]:
    """The pages of the table of tables, from that page down (SQLite's file format, section 1.6)."""
    page = healthy[(number - 1) * _PAGE : number * _PAGE]
    head = 100 if number == 1 else 0
    if page[head] != _INTERIOR:
        return [number]
    count = int.from_bytes(page[head + 3 : head + 5])
    places = [int.from_bytes(page[head + 12 + 2 * n : head + 14 + 2 * n]) for n in range(count)]
    below = [int.from_bytes(page[place : place + 4]) for place in places] + [int.from_bytes(page[head + 8 : head + 12])]
    return [number, *(one for child in below for one in _list_layout_pages(healthy, child))]


def _fill_fresh(damaged: Path, fresh: Path) -> SalvageResult | None:
    delete_database(fresh)
    prepare_database(fresh)
    activate_copy(fresh)
    try:
        old = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True, factory=SqliteConnection)
    except sqlite3.DatabaseError:
        return None
    with closing(old), closing(connect(fresh, writes=True)) as new:
        old.text_factory = bytes
        # SQLite then also opens a file that is shorter than its header says.
        old.execute("PRAGMA writable_schema = ON")
        new.execute("PRAGMA foreign_keys = OFF")
        new.execute("BEGIN")
        rows, lost_from = 0, set()
        for table in _list_tables(new):
            read = _TableCopy(old, new, table)
            rows += read.copy()
            if read.has_loss:
                lost_from.add(table)
        lost_from |= _delete_orphans(new)
        _delete_details(new)
        _repair_counters(new)
        shops = int(ReadTx(new).scalar("SELECT count(*) FROM shops"))
        new.execute("COMMIT")
        return SalvageResult(rows, shops, frozenset(lost_from))


def _list_tables(db: SqliteConnection) -> list[str]:
    names: list[str] = ReadTx(db).column("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    return [name for name in names if not name.startswith(_SQLITE_PREFIXES)]


class _TableCopy:
    """Copies one table from the damaged database into the new one."""

    def __init__(self, old: SqliteConnection, new: SqliteConnection, name: str) -> None:
        self._old, self._new, self._name = old, new, name
        self._faults = 0
        self._copied = 0
        self.has_loss = False
        info = new.execute(f"SELECT name, type, pk FROM pragma_table_info('{name}')").fetchall()
        known = self._read_damaged_columns()
        info = [(column, kind, key) for column, kind, key in info if column in known] or info
        self._texts = [kind == "TEXT" for _, kind, _ in info]
        self._columns = ", ".join(column for column, _, _ in info)
        keys = [column for key, column in sorted((key, column) for column, _, key in info) if key]
        self._has_no_rowid = "WITHOUT ROWID" in self._read_sql() or not keys
        self._key = keys[0] if keys else "rowid"
        self._select = f"SELECT rowid, {self._columns} FROM {name} NOT INDEXED WHERE rowid >= ? ORDER BY rowid"
        self._insert = f"INSERT OR IGNORE INTO {name} ({self._columns}) VALUES ({', '.join('?' * len(info))})"

    def copy(self) -> int:
        """Copies what is readable; returns the number of rows."""
        if self._has_no_rowid:
            self._copy_from_both_ends()
        else:
            self._copy_forwards()
        return self._copied

    def _read_damaged_columns(self) -> set[str]:
        """Those of the damaged database, maybe of an older version; empty if not readable."""
        try:
            names = ReadTx(self._old).column(f"SELECT name FROM pragma_table_info('{self._name}')")
        except sqlite3.DatabaseError:
            return set()
        return {name.decode("utf-8", "replace") for name in names}

    def _read_sql(self) -> str:
        return str(ReadTx(self._new).scalar("SELECT sql FROM sqlite_schema WHERE name = ?", (self._name,))).upper()

    def _copy_from_both_ends(self) -> None:
        """For tables without row numbers: forwards to the damage, then backwards to it."""
        if not self._copy_ordered(f"ORDER BY {self._key}"):
            self._copy_ordered(f"ORDER BY {self._key} DESC")

    def _copy_forwards(self) -> None:
        """For tables with row numbers: continues after each damaged part."""
        low: int | None = 0
        while low is not None and self._faults < _MAX_FAULTS:
            last = self._read_from(low)
            low = None if last is None else self._find_readable(max(low, last + 1))

    def _read_from(self, low: int) -> int | None:
        """Copies from a row number on. Returns None at the end, else the last one copied."""
        last = low - 1
        try:
            for last, *values in self._old.execute(self._select, (low,)):  # noqa: B007 - returned after a fault
                self._insert_row(values)
        except sqlite3.DatabaseError:
            self._note_fault()
            return last
        return None

    def _find_readable(self, low: int) -> int | None:
        """Where reading works again, found by growing steps and then by halves."""
        bad, step = low, 1
        while not self._is_readable(low + step):
            bad, step = low + step, step * 2
            if step > _MAX_STEP:
                return None
        good = low + step
        while good - bad > 1:
            middle = (good + bad) // 2
            if self._is_readable(middle):
                good = middle
            else:
                bad = middle
        return good

    def _is_readable(self, number: int) -> bool:
        try:
            self._old.execute(f"{self._select} LIMIT 1", (number,)).fetchone()
        except sqlite3.DatabaseError:
            return False
        return True

    def _copy_ordered(self, order: str) -> bool:
        try:
            for row in self._old.execute(f"SELECT {self._columns} FROM {self._name} {order}"):
                self._insert_row(row)
        except sqlite3.DatabaseError:
            self._note_fault()
            return False
        return True

    def _insert_row(self, row: Sequence[Any]) -> None:
        """Inserts a row. One that the new schema refuses is damaged itself."""
        try:
            values = [_decode_text(value) if text else value for value, text in zip(row, self._texts, strict=True)]
            taken = self._new.execute(self._insert, values).rowcount
            self._copied += taken
            self.has_loss = self.has_loss or not taken
        except (sqlite3.IntegrityError, ValueError):
            self.has_loss = True

    def _note_fault(self) -> None:
        self.has_loss = True
        self._faults += 1


def _decode_text(value: Any) -> Any:
    """Decodes text. Raises ValueError if it is not UTF-8 or has zeros instead of characters."""
    if not isinstance(value, bytes):
        return value
    if 0 in value:
        raise ValueError("zeros in a text")
    return value.decode("utf-8")


def _delete_orphans(db: SqliteConnection) -> set[str]:
    """Removes rows without their parent row, until there are none; returns their tables."""
    tables: set[str] = set()
    while orphans := list(_find_orphans(db)):
        for table, rowid in orphans:
            tables.add(table)
            if rowid is None:
                _delete_keyed_orphans(db, table)
            else:
                db.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))
    return tables


def _find_orphans(db: SqliteConnection) -> Iterator[tuple[str, int | None]]:
    for table, rowid, _parent, _number in db.execute("PRAGMA foreign_key_check").fetchall():
        yield str(table), rowid


def _delete_keyed_orphans(db: SqliteConnection, table: str) -> None:
    """The same for a table without row numbers, for which the check names no rows."""
    keys = db.execute(
        'SELECT "table", "from", coalesce("to", \'id\') FROM pragma_foreign_key_list(?)', (table,)
    ).fetchall()
    for parent, column, other in keys:
        db.execute(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT {other} FROM {parent})")


def _delete_details(db: SqliteConnection) -> None:
    """Removes what belongs to calls and writes that were not readable. Their numbers are given
    again: such a call could not be stored, and such a write would have the details of the lost one.
    """
    for table, column, parent in (
        ("call_bodies", "call_id", "calls"),
        ("call_parts", "call_id", "calls"),
        ("detail_changes", "write_id", "item_writes"),
    ):
        db.execute(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {parent})")


def _repair_counters(db: SqliteConnection) -> None:
    """Repairs stored counters: no number may be used twice."""
    db.execute("UPDATE shops SET items_total = (SELECT count(*) FROM items WHERE items.shop_id = shops.id)")
    db.execute(
        "UPDATE shops SET revision = max(revision, "
        "(SELECT coalesce(max(revision), 0) FROM items WHERE items.shop_id = shops.id), "
        "(SELECT coalesce(max(last), 0) FROM item_changes WHERE item_changes.shop_id = shops.id), "
        f"(SELECT coalesce(max(id), 0) FROM value_changes WHERE id < {make_number_sql('(shops.id + 1)', '0')}) "
        f"- {make_number_sql('shops.id', '0')})"
    )
    for table, kind in (("orders", "ORD"), ("rfqs", "RFQ")):
        db.execute(
            "INSERT INTO sequences (shop_id, kind, year, value) "
            f"SELECT shop_id, '{kind}', CAST(substr(reference, 5, 4) AS INTEGER) AS year, "
            f"max(CAST(substr(reference, 10) AS INTEGER)) FROM {table} WHERE true GROUP BY shop_id, year "
            "ON CONFLICT DO UPDATE SET value = max(value, excluded.value)"
        )
    db.execute(
        "INSERT INTO sequences (shop_id, kind, year, value) SELECT shop_id, 'ledger', 0, max(entry) FROM ledger "
        "JOIN items ON items.id = item_id WHERE true GROUP BY shop_id "
        "ON CONFLICT DO UPDATE SET value = max(value, excluded.value)"
    )
