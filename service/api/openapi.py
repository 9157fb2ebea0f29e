"""The OpenAPI 3.1 description, made from the types that parse and answer (SPEC.md section 9: version 1.0.0)."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.item_handlers import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_ROWS
from service.api.openapi_examples import ERROR_CODES, ERROR_EXAMPLES, ITEM_PAGE, ORDER_LIST, UPLOAD, UPLOAD_RESULT
from service.api.order_handlers import DEFAULT_LIMIT, MAX_LIMIT, STATUS_WORDS
from service.api.query_params import MAX_OFFSET
from service.api.request_body import MAX_BODY_BYTES
from service.domain import wire
from service.domain.catalogue.row_types import ItemRow
from service.domain.marketplace.orders import MAX_REASON, TRANSITIONS, Action

VERSION = "1.0.0"
_REF = "#/components/schemas/{name}"

_STATUS_TEXTS = {
    400: "Bad request: not JSON, not an object, items missing, a parameter out of its bounds, an unknown action, "
    "a Host or Origin that is not allowed. Code bad_request.",
    401: "The key is missing, unknown or revoked. Code unauthorized.",
    404: "There is no such path, or no such order in the caller's shop. Code not_found.",
    405: "The path exists with other methods; see Allow. Code method_not_allowed.",
    413: f"The body is over {MAX_BODY_BYTES} bytes. Code body_too_large.",
    422: "A business rule refuses: read_only, mode_off, too_many_items, action_not_allowed or reason_required.",
    429: "More than 120 calls in a rolling minute; see Retry-After. Code rate_limited.",
    500: "The program made a mistake; the message has a reference for support. Code internal_error.",
    503: "Disk full, database locked or set aside: nothing was changed. Code unavailable.",
}


def build_description() -> dict[str, Any]:
    """The whole description as JSON-able data."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Counterpart: Supplier Integration Service",
            "version": VERSION,
            "description": "Keeps a shop's parts catalogue, stock and prices in step with its own system, and works "
            "its marketplace orders. Money is whole fils (1 BHD = 1000 fils), VAT excluded. Times are UTC, RFC 3339.",
        },
        "servers": [{"url": "http://127.0.0.1:8710", "description": "The counter PC itself."}],
        "security": [{"key": []}],
        "paths": {
            "/v1/items": {"get": _describe_get_items(), "post": _describe_post_items()},
            "/v1/orders": {"get": _describe_get_orders()},
            "/v1/orders/{order}/{action}": {"post": _describe_post_action()},
            "/v1/openapi.json": {"get": _describe_get_description()},
            "/health": {"get": _describe_get_health()},
        },
        "components": {
            "schemas": _make_schemas(),
            "securitySchemes": {
                "key": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API key of the shop: cp_live_… or, for its staging twin, cp_test_….",
                }
            },
            "responses": {f"E{status}": _make_error_response(status) for status in _STATUS_TEXTS},
            "headers": _describe_rate_headers(),
        },
    }


class OpenApiHandler:
    """GET /v1/openapi.json."""

    def __init__(self) -> None:
        self._body = msgspec.json.encode(build_description())

    async def read(self, request: ApiRequest) -> Answer:  # noqa: ARG002 - every handler has this shape
        return Answer(200, self._body)


def _make_schemas() -> dict[str, Any]:
    types = [
        ItemRow, wire.ItemPage, wire.UploadResult, wire.OrderList, wire.ActionResult, wire.ErrorBody, wire.Health,
    ]  # fmt: skip
    _, schemas = msgspec.json.schema_components(types, ref_template=_REF)
    for schema in schemas.values():
        # What a row may not have is ignored and noted, not refused.
        schema.pop("additionalProperties", None)
        for field in schema.get("properties", {}).values():
            _simplify_number(field)
    schemas["ErrorBody"]["properties"]["error"]["enum"] = ERROR_CODES
    schemas["Item"]["properties"]["fit"]["items"] = {"$ref": _REF.format(name="Fit")}
    _, fit = msgspec.json.schema_components([wire.Fit], ref_template=_REF)
    schemas.update(fit)
    schemas["Upload"] = {
        "title": "Upload",
        "description": f"Up to {MAX_ROWS} item rows.",
        "type": "object",
        "required": ["items"],
        "properties": {
            "items": {
                "type": "array",
                "description": "Taken in order, each row saved whole or rejected whole.",
                "items": {"$ref": _REF.format(name="ItemRow")},
                "maxItems": MAX_ROWS,
            }
        },
    }
    schemas["Reason"] = {
        "title": "Reason",
        "type": "object",
        "properties": {
            "reason": {
                "type": "string",
                "maxLength": MAX_REASON,
                "description": "Why; required, and not blank, for reject. The buyer sees it.",
            }
        },
    }
    return schemas


def _simplify_number(field: dict[str, Any]) -> None:
    """A quantity is typed as integer or decimal, and is one JSON number.

    The three decimals are said in words: validators that count in binary find 12.345 to be no multiple of 0.001.
    """
    if field.get("type") == "number":
        field.pop("anyOf", None)
        field.pop("multipleOf", None)


