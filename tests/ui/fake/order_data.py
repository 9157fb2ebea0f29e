"""Orders of the fake shop, with history, in every status."""

from __future__ import annotations

from dataclasses import replace

from service.domain.marketplace.orders import (
    CANCEL,
    Action,
    HistoryEntry,
    Line,
    ListedOrder,
    Method,
    Order,
    Rfq,
    RfqItem,
    Status,
    Vehicle,
    allowed_actions,
)
from service.domain.money import compute_line_total
from service.domain.times import MINUTE, SECOND, Millis
from tests.ui.fake.fake_clock import NOW
from tests.ui.fake.shop_data import ITEMS, LIVE, PAIRS
from ui.backend.orders_port import OrderDetail

_PARTS = {item.sku: item for item in ITEMS}
_WINDOW = 30 * MINUTE


def _line(sku: str, units: int, price: int) -> Line:
    return Line(sku, _PARTS[sku].name, units * 1000, price, compute_line_total(units * 1000, price))


def _order(
    number: int,
    status: Status,
    vehicle: Vehicle,
    lines: tuple[Line, ...],
    placed: Millis,
    method: Method = Method.COURIER,
) -> Order:
    total = sum(line.total_fils for line in lines)
    return Order(
        id=number,
        shop_id=LIVE,
        reference=f"ORD-2026-{number:06d}",
        status=status,
        placed_at=placed,
        accept_by=placed + _WINDOW if status is Status.PLACED else None,
        updated_at=placed,
        fitment_confirmed=number == 123,
        vehicle=vehicle,
        lines=lines,
        branch_id=1,
        method=method,
        fee_fils=1500 if method is Method.COURIER else 0,
        items_fils=total,
        commission_fils=total // 10,
        refunded=status is Status.CANCELLED,
        reason="The buyer withdrew." if status is Status.CANCELLED else None,
        units_left=status in (Status.OUT_FOR_DELIVERY, Status.DELIVERED),
    )


def _left(minutes: int, seconds: int) -> Millis:
    """When an order was placed that has this much time left."""
    return NOW + minutes * MINUTE + seconds * SECOND - _WINDOW


def orders() -> list[Order]:
    """The orders as they are at NOW, newest first."""
    ago = 90 * MINUTE
    return [
        _order(
            123,
            Status.PLACED,
            Vehicle("Toyota", "Land Cruiser", 2019),
            (_line("04465-60320", 1, 28500), _line("90915-YZZD4", 2, 2750), _line("17801-38051", 1, 9200)),
            _left(22, 41),
        ),
        _order(
            122,
            Status.PLACED,
            Vehicle("Honda", "Accord", 2021),
            (_line("14400-RCA-A01", 1, 22550), _line("17801-38051", 1, 9200)),
            _left(8, 12),
        ),
        _order(
            121,
            Status.PLACED,
            Vehicle("Nissan", "Patrol", 2016),
            (_line("SK20HR11", 1, 12400),),
            _left(3, 5),
            Method.PICKUP,
        ),
        _order(120, Status.CONFIRMED, Vehicle("Toyota", "Camry", 2018), (_line("87139-50100", 1, 8900),), NOW - ago),
        _order(
            119,
            Status.CONFIRMED,
            Vehicle("Lexus", "LX 570", 2017),
            (_line("04465-60320", 2, 28500), _line("81150-60K60", 2, 34675)),
            NOW - 2 * ago,
        ),
        _order(
            118,
            Status.READY,
            Vehicle("Hyundai", "Tucson", 2020),
            (_line("31110-2S000", 1, 14850), _line("90915-YZZD4", 1, 2750)),
            NOW - 3 * ago,
            Method.PICKUP,
        ),
        _order(
            117,
            Status.OUT_FOR_DELIVERY,
            Vehicle("GMC", "Yukon", 2015),
            (_line("40206-1LB0A", 1, 64000),),
            NOW - 4 * ago,
        ),
        _order(
            116,
            Status.DELIVERED,
            Vehicle("Kia", "Sportage", 2019),
            (_line("48609-0K040", 1, 5050), _line("17801-38051", 1, 9200)),
            NOW - 16 * ago,
        ),
        _order(
            115, Status.CANCELLED, Vehicle("Ford", "Explorer", 2014), (_line("21460-1LB0A", 1, 89000),), NOW - 20 * ago
        ),
    ]


def row_of(order: Order) -> ListedOrder:
    """An order as lists show it."""
    return ListedOrder(
        order.reference,
        order.status,
        order.placed_at,
        order.accept_by,
        order.customer_total(PAIRS[0].live.vat).total_fils,
        len(order.lines),
        order.vehicle,
        order.method,
    )


def detail_of(order: Order, now: Millis) -> OrderDetail:
    """An order whole."""
    open_still = order.status not in (Status.DELIVERED, Status.CANCELLED)
    arabic = {line.sku: _PARTS[line.sku].name_ar or "" for line in order.lines if line.sku in _PARTS}
    return OrderDetail(order, allowed_actions(order, now), open_still, _history(order), "Main", arabic)


_STEPS = (
    (Status.CONFIRMED, Action.ACCEPT, "owner", 6),
    (Status.READY, Action.READY, "Till 1", 25),
    (Status.OUT_FOR_DELIVERY, Action.DISPATCHED, "Till 1", 48),
    (Status.DELIVERED, Action.DELIVERED, "owner", 110),
)


def _history(order: Order) -> tuple[HistoryEntry, ...]:
    """What must have happened for an order to be where it is."""
    steps: list[tuple[str, Status | None, Status, str, int]] = [("place", None, Status.PLACED, "marketplace", 0)]
    if order.fitment_confirmed:
        steps.append((Action.CONFIRM_FITMENT.value, Status.PLACED, Status.PLACED, "owner", 3))
    reached = [status for status, *_rest in _STEPS]
    passed = reached.index(order.status) + 1 if order.status in reached else 0
    before = Status.PLACED
    for status, action, by, minutes in _STEPS[:passed]:
        steps.append((action.value, before, status, by, minutes))
        before = status
    if order.status is Status.CANCELLED:
        steps.append((CANCEL, Status.PLACED, Status.CANCELLED, "owner", 12))
    return tuple(
        HistoryEntry(
            number,
            order.reference,
            order.placed_at + minutes * MINUTE,
            action,
            was,
            to,
            order.reason if to is Status.CANCELLED else None,
            to is Status.CANCELLED,
            by,
        )
        for number, (action, was, to, by, minutes) in enumerate(steps, 1)
    )


def rfqs() -> tuple[Rfq, ...]:
    """Two buyers ask for a price."""
    return (
        Rfq(
            2,
            LIVE,
            "RFQ-2026-000002",
            NOW - 40 * MINUTE,
            "Looking for the left headlamp, used is fine, and both mirrors if you have them. I can come by today.",
            Vehicle("Toyota", "Land Cruiser", 2019),
            (RfqItem("81150-60K60", "Headlamp, left", 1000), RfqItem(None, "Mirror, left and right", 2000)),
        ),
        Rfq(1, LIVE, "RFQ-2026-000001", NOW - 26 * 60 * MINUTE, None, None, (RfqItem(None, "Radiator cap", 1000),)),
    )


def with_status(order: Order, status: Status, reason: str | None) -> Order:
    """The order in another status."""
    return replace(order, status=status, accept_by=None, reason=reason, refunded=status is Status.CANCELLED)
