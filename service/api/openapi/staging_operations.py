"""Operations for a staging key that do what otherwise the marketplace does."""

from __future__ import annotations

from service.api.openapi.components import IDEMPOTENCY_KEY, Json, make_content, make_json_response, make_write_responses
from service.api.openapi.examples import ACTION_RESULT, EVENTS, ORDER_LIST, RFQ
from service.api.openapi.read_operations import make_path_parameter
from service.domain.marketplace.order_requests import MAX_LINES
from service.domain.webhooks.events import EventKind


def build_staging_paths() -> Json:
    """The paths of these operations; a live key gets 404."""
    order = ORDER_LIST["orders"][0]
    test_order = {"lines": [{"sku": "04465-60280", "quantity": 1}]}
    rfq = {"items": [{"description": "Front shock absorbers", "quantity": 2}]}
    event = EVENTS[EventKind.STOCK_CHANGED]
    reference = make_path_parameter("order", "Order reference.", "ORD-2026-000001")
    return {
        "/v1/test/orders": {
            "post": _describe(
                "placeTestOrder",
                "Places an order; without a body one of what the staging shop has.",
                make_json_response("Order", order, "The order."),
                body=make_content("TestOrder", test_order),
            )
        },
        "/v1/test/orders/{order}/expire": {
            "post": _describe(
                "expireTestOrder",
                "Lets the 30 minutes of an order be over.",
                make_json_response("ActionResult", {**ACTION_RESULT, "status": "cancelled"}, "The new status."),
                parameters=[reference],
                is_action=True,
            )
        },
        "/v1/test/rfqs": {
            "post": _describe(
                "receiveTestRfq",
                "Receives a request for quotation; without a body one about shock absorbers.",
                make_json_response("Rfq", RFQ, "The request."),
                body=make_content("TestRfq", rfq),
            )
        },
        "/v1/test/events": {
            "post": _describe(
                "sendTestEvent",
                "Sends a test event to the feed and to the targets that have chosen its kind.",
                make_json_response("StockChangedEvent", {**event, "test": True}, "The event."),
                body=make_content("TestEvent", {"event": "stock.changed"}),
            )
        },
    }


def make_staging_schemas() -> Json:
    """The schemas of the bodies."""
    text = {"type": "string", "minLength": 1}
    quantity = {"type": "number", "format": "double", "description": "Units, more than 0, at most 3 decimals."}
    line = {"type": "object", "required": ["sku", "quantity"], "properties": {"sku": text, "quantity": quantity}}
    wish = {
        "type": "object",
        "required": ["description", "quantity"],
        "properties": {"description": text, "quantity": quantity},
    }
    kinds = [kind.value for kind in EventKind]
    return {
        "TestOrder": _make_body("lines", "What is ordered.", _make_list(line)),
        "TestRfq": _make_body("items", "What is asked for.", _make_list(wish)),
        "TestEvent": _make_body("event", "The kind of event.", {"type": "string", "enum": kinds}),
    }


def _make_list(entry: Json) -> Json:
    return {"type": "array", "minItems": 1, "maxItems": MAX_LINES, "items": entry}


def _make_body(name: str, text: str, schema: Json) -> Json:
    described = {**schema, "description": text}
    return {"type": "object", "required": [name], "properties": {name: described}}


def _describe(
    name: str,
    summary: str,
    ok: Json,
    *,
    body: Json | None = None,
    parameters: list[Json] | None = None,
    is_action: bool = False,
) -> Json:
    described: Json = {
        "operationId": name,
        "tags": ["Staging"],
        "summary": summary,
        "description": "For a key of the staging shop; with a live key it is 404.",
        "parameters": [*(parameters or []), IDEMPOTENCY_KEY],
        "responses": make_write_responses(404, ok=ok, is_action=is_action),
    }
    if body is not None:
        described["requestBody"] = {"required": False, "content": body}
    return described
