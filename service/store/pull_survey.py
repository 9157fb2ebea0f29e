"""A shop's whole catalogue in short reads, for weighing a file against it (issue 5 point 4)."""

from __future__ import annotations

from typing import NamedTuple

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
