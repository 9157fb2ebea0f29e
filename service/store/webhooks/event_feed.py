"""The event feed: a shop's events by position, in the order of commits (contract §9)."""

from __future__ import annotations

import hashlib
import heapq
import secrets
from collections.abc import Collection, Generator
from contextlib import closing
from typing import NamedTuple

from service.domain import wire
from service.domain.history import ITEM_CAUSES
from service.domain.times import format_rfc3339
from service.domain.webhooks.events import ITEM_CHANGED
from service.domain.webhooks.feed_cursors import Epoch
from service.store.engine.dialect import TEXT_LIST, encode_list, with_index
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.write_lists import WriteRange, get_write, list_changed_skus
from service.store.revisions import get_revision
from service.store.webhooks.events import LAST_SEQ

MAX_PAGE_BYTES = 2 * 1024 * 1024
"""Bytes after which a page ends, with the event that reaches them."""

_ITEMS_AT_ONCE = 500
_LAST_OF_SHOP = (
    "max(coalesce((SELECT max(seq) FROM events WHERE events.shop_id = shops.id AND in_feed = 1), 0), "
    "coalesce((SELECT max(seq) FROM item_writes WHERE item_writes.shop_id = shops.id AND seq IS NOT NULL), 0), "
    "events_gone)"
)
"""A position of another shop may be higher than one that this shop has not committed yet."""


class FeedEnds(NamedTuple):
    """The position of a shop's last event that was ever recorded, and of its last deleted event."""

    last: int
    gone: int


class FeedEvent(NamedTuple):
    """The position and kind of an event, and the key whose upload changed items."""

    seq: int
    kind: str
    key_id: int | None = None


class FeedPage(NamedTuple):
    """Bodies in order, the position after them, the part of the next write, whether more follow."""

    bodies: list[bytes]
    position: int
    more: bool
    part: int = 0


class _Found(NamedTuple):
    """The body of an event, its position, and its place among the items of a write."""

    seq: int
    body: bytes
    place: int = 0


def read_epochs(db: ReadTx) -> list[Epoch]:
    """The epochs, oldest first. The name of the first is the moment when the data began."""
    return db.all_as(
        Epoch,
        "SELECT name, after_seq FROM (SELECT (SELECT min(created_at) FROM shops) AS name, 0 AS after_seq, 0 AS number "
        "UNION ALL SELECT epoch, after_seq, number FROM feed_epochs) AS epochs ORDER BY number",
    )


def begin_epoch(tx: Tx) -> None:
    """Begins an epoch: later events differ from those seen at the same positions."""
    tx.insert(f"INSERT INTO feed_epochs (epoch, after_seq) VALUES (?, {LAST_SEQ})", (secrets.randbits(62),))


def read_ends(db: ReadTx, shop_id: int) -> FeedEnds:
    """Does not raise: the shop must exist."""
    return FeedEnds(*db.one(f"SELECT {_LAST_OF_SHOP}, events_gone FROM shops WHERE id = ?", (shop_id,)))


def read_page(
    db: ReadTx,
    shop_id: int,
    after: int,
    last: int,
    kinds: Collection[str],
    limit: int,
    *,
    part: int = 0,
    key_id: int = 0,
) -> FeedPage:
    """Up to `limit` events after `after` and the first `part` items of the next write, of all kinds
    that are posted where none is given. `last` is from the same view. Changed items are given only
    where they are asked for, and not those that the key uploaded itself.
    """
    bodies: list[bytes] = []
    size, position = 0, after
    with (
        closing(_iterate_posted(db, shop_id, after, kinds, limit)) as posted,
        closing(_iterate_items(db, shop_id, after, part, key_id if ITEM_CHANGED in kinds else None)) as items,
    ):
        for found in heapq.merge(posted, items, key=lambda event: event.seq):
            if len(bodies) == limit or size >= MAX_PAGE_BYTES:
                goes_on = found.place > 0
                return FeedPage(bodies, found.seq - 1 if goes_on else position, more=True, part=found.place)
            bodies.append(found.body)
            size += len(found.body)
            position = found.seq
    return FeedPage(bodies, max(after, last), more=False)


def _iterate_posted(db: ReadTx, shop_id: int, after: int, kinds: Collection[str], limit: int) -> Generator[_Found]:
    narrow = f"AND kind IN (SELECT value FROM {TEXT_LIST}) " if kinds else ""
    rows = db.execute(
        f"SELECT seq, body FROM {with_index('events', 'events_in_feed')} WHERE shop_id = ? AND in_feed = 1 "
        f"AND seq > ? {narrow}ORDER BY seq LIMIT ?",
        (shop_id, after, *([encode_list(sorted(kinds))] if kinds else []), limit + 1),
    )
    with closing(rows):
        for seq, body in rows:
            yield _Found(seq, body)


def _iterate_items(db: ReadTx, shop_id: int, after: int, part: int, key_id: int | None) -> Generator[_Found]:
    """The items of each write in the feed, but for the key's own uploads; none where the key is
    None. One of a large write begins at its place `part`.
    """
    if key_id is None:
        return
    rows = db.execute(
        "SELECT id, seq, (SELECT name FROM shops WHERE id = ?1) FROM item_writes WHERE seq > ?2 AND shop_id = ?1 "
        "AND (key_id IS NULL OR key_id <> ?3) ORDER BY seq",
        (shop_id, after, key_id),
    )
    with closing(rows):
        for write_id, seq, shop_name in rows:
            span = get_write(db, shop_id, write_id)
            place = part if seq == after + 1 else 0
            while changed := list_changed_skus(db, span, place, _ITEMS_AT_ONCE):
                for item_id, sku in changed:
                    yield _Found(seq, _encode_item(span, seq, shop_name, item_id, sku), place)
                    place += 1


def _encode_item(span: WriteRange, seq: int, shop_name: str, item_id: int, sku: str) -> bytes:
    """The event of one item of a write. Its id is the same for every reader."""
    write = span.write
    digest = hashlib.sha256(f"{write.at} {seq} {write.id} {item_id}".encode()).hexdigest()
    return wire.encode(
        {
            "id": f"evt_{digest[:32]}",
            "event": ITEM_CHANGED,
            "created_at": format_rfc3339(write.at),
            "shop": shop_name,
            "test": False,
            "data": wire.ItemChangedData(sku, get_revision(span.last), ITEM_CAUSES[write.cause.kind]),
        }
    )


def has_items(db: ReadTx, shop_id: int, after: int) -> bool:
    """Whether items changed after a position."""
    sql = "SELECT 1 FROM item_writes WHERE seq > ? AND shop_id = ? LIMIT 1"
    return db.one(sql, (after, shop_id)) is not None


def list_kinds_after(db: ReadTx, shop_id: int, after: int) -> list[FeedEvent]:
    """Each event after a position; the changed items of a write are one."""
    rows = db.all(
        f"SELECT seq, kind, NULL FROM {with_index('events', 'events_in_feed')} WHERE shop_id = ?1 AND in_feed = 1 "
        "AND seq > ?2 UNION ALL SELECT seq, ?3, key_id FROM item_writes WHERE seq > ?2 AND shop_id = ?1 ORDER BY 1",
        (shop_id, after, ITEM_CHANGED),
    )
    return [FeedEvent(*row) for row in rows]
