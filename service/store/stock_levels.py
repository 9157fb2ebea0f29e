"""Stock levels, what open orders hold of them, and the ledger of all changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import Cause, Hold, LedgerEntry, Level, ShortLine
from service.domain.changes import ChangeKind
from service.domain.times import Millis
from service.store.engine.dialect import INT_LIST, encode_list
from service.store.engine.row_reader import RowReader
from service.store.engine.transaction import ReadTx, Tx

LAST_ENTRY = "SELECT coalesce(max(value), 0) FROM sequences WHERE shop_id = shops.id AND kind = 'ledger' AND year = 0"
"""The query for the number of a shop's last ledger entry, in a query of `shops`."""

_read_entry = RowReader(LedgerEntry)

StockChange = tuple[int, int, int, int]
"""Item, branch, change, quantity after it."""


def find_short(db: ReadTx, item_ids: Collection[int]) -> list[ShortLine]:
    """Short lines of these items, by item and branch, oldest order first; quick without any."""
    if db.scalar("SELECT 1 FROM order_lines WHERE short > 0 LIMIT 1") is None:
        return []
    return db.all_as(
        ShortLine,
        "SELECT orders.id, order_lines.position, order_lines.item_id, orders.branch_id, order_lines.short "
        f"FROM {INT_LIST} AS asked CROSS JOIN order_lines ON order_lines.item_id = asked.value "
        "AND order_lines.short > 0 CROSS JOIN orders ON orders.id = order_lines.order_id "
        "WHERE orders.status IN ('placed', 'confirmed', 'ready') AND orders.units_left = 0 "
        "ORDER BY order_lines.item_id, orders.branch_id, orders.placed_at, orders.id, order_lines.position",
        (encode_list(item_ids),),
    )


def add_holds(tx: Tx, holds: Sequence[Hold]) -> None:
    """Adds units to what the lines hold. The caller reserves the stock."""
    tx.many(
        "UPDATE order_lines SET short = short - ? WHERE order_id = ? AND position = ?",
        [(hold.milli, hold.line.order_id, hold.line.position) for hold in holds],
    )
    tx.mark_changed(ChangeKind.ORDERS)


def get_level(db: ReadTx, item_id: int, branch_id: int) -> Level | None:
    """The level, or None where no quantity was ever set."""
    held = "SELECT quantity, reserved FROM stock WHERE item_id = ? AND branch_id = ?"
    return db.one_as(Level, held, (item_id, branch_id))


def find_levels(db: ReadTx, item_ids: Sequence[int]) -> dict[tuple[int, int], tuple[int, int]]:
    """Quantity and reserved quantity of the given items, by item and branch."""
    rows = db.all(
        f"SELECT stock.item_id, stock.branch_id, stock.quantity, stock.reserved FROM {INT_LIST} AS asked "
        "CROSS JOIN stock ON stock.item_id = asked.value",
        (encode_list(item_ids),),
    )
    return {(item_id, branch_id): (quantity, reserved) for item_id, branch_id, quantity, reserved in rows}


def set_quantities(tx: Tx, rows: Sequence[tuple[int, int, int]]) -> None:
    """Each row: item, branch, quantity; the reserved quantity stays."""
    tx.insert_rows(
        "stock (item_id, branch_id, quantity)",
        rows,
        on_conflict="ON CONFLICT (item_id, branch_id) DO UPDATE SET quantity = excluded.quantity",
    )
    tx.mark_changed(ChangeKind.STOCK)


def remove_levels(tx: Tx, places: Sequence[tuple[int, int]]) -> None:
    """Removes levels, each an item and a branch, where nothing is in stock."""
    tx.many("DELETE FROM stock WHERE item_id = ? AND branch_id = ? AND quantity = 0", places)
    tx.mark_changed(ChangeKind.STOCK)


def set_level(tx: Tx, item_id: int, branch_id: int, level: Level) -> None:
    tx.update(
        "INSERT INTO stock (item_id, branch_id, quantity, reserved) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (item_id, branch_id) DO UPDATE SET quantity = excluded.quantity, reserved = excluded.reserved",
        (item_id, branch_id, level.quantity, level.reserved),
    )
    tx.mark_changed(ChangeKind.STOCK)


def write_ledger(
    tx: Tx, shop_id: int, moves: Sequence[StockChange], *, at: Millis, cause: Cause, by: str, note: str | None = None
) -> None:
    """Appends a shop's changes of one cause; `note` is as `encode_sentence` makes it."""
    if not moves:
        return
    last = tx.scalar(
        "INSERT INTO sequences (shop_id, kind, year, value) VALUES (?2, 'ledger', 0, ?1) "
        "ON CONFLICT (shop_id, kind, year) DO UPDATE SET value = sequences.value + ?1 RETURNING value",
        (len(moves), shop_id),
    )
    entries = range(last - len(moves) + 1, last + 1)
    tx.insert_rows(
        "ledger (at, cause, actor, note, entry, item_id, branch_id, change, quantity)",
        [(entry, *move) for entry, move in zip(entries, moves, strict=True)],
        shared=(at, cause.value, by, note),
    )


def read_ledger(
    db: ReadTx, shop_id: int, sku: str, *, limit: int = 200, before: int | None = None
) -> list[LedgerEntry]:
    """An item's changes, newest first."""
    return db.all_as(
        _read_entry,
        "SELECT ledger.entry, ledger.at, items.sku, branches.name, ledger.cause, ledger.change, ledger.quantity, "
        "ledger.actor, ledger.note FROM items JOIN ledger ON ledger.item_id = items.id "
        "JOIN branches ON branches.id = ledger.branch_id "
        "WHERE items.shop_id = ? AND items.folded = ? AND ledger.entry < ? ORDER BY ledger.entry DESC LIMIT ?",
        (shop_id, fold(tidy(sku)), before or 2**62, limit),
    )
