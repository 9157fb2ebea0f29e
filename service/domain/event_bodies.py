"""The bodies of events as types: what webhooks post and the event feed gives
(docs/contract.md, Webhooks).

An event's body is written once, as bytes, by `store.webhooks.events`.
These types describe those bytes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from service.domain import wire
from service.domain.webhooks.events import EventKind


class Event(Struct, frozen=True):
    """What every event has."""

    id: Annotated[str, Meta(description="The event's identifier: the same for every receiver and reader.")]
    created_at: Annotated[wire.Moment, Meta(description="When it happened (RFC 3339, UTC).")]
    shop: Annotated[str, Meta(description="Name of the shop.")]
    test: Annotated[bool, Meta(description="Whether it is a test, with nothing in the shop behind it.")]


class OrderPlacedData(Struct, frozen=True):
    """The order as it was placed."""

    order: Annotated[wire.Order, Meta(description="The order as GET /v1/orders gives it.")]


class OrderPlacedEvent(Event, frozen=True):
    """An order was placed."""

    event: Annotated[Literal["order.placed"], Meta(description="The kind of event.")]
    data: Annotated[OrderPlacedData, Meta(description="What happened.")]


class OrderStatusData(Struct, frozen=True, rename={"from_status": "from", "to_status": "to"}):
    """The order after the change, and what the change was."""

    order: Annotated[wire.Order, Meta(description="The order as it is after the change.")]
    action: Annotated[
        str, Meta(description="An action of the interface, cancel, or expire where nobody accepted in time.")
    ]
    from_status: Annotated[wire.StatusWord, Meta(description="The status before.")]
    to_status: Annotated[wire.StatusWord, Meta(description="The status after.")]
    reason: Annotated[str | None, Meta(description="Why, where a reason was given.")]


class OrderStatusEvent(Event, frozen=True):
    """An order changed status."""

    event: Annotated[Literal["order.status"], Meta(description="The kind of event.")]
    data: Annotated[OrderStatusData, Meta(description="What happened.")]


class StockChangedData(Struct, frozen=True):
    """The level at one branch after the movement."""

    sku: Annotated[str, Meta(description="SKU of the item.")]
    branch: Annotated[str, Meta(description="Name of the branch.")]
    quantity: Annotated[wire.Quantity, Meta(description="Units on hand at the branch after it.")]
    reserved: Annotated[wire.Quantity, Meta(description="Units of these that open orders hold.")]
    change: Annotated[wire.Quantity, Meta(description="Units that came, or with a minus went.")]
    cause: Annotated[Literal["sale", "job", "return", "count"], Meta(description="Why stock moved.")]


class StockChangedEvent(Event, frozen=True):
    """Stock moved inside the service. What the shop's own system uploads is not echoed."""

    event: Annotated[Literal["stock.changed"], Meta(description="The kind of event.")]
    data: Annotated[StockChangedData, Meta(description="What happened.")]


class RfqNewData(Struct, frozen=True):
    """The request as it arrived."""

    rfq: Annotated[wire.Rfq, Meta(description="The request for quotation.")]


class RfqNewEvent(Event, frozen=True):
    """A request for quotation arrived."""

    event: Annotated[Literal["rfq.new"], Meta(description="The kind of event.")]
    data: Annotated[RfqNewData, Meta(description="What happened.")]


EVENT_TYPES: dict[EventKind, type[Event]] = {
    EventKind.ORDER_PLACED: OrderPlacedEvent,
    EventKind.ORDER_STATUS: OrderStatusEvent,
    EventKind.RFQ_NEW: RfqNewEvent,
    EventKind.STOCK_CHANGED: StockChangedEvent,
}
