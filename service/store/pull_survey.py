"""Reads a shop's whole catalogue in short steps, and computes the impact of a file's rows on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from service.domain.pull.hold_back import FAR_PERCENT, TIMES
from service.store.engine.dialect import TEXT_LIST, encode_list
from service.store.engine.transaction import ReadTx
from service.store.items import NEXT_ITEM
from service.store.revisions import items_begin

PAGE = 2_000


class CatalogueEntry(NamedTuple):
    """The number of branches with stock of an item, and its thousandths in all."""

    folded: str
    id: int
    active: bool
    levels: int
    units: int


def read_catalogue_page(db: ReadTx, shop_id: int, after: str) -> list[CatalogueEntry]:
    """The next items by folded SKU; empty after the last."""
    rows = db.all(
        "SELECT page.folded, page.id, page.active, count(stock.item_id), coalesce(sum(stock.quantity), 0) FROM "
        "(SELECT folded, id, active FROM items WHERE shop_id = ? AND folded > ? ORDER BY folded LIMIT ?) AS page "
        "LEFT JOIN stock ON stock.item_id = page.id AND stock.quantity > 0 "
        "GROUP BY page.folded, page.id, page.active ORDER BY page.folded",
        (shop_id, after, PAGE),
    )
    return [
        CatalogueEntry(folded, item_id, bool(active), levels, units) for folded, item_id, active, levels, units in rows
    ]


ITEMS_AT_ONCE = 20_000


def sum_stock_levels(db: ReadTx, shop_id: int, after: int) -> tuple[int, int] | None:
    """Of items after `after`: how many levels are not 0, their thousandths; None after the last."""
    ids = _list_ids(db, shop_id, after)
    if ids is None:
        return None
    sums: tuple[int, int] = db.one(
        "SELECT count(*), coalesce(sum(quantity), 0) FROM stock WHERE item_id >= ? AND item_id < ? AND quantity > 0",
        ids,
    )
    return sums


def _list_ids(db: ReadTx, shop_id: int, after: int) -> tuple[int, int] | None:
    """Ids of a shop's items, from the first to before the last; None where it has no more."""
    begin, end = db.one(f"SELECT {items_begin('shops.id')}, {NEXT_ITEM} FROM shops WHERE id = ?", (shop_id,))
    first = begin + 1 + after
    return None if first >= end else (first, min(end, first + ITEMS_AT_ONCE))


_MANY_PRICES = 20


def median_price(db: ReadTx, shop_id: int) -> int | None:
    """The median of the stored shop prices, None where there are few."""
    held = "FROM items WHERE shop_id = ? AND price_fils > 0"
    count = int(db.scalar(f"SELECT count(*) {held}", (shop_id,)))
    if count < _MANY_PRICES:
        return None
    return int(db.scalar(f"SELECT price_fils {held} ORDER BY price_fils LIMIT 1 OFFSET ?", (shop_id, count // 2)))


def count_active(db: ReadTx, shop_id: int, after: int) -> int | None:
    """How many of the shop's items after its first `after` are active; None after the last. Reading
    along the ids takes an eighth of the time that the index of SKUs does, as it jumps between rows.
    """
    ids = _list_ids(db, shop_id, after)
    if ids is None:
        return None
    return int(db.scalar("SELECT count(*) FROM items WHERE id >= ? AND id < ? AND active = 1", ids))


def read_names(db: ReadTx, shop_id: int, folded: Sequence[str]) -> dict[str, tuple[str, str | None]]:
    """The names and Arabic names of items by folded SKU."""
    rows = db.all(
        f"SELECT folded, name, name_ar FROM items WHERE shop_id = ? AND folded IN (SELECT value FROM {TEXT_LIST})",
        (shop_id, encode_list(folded)),
    )
    return {folded: (name, name_ar) for folded, name, name_ar in rows}


NOT_SENT = -1
"""The price of a row that does not give one."""


Sent = tuple[str, int | None, int | None, int | None, int, int | None, bool]
"""A row of a file: its folded part number; shop, trade and online price, NOT_SENT, or None where
the row clears it; the id of the branch, below 0 for a new one; thousandths; whether the item comes
for the first time.
"""


class ImpactSums(NamedTuple):
    """What rows would do: prices that replace a stored one, those that move by over 30 %,
    thousandths lost, levels set to 0, active items that the rows name, prices that become five
    times as high or as low, and items that the rows name.
    """

    prices: int
    prices_changed: int
    units_lost: int
    zeroed: int
    active: int
    prices_times_five: int
    known: int


def sum_impact(db: ReadTx, shop_id: int, rows: Sequence[Sent]) -> ImpactSums:
    """Sums the impact in SQL, because every row of a file is counted."""
    sums = [_sum_impact_of(db, shop_id, rows[first : first + _AT_ONCE]) for first in range(0, len(rows), _AT_ONCE)]
    return ImpactSums(*(sum(column) for column in zip(*sums, strict=True))) if sums else ImpactSums(0, 0, 0, 0, 0, 0, 0)


def _sum_impact_of(db: ReadTx, shop_id: int, rows: Sequence[Sent]) -> tuple[int, ...]:
    # The types of the first row are those of the columns, where an engine asks for them.
    marks = ", ".join([_TYPED, *["(?, ?, ?, ?, ?, ?, ?)"] * (len(rows) - 1)])
    sums: tuple[int, ...] = db.one(
        f"WITH sent AS (VALUES {marks}) SELECT {' + '.join(_REPLACES)}, {' + '.join(_MOVES_FAR)}, "
        "coalesce(sum(coalesce(stock.quantity, 0) - column6), 0), "
        "count(*) FILTER (WHERE stock.quantity > 0 AND column6 = 0), "
        "count(*) FILTER (WHERE items.active = 1 AND column7 = 1), "
        f"{' + '.join(_TIMES_FIVE)}, count(*) FILTER (WHERE items.id IS NOT NULL AND column7 = 1) FROM sent "
        "LEFT JOIN items ON items.shop_id = ? AND items.folded = column1 "
        "LEFT JOIN stock ON stock.item_id = items.id AND stock.branch_id = column5",
        [*chain.from_iterable(rows), shop_id],
    )
    return sums


_AT_ONCE = 250
_TYPED = f"(?, {', '.join(['CAST(? AS BIGINT)'] * 6)})"
_PRICES = (("price_fils", "column2"), ("wholesale_price_fils", "column3"), ("online_price_fils", "column4"))
_REPLACES = [
    f"count(*) FILTER (WHERE {held} IS NOT NULL AND {sent} IS DISTINCT FROM {NOT_SENT})" for held, sent in _PRICES
]
_TIMES_FIVE = [
    f"count(*) FILTER (WHERE {sent} > 0 AND {held} > 0 AND ({sent} >= {held} * {TIMES} OR {sent} * {TIMES} <= {held}))"
    for held, sent in _PRICES
]
_MOVES_FAR = [
    f"count(*) FILTER (WHERE {sent} IS DISTINCT FROM {NOT_SENT} "
    f"AND ({sent} IS NULL OR abs({sent} - {held}) * 100 > {held} * {FAR_PERCENT}) AND {held} IS NOT NULL)"
    for held, sent in _PRICES
]
