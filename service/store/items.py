"""Items: read by page, looked up and written in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from service.domain import wire
from service.domain.catalogue.items import Condition, Fit, Item
from service.domain.catalogue.row_types import FIELDS, FLAG_FIELDS
from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import BranchStock
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.quantity import convert_milli
from service.domain.times import Millis, format_rfc3339
from service.store.engine.dialect import INT_LIST, TEXT_LIST, UPDATE_EACH, encode_list, make_like_pattern
from service.store.engine.transaction import ReadTx, Tx
from service.store.revisions import items_begin, list_changed_items, make_number_sql
from service.store.shops import list_branches, read_totals

_COLUMNS = ", ".join(f"items.{field}" for field in FIELDS)
_WHOLE_ITEM = f"items.id, items.updated_at, items.low_milli, {_COLUMNS}"
_PLAIN = [field for field in FIELDS if field not in (*FLAG_FIELDS, "fit")]
_WIRE_ITEM = ", ".join(f"items.{column}" for column in ("updated_at", "fit", *FLAG_FIELDS, *_PLAIN))
_WITH_STOCK = " LEFT JOIN stock ON stock.item_id = items.id"
_OF_SHOP = f"> {items_begin('shops.id')} AND {{0}} < {items_begin('(shops.id + 1)')}"
NEXT_ITEM = (
    f"1 + max({items_begin('shops.id')}, "
    f"coalesce((SELECT max(items.id) FROM items WHERE items.id {_OF_SHOP.format('items.id')}), 0), "
    f"coalesce((SELECT max(item_id) FROM removed_items WHERE item_id {_OF_SHOP.format('item_id')}), 0))"
)
"""SQL for the id of a shop's next item, in a query of `shops`."""
_decode_fit = msgspec.json.Decoder(tuple[Fit, ...]).decode


class StoredItems(NamedTuple):
    """Ids by folded SKU, stock, and the values of FIELDS by folded SKU."""

    ids: dict[str, int]
    levels: dict[tuple[int, int], tuple[int, int]]
    """The quantity and the reserved quantity by item and branch."""
    values: dict[str, tuple[Any, ...]]
    """Empty where the caller did not ask for values."""


def find_stored_items(db: ReadTx, shop_id: int, folded: Sequence[str], *, with_values: bool) -> StoredItems:
    """Where items and their stock are."""
    stored = StoredItems({}, {}, {})
    ids, levels, values = stored
    columns = f", {_COLUMNS}" if with_values else ""
    for sku, item_id, branch_id, quantity, reserved, *held in db.all(
        f"SELECT items.folded, items.id, stock.branch_id, stock.quantity, stock.reserved{columns} "
        f"FROM {TEXT_LIST} AS asked CROSS JOIN items ON items.shop_id = ? AND items.folded = asked.value{_WITH_STOCK}",
        (encode_list(folded), shop_id),
    ):
        ids[sku] = item_id
        if branch_id is not None:
            levels[item_id, branch_id] = (quantity, reserved)
        if with_values:
            values[sku] = tuple(held)
    return stored


def next_item_id(db: ReadTx, shop_id: int) -> int:
    """The id of the shop's next new item, which no removed item of the history has."""
    return int(db.scalar(f"SELECT {NEXT_ITEM} FROM shops WHERE id = ?", (shop_id,)))


def insert_items(tx: Tx, rows: Sequence[tuple[Any, ...]], source_id: int | None) -> None:
    """Each row: id, shop, folded SKU, FIELDS, updated at, revision; of the system `source_id`."""
    width = len(FIELDS) + 5
    marks = ", ".join(f"?{place}" for place in range(1, width + 1))
    columns = f"id, shop_id, folded, {', '.join(FIELDS)}, updated_at, revision, change_id, source_id"
    number = make_number_sql("?2", f"?{width}")
    tx.write_rows(f"INSERT INTO items ({columns}) VALUES ({marks}, {number}, {source_id or 'NULL'})", rows)
    tx.mark_changed(ChangeKind.ITEMS)


def update_items(tx: Tx, fields: tuple[str, ...], rows: Sequence[tuple[Any, ...]], source_id: int | None) -> int:
    """Each row: those fields, updated at, revision, id, whether its stock changed; returns how many
    items changed. `source_id` is the system that wrote them; without one the last one stays.

    A row equal to the stored one is not written: SQLite compares in place, which is faster than
    reading first.
    """
    changed = tx.write_rows(_make_update(fields, source_id), rows)
    if changed:
        tx.mark_changed(ChangeKind.ITEMS)
    return changed


