"""What upstream has of each item, what waits to go up, and what was refused (link §4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from service.domain.catalogue.items import Fit
from service.domain.catalogue.row_types import FIELDS, FLAG_FIELDS, ITEM_FIELDS
from service.domain.changes import ChangeKind
from service.domain.link.push_plan import Offer, Pushed, offered
from service.domain.sentences import Sentence, decode_sentence, encode_sentence
from service.domain.times import Millis
from service.store.engine.dialect import EMPTY_BYTES, INT_LIST, TEXT_LIST, encode_list, int_list
from service.store.engine.transaction import ReadTx, Tx

_SENT = tuple(name for name in FIELDS[1:] if ITEM_FIELDS[name].about.is_pushed)
_decode_fit = msgspec.json.Decoder(tuple[Fit, ...]).decode
_NAMES = ", ".join(f"items.{field}" for field in ("sku", *_SENT))


NOTHING_PUSHED = Pushed()
UNKNOWN = NOTHING_PUSHED.stock
UNSURE = Pushed(b"?", UNKNOWN)
"""Upstream has the item, and nobody knows in which state: all of it is sent again."""


@dataclass(frozen=True, slots=True)
class There:
    """What upstream has of an item: branches, the price in fils, thousandths in all."""

    pushed: Pushed = NOTHING_PUSHED
    branches: tuple[str, ...] = ()
    price_fils: int | None = None
    units: int = 0


NOT_THERE = There()


@dataclass(frozen=True, slots=True)
class Parked:
    """An item whose rows the marketplace refused, with its reason."""

    sku: str
    message: Sentence
    since: Millis


def mark_waiting(tx: Tx, shop_id: int, item_ids: Sequence[int], now: Millis) -> None:
    """Queues items that may differ from upstream. A refused one is tried again, as it changed."""
    tx.update(
        "INSERT INTO pushed_items (item_id, shop_id, waiting_since) "
        f"SELECT items.id, items.shop_id, ?2 FROM {int_list('?1')} CROSS JOIN items ON items.id = value "
        "WHERE items.shop_id = ?3 "
        "ON CONFLICT (item_id) DO UPDATE SET parked = NULL, parked_at = NULL, "
        "waiting_since = coalesce(pushed_items.waiting_since, excluded.waiting_since)",
        (encode_list(item_ids), now, shop_id),
    )


def mark_waiting_again(tx: Tx, shop_id: int, item_ids: Sequence[int], now: Millis) -> None:
    """Queues items whose upstream values differ from the acknowledged ones, but no parked ones."""
    tx.update(
        "UPDATE pushed_items SET waiting_since = coalesce(waiting_since, ?2) WHERE shop_id = ?3 "
        f"AND parked IS NULL AND item_id IN (SELECT value FROM {int_list('?1')})",
        (encode_list(item_ids), now, shop_id),
    )


def find_waiting(db: ReadTx, item_ids: Sequence[int]) -> set[int]:
    """Those of the items that wait, or are on their way up now."""
    return set(
        db.column(
            f"SELECT item_id FROM {INT_LIST} CROSS JOIN pushed_items ON item_id = value "
            "WHERE waiting_since IS NOT NULL",
            (encode_list(item_ids),),
        )
    )


def find_ids(db: ReadTx, shop_id: int, folded: Sequence[str]) -> dict[str, int]:
    """The ids of the given SKUs that exist, by folded SKU."""
    rows = db.all(
        f"SELECT items.folded, items.id FROM {TEXT_LIST} CROSS JOIN items "
        "ON items.shop_id = ? AND items.folded = value",
        (encode_list(folded), shop_id),
    )
    return dict(rows)


def item_ids_after(db: ReadTx, shop_id: int, after: int, limit: int = 1_000) -> list[int]:
    """The shop's items by id."""
    return db.column("SELECT id FROM items WHERE shop_id = ? AND id > ? ORDER BY id LIMIT ?", (shop_id, after, limit))


def waiting_ids(db: ReadTx, shop_id: int, after: int, limit: int) -> list[int]:
    return db.column(
        "SELECT item_id FROM pushed_items WHERE shop_id = ? AND waiting_since IS NOT NULL AND item_id > ? "
        "ORDER BY item_id LIMIT ?",
        (shop_id, after, limit),
    )


def waiting_there(db: ReadTx, shop_id: int, after: int, limit: int) -> list[int]:
    """The same, only those that upstream already has."""
    return db.column(
        "SELECT item_id FROM pushed_items WHERE shop_id = ? AND waiting_since IS NOT NULL AND item_id > ? "
        f"AND content <> {EMPTY_BYTES} ORDER BY item_id LIMIT ?",
        (shop_id, after, limit),
    )


