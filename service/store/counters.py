"""Further counters: name, digest of the key, use, and their own settings."""

from __future__ import annotations

import json

from service.domain.catalogue.sku import fold
from service.domain.changes import ChangeKind
from service.domain.counters import FurtherCounter
from service.domain.keys import compute_digest
from service.domain.times import Millis
from service.store.engine.row_reader import Select
from service.store.engine.transaction import ReadTx, Tx

_counters = Select(
    FurtherCounter, "SELECT id, name, created_at, last_used_at, last_used_from, revoked_at FROM counters"
)


def add_counter(tx: Tx, name: str, key: str, now: Millis) -> FurtherCounter:
    """The name must be free."""
    number = tx.insert(
        "INSERT INTO counters (name, folded, digest, created_at) VALUES (?, ?, ?, ?)",
        (name, fold(name), compute_digest(key), now),
    )
    tx.mark_changed(ChangeKind.KEYS)
    return FurtherCounter(number, name, now)


def list_counters(db: ReadTx) -> list[FurtherCounter]:
    """Oldest first, revoked ones too."""
    return _counters.list(db, "ORDER BY id")


def find_by_name(db: ReadTx, name: str) -> FurtherCounter | None:
    """The counter that is not revoked."""
    return _counters.find(db, "WHERE folded = ? AND revoked_at IS NULL", (fold(name),))


def read_name(db: ReadTx, counter: int) -> str:
    """The name of a further counter; "" for 0."""
    return str(db.scalar("SELECT name FROM counters WHERE id = ?", (counter,)) or "")


def match_counter(db: ReadTx, key: str) -> FurtherCounter | None:
    """The counter whose key this is, revoked or not. The digest of 256 random bits tells nothing by
    the time that the search takes.
    """
    return _counters.find(db, "WHERE digest = ?", (compute_digest(key),))


def revoke_counter(tx: Tx, counter: int, now: Millis) -> None:
    tx.update("UPDATE counters SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", (now, counter))
    tx.mark_changed(ChangeKind.KEYS)


def record_use(tx: Tx, counter: int, now: Millis, address: str) -> None:
    """To the minute, as for a key: a line that is lost often costs no writes."""
    sql = (
        "UPDATE counters SET last_used_at = ?1, last_used_from = ?3 "
        "WHERE id = ?2 AND coalesce(last_used_at, 0) < ?1 - 60000"
    )
    if tx.update(sql, (now, counter, address)):
        tx.mark_changed(ChangeKind.KEYS)


def read_own_settings(db: ReadTx, counter: int) -> dict[str, str]:
    """The settings that this counter has for itself."""
    own: dict[str, str] = json.loads(db.scalar("SELECT settings FROM counters WHERE id = ?", (counter,)) or "{}")
    return own


def write_own_setting(tx: Tx, counter: int, name: str, value: str) -> None:
    own = {**read_own_settings(tx, counter), name: value}
    tx.update("UPDATE counters SET settings = ? WHERE id = ?", (json.dumps(own), counter))
    tx.mark_changed(ChangeKind.SETTINGS)
