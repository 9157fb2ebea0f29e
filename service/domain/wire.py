"""What goes over the wire, as types: answers, event bodies, `--json` (contract §3, §4 and §6). The
OpenAPI description is made from these, so each field says its unit.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from service.domain.catalogue.row_types import ConditionWord
from service.domain.history import ItemCause
from service.domain.marketplace import orders
from service.domain.quantity import convert_milli
from service.domain.times import format_optional_rfc3339, format_rfc3339
from service.domain.webhooks.events import EventKind

Quantity = Annotated[
    int | Decimal,
    Meta(extra_json_schema={"type": "number", "multipleOf": 0.001}, description="Units, at most 3 decimals."),
]
Moment = Annotated[
    str,
    Meta(
        extra_json_schema={"format": "date-time"}, description="RFC 3339, UTC.", examples=["2026-11-20T14:05:09.120Z"]
    ),
]
StatusWord = Literal["placed", "confirmed", "ready", "out_for_delivery", "delivered", "cancelled"]

encode = msgspec.json.Encoder(decimal_format="number").encode
"""The one encoder of answers: quantities leave as exact JSON numbers."""


class Fit(Struct, frozen=True):
    """A car that the part fits; the years are inclusive and null where they are open."""

    make: Annotated[str, Meta(description="Make of the car.")]
    model: Annotated[str, Meta(description="Model of the car.")]
    year_from: Annotated[int | None, Meta(description="First model year.")] = None
    year_to: Annotated[int | None, Meta(description="Last model year.")] = None


class Stock(Struct, frozen=True):
    """What one branch holds of the item."""

    branch: Annotated[str, Meta(description="Name of the branch.")]
    quantity: Annotated[Quantity, Meta(description="Units on hand at the branch.")]
    reserved: Annotated[Quantity, Meta(description="Units of these that open orders hold.")]


class Item(Struct, frozen=True):
    """One item as held. Fields that were never set are null."""

    sku: Annotated[str, Meta(description="The shop's part number as first spelled.")]
    name: Annotated[str, Meta(description="Name.")]
    name_ar: Annotated[str | None, Meta(description="Arabic name.")]
    oem_number: Annotated[str | None, Meta(description="The car maker's part number.")]
    brand: Annotated[str | None, Meta(description="Brand of the part.")]
    category: Annotated[str | None, Meta(description="Category.")]
    condition: Annotated[ConditionWord | None, Meta(description="Condition of the part.")]
    shelf: Annotated[str | None, Meta(description="Where the part is kept in the shop.")]
    barcode: Annotated[str | None, Meta(description="Its barcode.")]
    price_fils: Annotated[int | None, Meta(description="Shop price of one unit in fils, VAT excluded.")]
    wholesale_price_fils: Annotated[int | None, Meta(description="Price for business buyers in fils, VAT excluded.")]
    online_price_fils: Annotated[int | None, Meta(description="Marketplace price in fils, VAT excluded.")]
    list_on_marketplace: Annotated[bool, Meta(description="Whether buyers see the item.")]
    active: Annotated[bool, Meta(description="Whether the item is in use.")]
    quantity: Annotated[Quantity, Meta(description="Units on hand over all branches.")]
    reserved: Annotated[Quantity, Meta(description="Units held by open orders over all branches.")]
    stock: Annotated[list[Stock], Meta(description="The branches where a quantity was ever set.")]
    fit: Annotated[Raw, Meta(description="Cars the part fits.", extra_json_schema={"type": "array"})]
    updated_at: Annotated[Moment, Meta(description="When the item or its stock last changed (RFC 3339, UTC).")]


class ItemPage(Struct, frozen=True):
    """A page of the catalogue, ordered by case-folded SKU."""

    items: Annotated[dict[str, Item], Meta(description="Items by SKU, in order.")]
    offset: Annotated[int, Meta(description="How many items come before this page.")]
    limit: Annotated[int, Meta(description="The page size asked for.")]
    total: Annotated[int, Meta(description="How many items the shop has; of those asked for by sku, how many it has.")]
    revision: Annotated[
        int,
        Meta(description="The number of the shop's last change of an item or its stock; send it as since to go on."),
    ]


class UploadError(Struct, frozen=True):
    """One rejected row."""

    index: Annotated[int, Meta(description="Place of the row in the upload, from 0.")]
    sku: Annotated[str | None, Meta(description="Its SKU as far as it has one.")]
    error: Annotated[str, Meta(description="All faults of the row, each led by its field.")]


class UploadResult(Struct, frozen=True):
    """The result of an upload: `received` is `saved` plus the number of `errors`."""

    received: Annotated[int, Meta(description="Rows received.")]
    saved: Annotated[int, Meta(description="Rows saved.")]
    created: Annotated[int, Meta(description="Rows that created an item.")]
    updated: Annotated[int, Meta(description="Rows that met an existing item, whether or not a value changed.")]
    errors: Annotated[list[UploadError], Meta(description="One entry per rejected row.")]


class Line(Struct, frozen=True):
    """One line of an order."""

    sku: Annotated[str, Meta(description="SKU of the item.")]
    name: Annotated[str, Meta(description="Its name when the order was placed.")]
    quantity: Annotated[Quantity, Meta(description="Units ordered.")]
    price_fils: Annotated[int, Meta(description="Price of one unit in fils, VAT excluded.")]
    total_fils: Annotated[int, Meta(description="Quantity times price in fils, rounded half up.")]
    held: Annotated[
        Quantity, Meta(description="Units that the order holds now; an order of a marketplace may be short.")
    ]


class Vehicle(Struct, frozen=True):
    """The buyer's car."""

    make: Annotated[str, Meta(description="Make of the car.")]
    model: Annotated[str, Meta(description="Model of the car.")]
    year: Annotated[int | None, Meta(description="Model year.")] = None