def count_waiting(db: ReadTx, shop_id: int) -> tuple[int, Millis | None]:
    """How many items wait, and since when the oldest does."""
    waiting: tuple[int, Millis | None] = db.one(
        "SELECT count(*), min(waiting_since) FROM pushed_items WHERE shop_id = ? AND waiting_since IS NOT NULL",
        (shop_id,),
    )
    return waiting


def count_there(db: ReadTx, shop_id: int) -> tuple[int, int]:
    """How many items have stock upstream, and how many a price."""
    there: tuple[int, int] = db.one(
        "SELECT count(*) FILTER (WHERE units > 0), count(price_fils) FROM pushed_items "
        f"WHERE shop_id = ? AND content <> {EMPTY_BYTES}",
        (shop_id,),
    )
    return there


def read_there(db: ReadTx, item_ids: Sequence[int]) -> dict[int, There]:
    rows = db.all(
        f"SELECT item_id, content, stock, branches, price_fils, units FROM {INT_LIST} "
        "CROSS JOIN pushed_items ON item_id = value",
        (encode_list(item_ids),),
    )
    return {
        item_id: There(Pushed(content, stock), tuple(msgspec.json.decode(branches, type=list[str])), price_fils, units)
        for item_id, content, stock, branches, price_fils, units in rows
    }


def read_offers(db: ReadTx, item_ids: Sequence[int]) -> list[Offer]:
    """Items as the marketplace should have them, in the given order; gone ones are left out."""
    ids_json = encode_list(item_ids)
    levels: dict[int, list[tuple[str, int]]] = {}
    held = _own_holds(db, ids_json)
    for item_id, branch_id, name, quantity in db.all(
        f"SELECT stock.item_id, stock.branch_id, branches.name, stock.quantity FROM {INT_LIST} "
        "CROSS JOIN stock ON stock.item_id = value JOIN branches ON branches.id = stock.branch_id "
        "ORDER BY branches.folded",
        (ids_json,),
    ):
        levels.setdefault(item_id, []).append((name, offered(quantity, held.get((item_id, branch_id), 0))))
    rows = db.all(
        f"SELECT items.id, items.revision, {_NAMES} FROM {INT_LIST} CROSS JOIN items ON items.id = value ORDER BY key",
        (ids_json,),
    )
    return [
        Offer(item_id, sku, revision, _content(values), tuple(levels.get(item_id, ())))
        for item_id, revision, sku, *values in rows
    ]


def _own_holds(db: ReadTx, ids_json: str) -> dict[tuple[int, int], int]:
    """The thousandths that the shop's own open orders hold, by item and branch."""
    return {
        (item_id, branch_id): milli
        for item_id, branch_id, milli in db.all(
            "SELECT order_lines.item_id, orders.branch_id, sum(order_lines.quantity - order_lines.short) "
            f"FROM {INT_LIST} CROSS JOIN order_lines ON order_lines.item_id = value "
            "CROSS JOIN orders ON orders.id = order_lines.order_id WHERE orders.marketplace_reference IS NULL "
            "AND orders.status IN ('placed', 'confirmed', 'ready') AND orders.units_left = 0 GROUP BY 1, 2",
            (ids_json,),
        )
    }


def _content(values: Sequence[object]) -> dict[str, object]:
    content = dict(zip(_SENT, values, strict=True))
    content |= {flag: bool(content[flag]) for flag in FLAG_FIELDS}
    content["fit"] = msgspec.to_builtins(_decode_fit(str(content["fit"])))
    return content


def mark_taken(tx: Tx, offer: Offer, before: Pushed, there: There, *, stays_waiting: bool) -> None:
    """Records that upstream accepted an item's rows. It waits again if its stock was left out, or
    if it changed meanwhile; then its stock there is unknown, as an order may have moved it.

    `before` is what was recorded when the rows were made. If something else is recorded now, by a
    comparison or an order, that stays and the item waits: it is sent once more.
    """
    same: bool = tx.scalar("SELECT revision = ? FROM items WHERE id = ?", (offer.revision, offer.item_id))
    tx.update(
        "UPDATE pushed_items SET content = ?, stock = ?, branches = ?, price_fils = ?, units = ?, "
        "waiting_since = CASE WHEN ? = 1 THEN waiting_since END, parked = NULL, parked_at = NULL "
        "WHERE item_id = ? AND content = ? AND stock = ?",
        (
            there.pushed.content, there.pushed.stock if same else UNKNOWN,
            msgspec.json.encode(there.branches).decode(), there.price_fils,
            there.units, stays_waiting or not same, offer.item_id, before.content, before.stock,
        ),
    )  # fmt: skip


