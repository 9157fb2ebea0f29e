"""What the marketplace side sends: orders and requests for quotation (contract §4.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from service.domain.errors import BadRequest
from service.domain.json_bodies import FieldFault, FieldReader, Fils, Year, decode_body, make_integer_reader
from service.domain.marketplace.orders import Method, Vehicle
from service.domain.money import MAX_FILS
from service.domain.quantity import MILLI, QuantityFault, parse_milli
from service.domain.sentences import join_sentences, message, prefix_field

MAX_LINES = 500
MAX_TEXT = 4000

Text = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
OptionalText = Annotated[str, Meta(max_length=MAX_TEXT)] | None
"""An empty text is none, as null is."""
T = TypeVar("T")

_FILS = message("must be an integer of 0 or more")
_read_price = make_integer_reader(Fils | None, _FILS, MAX_FILS)
_read_fils = make_integer_reader(Fils, _FILS, MAX_FILS)
_read_year = make_integer_reader(Year | None, message("must be an integer from 0 to 9999"))


class _Vehicle(Struct, forbid_unknown_fields=True):
    make: Text
    model: Text
    year: Raw = msgspec.field(default_factory=Raw)


class _Line(Struct, forbid_unknown_fields=True):
    sku: Text
    quantity: Raw
    price_fils: Raw = msgspec.field(default_factory=Raw)


class _Delivery(Struct, forbid_unknown_fields=True):
    method: Method = Method.COURIER
    fee_fils: Raw = msgspec.field(default_factory=Raw)


class _Order(Struct, forbid_unknown_fields=True):
    lines: Annotated[list[_Line], Meta(min_length=1, max_length=MAX_LINES)]
    branch: OptionalText = None
    vehicle: _Vehicle | None = None
    delivery: _Delivery = msgspec.field(default_factory=_Delivery)
    commission_fils: Raw = msgspec.field(default_factory=Raw)


class _RfqItem(Struct, forbid_unknown_fields=True):
    description: Text
    quantity: Raw
    sku: OptionalText = None


class _Rfq(Struct, forbid_unknown_fields=True):
    items: Annotated[list[_RfqItem], Meta(min_length=1, max_length=MAX_LINES)]
    text: OptionalText = None
    vehicle: _Vehicle | None = None


_ORDER = msgspec.json.Decoder(_Order)
_RFQ = msgspec.json.Decoder(_Rfq)


@dataclass(frozen=True, slots=True)
class LineRequest:
    """Units in thousandths. Without a price the item's own price counts."""

    sku: str
    quantity: int
    price_fils: int | None = None


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """An order that the marketplace side, or the owner for a buyer on the phone, asks for."""

    lines: tuple[LineRequest, ...]
    branch: str | None = None
    vehicle: Vehicle | None = None
    method: Method = Method.COURIER
    fee_fils: int = 0
    commission_fils: int = 0


@dataclass(frozen=True, slots=True)
class RfqItemRequest:
    description: str
    quantity: int
    sku: str | None = None


@dataclass(frozen=True, slots=True)
class RfqRequest:
    items: tuple[RfqItemRequest, ...]
    text: str | None = None
    vehicle: Vehicle | None = None


def parse_order(body: bytes) -> OrderRequest:
    """Parses an order. Raises BadRequest with a sentence that names the place of the fault."""
    order = _decode_request(body, _ORDER, "order")
    lines = tuple(
        LineRequest(
            line.sku,
            _parse_units(line.quantity, f"lines[{place}].quantity"),
            _parse_integer(line.price_fils, _read_price, f"lines[{place}].price_fils"),
        )
        for place, line in enumerate(order.lines)
    )
    return OrderRequest(
        lines,
        order.branch or None,
        _convert_vehicle(order.vehicle),
        order.delivery.method,
        _parse_integer(order.delivery.fee_fils, _read_fils, "delivery.fee_fils") or 0,
        _parse_integer(order.commission_fils, _read_fils, "commission_fils") or 0,
    )


def parse_rfq(body: bytes) -> RfqRequest:
    """Parses a request for quotation. Raises BadRequest with a sentence that names the place of the
    fault.
    """
    rfq = _decode_request(body, _RFQ, "request for quotation")
    items = tuple(
        RfqItemRequest(item.description, _parse_units(item.quantity, f"items[{place}].quantity"), item.sku or None)
        for place, item in enumerate(rfq.items)
    )
    return RfqRequest(items, rfq.text or None, _convert_vehicle(rfq.vehicle))


def _decode_request(body: bytes, decoder: msgspec.json.Decoder[T], what: str) -> T:
    try:
        return decode_body(body, decoder, f"The {what}")
    except msgspec.ValidationError as error:
        raise BadRequest(f"The {what} cannot be read: {str(error)[:1].lower()}{str(error)[1:]}.") from error


def _parse_integer(token: Raw, read: FieldReader, place: str) -> int | None:
    """A whole number (5.0 is one, contract §3); None if it is absent or null."""
    if not bytes(token):
        return None
    try:
        number: int | None = read(bytes(token), {})
    except FieldFault as fault:
        raise BadRequest(join_sentences(fault.list_faults(place))) from fault
    return number


def _parse_units(token: Raw, place: str) -> int:
    try:
        milli = parse_milli(bytes(token))
    except QuantityFault as fault:
        raise BadRequest(prefix_field(place, fault.sentence)) from fault
    if milli == 0:
        raise BadRequest(prefix_field(place, message("must be more than 0")))
    return milli


def _convert_vehicle(vehicle: _Vehicle | None) -> Vehicle | None:
    if vehicle is None:
        return None
    return Vehicle(vehicle.make, vehicle.model, _parse_integer(vehicle.year, _read_year, "vehicle.year"))


def whole(units: int) -> int:
    """Whole units as thousandths."""
    return units * MILLI
