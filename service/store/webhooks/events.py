"""The outbox: written by the transaction that caused its events (contract §6.2)."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from service.domain import wire
from service.domain.changes import ChangeKind
from service.domain.clock_trust import Cutoff
from service.domain.shops import Shop
from service.domain.times import Millis, format_rfc3339
from service.domain.webhooks.events import DeliveryState, EventKind
from service.store.engine.dialect import encode_list, int_list, next_number
from service.store.engine.transaction import ReadTx, Tx

LAST_SEQ = (
    "max(coalesce((SELECT max(seq) FROM events), 0), "
    "coalesce((SELECT max(seq) FROM item_writes WHERE seq IS NOT NULL), 0), "
    "coalesce((SELECT max(events_gone) FROM shops), 0))"
)
"""SQL for the number of the last event that was ever recorded, of any shop."""
NEXT_SEQ = next_number("events_seq_seq", f"{LAST_SEQ} + 1")
"""SQL for that of the next event or write: a shop's numbers rise in the order of its commits."""

_UNFINISHED = f"'{DeliveryState.WAITING}', '{DeliveryState.SENDING}'"


def record_event(
    tx: Tx, shop: Shop, kind: EventKind, subject: str, data: Any, now: Millis, *, test: bool = False
) -> str:
    """Writes an event, and a delivery for each subscribed target; returns the event's id."""
    seq, event_id = insert_event(tx, shop, kind, subject, data, now, test=test)
    targets = tx.all("SELECT id, events FROM targets WHERE shop_id = ? AND removed_at IS NULL", (shop.id,))
    for target_id, events in targets:
        if kind.value in msgspec.json.decode(events, type=list[str]):
            add_delivery(tx, target_id, seq, now)
    return event_id


def insert_event(
    tx: Tx,
    shop: Shop,
    kind: EventKind,
    subject: str,
    data: Any,
    now: Millis,
    *,
    test: bool = False,
    in_feed: bool = True,
) -> tuple[int, str]:
    """Stores an event with the bytes that every attempt sends; returns its position and its id. The
    position is the next one even if the last event was deleted: a reader of the feed is already
    past it.
    """
    event_id = f"evt_{secrets.token_hex(16)}"
    body = wire.encode(
        {
            "id": event_id,
            "event": kind.value,
            "created_at": format_rfc3339(now),
            "shop": shop.name,
            "test": test,
            "data": data,
        }
    )
    seq = tx.insert(
        f"INSERT INTO events (seq, id, shop_id, kind, created_at, subject, test, in_feed, body) "
        f"VALUES ({NEXT_SEQ}, ?, ?, ?, ?, ?, ?, ?, ?)",
        (event_id, shop.id, kind, now, subject, test, in_feed, body),
    )
    tx.mark_changed(ChangeKind.EVENTS)
    return seq, event_id


def read_body(db: ReadTx, event_id: str) -> bytes:
    """The bytes that are posted for an event."""
    body: bytes = db.scalar("SELECT body FROM events WHERE id = ?", (event_id,))
    return body


def add_delivery(tx: Tx, target_id: int, event_seq: int, now: Millis) -> str:
    """Adds a delivery, due at once; returns its id."""
    delivery_id = f"dlv_{secrets.token_hex(16)}"
    tx.insert(
        "INSERT INTO deliveries (id, target_id, event_seq, created_at, state, next_attempt_at) "
        "VALUES (?, ?, ?, ?, 'waiting', ?)",
        (delivery_id, target_id, event_seq, now, now),
    )
    tx.mark_changed(ChangeKind.DELIVERIES)
    return delivery_id


def find_finished_events(db: ReadTx, cutoff: Cutoff, *, limit: int) -> list[int]:
    """Old events whose every delivery ended before it, oldest first. May have to read many events
    that still wait for a target, so it is a reader's work, not the writer's.
    """
    return db.column(
        "SELECT seq FROM events WHERE created_at < ?1 AND NOT EXISTS (SELECT 1 FROM deliveries "
        f"WHERE event_seq = events.seq AND (state IN ({_UNFINISHED}) OR finished_at >= ?1)) "
        "ORDER BY created_at LIMIT ?2",
        (cutoff.at, limit),
    )


def delete_events(tx: Tx, seqs: list[int], cutoff: Cutoff) -> int:
    """Deletes events that are still finished, with all their rows; returns how many."""
    seqs_json = encode_list(seqs)
    rows = tx.all(
        f"SELECT value FROM {int_list('?1')} WHERE NOT EXISTS (SELECT 1 FROM deliveries "
        f"WHERE event_seq = value AND (state IN ({_UNFINISHED}) OR finished_at >= ?2))",
        (seqs_json, cutoff.at),
    )
    tx.many(
        "DELETE FROM attempts WHERE delivery_seq IN (SELECT seq FROM deliveries WHERE event_seq = ?)",
        rows,
    )
    tx.many("DELETE FROM deliveries WHERE event_seq = ?", rows)
    tx.many(
        "UPDATE shops SET events_gone = ?1 WHERE events_gone < ?1 AND id = (SELECT shop_id FROM events WHERE seq = ?1)",
        rows,
    )
    tx.many("DELETE FROM events WHERE seq = ?", rows)
    if rows:
        tx.mark_changed(ChangeKind.DELIVERIES)
    return len(rows)
