"""The catalogue as the window lists it: searched, filtered, sorted, paged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.domain.catalogue.items import Item, ItemQuery, ItemSort, ItemView
from service.domain.catalogue.stock import DEFAULT_LOW_LIMIT
from service.domain.times import Millis
from service.store import shops
from service.store.engine.dialect import NO_LIMIT, encode_list, int_list
from service.store.engine.transaction import ReadTx
from service.store.items import read_items_by_id
from service.store.revisions import find_items_begin, find_last_changed

_LEVELS = (
    "(SELECT coalesce(sum({column}), 0) FROM stock WHERE stock.item_id = items.id"
    " AND stock.branch_id = coalesce(:branch, stock.branch_id))"
)
QUANTITY = _LEVELS.format(column="stock.quantity")
FREE = _LEVELS.format(column="stock.quantity - stock.reserved")

_VIEWS = {
    ItemView.ALL: "1 = 1",
    ItemView.LOW: f"items.active = 1 AND {FREE} <= coalesce(items.low_milli, {DEFAULT_LOW_LIMIT})",
    ItemView.RESERVED: "EXISTS (SELECT 1 FROM stock WHERE stock.item_id = items.id AND stock.reserved > 0"
    " AND stock.branch_id = coalesce(:branch, stock.branch_id))",
    ItemView.NOT_LISTED: "items.list_on_marketplace = 0 AND items.active = 1",
    ItemView.INACTIVE: "items.active = 0",
}
_SORT_COLUMNS = {
    ItemSort.BEST: "items.folded",
    ItemSort.SKU: "items.folded",
    ItemSort.NAME: "lower(items.name)",
    ItemSort.BRAND: "lower(items.brand)",
    ItemSort.PRICE: "items.price_fils",
    ItemSort.QUANTITY: QUANTITY,
    ItemSort.FREE: FREE,
}


def list_items(
    db: ReadTx, shop_id: int, query: ItemQuery, *, offset: int, limit: int, matches: Sequence[int] | None = None
) -> list[Item]:
    """One page of whole items; `matches` are those found, best first. Raises NotFound."""
    return read_items_by_id(db, list_ordered_ids(db, shop_id, query, matches, offset=offset, limit=limit))


def list_ordered_ids(
    db: ReadTx,
    shop_id: int,
    query: ItemQuery,
    matches: Sequence[int] | None = None,
    *,
    offset: int = 0,
    limit: int = NO_LIMIT,
) -> list[int]:
    """The ids of what a query lists, in its order. Raises NotFound as `list_items` does."""
    source, where, values = _make_source(db, shop_id, query, matches)
    direction = "DESC NULLS LAST" if query.descending else "ASC NULLS FIRST"
    by_match = query.sort is ItemSort.BEST and matches is not None
    order = "found.key" if by_match else f"{_SORT_COLUMNS[query.sort]} {direction}, items.folded"
    return db.column(
        f"SELECT items.id FROM {source} WHERE {where} AND ({_VIEWS[query.view]}) "
        f"ORDER BY {order} LIMIT :limit OFFSET :offset",
        {**values, "limit": limit, "offset": offset},
    )


def list_ids(db: ReadTx, shop_id: int, query: ItemQuery, limit: int, matches: Sequence[int] | None = None) -> list[int]:
    """The ids of what a query lists, in no order. Raises NotFound as `list_items` does."""
    source, where, values = _make_source(db, shop_id, query, matches)
    return db.column(
        f"SELECT items.id FROM {source} WHERE {where} AND ({_VIEWS[query.view]}) LIMIT :limit",
        {**values, "limit": limit},
    )


def count_views(
    db: ReadTx, shop_id: int, query: ItemQuery, matches: Sequence[int] | None = None
) -> dict[ItemView, int]:
    """How many items, of those that a search found, fall into each view."""
    source, where, values = _make_source(db, shop_id, query, matches, reads_all=True)
    sums = ", ".join(f"coalesce(sum(CASE WHEN {condition} THEN 1 ELSE 0 END), 0)" for condition in _VIEWS.values())
    row = db.one(f"SELECT {sums} FROM {source} WHERE {where}", values)
    return dict(zip(_VIEWS, row, strict=True))


class FirstItems(NamedTuple):
    items: list[Item]
    total: int


def list_first(db: ReadTx, shop_id: int, query: ItemQuery, limit: int) -> FirstItems:
    """Both in one pass through the catalogue."""
    source, where, values = _make_source(db, shop_id, query, None, reads_all=True)
    rows = db.all(
        f"SELECT items.id, count(*) OVER () FROM {source} WHERE {where} AND ({_VIEWS[query.view]}) "
        f"ORDER BY {_SORT_COLUMNS[query.sort]} ASC NULLS FIRST, items.folded LIMIT :limit",
        {**values, "limit": limit},
    )
    return FirstItems(read_items_by_id(db, [item for item, _ in rows]), rows[0][1] if rows else 0)


class LastChange(NamedTuple):
    """When an item last changed and by whom; "" where neither history nor ledger says it."""

    at: Millis
    by: str


def find_last_change(db: ReadTx, shop_id: int) -> LastChange | None:
    return db.one_as(
        LastChange,
        "SELECT items.updated_at, coalesce((SELECT actor FROM item_writes WHERE item_writes.shop_id = items.shop_id "
        "AND item_writes.at = items.updated_at ORDER BY item_writes.id DESC LIMIT 1), "
        "(SELECT actor FROM ledger WHERE ledger.item_id = items.id "
        "AND ledger.at = items.updated_at ORDER BY ledger.entry DESC LIMIT 1), '') FROM items WHERE items.id = ?",
        (find_last_changed(db, shop_id),),
    )


def _make_source(
    db: ReadTx, shop_id: int, query: ItemQuery, matches: Sequence[int] | None, *, reads_all: bool = False
) -> tuple[str, str, dict[str, Any]]:
    """The tables, the condition and its values. What reads all items reads them as they are stored:
    in the order of their SKUs it takes five times as long.
    """
    branch = None if query.branch is None else shops.find_branch(db, shop_id, query.branch).id
    values: dict[str, Any] = {"shop": shop_id, "branch": branch}
    source, where = "items", "items.shop_id = :shop"
    if matches is None and reads_all:
        # The sign keeps SQLite from the index of SKUs.
        where = f"+{where} AND items.id BETWEEN :begin AND :end"
        values |= {"begin": find_items_begin(shop_id), "end": find_items_begin(shop_id + 1)}
    if matches is not None:
        source = f"{int_list(':found')} AS found CROSS JOIN items ON items.id = found.value"
        values["found"] = encode_list(matches)
    if branch is not None:
        where += " AND EXISTS (SELECT 1 FROM stock WHERE stock.item_id = items.id AND stock.branch_id = :branch)"
    return source, where, values
