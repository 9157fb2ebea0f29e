"""The catalogue as it is exported: CSV lines of any number, one for each branch
that has the item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.domain.catalogue.items import Item
from service.domain.quantity import convert_milli
from service.domain.times import format_rfc3339
from service.files.csv_export import Value, csv_lines

HEADER = (
    "sku", "name", "name_ar", "oem_number", "brand", "category", "condition", "price_fils", "wholesale_price_fils",
    "online_price_fils", "list_on_marketplace", "active", "branch", "quantity", "reserved", "updated_at",
)  # fmt: skip


def format_item_lines(items: Iterable[Item]) -> Iterator[str]:
    """A file's lines with their line ends, first the header; amounts in fils,
    quantities in units.
    """
    return csv_lines(HEADER, (row for item in items for row in _make_rows(item)))


REORDER_HEADER = ("sku", "name", "name_ar", "oem_number", "brand", "quantity", "reserved", "free", "low_limit")


def format_reorder_lines(items: Iterable[Item]) -> Iterator[str]:
    """The lines of a reorder list, first the header; quantities in units over all branches."""
    return csv_lines(
        REORDER_HEADER,
        (
            (
                item.sku, item.name, item.name_ar, item.oem_number, item.brand, convert_milli(item.quantity),
                convert_milli(item.reserved), convert_milli(item.free), convert_milli(item.low_limit_milli),
            )
            for item in items
        ),
    )  # fmt: skip


def _make_rows(item: Item) -> Iterator[tuple[Value, ...]]:
    """One row for each branch that has the item; one row without a branch if there is none."""
    facts: tuple[Value, ...] = (
        item.sku, item.name, item.name_ar, item.oem_number, item.brand, item.category, item.condition, item.price_fils,
        item.wholesale_price_fils, item.online_price_fils, item.list_on_marketplace, item.active,
    )  # fmt: skip
    levels: list[tuple[Value, ...]] = [
        (level.branch, convert_milli(level.quantity), convert_milli(level.reserved)) for level in item.stock
    ]
    for level in levels or [(None, None, None)]:
        yield (*facts, *level, format_rfc3339(item.updated_at))