class Delivery(Struct, frozen=True):
    """How the buyer gets the parts."""

    method: Annotated[Literal["courier", "pickup"], Meta(description="By courier, or fetched from the shop.")]
    fee_fils: Annotated[int, Meta(description="Delivery fee in fils, VAT excluded.")]


class Payout(Struct, frozen=True):
    """What the shop receives."""

    commission_fils: Annotated[int, Meta(description="The marketplace's commission in fils.")]
    payout_fils: Annotated[int, Meta(description="items_fils less the commission, in fils.")]


class Order(Struct, frozen=True):
    """A marketplace order."""

    reference: Annotated[str, Meta(description="Order reference.", examples=["ORD-2026-000001"])]
    status: Annotated[StatusWord, Meta(description="The order's status.")]
    placed_at: Annotated[Moment, Meta(description="When it was placed (RFC 3339, UTC).")]
    accept_by: Annotated[
        Moment | None, Meta(description="Until when it can be accepted; null once accepted or closed.")
    ]
    updated_at: Annotated[Moment, Meta(description="When it last changed (RFC 3339, UTC).")]
    fitment_confirmed: Annotated[bool, Meta(description="Whether the shop confirmed that the parts fit the vehicle.")]
    vehicle: Annotated[Vehicle | None, Meta(description="The buyer's car, if known.")]
    branch: Annotated[str, Meta(description="The branch that holds the units: where to pick.")]
    lines: Annotated[list[Line], Meta(description="What is ordered.")]
    items_fils: Annotated[int, Meta(description="Sum of the lines in fils, VAT excluded.")]
    delivery: Annotated[Delivery, Meta(description="Delivery method and fee.")]
    payout: Annotated[Payout, Meta(description="Commission and payout.")]
    refunded: Annotated[bool, Meta(description="Whether the buyer got the money back.")]
    reason: Annotated[str | None, Meta(description="Why it was cancelled; the buyer sees it.")]
    marketplace_reference: Annotated[
        str | None, Meta(description="What the marketplace calls an order that was placed there; null for others.")
    ]


class OrderList(Struct, frozen=True):
    """Orders, newest first."""

    orders: Annotated[list[Order], Meta(description="The orders, newest first.")]
    status: Annotated[str, Meta(description="The status asked for, or all.")]
    limit: Annotated[int, Meta(description="The limit asked for.")]


class BranchOut(Struct, frozen=True, rename={"is_main": "main"}):
    """A branch (warehouse) of the shop."""

    name: Annotated[str, Meta(description="Name.")]
    is_main: Annotated[bool, Meta(description="Whether it is the one that is meant where no branch is named.")]


class BranchList(Struct, frozen=True):
    """The shop's branches."""

    branches: Annotated[list[BranchOut], Meta(description="The main branch first, the others by name.")]