def forget_stock(tx: Tx, item_ids: Sequence[int]) -> None:
    """Upstream moved units of these items itself: their stock is sent again in any case."""
    tx.update(
        f"UPDATE pushed_items SET stock = ? WHERE item_id IN (SELECT value FROM {INT_LIST})",
        (UNKNOWN, encode_list(item_ids)),
    )


def record_there(tx: Tx, shop_id: int, upstream_items: dict[int, There]) -> None:
    """Records what a reading of the upstream catalogue shows."""
    tx.many(
        "INSERT INTO pushed_items (item_id, shop_id, content, stock, branches, price_fils, units) "
        "SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM items WHERE id = ?1 AND shop_id = ?2 "
        "ON CONFLICT (item_id) DO UPDATE SET content = excluded.content, stock = excluded.stock, "
        "branches = excluded.branches, price_fils = excluded.price_fils, units = excluded.units",
        [
            (
                item_id, shop_id, there.pushed.content, there.pushed.stock,
                msgspec.json.encode(there.branches).decode(), there.price_fils, there.units,
            )
            for item_id, there in upstream_items.items()
        ],
    )  # fmt: skip


def stop_waiting(tx: Tx, item_ids: Sequence[int]) -> None:
    """Removes items from the queue: upstream has the same, or they are not for it."""
    tx.update(
        f"UPDATE pushed_items SET waiting_since = NULL WHERE item_id IN (SELECT value FROM {INT_LIST})",
        (encode_list(item_ids),),
    )


def park(tx: Tx, item_id: int, message: Sentence, now: Millis) -> None:
    """Parks a refused item: it waits until it changes, or for the owner."""
    tx.update(
        "UPDATE pushed_items SET parked = ?, parked_at = ?, waiting_since = NULL WHERE item_id = ?",
        (encode_sentence(message), now, item_id),
    )
    tx.mark_changed(ChangeKind.LINKS)


def list_parked(db: ReadTx, shop_id: int, limit: int = 1000) -> list[Parked]:
    rows = db.all(
        "SELECT items.sku, parked, parked_at FROM pushed_items JOIN items ON items.id = item_id "
        "WHERE pushed_items.shop_id = ? AND parked IS NOT NULL ORDER BY parked_at, item_id LIMIT ?",
        (shop_id, limit),
    )
    return [Parked(sku, decode_sentence(text), since) for sku, text, since in rows]


def count_parked(db: ReadTx, shop_id: int) -> int:
    return int(db.scalar("SELECT count(*) FROM pushed_items WHERE shop_id = ? AND parked IS NOT NULL", (shop_id,)))


def unpark(tx: Tx, shop_id: int, folded: str | None, now: Millis) -> int:
    """Queues one refused item again, or all; returns how many."""
    narrow = "" if folded is None else " AND item_id IN (SELECT id FROM items WHERE shop_id = ?2 AND folded = ?3)"
    count = tx.update(
        "UPDATE pushed_items SET parked = NULL, parked_at = NULL, waiting_since = ?1 "
        f"WHERE shop_id = ?2 AND parked IS NOT NULL{narrow}",
        (now, shop_id, *(() if folded is None else (folded,))),
    )
    if count:
        tx.mark_changed(ChangeKind.LINKS)
    return count


def forget_all(tx: Tx, shop_id: int) -> None:
    """Forgets everything: another upstream has none of it."""
    tx.update("DELETE FROM pushed_items WHERE shop_id = ?", (shop_id,))
    tx.update("DELETE FROM only_there_items WHERE shop_id = ?", (shop_id,))


def put_only_there(tx: Tx, shop_id: int, rows: Iterable[tuple[str, bytes]]) -> None:
    """Stores items that only upstream has: folded SKU, and the row that would create them here."""
    tx.many(
        "INSERT INTO only_there_items (shop_id, folded, row) VALUES (?, ?, ?) "
        "ON CONFLICT (shop_id, folded) DO UPDATE SET row = excluded.row",
        [(shop_id, folded, row) for folded, row in rows],
    )


def clear_only_there(tx: Tx, shop_id: int) -> None:
    tx.update("DELETE FROM only_there_items WHERE shop_id = ?", (shop_id,))


def read_only_there(db: ReadTx, shop_id: int, limit: int) -> list[tuple[str, bytes]]:
    return db.all(
        "SELECT folded, row FROM only_there_items WHERE shop_id = ? ORDER BY folded LIMIT ?", (shop_id, limit)
    )


def drop_only_there(tx: Tx, shop_id: int, folded: Sequence[str]) -> None:
    tx.many("DELETE FROM only_there_items WHERE shop_id = ? AND folded = ?", [(shop_id, sku) for sku in folded])
