"""The outbox: events and their deliveries, written by the transaction that caused them (CONTRACT.md section 6)."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from service.domain import wire
from service.domain.changes import Family
from service.domain.events import EventKind
from service.domain.shops import Shop
from service.domain.times import Millis, rfc3339
from service.store.transaction import Tx


def record_event(
    tx: Tx, shop: Shop, kind: EventKind, subject: str, data: Any, now: Millis, *, test: bool = False
) -> str:
    """Freezes an event's body and gives each subscribed target a delivery of it; gives the event's id."""
    event_id = f"evt_{secrets.token_hex(16)}"
    body = wire.encode(
        {
            "id": event_id,
            "event": kind.value,
            "created_at": rfc3339(now),
            "shop": shop.name,
            "test": test,
            "data": data,
        }
    )
    seq = tx.insert(
        "INSERT INTO events (id, shop_id, kind, created_at, subject, test, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (event_id, shop.id, kind, now, subject, test, body),
    )
    targets = tx.all("SELECT id, events FROM targets WHERE shop_id = ? AND removed_at IS NULL", (shop.id,))
    for target_id, events in targets:
        if kind.value in msgspec.json.decode(events, type=list[str]):
            add_delivery(tx, target_id, seq, now)
    return event_id


def add_delivery(tx: Tx, target_id: int, event_seq: int, now: Millis) -> str:
    """One event on its way to one target, due at once; gives the delivery's id."""
    delivery_id = f"dlv_{secrets.token_hex(16)}"
    tx.insert(
        "INSERT INTO deliveries (id, target_id, event_seq, created_at, state, next_attempt_at) "
        "VALUES (?, ?, ?, ?, 'waiting', ?)",
        (delivery_id, target_id, event_seq, now, now),
    )
    tx.touch(Family.DELIVERIES)
    return delivery_id
