"""The operations of the description, path by path."""

from __future__ import annotations

from service.api.api_request import MAX_OFFSET
from service.api.event_handlers import DEFAULT_EVENTS, FEED_KINDS, MAX_EVENTS, MAX_PER_KEY, MAX_WAIT_S
from service.api.item_handlers import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_ROWS, MAX_SKUS
from service.api.openapi import examples
from service.api.openapi.components import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    Json,
    make_content,
    make_error_ref,
    make_header_refs,
    make_integer_parameter,
    make_json_response,
    make_parameter,
    make_read_responses,
    make_write_responses,
)
from service.api.order_handlers import DEFAULT_LIMIT, MAX_LIMIT, STATUS_WORDS
from service.domain.catalogue.search_query import MAX_TEXT
from service.domain.marketplace.orders import ACCEPT_MINUTES, TRANSITIONS, Action
from service.domain.pairing import LIFE, MAX_TRIES, ROUNDS
from service.domain.times import DAY, MINUTE
from service.domain.webhooks.events import EVENT_RETENTION, EventKind
from service.domain.webhooks.feed_cursors import MAX_CURSOR_LENGTH
from service.store.item_search import MAX_FOUND
from service.usecases.issue_key import MAX_NAME

_PIN = "sha256//BknHIv65FApa60RkQwolxaoKfJaut2rOkJUuZMqL024="
_PROOF = "4f1c0e0c4b3c1f1f0a5d7a1e9b1d5d0f6f9f3c2b7c1b8a4e2d6f0e9c8b7a6d5e"
_PAIRED = {
    "key": "cp_live_0123456789ABCDEFGHIJKLMNOPQRST0a1b2c",
    "name": "Till 2",
    "shop": "Sitra Auto Parts",
    "staging": False,
    "pin": _PIN,
    "proof": _PROOF,
}


def describe_get_events() -> Json:
    return {
        "operationId": "listEvents",
        "tags": ["Events"],
        "summary": "What webhooks post, to fetch: each event once, in the order in which they happened.",
        "description": "For systems that cannot receive webhooks. With wait the call is held until there is an event. "
        f"A key may have {MAX_PER_KEY} such calls at a time; the next is 429.",
        "parameters": [
            _make_after_parameter(),
            make_integer_parameter("limit", DEFAULT_EVENTS, 1, MAX_EVENTS, "How many events to read."),
            make_integer_parameter("wait", 0, 0, MAX_WAIT_S, "Seconds to wait for an event where there is none."),
            _make_event_parameter(),
            IF_NONE_MATCH,
        ],
        "responses": make_read_responses(
            ok=make_json_response("EventPage", examples.EVENT_PAGE, "Events, and where to go on.")
        ),
    }


def _make_after_parameter() -> Json:
    return make_parameter(
        "after",
        "The cursor that the last answer gave as next; latest for the present one; left out for the "
        f"oldest event that is kept. A cursor stays valid for {EVENT_RETENTION // DAY} days, "
        "across restarts and restored backups.",
        {"type": "string", "maxLength": MAX_CURSOR_LENGTH},
        example="latest",
    )


def _make_event_parameter() -> Json:
    return make_parameter(
        "event",
        "Only events of this kind; may be repeated. item.changed is given only where it is named: "
        "each item that an upload of another key, a file, a person, the marketplace or an undo changed.",
        {"type": "array", "items": {"type": "string", "enum": list(FEED_KINDS)}},
        explode=True,
    )


def build_pairing_paths() -> Json:
    ok = make_json_response("Paired", _PAIRED, "The key; it is given this once.")
    return {
        "/v1/pair": {
            "post": {
                "operationId": "pair",
                "tags": ["Service"],
                "summary": "Gives a till its key for a one-time code of the owner; needs no key.",
                "description": "Over TLS, or from this computer. A code works once, for "
                f"{LIFE // MINUTE} minutes and {MAX_TRIES} tries from one address. "
                "Send the code only where the certificate was checked by its pin or file; otherwise send the proof. "
                f"Both proofs are lower-case hex of HMAC-SHA256 with K = PBKDF2-HMAC-SHA256(code, 'counterpart "
                f"pairing ' + pin, {ROUNDS} rounds, 32 bytes), the code in upper case without its dash and the pin "
                "that of the certificate that the till sees: over 'till' in the call, over 'service' in the answer. "
                "An answer whose proof is another one came from somebody else; throw its key away.",
                "security": [],
                "requestBody": {
                    "required": True,
                    "content": make_content("PairRequest", {"name": "Till 2", "proof": _PROOF}),
                },
                "responses": {
                    "200": {**ok, "headers": make_header_refs("X-Request-Id")},
                    **{str(status): make_error_ref(status) for status in (400, 401, 405, 413, 429, 500, 503)},
                },
            }
        }
    }


