"""Fills a staging shop with a realistic catalogue, orders and requests, by the same use cases as
real data.

The work is divided into short writes, so that calls go on meanwhile. A second run adds what is
missing and changes nothing else: existing items stay as they are, and orders are placed only until
each status has the sample's number of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice
from typing import Any

import msgspec

from service.domain import wire
from service.domain.actors import OWNER
from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.sku import fold
from service.domain.errors import Refused
from service.domain.history import CauseKind, WriteCause
from service.domain.marketplace.order_requests import LineRequest, OrderRequest, RfqItemRequest, RfqRequest
from service.domain.marketplace.orders import Action, Method, Order, Status, Vehicle
from service.domain.quantity import MILLI
from service.domain.shops import Shop
from service.domain.times import DAY, HOUR, MINUTE, Millis
from service.store import items, orders, rfqs
from service.store.engine.transaction import Tx
from service.usecases.act_on_order import act_on_order, cancel_order, expire_orders
from service.usecases.place_order import place_order, receive_rfq
from service.usecases.sample_catalogue import SECOND_BRANCH, make_sample_rows
from service.usecases.upload_items import save_upload

BY_SAMPLE = "sample"
ITEMS_PER_STEP = 60
CATALOGUE_AGE: Millis = 7 * DAY

_decode_rows = msgspec.json.Decoder(list[msgspec.Raw]).decode


# ruff: noqa: E501 - a table is read by its rows


@dataclass(frozen=True, slots=True)
class Step:
    """What happens to an order, so long after it was placed. No action: the buyer cancels."""

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
    """The shop's speed: answered in minutes, ready in an hour, delivered in a day."""
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


@dataclass(frozen=True, slots=True)
class SampleCounts:
    """What one write added, what was there already, and orders without enough stock."""

    items: int = 0
    items_existing: int = 0
    orders: int = 0
    orders_skipped: int = 0
    rfqs: int = 0

    def __add__(self, other: SampleCounts) -> SampleCounts:
        return SampleCounts(*map(operator.add, astuple(self), astuple(other)))


SampleStep = Callable[[Tx], SampleCounts]


def list_sample_steps(shop: Shop, now: Millis) -> list[SampleStep]:
    """The writes that fill a staging shop, one after the other. Raises Refused for a live shop."""
    if not shop.staging:
        raise Refused.saying(
            "live_shop", "The sample is for staging only; {shop} is live. Choose its staging shop.", shop=shop.name
        )
    return [*_make_item_steps(shop, now), *_make_order_steps(shop, now), lambda tx: _add_rfqs(tx, shop, now)]


def fill_sample(tx: Tx, shop: Shop, now: Millis) -> SampleCounts:
    """Runs all writes in one transaction. Raises Refused."""
    filled = SampleCounts()
    for piece in list_sample_steps(shop, now):
        filled += piece(tx)
    return filled


def _make_item_steps(shop: Shop, now: Millis) -> Iterator[SampleStep]:
    source = iter(make_sample_rows())
    while some := list(islice(source, ITEMS_PER_STEP)):
        yield lambda tx, some=some: _add_items(tx, shop, some, now)  # type: ignore[misc]


def _add_items(tx: Tx, shop: Shop, sample: Sequence[list[dict[str, Any]]], now: Millis) -> SampleCounts:
    """Uploads the items that the shop does not have."""
    held = items.find_stored_items(tx, shop.id, [fold(rows[0]["sku"]) for rows in sample], with_values=False).ids
    missing = [rows for rows in sample if fold(rows[0]["sku"]) not in held]
    body = wire.encode([row for rows in missing for row in rows])
    # Dated before the oldest order, so that the ledger is in order.
    rows, made_at, why = parse_rows(_decode_rows(body)).rows, now - CATALOGUE_AGE, WriteCause(CauseKind.SAMPLE)
    result = save_upload(tx, shop, rows, by=BY_SAMPLE, now=made_at, why=why).result
    return SampleCounts(items=result.created, items_existing=len(sample) - len(missing))


def _make_order_steps(shop: Shop, now: Millis) -> Iterator[SampleStep]:
    wanted: dict[Status, int] = {}
    for plan in PLANS:
        wanted[plan.ends] = wanted.get(plan.ends, 0) + 1
    for plan in PLANS:
        yield lambda tx, plan=plan: _add_order(tx, shop, plan, wanted[plan.ends], now)  # type: ignore[misc]


def _add_order(tx: Tx, shop: Shop, plan: Plan, wanted: int, now: Millis) -> SampleCounts:
    """Places one order and moves it as its plan says, unless its status has enough orders."""
    expire_orders(tx, shop.id, now)
    if orders.count_by_status(tx, shop.id).get(plan.ends, 0) >= wanted:
        return SampleCounts()
    placed_at = now - plan.age
    try:
        with tx.savepoint():
            request = _make_order_request(tx, shop, plan)
            order = place_order(tx, shop, request, by=OWNER, now=now, placed_at=placed_at)
    except Refused:
        # A user of the sample may have sold or changed these items; the other orders are enough.
        return SampleCounts(orders_skipped=1)
    for step in plan.steps:
        _apply_plan_step(tx, shop, order, step, placed_at + step.after)
    return SampleCounts(orders=1)


def _make_order_request(tx: Tx, shop: Shop, plan: Plan) -> OrderRequest:
    lines = tuple(LineRequest(sku, units * MILLI) for sku, units in plan.lines)
    stored_items = items.find_items(tx, shop.id, [line.sku for line in lines])
    worth = sum(
        (item.order_price_fils or 0) * units for (sku, units) in plan.lines if (item := stored_items.get(fold(sku)))
    )
    return OrderRequest(
        lines, plan.branch, plan.vehicle, plan.method, plan.fee_fils, commission_fils=worth * COMMISSION_PERCENT // 100
    )


def _apply_plan_step(tx: Tx, shop: Shop, order: Order, step: Step, at: Millis) -> None:
    if step.action is None:
        cancel_order(tx, shop, order.reference, reason=step.reason or "", restock=False, by=OWNER, now=at)
        return
    decision = act_on_order(tx, shop, order.reference, step.action, reason=step.reason, by=OWNER, now=at)
    if decision.refusal:
        raise decision.refusal


def _add_rfqs(tx: Tx, shop: Shop, now: Millis) -> SampleCounts:
    """Adds the requests for quotation if the shop has none yet."""
    if rfqs.list_rfqs(tx, shop.id, limit=1):
        return SampleCounts()
    for age, request in REQUESTS:
        receive_rfq(tx, shop, request, now=now - age)
    return SampleCounts(rfqs=len(REQUESTS))
