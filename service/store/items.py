"""Items: read by page, looked up and written in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from service.domain import wire
from service.domain.catalogue.items import Condition, Fit, Item
from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import BranchStock
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.quantity import convert_milli
from service.domain.times import format_rfc3339
from service.store.engine.dialect import UPDATE_EACH, VALUE_LIST, encode_list, make_like_pattern
from service.store.engine.transaction import ReadTx, Tx
from service.store.revisions import list_changed_items, make_number_sql
from service.store.shops import list_branches, read_totals

_COLUMNS = ", ".join(f"items.{field}" for field in FIELDS)
_WHOLE_ITEM = f"items.id, {_COLUMNS}, items.updated_at, items.low_milli"
_WITH_STOCK = " LEFT JOIN stock ON stock.item_id = items.id"
NEXT_ITEM = (
    "SELECT 1 + max(coalesce((SELECT max(id) FROM items), 0), coalesce((SELECT max(item_id) FROM removed_items), 0))"
)
_decode_fit = msgspec.json.Decoder(tuple[Fit, ...]).decode


class StoredItems(NamedTuple):
    """Stored items that were asked for: their ids by folded SKU, their stock, and the values of
    FIELDS by folded SKU.
    """

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
    for row in db.all(
        f"SELECT items.folded, items.id, stock.branch_id, stock.quantity, stock.reserved{columns} "
        f"FROM {VALUE_LIST} AS asked CROSS JOIN items ON items.shop_id = ? AND items.folded = asked.value{_WITH_STOCK}",
        (encode_list(folded), shop_id),
    ):
        ids[row[0]] = row[1]
        if row[2] is not None:
            levels[row[1:3]] = row[3:5]
        if with_values:
            values[row[0]] = row[5:]
    return stored


def next_item_id(db: ReadTx) -> int:
    """The id of the next new item, which no removed item of the history has."""
    return int(db.scalar(NEXT_ITEM))


def insert_items(tx: Tx, rows: Sequence[tuple[Any, ...]], source_id: int | None) -> None:
    """Each row: id, shop, folded SKU, FIELDS, updated at, revision. `source_id` is the system that
    wrote them.
    """
    width = len(FIELDS) + 5
    marks = ", ".join(f"?{place}" for place in range(1, width + 1))
    columns = f"id, shop_id, folded, {', '.join(FIELDS)}, updated_at, revision, change_id, source_id"
    number = make_number_sql("?2", f"?{width}")
    tx.many(f"INSERT INTO items ({columns}) VALUES ({marks}, {number}, {source_id or 'NULL'})", rows)
    tx.mark_changed(ChangeKind.ITEMS)


def update_items(tx: Tx, fields: tuple[str, ...], rows: Sequence[tuple[Any, ...]], source_id: int | None) -> int:
    """Each row: those fields, updated at, revision, id, whether its stock changed; returns how many
    items changed. `source_id` is the system that wrote them; without one the last one stays.

    A row equal to the stored one is not written: SQLite compares in place, which is faster than
    reading first.
    """
    changed = tx.many(_make_update(fields, source_id), rows)
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
    differs = "".join(f" OR {field} IS NOT {value}" for field, value in given.items())
    number = make_number_sql("shop_id", revision)
    # With FAIL in place of ABORT, SQLite writes no statement journal: the trigger of the history
    # would need one for every row. The caller's savepoint undoes a statement that fails.
    sets = f"{sets}{source}updated_at = {at}, revision = {revision}, change_id = {number}"
    return f"{UPDATE_EACH} items SET {sets} WHERE id = {item_id} AND ({moved}{differs})"


def read_page(db: ReadTx, shop_id: int, offset: int, limit: int) -> wire.ItemPage:
    """A page ordered by folded SKU (contract §3)."""
    total, revision = read_totals(db, shop_id)
    stock = len(list_branches(db, shop_id)) == 1
    rows = _read_page_rows(db, shop_id, offset, limit, total, stock=stock)
    return wire.ItemPage(_make_wire_items(db, shop_id, rows), offset, limit, total, revision)


def read_by_sku(db: ReadTx, shop_id: int, skus: Sequence[str], limit: int) -> wire.ItemPage:
    """The items of the given SKUs that exist, ordered by folded SKU; `limit` is only reported and
    bounds nothing.
    """
    items = read_planned(db, shop_id, find_ids(db, shop_id, skus))
    return wire.ItemPage(items, 0, limit, len(items), read_totals(db, shop_id)[1])


def find_ids(db: ReadTx, shop_id: int, skus: Sequence[str]) -> list[int]:
    """The items of the given SKUs that exist, ordered by folded SKU."""
    folded = msgspec.json.encode(sorted({fold(tidy(sku)) for sku in skus})).decode()
    return db.column(
        f"SELECT items.id FROM {VALUE_LIST} AS asked CROSS JOIN items ON items.shop_id = ? "
        "AND items.folded = asked.value ORDER BY asked.key",
        (folded, shop_id),
    )


def _make_wire_items(db: ReadTx, shop_id: int, rows: Sequence[tuple[Any, ...]]) -> dict[str, wire.Item]:
    """Wire items by SKU, in the order of the rows. A row includes its stock where the shop has one
    branch.
    """
    branches = list_branches(db, shop_id)
    if len(branches) == 1:
        # Most shops have one branch: then a row has all the stock there is, and one query is
        # enough.
        name = branches[0].name
        return {row[1]: _make_wire_item(row, () if row[15] is None else ((name, row[15], row[16]),)) for row in rows}
    stock = _read_stock(db, shop_id, [row[0] for row in rows])
    return {row[1]: _make_wire_item(row, stock.get(row[0], ())) for row in rows}


def _read_rows(db: ReadTx, shop_id: int, ids: Sequence[int]) -> list[tuple[Any, ...]]:
    """Rows like those of a page, in the order of the given ids."""
    single = len(list_branches(db, shop_id)) == 1
    levels, join = (", stock.quantity, stock.reserved", _WITH_STOCK) if single else ("", "")
    return db.all(
        f"SELECT items.id, {_COLUMNS}, items.updated_at{levels} FROM {VALUE_LIST} AS asked "
        f"CROSS JOIN items ON items.id = asked.value{join} ORDER BY asked.key",
        (encode_list(ids),),
    )


def _read_page_rows(
    db: ReadTx, shop_id: int, offset: int, limit: int, total: int, *, stock: bool
) -> list[tuple[Any, ...]]:
    """Walks the index from the nearer end, then reads only the rows of the page, with their `stock`
    if asked.

    Each row: id, FIELDS, updated at; then, once for each branch, quantity and reserved quantity.
    """
    count = min(limit, total - offset)
    if count <= 0:
        return []
    backwards = offset + count > total - offset
    direction, skip = ("DESC", total - offset - count) if backwards else ("ASC", offset)
    levels, join = (", stock.quantity, stock.reserved", _WITH_STOCK) if stock else ("", "")
    rows = db.all(
        f"SELECT items.id, {_COLUMNS}, items.updated_at{levels} FROM (SELECT folded, id FROM items WHERE shop_id = ? "
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


def plan_found(db: ReadTx, shop_id: int, ids: Sequence[int], offset: int, limit: int) -> PagePlan:
    """Items that a search found, in its order; `total` counts all that it found."""
    return PagePlan(list(ids[offset : offset + limit]), offset, limit, len(ids), read_totals(db, shop_id)[1])


def plan_since(db: ReadTx, shop_id: int, since: int, limit: int) -> PagePlan:
    """Items that changed after a revision, in order of their last change; `revision` is where the
    next page begins.
    """
    total, revision = read_totals(db, shop_id)
    changed = list_changed_items(db, shop_id, since, limit)
    reached = changed[-1].revision if len(changed) == limit else revision
    return PagePlan([item.item_id for item in changed], 0, limit, total, reached)


def read_planned(db: ReadTx, shop_id: int, ids: Sequence[int]) -> dict[str, wire.Item]:
    """Some items of a plan by SKU, in its order."""
    return _make_wire_items(db, shop_id, _read_rows(db, shop_id, ids))


Levels = Sequence[tuple[str, int, int]]
"""Branch, quantity and reserved quantity; the main branch first, the others by name."""


def _read_stock(db: ReadTx, shop_id: int, ids: Sequence[int]) -> dict[int, Levels]:
    places = {branch.id: (place, branch.name) for place, branch in enumerate(list_branches(db, shop_id))}
    held: dict[int, list[tuple[int, int, int]]] = {}
    for item_id, branch_id, quantity, reserved in db.execute(
        f"SELECT stock.item_id, stock.branch_id, stock.quantity, stock.reserved FROM {VALUE_LIST} AS asked "
        "CROSS JOIN stock ON stock.item_id = asked.value",
        (encode_list(ids),),
    ):
        held.setdefault(item_id, []).append((branch_id, quantity, reserved))
    for levels in held.values():
        if len(levels) > 1:
            levels.sort(key=lambda level: places[level[0]])
    return {item: [(places[level[0]][1], *level[1:]) for level in levels] for item, levels in held.items()}


def _make_wire_item(row: tuple[Any, ...], stock: Levels) -> wire.Item:
    levels = [wire.Stock(branch, convert_milli(held), convert_milli(reserved)) for branch, held, reserved in stock]
    if len(levels) == 1:
        quantity, reserved = levels[0].quantity, levels[0].reserved
    else:
        quantity = convert_milli(sum([level[1] for level in stock]))
        reserved = convert_milli(sum([level[2] for level in stock]))
    # By position, in the order of the type: SKU to online price, then the flags.
    flags = (bool(row[11]), bool(row[12]))
    return wire.Item(*(*row[1:11], *flags, quantity, reserved, levels, Raw(row[13].encode()), format_rfc3339(row[14])))


def get_item(db: ReadTx, shop_id: int, sku: str) -> Item:
    """One item with its stock. Raises NotFound."""
    by_sku = find_items(db, shop_id, [sku])
    if not by_sku:
        raise NotFound(f"There is no item {sku!r}.")
    return next(iter(by_sku.values()))


def find_items(db: ReadTx, shop_id: int, skus: Sequence[str]) -> dict[str, Item]:
    """The items of the given SKUs that exist, by folded SKU."""
    return {
        row[0]: _make_item(db, row[1:])
        for row in db.all(
            f"SELECT items.folded, {_WHOLE_ITEM} FROM {VALUE_LIST} AS asked "
            "CROSS JOIN items ON items.shop_id = ? AND items.folded = asked.value",
            (msgspec.json.encode(sorted({fold(tidy(sku)) for sku in skus})).decode(), shop_id),
        )
    }


def read_items_by_id(db: ReadTx, ids: Sequence[int]) -> list[Item]:
    """Items in the order of the given ids."""
    rows = db.all(
        f"SELECT {_WHOLE_ITEM} FROM {VALUE_LIST} AS asked "
        "CROSS JOIN items ON items.id = asked.value ORDER BY asked.key",
        (encode_list(ids),),
    )
    return [_make_item(db, row) for row in rows]


def search_items(
    db: ReadTx, shop_id: int, text: str, *, after: str | None = None, limit: int = 100, active_only: bool = False
) -> list[Item]:
    """Items whose SKU, OEM number or name (either language) contains the text, ordered by folded
    SKU, after a folded SKU.
    """
    rows = _find_literal(db, _WHOLE_ITEM, shop_id, text, after, active_only, limit)
    return [_make_item(db, row) for row in rows]


def find_literal_matches(db: ReadTx, shop_id: int, text: str, limit: int) -> list[int]:
    """Ids of the items of `search_items`."""
    return [row[0] for row in _find_literal(db, "id", shop_id, text, None, False, limit)]


def _find_literal(
    db: ReadTx, columns: str, shop_id: int, text: str, after: str | None, active_only: bool, limit: int
) -> list[tuple[Any, ...]]:
    return db.all(
        f"SELECT {columns} FROM items WHERE shop_id = ?1 AND folded > ?2 "
        "AND (?3 = '%%' OR folded LIKE ?4 ESCAPE '\\' OR oem_number LIKE ?3 ESCAPE '\\' OR name LIKE ?3 ESCAPE '\\' "
        "OR name_ar LIKE ?3 ESCAPE '\\' OR brand LIKE ?3 ESCAPE '\\') AND (active = 1 OR ?5 = 0) "
        "ORDER BY folded LIMIT ?6",
        (shop_id, after or "", make_like_pattern(tidy(text)), make_like_pattern(fold(tidy(text))), active_only, limit),
    )


def _make_item(db: ReadTx, row: tuple[Any, ...]) -> Item:
    levels = db.all(
        "SELECT branches.name, stock.quantity, stock.reserved FROM stock "
        "JOIN branches ON branches.id = stock.branch_id WHERE stock.item_id = ? "
        "ORDER BY branches.main DESC, branches.folded",
        (row[0],),
    )
    return Item(
        id=row[0],
        sku=row[1],
        name=row[2],
        name_ar=row[3],
        oem_number=row[4],
        brand=row[5],
        category=row[6],
        condition=None if row[7] is None else Condition(row[7]),
        price_fils=row[8],
        wholesale_price_fils=row[9],
        online_price_fils=row[10],
        list_on_marketplace=bool(row[11]),
        active=bool(row[12]),
        fit=_decode_fit(row[13]),
        stock=tuple(BranchStock(*level) for level in levels),
        updated_at=row[14],
        low_limit=row[15],
    )