@lru_cache(maxsize=64)
def _make_update(fields: tuple[str, ...], source_id: int | None) -> str:
    given = {field: f"?{place}" for place, field in enumerate(fields, 1)}
    at, revision, item_id, moved = (f"?{len(fields) + more}" for more in (1, 2, 3, 4))
    sets = "".join(f"{field} = {value}, " for field, value in given.items())
    # The number is part of the statement: as a value it would be bound for every row.
    source = "" if source_id is None else f"source_id = {source_id}, "
    differs = "".join(f" OR {field} IS DISTINCT FROM {value}" for field, value in given.items())
    number = make_number_sql("shop_id", revision)
    # With FAIL in place of ABORT, SQLite writes no statement journal: the trigger of the history
    # would need one for every row. The caller's savepoint undoes a statement that fails.
    sets = f"{sets}{source}updated_at = {at}, revision = {revision}, change_id = {number}"
    return f"{UPDATE_EACH} items SET {sets} WHERE id = {item_id} AND ({moved} <> 0{differs})"


def read_page(db: ReadTx, shop_id: int, offset: int, limit: int) -> wire.ItemPage:
    """A page ordered by folded SKU (contract §3)."""
    total, revision = read_totals(db, shop_id)
    stock = len(list_branches(db, shop_id)) == 1
    rows = _read_page_rows(db, shop_id, offset, limit, total, stock=stock)
    return wire.ItemPage(_make_wire_items(db, shop_id, rows), offset, limit, total, revision)


def read_by_sku(db: ReadTx, shop_id: int, skus: Sequence[str], limit: int) -> wire.ItemPage:
    """The items of the given SKUs that exist, by folded SKU; `limit` is only reported."""
    items = read_planned(db, shop_id, find_ids(db, shop_id, skus))
    return wire.ItemPage(items, 0, limit, len(items), read_totals(db, shop_id)[1])


def find_ids(db: ReadTx, shop_id: int, skus: Sequence[str]) -> list[int]:
    """The items of the given SKUs that exist, ordered by folded SKU."""
    folded = msgspec.json.encode(sorted({fold(tidy(sku)) for sku in skus})).decode()
    return db.column(
        f"SELECT items.id FROM {TEXT_LIST} AS asked CROSS JOIN items ON items.shop_id = ? "
        "AND items.folded = asked.value ORDER BY asked.key",
        (folded, shop_id),
    )


Levels = Sequence[tuple[str, int, int]]
"""Branch, quantity and reserved quantity; the main branch first, the others by name."""

_WireRow = tuple[Any, ...]
"""An item as `_make_wire_items` unpacks it; its stock is NULL where the shop has more branches."""


def _make_wire_items(db: ReadTx, shop_id: int, rows: Sequence[_WireRow]) -> dict[str, wire.Item]:
    """Wire items by SKU, in the order of the rows. A row includes its stock where the shop has one
    branch: most shops have one, and then one query is enough.
    """
    branches = list_branches(db, shop_id)
    name = branches[0].name
    stock = _read_stock(db, shop_id, [item_id for item_id, *_ in rows]) if len(branches) > 1 else None
    items: dict[str, wire.Item] = {}
    for item_id, quantity, reserved, updated_at, fit, listed, active, sku, *plain in rows:
        if stock is not None:
            levels = stock.get(item_id, ())
        else:
            levels = () if quantity is None else ((name, quantity, reserved),)
        # By position, which is the fastest way, in the order of the type.
        flags = (bool(listed), bool(active))
        items[sku] = wire.Item(
            *(sku, *plain, *flags, *_sum_stock(levels), Raw(fit.encode()), format_rfc3339(updated_at))
        )
    return items


def _sum_stock(levels: Levels) -> tuple[wire.Quantity, wire.Quantity, list[wire.Stock]]:
    """What is on hand and reserved over all branches, and at each."""
    stock = [wire.Stock(branch, convert_milli(held), convert_milli(reserved)) for branch, held, reserved in levels]
    if len(stock) == 1:
        return stock[0].quantity, stock[0].reserved, stock
    quantity = convert_milli(sum([held for _, held, _ in levels]))
    return quantity, convert_milli(sum([reserved for _, _, reserved in levels])), stock


