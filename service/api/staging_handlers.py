"""POST /v1/test/…: does for staging keys what otherwise the marketplace does (contract §9)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from service.api.answers import Answer, AnswerJob
from service.api.api_request import ApiRequest
from service.api.checks.rights import choose_kinds
from service.api.order_handlers import check_reference, make_action_answer, note_ignored_fields
from service.domain import wire
from service.domain.errors import BadRequest, NotFound
from service.domain.json_bodies import decode_body
from service.domain.marketplace.order_requests import RfqItemRequest, RfqRequest, parse_order, parse_rfq, whole
from service.domain.shops import Shop, check_writable
from service.domain.webhooks.events import EventKind
from service.store.engine.transaction import Tx
from service.store.shops import get_shop
from service.store.webhooks.events import read_body
from service.usecases.act_on_order import expire_now
from service.usecases.place_order import place_order, place_test_order, receive_rfq
from service.usecases.send_events import record_test_event

_SAMPLE_RFQ = RfqRequest((RfqItemRequest("Front shock absorbers", whole(2)),), text="Test request")


class EventBody(Struct):
    """Which test event to send."""

    event: Annotated[EventKind, Meta(description="The kind of event.")]


_EVENT = msgspec.json.Decoder(EventBody)


class StagingHandlers:
    """The endpoints that only staging keys can use."""

    async def place_order(self, request: ApiRequest) -> AnswerJob:
        """Places an order as a marketplace would; without a body one made of the shop's items."""
        _check_staging(request)
        order_request = parse_order(request.body) if request.body.strip() else None
        by = request.caller.key.name

        def work(tx: Tx) -> Answer:
            shop = get_shop(tx, request.caller.shop.id)
            if order_request is None:
                placed = place_test_order(tx, shop, by=by, now=request.at)
            else:
                placed = place_order(tx, shop, order_request, by=by, now=request.at)
            return Answer(200, wire.encode(wire.order_out(placed)), facts={"order": placed.reference})

        return AnswerJob(work)

    async def receive_rfq(self, request: ApiRequest) -> AnswerJob:
        """Receives a request as from a marketplace; without a body about shock absorbers."""
        _check_staging(request)
        rfq_request = parse_rfq(request.body) if request.body.strip() else _SAMPLE_RFQ

        def work(tx: Tx) -> Answer:
            received = receive_rfq(tx, get_shop(tx, request.caller.shop.id), rfq_request, now=request.at)
            return Answer(200, wire.encode(wire.rfq_out(received)), facts={"rfq": received.reference})

        return AnswerJob(work)

    async def expire_order(self, request: ApiRequest) -> AnswerJob:
        """Ends the acceptance window of an order."""
        _check_staging(request)
        (reference,) = request.path_params
        check_reference(reference)

        def work(tx: Tx) -> Answer:
            shop: Shop = get_shop(tx, request.caller.shop.id)
            return make_action_answer(expire_now(tx, shop, reference, request.at))

        return AnswerJob(work)

    async def send_event(self, request: ApiRequest) -> AnswerJob:
        """Sends a test event of a kind to the feed and the targets."""
        _check_staging(request)
        try:
            kind = decode_body(request.body, _EVENT, "The body").event
        except msgspec.ValidationError as error:
            raise BadRequest(f"The body must be an object with event, one of {', '.join(EventKind)}.") from error

        choose_kinds(request.caller.key.rights, {kind})
        notes = note_ignored_fields(request.body, ("event",))

        def work(tx: Tx) -> Answer:
            shop = get_shop(tx, request.caller.shop.id)
            check_writable(shop)
            event_id = record_test_event(tx, shop, kind, now=request.at)
            return Answer(200, read_body(tx, event_id), notes=notes, facts={"event": event_id})

        return AnswerJob(work)


def _check_staging(request: ApiRequest) -> None:
    """Raises NotFound for a live key."""
    if not request.caller.shop.staging:
        raise NotFound("There is no such path for a live key; it is for trying, with a key of the staging shop.")
