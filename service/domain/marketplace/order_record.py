"""Past orders as they are exported."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.marketplace.orders import Order
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class OrderRecord:
    """`accepted_at` and `delivered_at` are None for what did not happen."""

    order: Order
    accepted_at: Millis | None
    delivered_at: Millis | None


class OrderTable(StrEnum):
    """What a file of orders has: a row for each order, each line, or each payout."""

    ORDERS = "orders"
    LINES = "lines"
    PAYOUTS = "payouts"
