"""Orders that mirror those of a marketplace, and orders that could not be read (link §2)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

from service.domain.changes import ChangeKind
from service.domain.marketplace.orders import Order, Status
from service.domain.sentences import Sentence, decode_sentence, encode_sentence
from service.domain.times import Millis
from service.store import orders
from service.store.engine.dialect import INT_LIST, encode_list
from service.store.engine.row_reader import RowReader
from service.store.engine.transaction import ReadTx, Tx

MAX_SET_ASIDE = 1_000
"""Orders of one shop that are set aside at a time; the marketplace keeps listing the others."""

MAX_SET_ASIDE_BYTES = 16 * 1024
"""What is stored of each."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """The state of a mirrored order; `known` is its last accepted status at the marketplace."""

    order_id: int
    known: Status
    missing_since: Millis | None
    difference: Sentence | None
    notice: Sentence | None


@dataclass(frozen=True, slots=True)
class SetAside:
    """An order of the marketplace that could not be read; `name` is its reference, if any."""

    name: str
    message: Sentence
    since: Millis


@dataclass(frozen=True, slots=True)
class Shown:
    """What the owner should know of an order: where the sides disagree, or what is to be done."""

    reference: str
    message: Sentence


_read_mirror = RowReader(Mirror)


def note_before_link(tx: Tx, shop_id: int, reference: str) -> None:
    """Records that an order was closed before the link began."""
    tx.update(
        "INSERT INTO orders_before_link (shop_id, reference) VALUES (?, ?) ON CONFLICT DO NOTHING", (shop_id, reference)
    )


def was_before_link(db: ReadTx, shop_id: int, reference: str) -> bool:
    """Whether an order was closed before the link began."""
    sql = "SELECT 1 FROM orders_before_link WHERE shop_id = ? AND reference = ?"
    return db.scalar(sql, (shop_id, reference)) is not None


def find_mirrored(db: ReadTx, shop_id: int, marketplace_reference: str) -> tuple[Order, Mirror] | None:
    """Finds an order by the marketplace's reference."""
    row = db.one(
        "SELECT orders.reference, order_id, known, missing_since, difference, notice FROM orders "
        "JOIN mirrored_orders ON order_id = orders.id "
        "WHERE orders.shop_id = ? AND marketplace_reference = ?",
        (shop_id, marketplace_reference),
    )
    if row is None:
        return None
    reference, *mirror = row
    return orders.get_order(db, shop_id, reference), _read_mirror(*mirror)


def get_mirror(db: ReadTx, order_id: int) -> Mirror | None:
    return db.one_as(
        _read_mirror,
        "SELECT order_id, known, missing_since, difference, notice FROM mirrored_orders WHERE order_id = ?",
        (order_id,),
    )


def add_mirror(tx: Tx, order: Order, known: Status) -> None:
    tx.insert(
        "INSERT INTO mirrored_orders (order_id, shop_id, known) VALUES (?, ?, ?)", (order.id, order.shop_id, known)
    )


def update_mirror(tx: Tx, before: Mirror, after: Mirror) -> None:
    """Updates the mirror's state. Equal values are not written."""
    if before == after:
        return
    difference, notice = (None if text is None else encode_sentence(text) for text in (after.difference, after.notice))
    tx.update(
        "UPDATE mirrored_orders SET known = ?, missing_since = ?, difference = ?, notice = ? WHERE order_id = ?",
        (after.known, after.missing_since, difference, notice, after.order_id),
    )
    tx.mark_changed(ChangeKind.LINKS, ChangeKind.ORDERS)


def open_mirrored(db: ReadTx, shop_id: int) -> dict[str, int]:
    """Orders that are open here or at the marketplace: its references, with their ids."""
    rows = db.all(
        "SELECT marketplace_reference, orders.id FROM orders JOIN mirrored_orders ON order_id = orders.id "
        "WHERE orders.shop_id = ? AND (orders.status NOT IN ('delivered', 'cancelled') "
        "OR known NOT IN ('delivered', 'cancelled'))",
        (shop_id,),
    )
    return dict(rows)


