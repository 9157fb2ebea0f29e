"""The form of upstream answers about items, events and faults (contract §3).

Orders are in `far_order_json`. No other module knows the form of an upstream answer.

Our own shapes are accepted. A missing field fails with a sentence that names it. Texts may be
hostile and are cleaned first.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from service.domain.catalogue.items import Fit
from service.domain.link.own_numbers import LONGEST
from service.domain.link.push_plan import Content
from service.domain.link.upstream_rfqs import UpstreamRfq
from service.domain.marketplace.order_requests import MAX_LINES, MAX_TEXT, RfqItemRequest, RfqRequest
from service.domain.sentences import Sentence, message, verbatim
from service.domain.wire import UploadResult
from service.link.far_decode import FarVehicle, clean, decode_answer, read_milli, read_vehicle
from service.link.link_errors import NotUnderstood
from service.link.lone_surrogates import replace_lone_surrogates

log = logging.getLogger(__name__)


class _Items(Struct):
    items: dict[str, Raw]
    total: int


class _Fault(Struct):
    message: str
    error: str = ""


class _Events(Struct):
    events: list[Raw]
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
    vehicle: FarVehicle | None = None


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
class FarItem:
    """An upstream item: the fields of an upload row, and thousandths by branch."""

    sku: str
    content: Content
    stock: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class FarEvents:
    """Kinds of events, the requests for quotation among them, and the cursor after them.

    `has_gap`: some events before them are lost.
    """

    kinds: tuple[str, ...]
    rfqs: tuple[UpstreamRfq, ...]
    next: str
    has_gap: bool


def read_items(body: bytes) -> tuple[list[FarItem], int]:
    """A page of the catalogue and how many items there are in all. Raises NotUnderstood."""
    page = decode_answer(body, _ITEMS, message("catalogue"))
    return [_item(sku, bytes(raw)) for sku, raw in page.items.items()], page.total


def read_upload(body: bytes) -> UploadResult:
    """The result of an upload. Raises NotUnderstood."""
    return decode_answer(body, _UPLOAD, message("answer to an upload"))


def read_events(body: bytes) -> FarEvents:
    """A page of the event feed. Raises NotUnderstood."""
    page = decode_answer(body, _EVENTS, message("list of events"))
    events = [decode_answer(bytes(raw), _EVENT, message("event")) for raw in page.events]
    rfqs = [rfq for event in events if event.event == "rfq.new" and (rfq := _rfq(bytes(event.data))) is not None]
    return FarEvents(tuple(event.event for event in events), tuple(rfqs), page.next, page.gap)


def _rfq(raw: bytes) -> UpstreamRfq | None:
    """A request for quotation; None if it cannot be read: the others must not wait for it."""
    try:
        rfq = decode_answer(raw, _RFQ_DATA, message("request for quotation")).rfq
        items = tuple(
            RfqItemRequest(clean(item.description), read_milli("quantity", item.quantity), item.sku)
            for item in rfq.items
        )
    except NotUnderstood as error:
        log.warning("A request for quotation of the marketplace was left out: %s", error.message)
        return None
    vehicle = None if rfq.vehicle is None else read_vehicle(rfq.vehicle)
    text = None if rfq.text is None else clean(rfq.text, MAX_TEXT)
    return UpstreamRfq(clean(rfq.reference, LONGEST), RfqRequest(items, text, vehicle))


def read_message(body: bytes) -> Sentence | None:
    """The sentence of an error answer, cleaned; None if it has none."""
    try:
        message = clean(_FAULT.decode(replace_lone_surrogates(body)).message)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return verbatim(message) if message else None


_CONTENT = tuple(field for field in _Item.__struct_fields__ if field != "stock")


def _item(sku: str, raw: bytes) -> FarItem:
    item = decode_answer(raw, _ITEM, message("item"))
    content: Content = {field: getattr(item, field) for field in _CONTENT}
    content["fit"] = msgspec.to_builtins(tuple(item.fit or ()))
    return FarItem(sku, content, _stock(item.stock))


def _stock(levels: Sequence[_Level]) -> tuple[tuple[str, int], ...]:
    return tuple((level.branch, read_milli("stock.quantity", level.quantity)) for level in levels)
