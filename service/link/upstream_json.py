"""The marketplace's answers: decoded with care, turned into our types."""

from __future__ import annotations

import hashlib
import logging
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from service.domain.catalogue.items import Fit
from service.domain.catalogue.sku import MAX_SKU
from service.domain.errors import BadRequest
from service.domain.json_bodies import decode_body
from service.domain.link.push_plan import Content
from service.domain.link.upstream_orders import LONGEST, ReadOrder, UpstreamOrder, UpstreamRfq
from service.domain.marketplace.order_requests import MAX_LINES, MAX_TEXT, RfqItemRequest, RfqRequest
from service.domain.marketplace.orders import CLOSED, Line, Method, Status, Vehicle
from service.domain.money import MAX_FILS, compute_line_total
from service.domain.quantity import QuantityFault, parse_milli
from service.domain.sentences import Sentence, message, prefix_field, verbatim
from service.domain.texts import is_blank
from service.domain.times import Millis
from service.domain.wire import UploadResult
from service.link.link_errors import NotUnderstood

_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)
_UNSHOWN = rb"\ue000"
PAGE = 500
"""Orders, items or events that are asked for at once."""
MOST_PAGES = 20
"""The most orders of one status that are read: no shop has ten thousand open orders."""
MOST_ROWS = 20_000
"""Orders or items of one answer: a marketplace that does not know `limit` answers all at once."""
_LONGEST_TEXT = 500
_TOO_MUCH = message("comes to more than can be paid")
T = TypeVar("T")
log = logging.getLogger(__name__)
_EARLIEST, _LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_Fils = Annotated[int, Meta(ge=0, le=MAX_FILS)]


def replace_lone_surrogates(body: bytes) -> bytes:
    """The body with a character of private use in the place of each half surrogate pair. Cleaning
    takes such a character out of a text, and a reference or a SKU with one is not understood.
    """
    if b"\\ud" not in body and b"\\uD" not in body:
        return body
    return _ESCAPE.sub(lambda match: _UNSHOWN if match.group(1) else match.group(0), body)


class UpstreamVehicle(Struct):
    """A car as the marketplace writes it."""

    make: str
    model: str
    year: int | None = None


