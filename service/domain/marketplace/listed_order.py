"""An order in a list: what a row shows of it, and what a list is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.marketplace.orders import Method, Status, Vehicle
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class ListedOrder:
    """An order in a list; `parts` counts its lines. `seen`: whether the owner has seen it."""

    reference: str
    status: Status
    placed_at: Millis
    accept_by: Millis | None
    items_fils: int
    parts: int
    vehicle: Vehicle | None
    method: Method
    seen: bool = True


class OrderSort(StrEnum):
    """How a list is sorted: waiting ones by time left, then newest first; by age; by amount."""

    TIME_LEFT = "time_left"
    NEWEST = "newest"
    OLDEST = "oldest"
    LARGEST = "largest"


@dataclass(frozen=True, slots=True)
class OrderQuery:
    """What to list; `text` fits reference, vehicle, SKU or name."""

    status: Status | None = None
    text: str = ""
    sort: OrderSort = OrderSort.TIME_LEFT
