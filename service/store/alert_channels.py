"""Alert channels, the heartbeat's address, and the alerts that wait to be sent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from service.domain.alerts import MAX_WAITING, AlertChannel, AlertKind, Heartbeat, Mark, News, Position, WaitingAlert
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.marketplace.orders import EXPIRE, PLACE
from service.domain.sentences import Sentence, encode_sentence
from service.domain.times import Millis
from service.store.engine.dialect import INT_LIST, NO_LIMIT, TEXT_LIST, encode_list
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

_COLUMNS = (
    "id, name, masked, service, kinds, with_buyer, secret_name, created_at, last_sent_at, fault, failures, "
    "next_try_at, dropped, (SELECT count(*) FROM alerts WHERE alerts.channel_id = alert_channels.id)"
)
_KNOWN = frozenset(kind.value for kind in AlertKind)


def _decode_kinds(text: str) -> frozenset[AlertKind]:
    return frozenset(AlertKind(word) for word in msgspec.json.decode(text) if word in _KNOWN)


_channels = Select(RowReader(AlertChannel, kinds=_decode_kinds), f"SELECT {_COLUMNS} FROM alert_channels")
_read_heartbeat = RowReader(Heartbeat)
_read_alert = RowReader(WaitingAlert)
_read_mark = RowReader(Mark)


def list_channels(db: ReadTx) -> list[AlertChannel]:
    return _channels.list(db, "ORDER BY id")


def has_channels(db: ReadTx) -> bool:
    """Whether there is any channel; without one nothing is looked for."""
    return db.scalar("SELECT 1 FROM alert_channels LIMIT 1") is not None


def get_channel(db: ReadTx, channel_id: int) -> AlertChannel:
    """Raises NotFound."""
    channel = _channels.find(db, "WHERE id = ?", (channel_id,))
    if channel is None:
        raise NotFound(f"There is no alert address {channel_id}; list them to see those there are.")
    return channel


def insert_channel(tx: Tx, channel: AlertChannel) -> AlertChannel:
    """Adds a channel; its id is the database's."""
    tx.mark_changed(ChangeKind.ALERTS)
    added = tx.insert(
        "INSERT INTO alert_channels (name, masked, service, kinds, with_buyer, secret_name, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            channel.name, channel.masked, channel.service, _encode_kinds(channel.kinds), channel.with_buyer,
            channel.secret_name, channel.created_at,
        ),
    )  # fmt: skip
    return get_channel(tx, added)


def change_channel(tx: Tx, channel_id: int, *, kinds: Collection[AlertKind], with_buyer: bool) -> None:
    """Changes what a channel gets. What waits of other kinds is dropped."""
    tx.update(
        "UPDATE alert_channels SET kinds = ?, with_buyer = ? WHERE id = ?",
        (_encode_kinds(kinds), with_buyer, channel_id),
    )
    tx.update(
        f"DELETE FROM alerts WHERE channel_id = ? AND kind NOT IN (SELECT value FROM {TEXT_LIST})",
        (channel_id, _encode_kinds(kinds)),
    )
    tx.mark_changed(ChangeKind.ALERTS)


def delete_channel(tx: Tx, channel_id: int) -> None:
    """Deletes a channel with what waits for it."""
    tx.update("DELETE FROM alert_channels WHERE id = ?", (channel_id,))
    tx.mark_changed(ChangeKind.ALERTS)


def mark_sent(tx: Tx, channel_id: int, now: Millis) -> None:
    """The receiver took an alert."""
    tx.update(
        "UPDATE alert_channels SET last_sent_at = ?, fault = NULL, failures = 0, next_try_at = 0, dropped = 0 "
        "WHERE id = ?",
        (now, channel_id),
    )
    tx.mark_changed(ChangeKind.ALERTS)


def mark_failed(tx: Tx, channel_id: int, fault: Sentence, failures: int, next_try_at: Millis) -> None:
    """A try failed; nothing is sent to the channel before `next_try_at`."""
    tx.update(
        "UPDATE alert_channels SET fault = ?, failures = ?, next_try_at = ? WHERE id = ?",
        (encode_sentence(fault), failures, next_try_at, channel_id),
    )
    tx.mark_changed(ChangeKind.ALERTS)


def _encode_kinds(kinds: Collection[AlertKind]) -> str:
    return encode_list([kind.value for kind in AlertKind if kind in kinds])


def find_heartbeat(db: ReadTx) -> Heartbeat | None:
    return db.one_as(_read_heartbeat, "SELECT masked, minutes, secret_name, last_answer_at, fault FROM heartbeat")


def put_heartbeat(tx: Tx, heartbeat: Heartbeat | None) -> None:
    """Replaces the heartbeat; None removes it."""
    tx.update("DELETE FROM heartbeat")
    if heartbeat is not None:
        tx.insert(
            "INSERT INTO heartbeat (only_one, masked, minutes, secret_name) VALUES (1, ?, ?, ?)",
            (heartbeat.masked, heartbeat.minutes, heartbeat.secret_name),
        )
    tx.mark_changed(ChangeKind.ALERTS)


def note_heartbeat(tx: Tx, secret_name: str, answered_at: Millis | None, fault: Sentence | None) -> None:
    """Notes how a heartbeat ended; nothing if its address was changed meanwhile."""
    tx.update(
        "UPDATE heartbeat SET last_answer_at = coalesce(?, last_answer_at), fault = ? WHERE secret_name = ?",
        (answered_at, None if fault is None else encode_sentence(fault), secret_name),
    )
    tx.mark_changed(ChangeKind.ALERTS)


