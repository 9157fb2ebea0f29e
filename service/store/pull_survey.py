"""A shop's whole catalogue in short reads, for weighing a file against it (issue 5 point 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from service.store.transaction import Reading

PAGE = 2_000


class Surveyed(NamedTuple):
    """One item: at how many branches it is in stock, and its thousandths over all of them."""

    folded: str
    id: int
    active: bool
    levels: int
    units: int


def survey_page(db: Reading, shop_id: int, after: str) -> list[Surveyed]:
    """The next items by folded SKU; empty behind the last."""
    rows = db.all(
        "SELECT page.folded, page.id, page.active, count(stock.item_id), coalesce(sum(stock.quantity), 0) FROM "
        "(SELECT folded, id, active FROM items WHERE shop_id = ? AND folded > ? ORDER BY folded LIMIT ?) AS page "
        "LEFT JOIN stock ON stock.item_id = page.id AND stock.quantity > 0 GROUP BY page.folded ORDER BY page.folded",
        (shop_id, after, PAGE),
    )
    return [Surveyed(row[0], row[1], bool(row[2]), row[3], row[4]) for row in rows]


def survey_sums(db: Reading, shop_id: int, after: str) -> tuple[str, int, int] | None:
    """Of the next items by folded SKU the last one, their levels and thousandths in all; None behind the last."""
    last, levels, units = db.one(
        "SELECT max(page.folded), count(stock.item_id), coalesce(sum(stock.quantity), 0) FROM "
        "(SELECT folded, id FROM items WHERE shop_id = ? AND folded > ? ORDER BY folded LIMIT ?) AS page "
        "LEFT JOIN stock ON stock.item_id = page.id AND stock.quantity > 0",
        (shop_id, after, PAGE),
    )
    return None if last is None else (last, levels, units)


class Held(NamedTuple):
    """What an item costs (shop, wholesale, online), and by branch id its thousandths."""

    prices: tuple[int | None, int | None, int | None]
    levels: dict[int, int]


def find_weighed(db: Reading, shop_id: int, folded: Sequence[str]) -> dict[str, Held]:
    """By folded SKU those of the asked items that are held."""
    asked = msgspec.json.encode(folded).decode()
    held: dict[str, Held] = {}
    for row in db.execute(
        "SELECT items.folded, price_fils, wholesale_price_fils, online_price_fils, stock.branch_id, stock.quantity "
        "FROM json_each(?) AS asked CROSS JOIN items ON items.shop_id = ? AND items.folded = asked.value "
        "LEFT JOIN stock ON stock.item_id = items.id",
        (asked, shop_id),
    ):
        item = held.get(row[0])
        if item is None:
            item = held[row[0]] = Held(row[1:4], {})
        if row[4] is not None:
            item.levels[row[4]] = row[5]
    return held
