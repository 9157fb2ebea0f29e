"""The catalogue as the window lists it: searched, filtered, sorted, paged."""

from __future__ import annotations

from typing import Any

from service.domain.catalogue.item_query import ItemQuery, ItemSort, ItemView
from service.domain.catalogue.items import Item
from service.domain.catalogue.sku import fold, tidy
from service.domain.times import Millis
from service.store import shops
from service.store.engine.like import make_like_pattern
from service.store.engine.transaction import ReadTx
from service.store.items import read_items_by_id

LOW_STOCK_MILLI = 2_000
"""Two free units or fewer count as low."""

_LEVELS = (
    "(SELECT coalesce(sum({column}), 0) FROM stock WHERE stock.item_id = items.id"
    " AND (:branch IS NULL OR stock.branch_id = :branch))"
)
QUANTITY = _LEVELS.format(column="stock.quantity")
FREE = _LEVELS.format(column="stock.quantity - stock.reserved")

_VIEWS = {
    ItemView.ALL: "1",
    ItemView.LOW: f"items.active = 1 AND {FREE} <= {LOW_STOCK_MILLI}",
    ItemView.RESERVED: "EXISTS (SELECT 1 FROM stock WHERE stock.item_id = items.id AND stock.reserved > 0"
    " AND (:branch IS NULL OR stock.branch_id = :branch))",
    ItemView.NOT_LISTED: "items.list_on_marketplace = 0 AND items.active = 1",
    ItemView.INACTIVE: "items.active = 0",
}
_SORT_COLUMNS = {
    ItemSort.SKU: "items.folded",
    ItemSort.NAME: "items.name COLLATE NOCASE",
    ItemSort.BRAND: "items.brand COLLATE NOCASE",
    ItemSort.PRICE: "items.price_fils",
    ItemSort.QUANTITY: QUANTITY,
    ItemSort.FREE: FREE,
}


def list_items(db: ReadTx, shop_id: int, query: ItemQuery, *, offset: int, limit: int) -> list[Item]:
    """One page of whole items. Raises NotFound for a branch that the shop does not have."""
    where, values = _make_where(db, shop_id, query)
    direction = "DESC" if query.descending else "ASC"
    rows = db.all(
        f"SELECT items.id FROM items WHERE {where} AND ({_VIEWS[query.view]}) "
        f"ORDER BY {_SORT_COLUMNS[query.sort]} {direction}, items.folded LIMIT :limit OFFSET :offset",
        {**values, "limit": limit, "offset": offset},
    )
    return read_items_by_id(db, [row[0] for row in rows])


def count_views(db: ReadTx, shop_id: int, query: ItemQuery) -> dict[ItemView, int]:
    """How many items of the search fall into each view."""
    where, values = _make_where(db, shop_id, query)
    sums = ", ".join(f"coalesce(sum(CASE WHEN {condition} THEN 1 ELSE 0 END), 0)" for condition in _VIEWS.values())
    row = db.one(f"SELECT {sums} FROM items WHERE {where}", values)
    return dict(zip(_VIEWS, row, strict=True))


def find_last_change(db: ReadTx, shop_id: int) -> tuple[Millis, str] | None:
    """When an item last changed and by whom; "" where the ledger has no entry of that change."""
    row = db.one(
        "SELECT items.updated_at, (SELECT actor FROM ledger WHERE ledger.item_id = items.id "
        "AND ledger.at = items.updated_at ORDER BY ledger.entry DESC LIMIT 1) "
        "FROM items WHERE shop_id = ? ORDER BY updated_at DESC LIMIT 1",
        (shop_id,),
    )
    return None if row is None else (row[0], row[1] or "")


def _make_where(db: ReadTx, shop_id: int, query: ItemQuery) -> tuple[str, dict[str, Any]]:
    branch = None if query.branch is None else shops.find_branch(db, shop_id, query.branch).id
    values: dict[str, Any] = {"shop": shop_id, "branch": branch}
    where = "items.shop_id = :shop"
    if branch is not None:
        where += " AND EXISTS (SELECT 1 FROM stock WHERE stock.item_id = items.id AND stock.branch_id = :branch)"
    text = tidy(query.text)
    if text:
        values |= {"text": make_like_pattern(text), "folded": make_like_pattern(fold(text))}
        columns = ("oem_number", "name", "name_ar", "brand")
        anywhere = " OR ".join(f"items.{column} LIKE :text ESCAPE '\\'" for column in columns)
        where += f" AND (items.folded LIKE :folded ESCAPE '\\' OR {anywhere})"
    return where, values
