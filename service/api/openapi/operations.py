"""The operations of the description, path by path."""

from __future__ import annotations

from service.api.item_handlers import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_ROWS, MAX_SKUS
from service.api.openapi.components import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    Json,
    make_content,
    make_error_ref,
    make_integer_parameter,
    make_json_response,
    make_read_responses,
    make_write_responses,
)
from service.api.openapi.event_operation import describe_get_events
from service.api.openapi.examples import (
    ACTION_RESULT,
    DESCRIPTION,
    HEALTH,
    ITEM_PAGE,
    ORDER_LIST,
    UPLOAD,
    UPLOAD_RESULT,
)
from service.api.openapi.pairing_operation import build_pairing_paths
from service.api.openapi.read_operations import build_read_paths, make_before_parameter
from service.api.openapi.staging_operations import build_staging_paths
from service.api.order_handlers import DEFAULT_LIMIT, MAX_LIMIT, STATUS_WORDS
from service.api.query.query_params import MAX_OFFSET
from service.domain.catalogue.search_query import MAX_TEXT
from service.domain.marketplace.orders import TRANSITIONS, Action
from service.store.item_search import MAX_FOUND


def build_paths() -> Json:
    """Every path with its operations."""
    return {
        "/v1/items": {"get": _describe_get_items(), "post": _describe_post_items()},
        "/v1/orders": {"get": _describe_get_orders()},
        "/v1/orders/{order}/{action}": {"post": _describe_post_action()},
        "/v1/events": {"get": describe_get_events()},
        **build_read_paths(),
        **build_staging_paths(),
        **build_pairing_paths(),
        "/v1/openapi.json": {"get": _describe_get_description()},
        "/health": {"get": _describe_get_health()},
    }


def _describe_get_items() -> Json:
    return {
        "operationId": "listItems",
        "tags": ["Items"],
        "summary": "The shop's catalogue as held, keyed by SKU and ordered by case-folded SKU.",
        "parameters": [
            make_integer_parameter("offset", 0, 0, MAX_OFFSET, "How many items to skip."),
            make_integer_parameter("limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE, "How many items to read."),
            {
                "name": "sku",
                "in": "query",
                "required": False,
                "description": "Only these items; may be repeated. Unknown ones are left out.",
                "schema": {"type": "array", "maxItems": MAX_SKUS, "items": {"type": "string"}},
                "explode": True,
            },
            {
                "name": "since",
                "in": "query",
                "required": False,
                "description": "Only items that changed after this revision, in the order of their changes; go on "
                "with the answer's revision until no item comes. Not together with sku or offset.",
                "schema": {"type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_OFFSET},
            },
            {
                "name": "q",
                "in": "query",
                "required": False,
                "description": f"Only items that this text means, the best first and at most {MAX_FOUND}: words in any "
                "order and half words, parts of SKUs and OEM numbers with or without separators, Arabic in any "
                "spelling, a car and its year. One typing error is forgiven. Not together with sku or since.",
                "schema": {"type": "string", "maxLength": MAX_TEXT},
            },
            IF_NONE_MATCH,
        ],
        "responses": make_read_responses(ok=make_json_response("ItemPage", ITEM_PAGE, "A page of items.")),
    }


def _describe_post_items() -> Json:
    return {
        "operationId": "uploadItems",
        "tags": ["Items"],
        "summary": f"Creates or updates up to {MAX_ROWS} items.",
        "description": "Each row is saved or reported on its own; the call is 200 though rows be rejected. Sending the "
        "same rows again changes nothing. Unknown fields are ignored, and named in the shop's call log.",
        "parameters": [IDEMPOTENCY_KEY],
        "requestBody": {
            "required": True,
            "content": make_content("Upload", UPLOAD),
        },
        "responses": make_write_responses(
            ok=make_json_response("UploadResult", UPLOAD_RESULT, "The result for the rows.")
        ),
    }


def _describe_get_orders() -> Json:
    status = {
        "name": "status",
        "in": "query",
        "required": False,
        "description": "Only orders of this status.",
        "schema": {"type": "string", "default": "placed", "enum": list(STATUS_WORDS)},
    }
    return {
        "operationId": "listOrders",
        "tags": ["Orders"],
        "summary": "The shop's marketplace orders, newest first.",
        "parameters": [
            status,
            make_integer_parameter("limit", DEFAULT_LIMIT, 1, MAX_LIMIT, "How many orders to read."),
            make_before_parameter("ORD-2026-000001"),
            IF_NONE_MATCH,
        ],
        "responses": make_read_responses(ok=make_json_response("OrderList", ORDER_LIST, "Orders.")),
    }


def _describe_post_action() -> Json:
    order = {
        "name": "order",
        "in": "path",
        "required": True,
        "description": "Order reference, ORD-<year>-<sequence>.",
        "schema": {"type": "string", "minLength": 1},
        "example": "ORD-2026-000001",
    }
    action = {
        "name": "action",
        "in": "path",
        "required": True,
        "description": "What to do with the order.",
        "schema": {"type": "string", "enum": [action.value for action in Action]},
    }
    return {
        "operationId": "actOnOrder",
        "tags": ["Orders"],
        "summary": "Moves an order.",
        "description": _describe_transitions(),
        "parameters": [order, action, IDEMPOTENCY_KEY],
        "requestBody": {
            "required": False,
            "content": make_content("Reason", {"reason": "The part is damaged."}),
        },
        "responses": make_write_responses(
            404,
            ok=make_json_response("ActionResult", ACTION_RESULT, "The new status."),
            is_action=True,
        ),
    }


def _describe_transitions() -> str:
    rows = [
        f"{action}: from {' or '.join(transition.sources)}"
        + (f" (pickup: also from {' or '.join(transition.pickup_sources)})" if transition.pickup_sources else "")
        + f" to {transition.target}"
        for action, transition in TRANSITIONS.items()
    ]
    return "; ".join(rows) + ". An order not accepted within 30 minutes of its placement is cancelled and refunded."


def _describe_get_description() -> Json:
    ok = make_json_response("Description", DESCRIPTION, "This description.")
    return {
        "operationId": "describe",
        "tags": ["Service"],
        "summary": "This description.",
        "parameters": [IF_NONE_MATCH],
        "responses": make_read_responses(ok=ok),
    }


def _describe_get_health() -> Json:
    ok = make_json_response("Health", HEALTH, "The service answers.")
    return {
        "operationId": "health",
        "tags": ["Service"],
        "summary": "Whether the service answers; needs no key.",
        "security": [],
        "responses": {"200": ok, **{str(status): make_error_ref(status) for status in (400, 405)}},
    }