class ActionRefusal(Struct, frozen=True):
    """A refused action. Where the order's state is the reason, it has that state."""

    error: Annotated[str, Meta(description="Error code.")]
    message: Annotated[str, Meta(description="A sentence that says what to do.")]
    order: Annotated[str, Meta(description="Order reference.")] | UnsetType = UNSET
    status: Annotated[StatusWord, Meta(description="The present status.")] | UnsetType = UNSET


class ActionResult(Struct, frozen=True):
    """An order's new status."""

    order: Annotated[str, Meta(description="Order reference.")]
    status: Annotated[StatusWord, Meta(description="The status after the action.")]


class EventPage(Struct, frozen=True):
    """Events behind a cursor, in the order of their commits."""

    events: Annotated[
        list[Raw],
        Meta(description="Bodies as webhooks post them."),
    ]
    next: Annotated[str, Meta(description="The cursor behind these events; send it as after.")]
    more: Annotated[bool, Meta(description="Whether more events are there already.")]
    gap: Annotated[
        bool | UnsetType,
        Meta(description="True where events that the cursor had not reached are no longer kept."),
    ] = UNSET


class ErrorBody(Struct, frozen=True):
    """Any answer that is not 200."""

    error: Annotated[str, Meta(description="Error code.")]
    message: Annotated[str, Meta(description="A sentence that says what to do.")]


class Paired(Struct, frozen=True):
    """A till's key, given once for a pairing code."""

    key: Annotated[str, Meta(description="The whole API key; store it as a secret.")]
    name: Annotated[str, Meta(description="The key's name, as the owner sees it.")]
    shop: Annotated[str, Meta(description="Name of the shop that the key reaches.")]
    staging: Annotated[bool, Meta(description="Whether it is the shop's staging shop.")]
    pin: Annotated[
        str | None, Meta(description="SHA-256 of the certificate's public key as curl writes it; null without one.")
    ]
    proof: Annotated[str, Meta(description="The service's proof that it knows the code, in lower-case hex.")]


class Health(Struct, frozen=True):
    """The service answers."""

    status: Annotated[Literal["ok"], Meta(description="Always ok when there is an answer.")]
    version: Annotated[str, Meta(description="Version of the program.")]


class RfqItem(Struct, frozen=True):
    """One thing asked for."""

    sku: Annotated[str | None, Meta(description="SKU of an item of the shop, if the buyer named one.")]
    description: Annotated[str, Meta(description="What is asked for, in the buyer's words.")]
    quantity: Annotated[Quantity, Meta(description="Units asked for.")]


class Rfq(Struct, frozen=True):
    """A request for quotation as it is posted."""

    reference: Annotated[str, Meta(description="Its reference.", examples=["RFQ-2026-000001"])]
    created_at: Annotated[Moment, Meta(description="When it arrived (RFC 3339, UTC).")]
    text: Annotated[str | None, Meta(description="What the buyer wrote.")]
    vehicle: Annotated[Vehicle | None, Meta(description="The buyer's car, if known.")]
    items: Annotated[list[RfqItem], Meta(description="What is asked for.")]


class RfqList(Struct, frozen=True):
    """Requests for quotation, newest first."""

    rfqs: Annotated[list[Rfq], Meta(description="The requests, newest first.")]
    limit: Annotated[int, Meta(description="The limit asked for.")]


def order_out(order: orders.Order) -> Order:
    """An order as callers and targets receive it."""
    return Order(
        reference=order.reference,
        status=order.status.value,
        placed_at=format_rfc3339(order.placed_at),
        accept_by=format_optional_rfc3339(order.accept_by),
        updated_at=format_rfc3339(order.updated_at),
        fitment_confirmed=order.fitment_confirmed,
        vehicle=_vehicle_out(order.vehicle),
        branch=order.branch,
        lines=[_line_out(order, line) for line in order.lines],
        items_fils=order.items_fils,
        delivery=Delivery(order.method.value, order.fee_fils),
        payout=Payout(order.commission_fils, order.payout_fils),
        refunded=order.refunded,
        reason=order.reason,
        marketplace_reference=order.marketplace_reference,
    )


def rfq_out(rfq: orders.Rfq) -> Rfq:
    """A request for quotation as targets receive it."""
    items = [RfqItem(item.sku, item.description, convert_milli(item.quantity)) for item in rfq.items]
    return Rfq(rfq.reference, format_rfc3339(rfq.created_at), rfq.text, _vehicle_out(rfq.vehicle), items)


