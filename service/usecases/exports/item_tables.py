"""The catalogue as it is exported: a row for each branch that has the item, prices in BHD."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.domain.catalogue.items import Item
from service.domain.reports.export_table import Cell, CellKind, Column, ExportTable

_TEXTS = (
    Column("sku", width=18),
    Column("name", width=36),
    Column("name_ar", width=30),
    Column("oem_number", width=18),
    Column("brand"),
)
_COLUMNS = (
    *_TEXTS,
    Column("category"),
    Column("condition"),
    Column("price_bhd", CellKind.MONEY),
    Column("wholesale_price_bhd", CellKind.MONEY, 20),
    Column("online_price_bhd", CellKind.MONEY, 18),
    Column("list_on_marketplace", CellKind.SWITCH, 19),
    Column("active", CellKind.SWITCH, 8),
    Column("branch"),
    Column("quantity", CellKind.QUANTITY, 10),
    Column("reserved", CellKind.QUANTITY, 10),
    Column("updated_at", CellKind.TIME, 17),
)
_REORDER_COLUMNS = (
    *_TEXTS,
    Column("quantity", CellKind.QUANTITY, 10),
    Column("reserved", CellKind.QUANTITY, 10),
    Column("free", CellKind.QUANTITY, 10),
    Column("low_limit", CellKind.QUANTITY, 10),
)


def make_item_table(items: Iterable[Item]) -> ExportTable:
    """Every field of the items and their stock."""
    return ExportTable("Catalogue", _COLUMNS, (row for item in items for row in _make_rows(item)))


def make_reorder_table(items: Iterable[Item]) -> ExportTable:
    """A reorder list: quantities over all branches."""
    return ExportTable("Reorder", _REORDER_COLUMNS, (_make_reorder_row(item) for item in items))


def _make_reorder_row(item: Item) -> tuple[Cell, ...]:
    texts = (item.sku, item.name, item.name_ar, item.oem_number, item.brand)
    return (*texts, item.quantity, item.reserved, item.free, item.low_limit_milli)


def _make_rows(item: Item) -> Iterator[tuple[Cell, ...]]:
    """One row for each branch that has the item; one row without a branch if there is none."""
    facts: tuple[Cell, ...] = (
        item.sku, item.name, item.name_ar, item.oem_number, item.brand, item.category, item.condition, item.price_fils,
        item.wholesale_price_fils, item.online_price_fils, item.list_on_marketplace, item.active,
    )  # fmt: skip
    levels: list[tuple[Cell, ...]] = [(level.branch, level.quantity, level.reserved) for level in item.stock]
    for level in levels or [(None, None, None)]:
        yield (*facts, *level, item.updated_at)
