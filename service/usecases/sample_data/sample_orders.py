# ruff: noqa: E501 - a table is read by its rows
"""Orders and requests for the sample: what buyers ask for, and the status that each has reached."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.marketplace.order_requests import RfqItemRequest, RfqRequest
from service.domain.marketplace.orders import Action, Method, Status, Vehicle
from service.domain.quantity import MILLI
from service.domain.times import DAY, HOUR, MINUTE, Millis
from service.usecases.sample_data.sample_catalogue import SECOND_BRANCH


@dataclass(frozen=True, slots=True)
class Step:
    """What happens to an order, a given time after it was placed. Without an action the buyer
    cancels.
    """

    after: Millis
    action: Action | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """One order: `age` is how long ago it was placed, `lines` are pairs of SKU and whole units."""

    age: Millis
    lines: tuple[tuple[str, int], ...]
    vehicle: Vehicle
    ends: Status
    steps: tuple[Step, ...] = ()
    method: Method = Method.COURIER
    fee_fils: int = 1_500
    branch: str | None = None


def _make_steps(*actions: Action) -> tuple[Step, ...]:
    """The shop's usual speed: an answer within minutes, ready within the hour, the courier within
    the day.
    """
    pace = {
        Action.CONFIRM_FITMENT: 3 * MINUTE,
        Action.ACCEPT: 6 * MINUTE,
        Action.READY: 40 * MINUTE,
        Action.DISPATCHED: 2 * HOUR,
        Action.DELIVERED: 5 * HOUR,
    }
    return tuple(Step(pace[action], action) for action in actions)


_ACCEPTED = (Action.CONFIRM_FITMENT, Action.ACCEPT)
_READY = (*_ACCEPTED, Action.READY)
_DISPATCHED = (*_READY, Action.DISPATCHED)
_DELIVERED = (*_DISPATCHED, Action.DELIVERED)
_PICKED_UP = (*_READY, Action.DELIVERED)

PLANS: tuple[Plan, ...] = (
    Plan(6 * DAY, (("PADF-LC200-AKEB", 1), ("PADR-LC200-AKEB", 1)), Vehicle("Toyota", "Land Cruiser", 2016),
         Status.DELIVERED, _make_steps(*_DELIVERED)),
    Plan(5 * DAY, (("OILF-CAMRY-TOYO", 4), ("OIL-5W30-L", 16)), Vehicle("Toyota", "Camry", 2020),
         Status.DELIVERED, _make_steps(*_PICKED_UP), Method.PICKUP, 0),
    Plan(4 * DAY, (("PLUG-SAFARI-DENS", 8),), Vehicle("Nissan", "Patrol Safari", 2018), Status.DELIVERED, _make_steps(*_DELIVERED)),
    Plan(3 * DAY, (("PADF-SONTA-AKEB", 1),), Vehicle("Hyundai", "Sonata", 2017), Status.CANCELLED,
         (*_make_steps(Action.CONFIRM_FITMENT), Step(9 * MINUTE, Action.REJECT, "The pads on the shelf are for the 2.4 only."))),
    Plan(2 * DAY, (("CABF-ACCRD-HOND", 1), ("AIRF-ACCRD-HOND", 1)), Vehicle("Honda", "Accord", 2015),
         Status.CANCELLED, (*_make_steps(*_ACCEPTED), Step(50 * MINUTE, None, "The buyer withdrew: bought nearby."))),
    Plan(20 * HOUR, (("BAT-NS70", 1), ("WIP-24", 2)), Vehicle("Toyota", "Corolla", 2017),
         Status.OUT_FOR_DELIVERY, _make_steps(*_DISPATCHED), branch=SECOND_BRANCH),
    Plan(5 * HOUR, (("PADF-YUKON-HIQ", 1),), Vehicle("GMC", "Yukon", 2018), Status.OUT_FOR_DELIVERY, _make_steps(*_DISPATCHED)),
    Plan(3 * HOUR, (("OILF-HILUX-TOYO", 6), ("AIRF-HILUX-TOYO", 2)), Vehicle("Toyota", "Hilux", 2021),
         Status.READY, _make_steps(*_READY)),
    Plan(2 * HOUR, (("PLUG-TUCSN-DENS", 4),), Vehicle("Hyundai", "Tucson", 2018),
         Status.READY, _make_steps(*_READY), Method.PICKUP, 0),
    Plan(80 * MINUTE, (("PADR-PAJRO-AKEB", 1),), Vehicle("Mitsubishi", "Pajero", 2014), Status.CONFIRMED, _make_steps(*_ACCEPTED)),
    Plan(25 * MINUTE, (("GAS-R134A-KG", 2), ("CABF-F150-MOTO", 1)), Vehicle("Ford", "F-150", 2019),
         Status.CONFIRMED, _make_steps(*_ACCEPTED)),
    Plan(21 * MINUTE, (("PADF-XTRL-AKEB", 1),), Vehicle("Nissan", "X-Trail", 2017), Status.PLACED,
         _make_steps(Action.CONFIRM_FITMENT)),
    Plan(9 * MINUTE, (("OILF-LC200-TOYO", 2), ("OIL-5W30-L", 8)), Vehicle("Toyota", "Land Cruiser", 2012), Status.PLACED),
    Plan(2 * MINUTE, (("FLD-COOL-4L", 2),), Vehicle("Kia", "Sorento", 2018), Status.PLACED, (), Method.PICKUP, 0),
)  # fmt: skip
"""Oldest first, as in a real shop."""

COMMISSION_PERCENT = 8


def _make_rfq_items(*things: tuple[str, int], sku: str | None = None) -> tuple[RfqItemRequest, ...]:
    return tuple(RfqItemRequest(description, units * MILLI, sku) for description, units in things)


REQUESTS: tuple[tuple[Millis, RfqRequest], ...] = (
    (
        2 * DAY,
        RfqRequest(
            _make_rfq_items(("Front bumper with grille, white", 1), ("Headlamp left and right", 2)),
            "Accident repair, genuine or used in good condition.",
            Vehicle("Lexus", "LX 570", 2018),
        ),
    ),
    (
        7 * HOUR,
        RfqRequest(
            _make_rfq_items(("كمبريسر مكيف أصلي أو مجدد", 1)),
            "السيارة في سلماباد، محتاجها اليوم",
            Vehicle("Nissan", "Patrol", 2016),
        ),
    ),
    (
        35 * MINUTE,
        RfqRequest(
            _make_rfq_items(("Oil filter", 24), sku="OILF-HILUX-TOYO"),
            "Fleet of 12, monthly.",
            Vehicle("Toyota", "Hilux", 2020),
        ),
    ),
)