def clean(text: str, most: int = _LONGEST_TEXT) -> str:
    """An upstream text, cut, without deceiving characters; "" where it is blank."""
    if is_blank(text):
        return ""
    plain = "".join(" " if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") else char for char in text)
    return " ".join(plain.split())[:most]


def decode_answer(body: bytes, decoder: msgspec.json.Decoder[T], what: Sentence) -> T:
    """Decodes a body or a part of one; `what` is named in the fault. Raises NotUnderstood."""
    try:
        return decode_body(replace_lone_surrogates(body), decoder, "The answer")
    except (msgspec.ValidationError, BadRequest) as error:
        raise make_fault(what, verbatim(clean(str(error)))) from error


def make_fault(what: Sentence, fault: Sentence) -> NotUnderstood:
    """The error for an answer that cannot be read."""
    return NotUnderstood(message("The marketplace's {what} cannot be understood: {fault}.", what=what, fault=fault))


def _check_reference(reference: str, what: Sentence) -> str:
    """Raises NotUnderstood where two things could be taken for one by it."""
    if not reference or len(reference) > LONGEST or clean(reference, LONGEST) != reference:
        raise make_fault(what, message("its reference is empty, too long, or has characters that cannot be shown"))
    return reference


def read_milli(place: str, token: Raw) -> int:
    """A quantity in thousandths. Raises NotUnderstood."""
    try:
        return parse_milli(bytes(token))
    except QuantityFault as fault:
        raise make_fault(message("answer"), prefix_field(place, fault.sentence)) from fault


def _read_units(place: str, token: Raw) -> int:
    """A quantity that is ordered. Raises NotUnderstood."""
    milli = read_milli(place, token)
    if milli == 0:
        raise make_fault(message("answer"), prefix_field(place, message("must be more than 0")))
    return milli


def read_vehicle(vehicle: UpstreamVehicle) -> Vehicle:
    """The same car, without a year that is none."""
    year = vehicle.year if vehicle.year is not None and 0 <= vehicle.year <= 9999 else None
    return Vehicle(clean(vehicle.make, 200), clean(vehicle.model, 200), year)


class _Items(Struct):
    items: Annotated[dict[str, Raw], Meta(max_length=MOST_ROWS)]
    total: int


class _Fault(Struct):
    message: str
    error: str = ""


class _Events(Struct):
    events: Annotated[list[Raw], Meta(max_length=PAGE)]
    next: Annotated[str, Meta(min_length=1, max_length=1000)]
    gap: bool = False


class _Event(Struct):
    event: str
    data: Raw = msgspec.field(default_factory=Raw)


class _RfqItem(Struct):
    description: str
    quantity: Raw
    sku: str | None = None


class _Rfq(Struct):
    reference: str
    items: Annotated[list[_RfqItem], Meta(min_length=1, max_length=MAX_LINES)]
    text: str | None = None
    vehicle: UpstreamVehicle | None = None


class _RfqData(Struct):
    rfq: _Rfq


class _Level(Struct):
    branch: str
    quantity: Raw


class _Item(Struct):
    name: str
    stock: list[_Level]
    name_ar: str | None = None
    oem_number: str | None = None
    brand: str | None = None
    category: str | None = None
    condition: str | None = None
    price_fils: int | None = None
    wholesale_price_fils: int | None = None
    online_price_fils: int | None = None
    list_on_marketplace: bool = False
    active: bool = True
    fit: list[Fit] | None = None


_ITEMS = msgspec.json.Decoder(_Items)
_ITEM = msgspec.json.Decoder(_Item)
_FAULT = msgspec.json.Decoder(_Fault)
_UPLOAD = msgspec.json.Decoder(UploadResult)
_EVENTS = msgspec.json.Decoder(_Events)
_EVENT = msgspec.json.Decoder(_Event)
_RFQ_DATA = msgspec.json.Decoder(_RfqData)


@dataclass(frozen=True, slots=True)
class UpstreamItem:
    """An upstream item: the fields of an upload row, and thousandths by branch."""

    sku: str
    content: Content
    stock: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class UpstreamEvents:
    """The kinds, the requests for quotation, the cursor; `has_gap`: some before are lost."""

    kinds: tuple[str, ...]
    rfqs: tuple[UpstreamRfq, ...]
    next: str
    has_gap: bool


def read_items(body: bytes) -> tuple[list[UpstreamItem], int]:
    """A page of the catalogue and how many items there are in all. Raises NotUnderstood."""
    page = decode_answer(body, _ITEMS, message("catalogue"))
    return [_item(sku, bytes(raw)) for sku, raw in page.items.items()], page.total


def read_upload(body: bytes) -> UploadResult:
    """The result of an upload. Raises NotUnderstood."""
    return decode_answer(body, _UPLOAD, message("answer to an upload"))


def read_events(body: bytes) -> UpstreamEvents:
    """A page of the event feed. Raises NotUnderstood."""
    page = decode_answer(body, _EVENTS, message("list of events"))
    events = [decode_answer(bytes(raw), _EVENT, message("event")) for raw in page.events]
    rfqs = [rfq for event in events if event.event == "rfq.new" and (rfq := _rfq(bytes(event.data))) is not None]
    return UpstreamEvents(tuple(event.event for event in events), tuple(rfqs), page.next, page.gap)


def _rfq(raw: bytes) -> UpstreamRfq | None:
    """A request for quotation; None if it cannot be read: the others must not wait for it."""
    what = message("request for quotation")
    try:
        rfq = decode_answer(raw, _RFQ_DATA, what).rfq
        reference = _check_reference(rfq.reference, what)
        items = tuple(
            RfqItemRequest(
                _read_description(item.description, what),
                _read_units("quantity", item.quantity),
                clean(item.sku or "", MAX_SKU) or None,
            )
            for item in rfq.items
        )
    except NotUnderstood as error:
        log.warning("A request for quotation of the marketplace was left out: %s", error.message)
        return None
    vehicle = None if rfq.vehicle is None else read_vehicle(rfq.vehicle)
    return UpstreamRfq(reference, RfqRequest(items, clean(rfq.text or "", MAX_TEXT) or None, vehicle))


def _read_description(text: str, what: Sentence) -> str:
    if not (description := clean(text)):
        raise make_fault(what, prefix_field("description", message("must not be blank")))
    return description


def read_message(body: bytes) -> Sentence | None:
    """The sentence of an error answer, cleaned; None if it has none."""
    try:
        message = clean(_FAULT.decode(replace_lone_surrogates(body)).message)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return verbatim(message) if message else None


_CONTENT = tuple(field for field in _Item.__struct_fields__ if field != "stock")


def _item(sku: str, raw: bytes) -> UpstreamItem:
    item = decode_answer(raw, _ITEM, message("item"))
    content: Content = {field: getattr(item, field) for field in _CONTENT}
    content["fit"] = msgspec.to_builtins(tuple(item.fit or ()))
    return UpstreamItem(sku, content, _stock(item.stock))


def _stock(levels: Sequence[_Level]) -> tuple[tuple[str, int], ...]:
    return tuple((level.branch, read_milli("stock.quantity", level.quantity)) for level in levels)


class _Orders(Struct):
    orders: Annotated[list[Raw], Meta(max_length=MOST_ROWS)]


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
    vehicle: UpstreamVehicle | None = None
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


def _order(order: _Order) -> UpstreamOrder:
    lines = tuple(_line(place, line) for place, line in enumerate(order.lines))
    items_fils = sum(line.total_fils for line in lines)
    if items_fils > MAX_FILS:
        raise make_fault(message("order"), prefix_field("items_fils", _TOO_MUCH))
    return UpstreamOrder(
        reference=_check_reference(order.reference, message("order")),
        status=order.status,
        placed_at=_moment("placed_at", order.placed_at),
        accept_by=None if order.accept_by is None else _moment("accept_by", order.accept_by),
        fitment_confirmed=order.fitment_confirmed,
        vehicle=None if order.vehicle is None else read_vehicle(order.vehicle),
        lines=lines,
        method=order.delivery.method,
        fee_fils=order.delivery.fee_fils,
        items_fils=items_fils if order.items_fils is None else order.items_fils,
        commission_fils=order.payout.commission_fils,
        refunded=order.refunded,
        reason=clean(order.reason or "") or None,
    )


def _line(place: int, line: _Line) -> Line:
    sku = clean(line.sku, MAX_SKU)
    if not sku or sku != line.sku.strip():
        raise make_fault(
            message("order"),
            prefix_field(f"lines[{place}].sku", message("must be a SKU of at most {most} characters", most=MAX_SKU)),
        )
    milli = _read_units(f"lines[{place}].quantity", line.quantity)
    total = compute_line_total(milli, line.price_fils) if line.total_fils is None else line.total_fils
    if total > MAX_FILS:
        raise make_fault(message("order"), prefix_field(f"lines[{place}]", _TOO_MUCH))
    return Line(sku, clean(line.name or "", 2000) or sku, milli, line.price_fils, total)


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
