"""The event feed: a shop's events in the order of their commits, read from a position
(contract §9).
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from service.domain.webhooks.events import EventKind
from service.domain.webhooks.feed_cursors import Epoch
from service.store.engine.connection import connect
from service.store.engine.dialect import encode_list, value_list, with_index
from service.store.engine.transaction import ReadTx
from service.store.webhooks.events import LAST_SEQ

MAX_PAGE_BYTES = 2 * 1024 * 1024
"""Bytes after which a page ends, with the event that reaches them."""


class FeedEnds(NamedTuple):
    """The position of the last event that was ever recorded, and of this shop's
    last deleted event.
    """

    last: int
    gone: int


class FeedPage(NamedTuple):
    """Bodies in order, the position after them, and whether more follow."""

    bodies: list[bytes]
    position: int
    more: bool


def read_epochs(db: ReadTx) -> list[Epoch]:
    """The epochs, oldest first. The name of the first is the moment when the data began."""
    return db.all_as(
        Epoch,
        "SELECT name, after_seq FROM (SELECT (SELECT min(created_at) FROM shops) AS name, 0 AS after_seq, 0 AS number "
        "UNION ALL SELECT epoch, after_seq, number FROM feed_epochs) ORDER BY number",
    )


def begin_epoch(path: Path) -> None:
    """Begins an epoch: later events differ from those that a reader may have seen at their
    positions. Raises sqlite3.Error.
    """
    with closing(connect(path, writes=True)) as db:
        insert_epoch(db)


def insert_epoch(db: sqlite3.Connection) -> None:
    """The same inside the caller's transaction."""
    db.execute(f"INSERT INTO feed_epochs (epoch, after_seq) VALUES (?, {LAST_SEQ})", (secrets.randbits(62),))


def read_ends(db: ReadTx, shop_id: int) -> FeedEnds:
    """Does not raise: the shop must exist."""
    return FeedEnds(*db.one(f"SELECT {LAST_SEQ}, events_gone FROM shops WHERE id = ?", (shop_id,)))


def read_page(db: ReadTx, shop_id: int, after: int, last: int, kinds: Collection[EventKind], limit: int) -> FeedPage:
    """Up to `limit` events after `after`, of all kinds where none is given; `last` is from the same
    view.
    """
    bodies: list[bytes] = []
    size, position = 0, after
    rows = db.execute(
        f"SELECT seq, body FROM {with_index('events', 'events_in_feed')} WHERE shop_id = ?1 AND in_feed = 1 "
        f"AND seq > ?2 AND (?3 IS NULL OR kind IN (SELECT value FROM {value_list('?3')})) ORDER BY seq LIMIT ?4",
        (shop_id, after, encode_list(sorted(kinds)) if kinds else None, limit + 1),
    )
    for seq, body in rows:
        if len(bodies) == limit or size >= MAX_PAGE_BYTES:
            rows.close()
            return FeedPage(bodies, position, more=True)
        bodies.append(body)
        size += len(body)
        position = seq
    return FeedPage(bodies, max(after, last), more=False)


def list_kinds_after(db: ReadTx, shop_id: int, after: int) -> list[tuple[int, str]]:
    """Position and kind of each event after a position."""
    rows: list[tuple[int, str]] = db.all(
        f"SELECT seq, kind FROM {with_index('events', 'events_in_feed')} WHERE shop_id = ? AND in_feed = 1 AND seq > ? "
        "ORDER BY seq",
        (shop_id, after),
    )
    return rows
