"""Continues what a restore must not turn back, and reports which orders are lost.

A backup is older than the data that it replaces: tills and customers already know later orders,
positions and revisions. None of those numbers may come again with another meaning. And what ended
after the backup, a key that was revoked for one, does not begin again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from pathlib import Path

from service.domain.times import Millis, get_year
from service.store.engine.connection import SqliteConnection, connect
from service.store.engine.dialect import INT_LIST, TEXT_LIST, encode_list
from service.store.engine.transaction import ReadTx
from service.store.revisions import items_begin
from service.store.sealed_secrets import KEY_PREFIX
from service.store.trusted_clock import CLOCK_SETTINGS

SAFE_GAP = 10_000
"""How many numbers are skipped where the number used since the backup is not known."""

_KINDS_BY_YEAR = ("ORD", "RFQ", "ORD-own", "RFQ-own")
"""The sequences that start again each year (`take_number`)."""

_COUNTED_TABLES = ("order_history", "pull_runs", "link_actions")
_ITEMS_PER_ROW = 1_000

_WHO = {
    "api_keys": ("id", "digest"),
    "counters": ("id", "digest"),
    "targets": ("id", "created_at"),
    "staff": ("id",),
    "alert_channels": ("id", "secret_name"),
}
"""Who may come in and who is written to: what names a row of a table. The rest is taken over."""

_REMOVED = {"alert_channels": ("id", "secret_name"), "heartbeat": ("secret_name",)}
"""The same where a row goes with its removal."""

_NEWER_SETTINGS = (
    "open_to_network", "network_http", "counters", "allowed_hosts", "allowed_origins", "backup_encrypted",
    "backup_secret",
    *CLOCK_SETTINGS,
)  # fmt: skip
"""Who may call, whether backups are sealed, and what is known of the clock."""


def knows_what_ended(backup: Path, present: Path) -> bool:
    """Whether the present database continues the one in a backup, and so knows which keys were
    revoked since. Raises sqlite3.Error where the backup cannot be read.
    """
    with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True, factory=SqliteConnection)) as db:
        return _attach_successor(db, present)


def continue_after(restored: Path, replaced: Path, now: Millis, keys: Collection[int] = ()) -> tuple[str, ...]:
    """Advances every sequence of `restored`, ends in it what ended since, and returns the live
    orders that only `replaced` has, oldest first.

    `replaced` may be missing or damaged: then a safe gap is left, and of the API keys only `keys`
    work on. Raises sqlite3.Error where `restored` cannot be written.
    """
    with closing(connect(restored, writes=True)) as db:
        follows = _attach_successor(db, replaced)
        db.execute("BEGIN")  # IMMEDIATE would lock the replaced database too
        _continue_sequences(db, now, follows=follows)
        _continue_positions(db, follows=follows)
        _continue_revisions(db, follows=follows)
        if follows:
            _continue_endings(db, now)
            _continue_secrets(db)
            _continue_audit(db)
        else:
            _revoke_other_keys(db, keys, now)
            _forget_trusted_time(db)
        missing = _list_missing_orders(db) if follows else ()
        db.execute("COMMIT")
        if follows:
            db.execute("DETACH replaced")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return missing


def _attach_successor(db: SqliteConnection, replaced: Path) -> bool:
    """Whether the replaced database continues the backup; then it is attached and readable."""
    if not replaced.exists():
        return False
    try:
        db.execute("ATTACH ? AS replaced", (str(replaced),))
        lineage = ReadTx(db).scalar(
            "SELECT (SELECT min(created_at) FROM main.shops) = (SELECT min(created_at) FROM replaced.shops) AND "
            "NOT EXISTS (SELECT 1 FROM main.sequences AS mine LEFT JOIN replaced.sequences AS its "
            "USING (shop_id, kind, year) WHERE coalesce(its.value, 0) < mine.value) AND "
            "(SELECT max(revision) FROM replaced.shops) IS NOT NULL AND "
            "(SELECT count(*) FROM replaced.order_history) >= 0"
        )
        same = bool(lineage) and _is_readable(db)
    except sqlite3.Error:
        same = False
    if not same and "replaced" in ReadTx(db).column("SELECT name FROM pragma_database_list"):
        db.execute("DETACH replaced")
    return bool(same)


def _continue_sequences(db: SqliteConnection, now: Millis, *, follows: bool) -> None:
    if follows:
        db.execute(
            "INSERT INTO main.sequences (shop_id, kind, year, value) "
            "SELECT shop_id, kind, year, value FROM replaced.sequences WHERE true "
            "ON CONFLICT DO UPDATE SET value = max(value, excluded.value)"
        )
        return
    db.execute("UPDATE main.sequences SET value = value + ?", (SAFE_GAP,))
    # A year that began after the backup has no row yet, but orders may have been placed in it.
    db.execute(
        "INSERT OR IGNORE INTO main.sequences (shop_id, kind, year, value) "
        f"SELECT shops.id, kinds.value, ?, ? FROM main.shops, {TEXT_LIST} AS kinds",
        (get_year(now), SAFE_GAP, encode_list(_KINDS_BY_YEAR)),
    )


def _continue_positions(db: SqliteConnection, *, follows: bool) -> None:
    for table in _COUNTED_TABLES:
        mine = _read_counter(db, "main", table)
        last = max(mine, _read_counter(db, "replaced", table)) if follows else mine + SAFE_GAP
        db.execute("DELETE FROM main.sqlite_sequence WHERE name = ?", (table,))
        db.execute("INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))


def _read_counter(db: SqliteConnection, schema: str, table: str) -> int:
    return int(ReadTx(db).scalar(f"SELECT seq FROM {schema}.sqlite_sequence WHERE name = ?", (table,)) or 0)


def _continue_revisions(db: SqliteConnection, *, follows: bool) -> None:
    """Marks every item as changed: a reader may have values from after the backup."""
    for shop_id, mine in db.execute("SELECT id, revision FROM main.shops").fetchall():
        its = ReadTx(db).scalar("SELECT revision FROM replaced.shops WHERE id = ?", (shop_id,)) if follows else None
        base = mine + SAFE_GAP if its is None else max(mine, its)
        db.execute(
            f"UPDATE main.items SET revision = ? + id - {items_begin('shop_id')} WHERE shop_id = ?", (base, shop_id)
        )
        db.execute("DELETE FROM main.item_changes WHERE shop_id = ?", (shop_id,))
        db.execute(
            "INSERT INTO main.item_changes (shop_id, last, first, items) "
            f"SELECT shop_id, max(revision), min(revision), json_group_array(id) FROM main.items WHERE shop_id = ? "
            f"GROUP BY id / {_ITEMS_PER_ROW}",
            (shop_id,),
        )
        db.execute(
            "UPDATE main.shops SET revision = "
            "coalesce((SELECT max(revision) FROM main.items WHERE shop_id = ?2), ?1) WHERE id = ?2",
            (base, shop_id),
        )


def _list_columns(db: SqliteConnection, schema: str, table: str) -> list[str]:
    return ReadTx(db).column("SELECT name FROM pragma_table_info(?, ?)", (table, schema))


def _is_readable(db: SqliteConnection) -> bool:
    """Whether all that is taken over is there: damage or an old version. Raises sqlite3.Error."""
    for table in (*_WHO, *_REMOVED, "links", "pins", "settings"):
        columns = _list_columns(db, "main", table)
        if _list_columns(db, "replaced", table) != columns:
            return False
        db.execute(f"SELECT {', '.join(f'count({column})' for column in columns)} FROM replaced.{table}").fetchone()
    return True


def _continue_secrets(db: SqliteConnection) -> None:
    """Keeps the sealed secrets of now, and the key that the computers have. Those of the backup
    alone stay where that key opens them.
    """
    key = f"SELECT name FROM replaced.secrets WHERE name GLOB '{KEY_PREFIX}*'"
    db.execute(
        f"DELETE FROM main.secrets WHERE EXISTS ({key}) AND NOT EXISTS ({key} INTERSECT SELECT name FROM main.secrets)"
    )
    db.execute("INSERT OR REPLACE INTO main.secrets SELECT * FROM replaced.secrets")


def _continue_endings(db: SqliteConnection, now: Millis) -> None:
    """Takes over what was revoked, removed, switched off or closed after the backup."""
    for table, names in _WHO.items():
        newer = [column for column in _list_columns(db, "main", table) if column not in names]
        values = ", ".join(f"{column} = its.{column}" for column in newer)
        db.execute(f"UPDATE main.{table} SET {values} FROM replaced.{table} AS its WHERE {_is_same(table, names)}")
    db.execute(
        "UPDATE main.links SET removed_at = its.removed_at FROM replaced.links AS its "
        f"WHERE {_is_same('links', ('shop_id', 'created_at'))}"
    )
    for table, names in _REMOVED.items():
        gone = f"NOT EXISTS (SELECT 1 FROM replaced.{table} AS its WHERE {_is_same(table, names)})"
        if table == "alert_channels":
            db.execute(f"DELETE FROM main.alerts WHERE channel_id IN (SELECT id FROM main.{table} WHERE {gone})")
        db.execute(f"DELETE FROM main.{table} WHERE {gone}")
    db.execute(
        "UPDATE main.deliveries SET state = 'skipped', next_attempt_at = NULL, finished_at = ? "
        "WHERE state IN ('waiting', 'sending') AND target_id IN (SELECT id FROM main.targets WHERE removed_at > 0)",
        (now,),
    )
    db.execute("DELETE FROM main.pins")
    db.execute(
        "INSERT INTO main.pins SELECT * FROM replaced.pins WHERE person = 0 OR person IN (SELECT id FROM main.staff)"
    )
    chosen = (encode_list(_NEWER_SETTINGS),)
    db.execute(f"DELETE FROM main.settings WHERE name IN (SELECT value FROM {TEXT_LIST})", chosen)
    db.execute(
        f"INSERT INTO main.settings SELECT * FROM replaced.settings WHERE name IN (SELECT value FROM {TEXT_LIST})",
        chosen,
    )


def _is_same(table: str, names: Iterable[str]) -> str:
    return " AND ".join(f"its.{name} = main.{table}.{name}" for name in names)


def _revoke_other_keys(db: SqliteConnection, keys: Collection[int], now: Millis) -> None:
    db.execute(
        "UPDATE main.api_keys SET revoked_at = ? "
        f"WHERE revoked_at IS NULL AND id NOT IN (SELECT value FROM {INT_LIST})",
        (now, encode_list(keys)),
    )
    db.execute("UPDATE main.counters SET revoked_at = ? WHERE revoked_at IS NULL", (now,))


def _continue_audit(db: SqliteConnection) -> None:
    """Adds the entries of the audit that came after the backup, if they continue its chain."""
    if db.execute("SELECT 1 FROM replaced.sqlite_schema WHERE name = 'audit_entries'").fetchone() is None:
        return
    number, digest = ReadTx(db).one("SELECT id, hash FROM main.audit_entries ORDER BY id DESC LIMIT 1") or (0, None)
    known = "SELECT 1 FROM replaced.audit_entries WHERE id = ? AND hash = ?"
    if not number or ReadTx(db).scalar(known, (number, digest)):
        db.execute(
            "INSERT INTO main.audit_entries SELECT * FROM replaced.audit_entries WHERE id > ? ORDER BY id",
            (number,),
        )


def _forget_trusted_time(db: SqliteConnection) -> None:
    """A backup may be older than a computer is ever off; a doubt in it goes on."""
    db.execute(
        "DELETE FROM main.settings WHERE name = 'clock_trusted_at' "
        "AND NOT EXISTS (SELECT 1 FROM main.settings WHERE name = 'clock_doubt')"
    )


def _list_missing_orders(db: SqliteConnection) -> tuple[str, ...]:
    missing = ReadTx(db).column(
        "SELECT its.reference FROM replaced.orders AS its JOIN replaced.shops AS shop ON shop.id = its.shop_id "
        "WHERE shop.staging = 0 AND NOT EXISTS (SELECT 1 FROM main.orders AS mine WHERE mine.shop_id = its.shop_id "
        "AND mine.reference = its.reference AND mine.placed_at = its.placed_at) ORDER BY its.placed_at, its.id"
    )
    return tuple(missing)