def _make_responses(*statuses: int, ok: dict[str, Any]) -> dict[str, Any]:
    common = (400, 401, 429, 500, 503)
    errors = {str(status): {"$ref": f"#/components/responses/E{status}"} for status in sorted({*common, *statuses})}
    return {"200": {**ok, "headers": _make_rate_header_refs()}, **errors}


def _make_json_response(schema: str, example: dict[str, Any], text: str) -> dict[str, Any]:
    return {
        "description": text,
        "content": {"application/json": {"schema": {"$ref": _REF.format(name=schema)}, "example": example}},
    }


def _make_integer_parameter(name: str, default: int, least: int, most: int, text: str) -> dict[str, Any]:
    schema = {"type": "integer", "default": default, "minimum": least, "maximum": most}
    return {"name": name, "in": "query", "required": False, "description": text, "schema": schema}


def _describe_get_items() -> dict[str, Any]:
    return {
        "operationId": "listItems",
        "summary": "The shop's catalogue as held, keyed by SKU and ordered by case-folded SKU.",
        "parameters": [
            _make_integer_parameter("offset", 0, 0, MAX_OFFSET, "How many items to skip."),
            _make_integer_parameter("limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE, "How many items to read."),
        ],
        "responses": _make_responses(ok=_make_json_response("ItemPage", ITEM_PAGE, "A page of items.")),
    }


def _describe_post_items() -> dict[str, Any]:
    return {
        "operationId": "uploadItems",
        "summary": f"Creates or updates up to {MAX_ROWS} items.",
        "description": "Each row is saved or reported on its own; the call is 200 though rows be rejected. Sending the "
        "same rows again changes nothing. Unknown fields are ignored, and named in the shop's call log.",
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": _REF.format(name="Upload")}, "example": UPLOAD}},
        },
        "responses": _make_responses(
            413, 422, ok=_make_json_response("UploadResult", UPLOAD_RESULT, "What became of the rows.")
        ),
    }


def _describe_get_orders() -> dict[str, Any]:
    status = {
        "name": "status",
        "in": "query",
        "required": False,
        "description": "Only orders of this status.",
        "schema": {"type": "string", "default": "placed", "enum": list(STATUS_WORDS)},
    }
    return {
        "operationId": "listOrders",
        "summary": "The shop's marketplace orders, newest first.",
        "parameters": [
            status,
            _make_integer_parameter("limit", DEFAULT_LIMIT, 1, MAX_LIMIT, "How many orders to read."),
        ],
        "responses": _make_responses(ok=_make_json_response("OrderList", ORDER_LIST, "Orders.")),
    }


def _describe_post_action() -> dict[str, Any]:
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
        "summary": "Moves an order.",
        "description": _describe_transitions(),
        "parameters": [order, action],
        "requestBody": {
            "required": False,
            "content": {"application/json": {"schema": {"$ref": _REF.format(name="Reason")}, "example": {}}},
        },
        "responses": _make_responses(
            404,
            413,
            422,
            ok=_make_json_response(
                "ActionResult", {"order": "ORD-2026-000001", "status": "confirmed"}, "The new status."
            ),
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


def _describe_get_description() -> dict[str, Any]:
    ok = {"description": "This description.", "content": {"application/json": {"schema": {"type": "object"}}}}
    return {"operationId": "describe", "summary": "This description.", "responses": _make_responses(ok=ok)}


def _describe_get_health() -> dict[str, Any]:
    ok = _make_json_response("Health", {"status": "ok", "version": "0.1.0"}, "The service answers.")
    return {
        "operationId": "health",
        "summary": "Whether the service answers; needs no key.",
        "security": [],
        "responses": {"200": ok, "400": {"$ref": "#/components/responses/E400"}},
    }


def _make_error_response(status: int) -> dict[str, Any]:
    answer = _make_json_response("ErrorBody", ERROR_EXAMPLES[status][0], _STATUS_TEXTS[status])
    examples = {body["error"]: {"value": body} for body in ERROR_EXAMPLES[status]}
    answer["content"]["application/json"] = {"schema": {"$ref": _REF.format(name="ErrorBody")}, "examples": examples}
    if status == 401:
        answer["headers"] = {"WWW-Authenticate": {"description": "Always Bearer.", "schema": {"type": "string"}}}
    if status == 405:
        answer["headers"] = {"Allow": {"description": "The methods there are.", "schema": {"type": "string"}}}
    if status == 429:
        answer["headers"] = {
            "Retry-After": {
                "description": "Seconds until a call will pass.",
                "schema": {"type": "integer", "minimum": 1},
            }
        }
    return answer


def _describe_rate_headers() -> dict[str, Any]:
    texts = {
        "RateLimit-Limit": "Calls per key in any rolling 60 seconds.",
        "RateLimit-Remaining": "Calls that will pass now.",
        "RateLimit-Reset": "Seconds until one more will pass.",
    }
    return {name: {"description": text, "schema": {"type": "integer", "minimum": 0}} for name, text in texts.items()}


def _make_rate_header_refs() -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in _describe_rate_headers()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(build_description(), indent=2, ensure_ascii=False) + "\n")