def clear_found(tx: Tx, shop_id: int, missing: Collection[int]) -> None:
    """Clears the mark of all orders but these: they are listed again."""
    tx.update(
        "UPDATE mirrored_orders SET missing_since = NULL WHERE shop_id = ? AND missing_since IS NOT NULL "
        f"AND order_id NOT IN (SELECT value FROM {INT_LIST})",
        (shop_id, encode_list(missing)),
    )


def next_deadline(db: ReadTx, shop_id: int, after: Millis) -> Millis | None:
    """The acceptance deadline of the next mirrored order after a moment."""
    moment: Millis | None = db.scalar(
        "SELECT min(accept_by) FROM orders WHERE shop_id = ? AND status = 'placed' "
        "AND marketplace_reference IS NOT NULL AND accept_by > ?",
        (shop_id, after),
    )
    return moment


def count_open(db: ReadTx, shop_id: int) -> int:
    return int(
        db.scalar(
            "SELECT count(*) FROM orders WHERE shop_id = ? AND marketplace_reference IS NOT NULL "
            "AND status IN ('placed', 'confirmed', 'ready', 'out_for_delivery')",
            (shop_id,),
        )
    )


def list_shown(db: ReadTx, shop_id: int) -> list[Shown]:
    """Differences and notices, newest order first."""
    rows = db.all(
        "SELECT orders.reference, difference, notice FROM mirrored_orders JOIN orders ON orders.id = order_id "
        "WHERE mirrored_orders.shop_id = ? AND (difference IS NOT NULL OR notice IS NOT NULL) "
        "ORDER BY order_id DESC LIMIT 200",
        (shop_id,),
    )
    return [Shown(reference, decode_sentence(text)) for reference, *texts in rows for text in texts if text is not None]


def set_aside(tx: Tx, shop_id: int, name: str, raw: bytes, message: Sentence, now: Millis) -> bool:
    """Stores an order that could not be read; returns whether it is new or differs from the stored
    one. False too for a new one where MAX_SET_ASIDE are stored.
    """
    changed = tx.update(
        "INSERT INTO set_aside_orders (shop_id, name, raw, message, since) SELECT ?1, ?2, ?3, ?4, ?5 "
        "WHERE EXISTS (SELECT 1 FROM set_aside_orders WHERE shop_id = ?1 AND name = ?2) "
        "OR (SELECT count(*) FROM set_aside_orders WHERE shop_id = ?1) < ?6 ON CONFLICT (shop_id, name) DO "
        "UPDATE SET raw = excluded.raw, message = excluded.message, since = excluded.since "
        "WHERE set_aside_orders.raw <> excluded.raw",
        (shop_id, name, _cut_raw(raw), encode_sentence(message), now, MAX_SET_ASIDE),
    )
    if changed:
        tx.mark_changed(ChangeKind.LINKS, ChangeKind.HISTORY)
    return bool(changed)


def _cut_raw(raw: bytes) -> bytes:
    """The beginning of a long one, with a hash of the whole: another one with that beginning
    differs.
    """
    if len(raw) <= MAX_SET_ASIDE_BYTES:
        return raw
    return raw[:MAX_SET_ASIDE_BYTES] + hashlib.blake2b(raw, digest_size=16).hexdigest().encode()


def drop_set_aside(tx: Tx, shop_id: int, name: str) -> None:
    """Removes an order that can be read after all."""
    if tx.update("DELETE FROM set_aside_orders WHERE shop_id = ? AND name = ?", (shop_id, name)):
        tx.mark_changed(ChangeKind.LINKS, ChangeKind.HISTORY)


def list_set_aside(db: ReadTx, shop_id: int) -> list[SetAside]:
    """Oldest first."""
    rows = db.all(
        "SELECT name, message, since FROM set_aside_orders WHERE shop_id = ? ORDER BY since LIMIT ?",
        (shop_id, MAX_SET_ASIDE),
    )
    return [SetAside(name, decode_sentence(text), since) for name, text, since in rows]
