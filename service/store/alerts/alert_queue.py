"""Alerts that wait for their channel, and what was reported already."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from service.domain.alerts.alert_channels import MAX_WAITING, AlertKind
from service.domain.alerts.alert_news import Mark, News, Position, WaitingAlert
from service.domain.changes import ChangeKind
from service.domain.marketplace.orders import EXPIRE, PLACE
from service.domain.times import Millis
from service.store.engine.dialect import VALUE_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx


def queue_alert(tx: Tx, channel_id: int, mark: Mark, at: Millis, expires_at: Millis) -> None:
    """Adds an alert. Beyond the bound the channel's oldest ones are dropped and counted."""
    tx.insert(
        "INSERT INTO alerts (channel_id, kind, shop_id, subject, at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
        (channel_id, mark.kind, mark.shop_id, mark.subject, at, expires_at),
    )
    too_many = _read_ids(
        tx, "SELECT id FROM alerts WHERE channel_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?", channel_id, MAX_WAITING
    )
    drop_alerts(tx, channel_id, too_many, counted=True)
    tx.mark_changed(ChangeKind.ALERTS)


def _read_ids(db: ReadTx, query: str, *values: int) -> list[int]:
    """The ids that a query answers."""
    return [row[0] for row in db.all(query, values)]


def drop_alerts(tx: Tx, channel_id: int, ids: Collection[int], *, counted: bool) -> None:
    """Deletes alerts: sent ones, or with `counted` those that the owner never gets."""
    if not ids:
        return
    tx.update(f"DELETE FROM alerts WHERE id IN (SELECT value FROM {VALUE_LIST})", (encode_list(ids),))
    if counted:
        tx.update("UPDATE alert_channels SET dropped = dropped + ? WHERE id = ?", (len(ids), channel_id))
    tx.mark_changed(ChangeKind.ALERTS)


def list_alerts(db: ReadTx, channel_id: int, limit: int) -> list[WaitingAlert]:
    """What waits for a channel: new orders, the newest first; then the rest, the oldest first."""
    rows = db.all(
        "SELECT id, kind, shop_id, subject, at, expires_at FROM alerts WHERE channel_id = ? "
        "ORDER BY kind <> 'new_order', CASE kind WHEN 'new_order' THEN -id ELSE id END LIMIT ?",
        (channel_id, limit),
    )
    return [WaitingAlert(row[0], Mark(AlertKind(row[1]), row[2], row[3]), row[4], row[5]) for row in rows]


def list_expired(db: ReadTx, channel_id: int, now: Millis) -> list[int]:
    """The ids of alerts that are too late to be of use."""
    return _read_ids(db, "SELECT id FROM alerts WHERE channel_id = ? AND expires_at <= ?", channel_id, now)


def read_position(db: ReadTx) -> Position:
    """Up to where history and runs were read; their ends if nothing was read yet."""
    row = db.one("SELECT history, run FROM alert_position")
    return read_ends(db) if row is None else Position(*row)


def read_ends(db: ReadTx) -> Position:
    """The last entries of history and runs."""
    return Position(
        db.scalar("SELECT coalesce(max(position), 0) FROM order_history") or 0,
        db.scalar("SELECT coalesce(max(id), 0) FROM pull_runs") or 0,
    )


def keep_position(tx: Tx, position: Position) -> None:
    tx.update(
        "INSERT INTO alert_position (only_one, history, run) VALUES (1, ?, ?) "
        "ON CONFLICT DO UPDATE SET history = excluded.history, run = excluded.run",
        (position.history, position.run),
    )


def list_order_news(db: ReadTx, after: int, limit: int = 500) -> list[News]:
    """Orders of live shops that were placed and still wait, or lapsed, since a position."""
    rows = db.all(
        "SELECT order_history.position, order_history.action, orders.shop_id, orders.reference, orders.accept_by "
        "FROM order_history JOIN orders ON orders.id = order_history.order_id "
        "JOIN shops ON shops.id = orders.shop_id WHERE order_history.position > ? AND NOT shops.staging "
        "AND (order_history.action = ? OR order_history.action = ? AND orders.status = 'placed') "
        "ORDER BY order_history.position LIMIT ?",
        (after, EXPIRE, PLACE, limit),
    )
    kinds = {EXPIRE: AlertKind.LAPSED_ORDER, PLACE: AlertKind.NEW_ORDER}
    return [News(row[0], Mark(kinds[row[1]], row[2], row[3]), row[4]) for row in rows]


def list_night_news(db: ReadTx, after: int, limit: int = 100) -> list[News]:
    """Nightly runs of live shops that failed or wait for approval, since a run."""
    rows = db.all(
        "SELECT pull_runs.id, pull_runs.shop_id FROM pull_runs JOIN shops ON shops.id = pull_runs.shop_id "
        "WHERE pull_runs.id > ? AND NOT shops.staging AND pull_runs.actor = 'time' "
        "AND pull_runs.state IN ('failed', 'held') ORDER BY pull_runs.id LIMIT ?",
        (after, limit),
    )
    return [News(row[0], Mark(AlertKind.FAILED_NIGHT, row[1], str(row[0])), None) for row in rows]


def list_marks(db: ReadTx) -> frozenset[Mark]:
    rows = db.all("SELECT kind, shop_id, subject FROM alert_marks")
    return frozenset(Mark(AlertKind(row[0]), row[1], row[2]) for row in rows)


def change_marks(tx: Tx, added: Iterable[Mark], gone: Iterable[Mark]) -> None:
    tx.many("DELETE FROM alert_marks WHERE kind = ? AND shop_id = ? AND subject = ?", [_mark_row(one) for one in gone])
    tx.many("INSERT INTO alert_marks (kind, shop_id, subject) VALUES (?, ?, ?)", [_mark_row(one) for one in added])


def _mark_row(mark: Mark) -> tuple[str, int, str]:
    return mark.kind.value, mark.shop_id, mark.subject
