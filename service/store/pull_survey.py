"""A shop's whole catalogue in short reads, for weighing a file against it (issue 5 point 4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
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


ITEMS_AT_ONCE = 20_000


def survey_sums(db: Reading, shop_id: int, after: int) -> tuple[int, int] | None:
    """Of the next items by id how many levels are not 0, and their thousandths in all; None behind the last."""
    if after >= (db.scalar("SELECT max(item_id) FROM stock") or 0):
        return None
    sums: tuple[int, int] = db.one(
        "SELECT count(*), coalesce(sum(quantity), 0) FROM stock WHERE item_id > ? AND item_id <= ? AND quantity > 0 "
        "AND branch_id IN (SELECT id FROM branches WHERE shop_id = ?)",
        (after, after + ITEMS_AT_ONCE, shop_id),
    )
    return sums


NOT_SENT = -1
"""A price that a row does not speak of."""

Sent = tuple[str, int | None, int | None, int | None, int, int | None]
"""Of a row the folded SKU, its prices (shop, wholesale, online; NOT_SENT, or None where it clears one), the branch's
id (below 0 for one that is not there yet), and the thousandths there, None where it does not say."""


class Weighed(NamedTuple):
    """What rows would do: prices that replace a held one, those that move far, thousandths lost, levels set to 0."""

    prices: int
    prices_changed: int
    units_lost: int
    zeroed: int


def weigh_rows(db: Reading, shop_id: int, rows: Sequence[Sent]) -> Weighed:
    """Weighs rows against what is held, all of it in SQL: every row of a file passes here."""
    sums = [_weigh_some(db, shop_id, rows[first : first + _AT_ONCE]) for first in range(0, len(rows), _AT_ONCE)]
    return Weighed(*(sum(column) for column in zip(*sums, strict=True))) if sums else Weighed(0, 0, 0, 0)


def _weigh_some(db: Reading, shop_id: int, rows: Sequence[Sent]) -> tuple[int, ...]:
    marks = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(rows))
    found: tuple[int, ...] = db.one(
        f"WITH sent AS (VALUES {marks}) SELECT {' + '.join(_REPLACES)}, {' + '.join(_MOVES_FAR)}, "
        "coalesce(sum(coalesce(stock.quantity, 0) - column6), 0), "
        "coalesce(sum(stock.quantity > 0 AND column6 = 0), 0) FROM sent "
        "LEFT JOIN items ON items.shop_id = ? AND items.folded = column1 "
        "LEFT JOIN stock ON stock.item_id = items.id AND stock.branch_id = column5",
        [*chain.from_iterable(rows), shop_id],
    )
    return found


_AT_ONCE = 250
_PRICES = (("price_fils", "column2"), ("wholesale_price_fils", "column3"), ("online_price_fils", "column4"))
_REPLACES = [f"coalesce(sum({held} NOT NULL AND {sent} IS NOT {NOT_SENT}), 0)" for held, sent in _PRICES]
_MOVES_FAR = [
    f"coalesce(sum({sent} IS NOT {NOT_SENT} AND ({sent} IS NULL OR abs({sent} - {held}) * 10 > {held} * 3) "
    f"AND {held} NOT NULL), 0)"
    for held, sent in _PRICES
]