def _line_out(order: orders.Order, line: orders.Line) -> Line:
    held = convert_milli(order.held_of(line))
    return Line(line.sku, line.name, convert_milli(line.quantity), line.price_fils, line.total_fils, held)


def _vehicle_out(vehicle: orders.Vehicle | None) -> Vehicle | None:
    return None if vehicle is None else Vehicle(vehicle.make, vehicle.model, vehicle.year)


class Event(Struct, frozen=True):
    """What every event has."""

    id: Annotated[str, Meta(description="The event's identifier: the same for every receiver and reader.")]
    created_at: Annotated[Moment, Meta(description="When it happened (RFC 3339, UTC).")]
    shop: Annotated[str, Meta(description="Name of the shop.")]
    test: Annotated[bool, Meta(description="Whether it is a test, with nothing in the shop behind it.")]


class OrderPlacedData(Struct, frozen=True):
    """The order as it was placed."""

    order: Annotated[Order, Meta(description="The order as GET /v1/orders gives it.")]


class OrderPlacedEvent(Event, frozen=True):
    """An order was placed."""

    event: Annotated[Literal["order.placed"], Meta(description="The kind of event.")]
    data: Annotated[OrderPlacedData, Meta(description="What happened.")]


class OrderStatusData(Struct, frozen=True, rename={"from_status": "from", "to_status": "to"}):
    """The order after the change, and what the change was."""

    order: Annotated[Order, Meta(description="The order as it is after the change.")]
    action: Annotated[
        str, Meta(description="An action of the interface, cancel, or expire where nobody accepted in time.")
    ]
    from_status: Annotated[StatusWord, Meta(description="The status before.")]
    to_status: Annotated[StatusWord, Meta(description="The status after.")]
    reason: Annotated[str | None, Meta(description="Why, where a reason was given.")]


class OrderStatusEvent(Event, frozen=True):
    """An order changed status."""

    event: Annotated[Literal["order.status"], Meta(description="The kind of event.")]
    data: Annotated[OrderStatusData, Meta(description="What happened.")]


class StockChangedData(Struct, frozen=True):
    """The level at one branch after the movement."""

    sku: Annotated[str, Meta(description="SKU of the item.")]
    branch: Annotated[str, Meta(description="Name of the branch.")]
    quantity: Annotated[Quantity, Meta(description="Units on hand at the branch after it.")]
    reserved: Annotated[Quantity, Meta(description="Units of these that open orders hold.")]
    change: Annotated[Quantity, Meta(description="Units that came, or with a minus went.")]
    cause: Annotated[Literal["sale", "job", "return", "count"], Meta(description="Why stock moved.")]


class StockChangedEvent(Event, frozen=True):
    """Stock moved inside the service. What the shop's own system uploads is not echoed."""

    event: Annotated[Literal["stock.changed"], Meta(description="The kind of event.")]
    data: Annotated[StockChangedData, Meta(description="What happened.")]


class RfqNewData(Struct, frozen=True):
    """The request as it arrived."""

    rfq: Annotated[Rfq, Meta(description="The request for quotation.")]


class RfqNewEvent(Event, frozen=True):
    """A request for quotation arrived."""

    event: Annotated[Literal["rfq.new"], Meta(description="The kind of event.")]
    data: Annotated[RfqNewData, Meta(description="What happened.")]


class ItemChangedData(Struct, frozen=True):
    """An item that changed; read it to learn how it is now."""

    sku: Annotated[str, Meta(description="Its SKU. An item that an undo removed is not there any more.")]
    revision: Annotated[int, Meta(description="The shop's revision after the change.")]
    cause: Annotated[
        ItemCause,
        Meta(description="What changed it: an upload of another key, a file, a person, the marketplace, or an undo."),
    ]


class ItemChangedEvent(Event, frozen=True):
    """An item changed. Only in the feed, and only where it is asked for by name."""

    event: Annotated[Literal["item.changed"], Meta(description="The kind of event.")]
    data: Annotated[ItemChangedData, Meta(description="What happened.")]


EVENT_TYPES: dict[EventKind, type[Event]] = {
    EventKind.ORDER_PLACED: OrderPlacedEvent,
    EventKind.ORDER_STATUS: OrderStatusEvent,
    EventKind.RFQ_NEW: RfqNewEvent,
    EventKind.STOCK_CHANGED: StockChangedEvent,
}
