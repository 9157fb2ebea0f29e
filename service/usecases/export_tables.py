"""The tables that are exported: items, the reorder list, orders, the rows of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from service.domain.catalogue.items import Item
from service.domain.catalogue.row_types import ITEM_FIELDS, FieldKind
from service.domain.export_table import Cell, CellKind, Column, ExportTable
from service.domain.marketplace.orders import OrderRecord, OrderTable, Vehicle
from service.domain.pull.pulls import RunRow

_KINDS = {FieldKind.PRICE: CellKind.MONEY, FieldKind.FLAG: CellKind.SWITCH}
_FIELDS = tuple(field for field in ITEM_FIELDS.values() if field.kind is not FieldKind.CARS)
_FIELD_COLUMNS = tuple(
    Column(field.name.replace("_fils", "_bhd"), _KINDS.get(field.kind, CellKind.TEXT), field.about.width)
    for field in _FIELDS
)
_REORDERED = ("sku", "name", "name_ar", "oem_number", "brand")
_COLUMNS = (
    *_FIELD_COLUMNS,
    Column("branch"),
    Column("quantity", CellKind.QUANTITY, 10),
    Column("reserved", CellKind.QUANTITY, 10),
    Column("updated_at", CellKind.TIME, 17),
)
_REORDER_COLUMNS = (
    *(column for column in _FIELD_COLUMNS if column.name in _REORDERED),
    Column("quantity", CellKind.QUANTITY, 10),
    Column("reserved", CellKind.QUANTITY, 10),
    Column("free", CellKind.QUANTITY, 10),
    Column("low_limit", CellKind.QUANTITY, 10),
)
_RUN_ROW_COLUMNS = (Column("line", CellKind.COUNT), Column("sku"), Column("result"), Column("reason"))
_ORDER = (Column("order", width=18), Column("marketplace_order", width=18))
_PLACED = Column("placed_at", CellKind.TIME, 17)
_DELIVERED = Column("delivered_at", CellKind.TIME, 17)
_ORDER_COLUMNS = (
    *_ORDER,
    Column("status"),
    _PLACED,
    Column("accepted_at", CellKind.TIME, 17),
    _DELIVERED,
    Column("branch"),
    Column("delivery", width=10),
    Column("car", width=24),
    Column("lines", CellKind.COUNT, 7),
    Column("items_bhd", CellKind.MONEY),
    Column("vat_bhd", CellKind.MONEY),
    Column("delivery_bhd", CellKind.MONEY),
    Column("customer_pays_bhd", CellKind.MONEY, 18),
    Column("commission_bhd", CellKind.MONEY, 16),
    Column("payout_bhd", CellKind.MONEY),
    Column("refunded", CellKind.SWITCH, 10),
    Column("reason", width=30),
)
_LINE_COLUMNS = (
    *_ORDER,
    Column("status"),
    _PLACED,
    Column("sku", width=18),
    Column("name", width=36),
    Column("quantity", CellKind.QUANTITY, 10),
    Column("price_bhd", CellKind.MONEY),
    Column("total_bhd", CellKind.MONEY),
)
_PAYOUT_COLUMNS = (
    *_ORDER,
    _PLACED,
    _DELIVERED,
    Column("items_bhd", CellKind.MONEY),
    Column("commission_bhd", CellKind.MONEY, 16),
    Column("payout_bhd", CellKind.MONEY),
)


def make_item_table(items: Iterable[Item]) -> ExportTable:
    """Every field of the items and their stock."""
    return ExportTable("Catalogue", _COLUMNS, (row for item in items for row in _make_rows(item)))


def make_reorder_table(items: Iterable[Item]) -> ExportTable:
    """A reorder list: quantities over all branches."""
    return ExportTable("Reorder", _REORDER_COLUMNS, (_make_reorder_row(item) for item in items))


def _make_reorder_row(item: Item) -> tuple[Cell, ...]:
    texts = (getattr(item, name) for name in _REORDERED)
    return (*texts, item.quantity, item.reserved, item.free, item.low_limit_milli)


def _make_rows(item: Item) -> Iterator[tuple[Cell, ...]]:
    """One row for each branch that has the item; one row without a branch if there is none."""
    facts: tuple[Cell, ...] = tuple(getattr(item, field.name) for field in _FIELDS)
    levels: list[tuple[Cell, ...]] = [(level.branch, level.quantity, level.reserved) for level in item.stock]
    for level in levels or [(None, None, None)]:
        yield (*facts, *level, item.updated_at)


def make_run_rows_table(
    rows: Iterable[RunRow], write: Callable[[RunRow], str] = lambda row: str(row.text)
) -> ExportTable:
    """The rows; `write` gives the reason in the language of the file, else it is in English."""
    cells = (
        (row.line if row.line > 0 else None, row.sku, "rejected" if row.rejected else "noted", write(row))
        for row in rows
    )
    return ExportTable("Rows", _RUN_ROW_COLUMNS, cells)


def make_order_table(what: OrderTable, records: Iterable[OrderRecord], vat_rate: int) -> ExportTable:
    """The table of these orders; amounts are without VAT, but for what a customer pays."""
    title, columns, make_rows = _TABLES[what]
    return ExportTable(title, columns, (row for record in records for row in make_rows(record, vat_rate)))


def _make_order_rows(record: OrderRecord, vat_rate: int) -> list[tuple[Cell, ...]]:
    order, total = record.order, record.order.customer_total(vat_rate)
    return [
        (
            order.reference, order.marketplace_reference, order.status.value, order.placed_at, record.accepted_at,
            record.delivered_at, order.branch, order.method.value, _format_vehicle(order.vehicle), len(order.lines),
            total.items_fils, total.vat_fils, total.fee_fils, total.total_fils, order.commission_fils,
            order.payout_fils, order.refunded, order.reason,
        )
    ]  # fmt: skip


def _make_line_rows(record: OrderRecord, _vat_rate: int) -> list[tuple[Cell, ...]]:
    order = record.order
    facts = (order.reference, order.marketplace_reference, order.status.value, order.placed_at)
    return [(*facts, line.sku, line.name, line.quantity, line.price_fils, line.total_fils) for line in order.lines]


def _make_payout_rows(record: OrderRecord, _vat_rate: int) -> list[tuple[Cell, ...]]:
    order = record.order
    delivered_at = order.updated_at if record.delivered_at is None else record.delivered_at
    amounts = (order.items_fils, order.commission_fils, order.payout_fils)
    return [(order.reference, order.marketplace_reference, order.placed_at, delivered_at, *amounts)]


def _format_vehicle(vehicle: Vehicle | None) -> str | None:
    if vehicle is None:
        return None
    return f"{vehicle.make} {vehicle.model}" + ("" if vehicle.year is None else f" {vehicle.year}")


_MakeRows = Callable[[OrderRecord, int], list[tuple[Cell, ...]]]
_TABLES: dict[OrderTable, tuple[str, tuple[Column, ...], _MakeRows]] = {
    OrderTable.ORDERS: ("Orders", _ORDER_COLUMNS, _make_order_rows),
    OrderTable.LINES: ("Lines", _LINE_COLUMNS, _make_line_rows),
    OrderTable.PAYOUTS: ("Payouts", _PAYOUT_COLUMNS, _make_payout_rows),
}
