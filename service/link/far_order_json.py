"""The form of an upstream order (contract §4)."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from service.domain.link.far_orders import FarLine, FarOrder, ReadOrder
from service.domain.link.own_numbers import LONGEST
from service.domain.marketplace.order_requests import MAX_LINES
from service.domain.marketplace.orders import CLOSED, Method, Status
from service.domain.money import MAX_FILS, compute_line_total
from service.domain.sentences import message, prefix_field
from service.domain.times import Millis
from service.link.far_decode import FarVehicle, clean, decode_answer, make_fault, read_milli, read_vehicle
from service.link.link_errors import NotUnderstood
from service.link.lone_surrogates import replace_lone_surrogates

_EARLIEST, _LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_Fils = Annotated[int, Meta(ge=0, le=MAX_FILS)]


class _Orders(Struct):
    orders: list[Raw]


class _Action(Struct):
    status: Status


class _Line(Struct):
    sku: str
    quantity: Raw
    price_fils: _Fils
    name: str | None = None
    total_fils: _Fils | None = None


class _Delivery(Struct):
    method: Method
    fee_fils: _Fils


class _Payout(Struct):
    commission_fils: _Fils


class _Order(Struct):
    reference: str
    status: Status
    placed_at: str
    lines: Annotated[list[_Line], Meta(min_length=1, max_length=MAX_LINES)]
    delivery: _Delivery
    payout: _Payout
    accept_by: str | None = None
    fitment_confirmed: bool = False
    vehicle: FarVehicle | None = None
    items_fils: _Fils | None = None
    refunded: bool = False
    reason: str | None = None


class _Named(Struct):
    reference: str


class _Closed(Struct):
    reference: str
    status: Status
    placed_at: str


_ORDERS = msgspec.json.Decoder(_Orders)
_ORDER = msgspec.json.Decoder(_Order)
_ACTION = msgspec.json.Decoder(_Action)
_NAMED = msgspec.json.Decoder(_Named)
_CLOSED = msgspec.json.Decoder(_Closed)


def read_orders(body: bytes) -> list[ReadOrder]:
    """The rows of a list, each on its own. Raises NotUnderstood if it is no list."""
    return [read_order(bytes(raw)) for raw in decode_answer(body, _ORDERS, message("list of orders")).orders]


def read_order(raw: bytes) -> ReadOrder:
    """One order, or why it cannot be read."""
    try:
        order = _order(decode_answer(raw, _ORDER, message("order")))
    except NotUnderstood as error:
        return ReadOrder(_name_of(raw), raw, None, error.sentence, _read_closed_from(raw))
    return ReadOrder(order.reference, raw, order)


def read_status(body: bytes) -> Status:
    """The status after an action. Raises NotUnderstood."""
    return decode_answer(body, _ACTION, message("answer to an action")).status


def _order(order: _Order) -> FarOrder:
    reference = order.reference
    if not reference.strip() or len(reference) > LONGEST or clean(reference, LONGEST) != reference:
        raise make_fault(
            message("order"), message("its reference is empty, too long, or has characters that cannot be shown")
        )
    lines = tuple(_line(place, line) for place, line in enumerate(order.lines))
    items_fils = sum(line.total_fils for line in lines) if order.items_fils is None else order.items_fils
    return FarOrder(
        reference=reference,
        status=order.status,
        placed_at=_moment("placed_at", order.placed_at),
        accept_by=None if order.accept_by is None else _moment("accept_by", order.accept_by),
        fitment_confirmed=order.fitment_confirmed,
        vehicle=None if order.vehicle is None else read_vehicle(order.vehicle),
        lines=lines,
        method=order.delivery.method,
        fee_fils=order.delivery.fee_fils,
        items_fils=items_fils,
        commission_fils=order.payout.commission_fils,
        refunded=order.refunded,
        reason=None if order.reason is None else clean(order.reason),
    )


def _line(place: int, line: _Line) -> FarLine:
    sku = clean(line.sku, 60)
    if not sku or sku != line.sku.strip():
        raise make_fault(
            message("order"), prefix_field(f"lines[{place}].sku", message("must be a SKU of at most 60 characters"))
        )
    milli = read_milli(f"lines[{place}].quantity", line.quantity)
    if milli == 0:
        raise make_fault(message("order"), prefix_field(f"lines[{place}].quantity", message("must be more than 0")))
    total = compute_line_total(milli, line.price_fils) if line.total_fils is None else line.total_fils
    if total > MAX_FILS:
        raise make_fault(message("order"), prefix_field(f"lines[{place}]", message("comes to more than can be paid")))
    return FarLine(sku, clean(line.name or "", 2000) or sku, milli, line.price_fils, total)


def _moment(field: str, text: str) -> Millis:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None or not _EARLIEST < moment < _LATEST:
            raise ValueError
    except ValueError as error:
        raise make_fault(
            message("order"), prefix_field(field, message("must be a time such as 2026-11-20T14:05:09Z"))
        ) from error
    return round(moment.timestamp() * 1000)


def _read_closed_from(raw: bytes) -> Millis | None:
    """When a closed order was placed; None for others, and where that cannot be read."""
    try:
        order = decode_answer(raw, _CLOSED, message("order"))
        return _moment("placed_at", order.placed_at) if order.status in CLOSED else None
    except NotUnderstood:
        return None


def _name_of(raw: bytes) -> str:
    try:
        name = clean(_NAMED.decode(replace_lone_surrogates(raw)).reference, LONGEST)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        name = ""
    return name or hashlib.blake2b(raw, digest_size=8).hexdigest()
