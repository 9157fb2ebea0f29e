"""Orders, their lines, and what the marketplace pays for them, as exported tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from service.domain.marketplace.order_record import OrderRecord, OrderTable
from service.domain.marketplace.orders import Vehicle
from service.domain.reports.export_table import Cell, CellKind, Column, ExportTable

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
    Column("delivery_bhd", CellKind.MONEY),
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


def make_order_table(what: OrderTable, records: Iterable[OrderRecord]) -> ExportTable:
    """The table of these orders; amounts are without VAT."""
    title, columns, make_rows = _TABLES[what]
    return ExportTable(title, columns, (row for record in records for row in make_rows(record)))


def _make_order_rows(record: OrderRecord) -> list[tuple[Cell, ...]]:
    order = record.order
    return [
        (
            order.reference, order.marketplace_reference, order.status.value, order.placed_at, record.accepted_at,
            record.delivered_at, order.branch, order.method.value, _format_vehicle(order.vehicle), len(order.lines),
            order.items_fils, order.fee_fils, order.commission_fils, order.payout_fils, order.refunded, order.reason,
        )
    ]  # fmt: skip


def _make_line_rows(record: OrderRecord) -> list[tuple[Cell, ...]]:
    order = record.order
    facts = (order.reference, order.marketplace_reference, order.status.value, order.placed_at)
    return [(*facts, line.sku, line.name, line.quantity, line.price_fils, line.total_fils) for line in order.lines]


def _make_payout_rows(record: OrderRecord) -> list[tuple[Cell, ...]]:
    order = record.order
    delivered_at = order.updated_at if record.delivered_at is None else record.delivered_at
    amounts = (order.items_fils, order.commission_fils, order.payout_fils)
    return [(order.reference, order.marketplace_reference, order.placed_at, delivered_at, *amounts)]


def _format_vehicle(vehicle: Vehicle | None) -> str | None:
    if vehicle is None:
        return None
    return f"{vehicle.make} {vehicle.model}" + ("" if vehicle.year is None else f" {vehicle.year}")


_MakeRows = Callable[[OrderRecord], list[tuple[Cell, ...]]]
_TABLES: dict[OrderTable, tuple[str, tuple[Column, ...], _MakeRows]] = {
    OrderTable.ORDERS: ("Orders", _ORDER_COLUMNS, _make_order_rows),
    OrderTable.LINES: ("Lines", _LINE_COLUMNS, _make_line_rows),
    OrderTable.PAYOUTS: ("Payouts", _PAYOUT_COLUMNS, _make_payout_rows),
}