def make_pairing_schemas() -> Json:
    name = {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "description": "The till's name, for the owner."}
    code = {"type": "string", "description": "The code; only where the certificate was checked."}
    proof = {"type": "string", "description": "The till's proof; in place of the code."}
    return {
        "PairRequest": {
            "type": "object",
            "required": ["name"],
            "properties": {"name": name, "code": code, "proof": proof},
            "oneOf": [{"required": ["code"]}, {"required": ["proof"]}],
        }
    }


def build_read_paths() -> Json:
    item = next(iter(examples.ITEM_PAGE["items"].values()))
    order = examples.ORDER_LIST["orders"][0]
    return {
        "/v1/items/{sku}": {
            "get": {
                "operationId": "getItem",
                "tags": ["Items"],
                "summary": "One item.",
                "parameters": [
                    make_path_parameter("sku", "Its SKU, without regard to case.", "04465-60280"),
                    IF_NONE_MATCH,
                ],
                "responses": make_read_responses(404, ok=make_json_response("Item", item, "The item.")),
            }
        },
        "/v1/branches": {
            "get": {
                "operationId": "listBranches",
                "tags": ["Items"],
                "summary": "The shop's branches.",
                "parameters": [IF_NONE_MATCH],
                "responses": make_read_responses(
                    ok=make_json_response("BranchList", examples.BRANCH_LIST, "The branches.")
                ),
            }
        },
        "/v1/rfqs": {
            "get": {
                "operationId": "listRfqs",
                "tags": ["Orders"],
                "summary": "Requests for quotation, newest first.",
                "parameters": [
                    make_integer_parameter("limit", DEFAULT_LIMIT, 1, MAX_LIMIT, "How many requests to read."),
                    make_before_parameter("RFQ-2026-000001"),
                    IF_NONE_MATCH,
                ],
                "responses": make_read_responses(ok=make_json_response("RfqList", examples.RFQ_LIST, "The requests.")),
            }
        },
        "/v1/orders/{order}": {
            "get": {
                "operationId": "getOrder",
                "tags": ["Orders"],
                "summary": "One order.",
                "parameters": [make_path_parameter("order", "Order reference.", "ORD-2026-000001"), IF_NONE_MATCH],
                "responses": make_read_responses(404, ok=make_json_response("Order", order, "The order.")),
            }
        },
    }


def make_path_parameter(name: str, text: str, example: str) -> Json:
    return make_parameter(name, text, {"type": "string", "minLength": 1}, place="path", example=example)


def make_before_parameter(example: str) -> Json:
    """The parameter for the next page: the last entry of the page before."""
    return make_parameter(
        "before", "The last reference of the page before: only what is older.", {"type": "string"}, example=example
    )


def build_staging_paths() -> Json:
    """The paths of these operations; a live key gets 404."""
    order = examples.ORDER_LIST["orders"][0]
    test_order = {"lines": [{"sku": "04465-60280", "quantity": 1}]}
    rfq = {"items": [{"description": "Front shock absorbers", "quantity": 2}]}
    event = examples.EVENTS[EventKind.STOCK_CHANGED]
    reference = make_path_parameter("order", "Order reference.", "ORD-2026-000001")
    return {
        "/v1/test/orders": {
            "post": _describe_staging(
                "placeTestOrder",
                "Places an order; without a body one of what the staging shop has.",
                make_json_response("Order", order, "The order."),
                body=make_content("OrderBody", test_order),
                refusals=examples.PLACE_REFUSALS,
            )
        },
        "/v1/test/orders/{order}/expire": {
            "post": _describe_staging(
                "expireTestOrder",
                f"Lets the {ACCEPT_MINUTES} minutes of an order be over.",
                make_json_response(
                    "ActionResult", {**examples.ACTION_RESULT, "status": "cancelled"}, "The new status."
                ),
                parameters=[reference],
                is_action=True,
            )
        },
        "/v1/test/rfqs": {
            "post": _describe_staging(
                "receiveTestRfq",
                "Receives a request for quotation; without a body one about shock absorbers.",
                make_json_response("Rfq", examples.RFQ, "The request."),
                body=make_content("RfqBody", rfq),
            )
        },
        "/v1/test/events": {
            "post": _describe_staging(
                "sendTestEvent",
                "Sends a test event to the feed and to the targets that have chosen its kind.",
                make_json_response("PostedEvent", {**event, "test": True}, "The event."),
                body=make_content("EventBody", {"event": "stock.changed"}),
            )
        },
    }