def queue_alert(tx: Tx, channel_id: int, mark: Mark, at: Millis, expires_at: Millis) -> None:
    """Adds an alert. Beyond the bound the channel's oldest ones are dropped and counted."""
    tx.insert(
        "INSERT INTO alerts (channel_id, kind, shop_id, subject, at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
        (channel_id, mark.kind, mark.shop_id, mark.subject, at, expires_at),
    )
    too_many = tx.column(
        f"SELECT id FROM alerts WHERE channel_id = ? ORDER BY id DESC LIMIT {NO_LIMIT} OFFSET ?",
        (channel_id, MAX_WAITING),
    )
    drop_alerts(tx, channel_id, too_many, counted=True)
    tx.mark_changed(ChangeKind.ALERTS)


def drop_alerts(tx: Tx, channel_id: int, ids: Collection[int], *, counted: bool) -> None:
    """Deletes alerts: sent ones, or with `counted` those that the owner never gets."""
    if not ids:
        return
    tx.update(f"DELETE FROM alerts WHERE id IN (SELECT value FROM {INT_LIST})", (encode_list(ids),))
    if counted:
        tx.update("UPDATE alert_channels SET dropped = dropped + ? WHERE id = ?", (len(ids), channel_id))
    tx.mark_changed(ChangeKind.ALERTS)


def list_alerts(db: ReadTx, channel_id: int, limit: int) -> list[WaitingAlert]:
    """What waits for a channel: new orders, the newest first; then the rest, the oldest first."""
    return db.all_as(
        _read_alert,
        "SELECT id, kind, shop_id, subject, at, expires_at FROM alerts WHERE channel_id = ? "
        "ORDER BY kind <> 'new_order', CASE kind WHEN 'new_order' THEN -id ELSE id END LIMIT ?",
        (channel_id, limit),
    )


def list_expired(db: ReadTx, channel_id: int, now: Millis) -> list[int]:
    """The ids of alerts that are too late to be of use."""
    return db.column("SELECT id FROM alerts WHERE channel_id = ? AND expires_at <= ?", (channel_id, now))


def read_positions(db: ReadTx) -> dict[int, Position]:
    """By shop, up to where history and runs were read; a shop that came later is not there."""
    rows = db.all("SELECT shop_id, history, run FROM alert_positions")
    return {shop_id: Position(history, run) for shop_id, history, run in rows}


def read_ends(db: ReadTx) -> dict[int, Position]:
    """The last entries of history and runs, by shop."""
    rows = db.all(
        "SELECT id, coalesce((SELECT max(position) FROM order_history WHERE shop_id = shops.id), 0), "
        "coalesce((SELECT max(id) FROM pull_runs WHERE shop_id = shops.id), 0) FROM shops"
    )
    return {shop_id: Position(history, run) for shop_id, history, run in rows}


def keep_positions(tx: Tx, positions: Mapping[int, Position]) -> None:
    tx.many(
        "INSERT INTO alert_positions (shop_id, history, run) VALUES (?, ?, ?) "
        "ON CONFLICT (shop_id) DO UPDATE SET history = excluded.history, run = excluded.run",
        [(shop_id, position.history, position.run) for shop_id, position in positions.items()],
    )


def list_order_news(db: ReadTx, shop_id: int, after: int, limit: int = 500) -> list[News]:
    """A shop's orders that were placed and still wait, or lapsed, after a position of history."""
    rows = db.all(
        "SELECT order_history.position, order_history.action, orders.reference, orders.accept_by "
        "FROM order_history JOIN orders ON orders.id = order_history.order_id "
        "WHERE order_history.shop_id = ? AND order_history.position > ? "
        "AND (order_history.action = ? OR order_history.action = ? AND orders.status = 'placed') "
        "ORDER BY order_history.position LIMIT ?",
        (shop_id, after, EXPIRE, PLACE, limit),
    )
    kinds = {EXPIRE: AlertKind.LAPSED_ORDER, PLACE: AlertKind.NEW_ORDER}
    return [
        News(position, Mark(kinds[action], shop_id, reference), accept_by)
        for position, action, reference, accept_by in rows
    ]


def list_night_news(db: ReadTx, shop_id: int, after: int, limit: int = 100) -> list[News]:
    """A shop's nightly runs after one that failed, wait for approval or found the same file."""
    runs = db.column(
        "SELECT id FROM pull_runs WHERE shop_id = ? AND id > ? AND actor = 'time' "
        "AND state IN ('failed', 'held', 'unchanged') ORDER BY id LIMIT ?",
        (shop_id, after, limit),
    )
    return [News(run_id, Mark(AlertKind.FAILED_NIGHT, shop_id, str(run_id)), None) for run_id in runs]


def list_marks(db: ReadTx) -> frozenset[Mark]:
    return frozenset(db.all_as(_read_mark, "SELECT kind, shop_id, subject FROM alert_marks"))


def change_marks(tx: Tx, added: Iterable[Mark], gone: Iterable[Mark]) -> None:
    tx.many("DELETE FROM alert_marks WHERE kind = ? AND shop_id = ? AND subject = ?", [_mark_row(one) for one in gone])
    tx.many("INSERT INTO alert_marks (kind, shop_id, subject) VALUES (?, ?, ?)", [_mark_row(one) for one in added])


def _mark_row(mark: Mark) -> tuple[str, int, str]:
    return mark.kind.value, mark.shop_id, mark.subject