def _read_rows(db: ReadTx, shop_id: int, ids: Sequence[int]) -> list[_WireRow]:
    """Rows like those of a page, in the order of the given ids."""
    single = len(list_branches(db, shop_id)) == 1
    levels, join = ("stock.quantity, stock.reserved", _WITH_STOCK) if single else ("NULL, NULL", "")
    return db.all(
        f"SELECT items.id, {levels}, {_WIRE_ITEM} FROM {INT_LIST} AS asked "
        f"CROSS JOIN items ON items.id = asked.value{join} ORDER BY asked.key",
        (encode_list(ids),),
    )


def _read_page_rows(db: ReadTx, shop_id: int, offset: int, limit: int, total: int, *, stock: bool) -> list[_WireRow]:
    """Walks the index from the nearer end, then reads the rows of the page, maybe with stock."""
    count = min(limit, total - offset)
    if count <= 0:
        return []
    backwards = offset + count > total - offset
    direction, skip = ("DESC", total - offset - count) if backwards else ("ASC", offset)
    levels, join = ("stock.quantity, stock.reserved", _WITH_STOCK) if stock else ("NULL, NULL", "")
    rows = db.all(
        f"SELECT items.id, {levels}, {_WIRE_ITEM} FROM (SELECT folded, id FROM items WHERE shop_id = ? "
        f"ORDER BY folded {direction} LIMIT ? OFFSET ?) AS page CROSS JOIN items ON items.id = page.id{join}",
        (shop_id, count, skip),
    )
    return rows[::-1] if backwards else rows


class PagePlan(NamedTuple):
    """The items of a page by id, in order, and what the page says of itself."""

    ids: list[int]
    offset: int
    limit: int
    total: int
    revision: int


def plan_page(db: ReadTx, shop_id: int, offset: int, limit: int) -> PagePlan:
    """What `read_page` reads, without the items."""
    total, revision = read_totals(db, shop_id)
    count = min(limit, total - offset)
    backwards = offset + count > total - offset
    direction, skip = ("DESC", total - offset - count) if backwards else ("ASC", offset)
    ids = db.column(
        f"SELECT id FROM items WHERE shop_id = ? ORDER BY folded {direction} LIMIT ? OFFSET ?",
        (shop_id, max(0, count), max(0, skip)),
    )
    return PagePlan(ids[::-1] if backwards else ids, offset, limit, total, revision)


def plan_by_sku(db: ReadTx, shop_id: int, skus: Sequence[str], limit: int) -> PagePlan:
    """What `read_by_sku` reads, without the items."""
    ids = find_ids(db, shop_id, skus)
    return PagePlan(ids, 0, limit, len(ids), read_totals(db, shop_id)[1])


def find_by_barcode(db: ReadTx, shop_id: int, barcodes: Sequence[str]) -> list[int]:
    """The items that have one of the barcodes, ordered by folded SKU; several may have the same."""
    return db.column(
        f"SELECT items.id FROM {TEXT_LIST} AS asked CROSS JOIN items ON items.shop_id = ? "
        "AND items.barcode = asked.value ORDER BY items.folded",
        (encode_list(sorted({barcode.strip() for barcode in barcodes})), shop_id),
    )


def plan_found(db: ReadTx, shop_id: int, ids: Sequence[int], offset: int, limit: int) -> PagePlan:
    """Items that a search found, in its order; `total` counts all that it found."""
    return PagePlan(list(ids[offset : offset + limit]), offset, limit, len(ids), read_totals(db, shop_id)[1])


def plan_since(db: ReadTx, shop_id: int, since: int, limit: int) -> PagePlan:
    """Items by their last change after a revision; `revision` is where the next page begins."""
    total, revision = read_totals(db, shop_id)
    changed = list_changed_items(db, shop_id, since, limit)
    reached = changed[-1].revision if len(changed) == limit else revision
    return PagePlan([item.item_id for item in changed], 0, limit, total, reached)


def read_planned(db: ReadTx, shop_id: int, ids: Sequence[int]) -> dict[str, wire.Item]:
    """Some items of a plan by SKU, in its order."""
    return _make_wire_items(db, shop_id, _read_rows(db, shop_id, ids))


