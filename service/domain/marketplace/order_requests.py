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
from service.domain.quantity import MAX_MILLI, MILLI, QuantityFault, parse_milli
from service.domain.sentences import join_sentences, message, prefix_field
from service.domain.texts import drop_blank, is_blank

MAX_LINES = 500
MAX_TEXT = 4000

Text = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
OptionalText = Annotated[str, Meta(max_length=MAX_TEXT)] | None
"""A blank text is none, as null is."""
T = TypeVar("T")

_FILS = message("must be an integer of 0 or more")
_read_price = make_integer_reader(Fils | None, _FILS, MAX_FILS)
_read_fils = make_integer_reader(Fils, _FILS, MAX_FILS)
_read_year = make_integer_reader(Year | None, message("must be an integer from 0 to 9999"))

_FILS_SCHEMA = {"type": "integer", "minimum": 0, "maximum": MAX_FILS}
_NULL_SCHEMA = {"type": "null"}
Units = Annotated[
    Raw,
    Meta(
        description="Units, more than 0, at most 3 decimals.",
        extra_json_schema={"type": "number", "exclusiveMinimum": 0, "maximum": MAX_MILLI // MILLI},
    ),
]


class VehicleBody(Struct, forbid_unknown_fields=True):
    """The buyer's car."""

    make: Annotated[Text, Meta(description="Make of the car, not blank.")]
    model: Annotated[Text, Meta(description="Model of the car, not blank.")]
    year: Annotated[
        Raw,
        Meta(
            description="Model year.",
            extra_json_schema={"anyOf": [{"type": "integer", "minimum": 0, "maximum": 9999}, _NULL_SCHEMA]},
        ),
    ] = msgspec.field(default_factory=Raw)


class LineBody(Struct, forbid_unknown_fields=True):
    """One line of an order."""

    sku: Annotated[Text, Meta(description="SKU of an item of the shop.")]
    quantity: Units
    price_fils: Annotated[
        Raw,
        Meta(
            description="Price of one unit in fils, VAT excluded; the item's own price when omitted or null.",
            extra_json_schema={"anyOf": [_FILS_SCHEMA, _NULL_SCHEMA]},
        ),
    ] = msgspec.field(default_factory=Raw)


class DeliveryBody(Struct, forbid_unknown_fields=True):
    """How the buyer gets the parts."""

    method: Annotated[Method, Meta(description="By courier, or fetched from the shop.")] = Method.COURIER
    fee_fils: Annotated[
        Raw, Meta(description="Delivery fee in fils, VAT excluded; 0 when omitted.", extra_json_schema=_FILS_SCHEMA)
    ] = msgspec.field(default_factory=Raw)


class OrderBody(Struct, forbid_unknown_fields=True):
    """An order as a marketplace places it."""

    lines: Annotated[list[LineBody], Meta(min_length=1, max_length=MAX_LINES, description="What is ordered.")]
    branch: Annotated[OptionalText, Meta(description="The branch that holds the units; the main one if none.")] = None
    vehicle: Annotated[VehicleBody | None, Meta(description="The buyer's car, if known.")] = None
    delivery: Annotated[DeliveryBody, Meta(description="Delivery method and fee; by courier when omitted.")] = (
        msgspec.field(default_factory=DeliveryBody)
    )
    commission_fils: Annotated[
        Raw,
        Meta(
            description="The marketplace's commission in fils, at most what the items come to; 0 when omitted.",
            extra_json_schema=_FILS_SCHEMA,
        ),
    ] = msgspec.field(default_factory=Raw)


class RfqItemBody(Struct, forbid_unknown_fields=True):
    """One thing asked for."""

    description: Annotated[Text, Meta(description="What is asked for, not blank.")]
    quantity: Units
    sku: Annotated[OptionalText, Meta(description="SKU of an item of the shop, if the buyer named one.")] = None


class RfqBody(Struct, forbid_unknown_fields=True):
    """A request for quotation as a marketplace sends it."""

    items: Annotated[list[RfqItemBody], Meta(min_length=1, max_length=MAX_LINES, description="What is asked for.")]
    text: Annotated[OptionalText, Meta(description="What the buyer wrote.")] = None
    vehicle: Annotated[VehicleBody | None, Meta(description="The buyer's car, if known.")] = None


_ORDER = msgspec.json.Decoder(OrderBody)
_RFQ = msgspec.json.Decoder(RfqBody)


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
            _parse_text(line.sku, f"lines[{place}].sku"),
            _parse_units(line.quantity, f"lines[{place}].quantity"),
            _parse_integer(line.price_fils, _read_price, f"lines[{place}].price_fils"),
        )
        for place, line in enumerate(order.lines)
    )
    return OrderRequest(
        lines,
        drop_blank(order.branch),
        _convert_vehicle(order.vehicle),
        order.delivery.method,
        _parse_integer(order.delivery.fee_fils, _read_fils, "delivery.fee_fils") or 0,
        _parse_integer(order.commission_fils, _read_fils, "commission_fils") or 0,
    )


def parse_rfq(body: bytes) -> RfqRequest:
    """A request for quotation. Raises BadRequest with the place of the fault."""
    rfq = _decode_request(body, _RFQ, "request for quotation")
    items = tuple(
        RfqItemRequest(
            _parse_text(item.description, f"items[{place}].description"),
            _parse_units(item.quantity, f"items[{place}].quantity"),
            drop_blank(item.sku),
        )
        for place, item in enumerate(rfq.items)
    )
    return RfqRequest(items, drop_blank(rfq.text), _convert_vehicle(rfq.vehicle))


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


def _parse_text(text: str, place: str) -> str:
    """A text that is needed. Raises BadRequest."""
    if is_blank(text):
        raise BadRequest(prefix_field(place, message("must not be blank")))
    return text


def _parse_units(token: Raw, place: str) -> int:
    try:
        milli = parse_milli(bytes(token))
    except QuantityFault as fault:
        raise BadRequest(prefix_field(place, fault.sentence)) from fault
    if milli == 0:
        raise BadRequest(prefix_field(place, message("must be more than 0")))
    return milli


def _convert_vehicle(vehicle: VehicleBody | None) -> Vehicle | None:
    if vehicle is None:
        return None
    make, model = _parse_text(vehicle.make, "vehicle.make"), _parse_text(vehicle.model, "vehicle.model")
    return Vehicle(make, model, _parse_integer(vehicle.year, _read_year, "vehicle.year"))


def whole(units: int) -> int:
    """Whole units as thousandths."""
    return units * MILLI