def _describe_staging(
    name: str,
    summary: str,
    ok: Json,
    *,
    body: Json | None = None,
    parameters: list[Json] | None = None,
    is_action: bool = False,
    refusals: list[dict[str, str]] | None = None,
) -> Json:
    described: Json = {
        "operationId": name,
        "tags": ["Staging"],
        "summary": summary,
        "description": "For a key of the staging shop; with a live key it is 404.",
        "parameters": [*(parameters or []), IDEMPOTENCY_KEY],
        "responses": make_write_responses(404, ok=ok, is_action=is_action, refusals=refusals),
    }
    if body is not None:
        described["requestBody"] = {"required": False, "content": body}
    return described


def build_paths() -> Json:
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
            make_parameter(
                "sku",
                "Only these items; may be repeated. Unknown ones are left out.",
                {"type": "array", "maxItems": MAX_SKUS, "items": {"type": "string"}},
                explode=True,
            ),
            make_parameter(
                "barcode",
                "Only items with this barcode; may be repeated. Not together with q, sku or since.",
                {"type": "array", "maxItems": MAX_SKUS, "items": {"type": "string"}},
                explode=True,
            ),
            make_parameter(
                "since",
                "Only items that changed after this revision, in the order of their changes; go on "
                "with the answer's revision until no item comes. Not together with sku or offset.",
                {"type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_OFFSET},
            ),
            make_parameter(
                "q",
                f"Only items that this text means, the best first and at most {MAX_FOUND}: words in any "
                "order and half words, parts of SKUs, OEM numbers and barcodes with or without separators, Arabic in "
                "any spelling, a car and its year. One typing error is forgiven. "
                "Not together with sku, barcode or since.",
                {"type": "string", "maxLength": MAX_TEXT},
            ),
            IF_NONE_MATCH,
        ],
        "responses": make_read_responses(ok=make_json_response("ItemPage", examples.ITEM_PAGE, "A page of items.")),
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
            "content": make_content("Upload", examples.UPLOAD),
        },
        "responses": make_write_responses(
            ok=make_json_response("UploadResult", examples.UPLOAD_RESULT, "The result for the rows.")
        ),
    }


def _describe_get_orders() -> Json:
    status = make_parameter(
        "status", "Only orders of this status.", {"type": "string", "default": "placed", "enum": list(STATUS_WORDS)}
    )
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
        "responses": make_read_responses(ok=make_json_response("OrderList", examples.ORDER_LIST, "Orders.")),
    }


def _describe_post_action() -> Json:
    order = make_path_parameter("order", "Order reference, ORD-<year>-<sequence>.", "ORD-2026-000001")
    action = make_parameter(
        "action",
        "What to do with the order.",
        {"type": "string", "enum": [action.value for action in Action]},
        place="path",
    )
    return {
        "operationId": "actOnOrder",
        "tags": ["Orders"],
        "summary": "Moves an order.",
        "description": _describe_transitions(),
        "parameters": [order, action, IDEMPOTENCY_KEY],
        "requestBody": {
            "required": False,
            "content": make_content("ReasonBody", {"reason": "The part is damaged."}),
        },
        "responses": make_write_responses(
            404,
            ok=make_json_response("ActionResult", examples.ACTION_RESULT, "The new status."),
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
    return (
        "; ".join(rows)
        + f". An order not accepted within {ACCEPT_MINUTES} minutes of its placement is cancelled and refunded."
    )


def _describe_get_description() -> Json:
    ok = make_json_response("Description", examples.DESCRIPTION, "This description.")
    return {
        "operationId": "describe",
        "tags": ["Service"],
        "summary": "This description.",
        "parameters": [IF_NONE_MATCH],
        "responses": make_read_responses(ok=ok),
    }


def _describe_get_health() -> Json:
    ok = make_json_response("Health", examples.HEALTH, "The service answers.")
    return {
        "operationId": "health",
        "tags": ["Service"],
        "summary": "Whether the service answers; needs no key.",
        "security": [],
        "responses": {"200": ok, **{str(status): make_error_ref(status) for status in (400, 405)}},
    }