def _read_stock(db: ReadTx, shop_id: int, ids: Sequence[int]) -> dict[int, Levels]:
    places = {branch.id: (place, branch.name) for place, branch in enumerate(list_branches(db, shop_id))}
    held: dict[int, list[tuple[int, str, int, int]]] = {}
    for item_id, branch_id, quantity, reserved in db.execute(
        f"SELECT stock.item_id, stock.branch_id, stock.quantity, stock.reserved FROM {INT_LIST} AS asked "
        "CROSS JOIN stock ON stock.item_id = asked.value",
        (encode_list(ids),),
    ):
        held.setdefault(item_id, []).append((*places[branch_id], quantity, reserved))
    for levels in held.values():
        if len(levels) > 1:
            levels.sort()
    return {
        item: [(branch, quantity, reserved) for _, branch, quantity, reserved in levels]
        for item, levels in held.items()
    }


def get_item(db: ReadTx, shop_id: int, sku: str) -> Item:
    """One item with its stock. Raises NotFound."""
    by_sku = find_items(db, shop_id, [sku])
    if not by_sku:
        raise NotFound(f"There is no item {sku!r}.")
    return next(iter(by_sku.values()))


def find_items(db: ReadTx, shop_id: int, skus: Sequence[str]) -> dict[str, Item]:
    """The items of the given SKUs that exist, by folded SKU."""
    return {
        sku: _make_item(db, *item)
        for sku, *item in db.all(
            f"SELECT items.folded, {_WHOLE_ITEM} FROM {TEXT_LIST} AS asked "
            "CROSS JOIN items ON items.shop_id = ? AND items.folded = asked.value",
            (msgspec.json.encode(sorted({fold(tidy(sku)) for sku in skus})).decode(), shop_id),
        )
    }


def read_items_by_id(db: ReadTx, ids: Sequence[int]) -> list[Item]:
    """Items in the order of the given ids."""
    rows = db.all(
        f"SELECT {_WHOLE_ITEM} FROM {INT_LIST} AS asked CROSS JOIN items ON items.id = asked.value ORDER BY asked.key",
        (encode_list(ids),),
    )
    return [_make_item(db, *row) for row in rows]


def search_items(
    db: ReadTx, shop_id: int, text: str, *, after: str | None = None, limit: int = 100, active_only: bool = False
) -> list[Item]:
    """Items whose SKU, numbers or names contain the text, by folded SKU, after one of these."""
    rows = _find_literal(db, _WHOLE_ITEM, shop_id, text, after, active_only, limit)
    return [_make_item(db, *row) for row in rows]


def find_literal_matches(db: ReadTx, shop_id: int, text: str, limit: int) -> list[int]:
    """Ids of the items of `search_items`."""
    return [item_id for (item_id,) in _find_literal(db, "id", shop_id, text, None, False, limit)]


def _find_literal(
    db: ReadTx, columns: str, shop_id: int, text: str, after: str | None, active_only: bool, limit: int
) -> list[tuple[Any, ...]]:
    return db.all(
        f"SELECT {columns} FROM items WHERE shop_id = ?1 AND folded > ?2 "
        "AND (?3 = '%%' OR folded LIKE ?4 ESCAPE '\\' OR oem_number LIKE ?3 ESCAPE '\\' OR name LIKE ?3 ESCAPE '\\' "
        "OR name_ar LIKE ?3 ESCAPE '\\' OR brand LIKE ?3 ESCAPE '\\' OR barcode LIKE ?3 ESCAPE '\\') "
        "AND (active = 1 OR ?5 = 0) ORDER BY folded LIMIT ?6",
        (shop_id, after or "", make_like_pattern(tidy(text)), make_like_pattern(fold(tidy(text))), active_only, limit),
    )


def _make_item(db: ReadTx, item_id: int, updated_at: Millis, low_limit: int | None, *values: Any) -> Item:
    levels = db.all_as(
        BranchStock,
        "SELECT stock.quantity, stock.reserved, branches.name FROM stock "
        "JOIN branches ON branches.id = stock.branch_id WHERE stock.item_id = ? "
        "ORDER BY branches.main DESC, branches.folded",
        (item_id,),
    )
    held = dict(zip(FIELDS, values, strict=True))
    held["condition"] = None if held["condition"] is None else Condition(held["condition"])
    held["fit"] = _decode_fit(held["fit"])
    held |= {flag: bool(held[flag]) for flag in FLAG_FIELDS}
    return Item(id=item_id, **held, stock=tuple(levels), updated_at=updated_at, low_limit=low_limit)
