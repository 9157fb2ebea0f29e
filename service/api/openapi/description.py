"""The OpenAPI 3.1 description, made from the types that parse and answer (contract §2.1)."""

from __future__ import annotations

from functools import cache

import msgspec

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.item_handlers import MAX_ROWS
from service.api.openapi.components import (
    STATUS_TEXTS,
    Json,
    make_content,
    make_error_response,
    make_headers,
    make_parameter,
    make_parameters,
    make_ref,
)
from service.api.openapi.examples import ERROR_CODES, EVENTS, ORDER_REFUSALS
from service.api.openapi.operations import build_paths, make_pairing_schemas
from service.api.order_handlers import ReasonBody
from service.api.staging_handlers import EventBody
from service.domain import wire
from service.domain.catalogue.row_parser import MAX_BRANCH
from service.domain.catalogue.row_types import ITEM_FIELDS, MAX_CAR_TEXT, MAX_CARS, FieldKind, ItemRow
from service.domain.marketplace.order_requests import OrderBody, RfqBody
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.retries import describe_schedule
from service.domain.wire import EVENT_TYPES

_SUMMARIES = {
    EventKind.ORDER_PLACED: "An order was placed.",
    EventKind.ORDER_STATUS: "An order changed status, also when time cancels it.",
    EventKind.RFQ_NEW: "A request for quotation arrived.",
    EventKind.STOCK_CHANGED: "Stock moved through a sale, a job, a return or a count.",
}
_HEADERS = {
    "x-service-event": "The kind of event.",
    "x-service-delivery": "The delivery's identifier, the same on every retry.",
    "x-service-signature": "sha256= and the hex HMAC-SHA256 of the raw body, keyed with the whole secret.",
    "webhook-id": "The delivery's identifier again (Standard Webhooks).",
    "webhook-timestamp": "Seconds since 1970, of this attempt.",
    "webhook-signature": "v1, and the base64 HMAC-SHA256 of id, timestamp and body, parted by dots.",
}
_ROTATING = "x-service-signature-next"
VERSION = "1.0.0"
SERVERS = [{"url": "http://127.0.0.1:8710", "description": "The counter PC itself."}]

_TYPES = [
    ItemRow, wire.ItemPage, wire.UploadResult, wire.OrderList, wire.ActionResult, wire.ActionRefusal, wire.ErrorBody,
    wire.Health, wire.Paired, wire.Fit, wire.EventPage, wire.BranchList, wire.RfqList, *EVENT_TYPES.values(),
    wire.ItemChangedEvent, OrderBody, RfqBody, EventBody, ReasonBody,
]  # fmt: skip

MAX_LENGTHS: dict[str, dict[str, int]] = {
    "ItemRow": {
        "branch": MAX_BRANCH,
        **{name: field.most for name, field in ITEM_FIELDS.items() if field.kind is FieldKind.TEXT},
    },
    "FitRow": {"make": MAX_CAR_TEXT, "model": MAX_CAR_TEXT},
}
"""The most characters of a row's texts (docs/contract.md, Fields of a row)."""


def make_schemas() -> Json:
    _, schemas = msgspec.json.schema_components(_TYPES, ref_template="#/components/schemas/{name}")
    for name in ("ItemRow", "FitRow"):
        # Unknown fields of a row are ignored and noted, not refused.
        schemas[name].pop("additionalProperties")
    for schema in schemas.values():
        for field in schema.get("properties", {}).values():
            _simplify_number(field)
            _add_formats(field)
            _add_string_type(field)
    for name, lengths in MAX_LENGTHS.items():
        for field_name, length in lengths.items():
            _find_type(schemas[name]["properties"][field_name], "string")["maxLength"] = length
    _find_type(schemas["ItemRow"]["properties"]["fit"], "array")["maxItems"] = MAX_CARS
    schemas["ErrorBody"]["properties"]["error"]["enum"] = ERROR_CODES
    schemas["ActionRefusal"]["properties"]["error"]["enum"] = [body["error"] for body in ORDER_REFUSALS]
    schemas["Item"]["properties"]["fit"]["items"] = make_ref("Fit")
    events: list[type[wire.Event]] = [*EVENT_TYPES.values(), wire.ItemChangedEvent]
    schemas["EventPage"]["properties"]["events"]["items"] = {"anyOf": [make_ref(event.__name__) for event in events]}
    schemas["PostedEvent"] = {
        "title": "PostedEvent",
        "description": "An event of any kind, as webhooks post it.",
        "anyOf": [make_ref(event.__name__) for event in EVENT_TYPES.values()],
    }
    return {**schemas, **_make_body_schemas(), **make_pairing_schemas()}


def _make_body_schemas() -> Json:
    """Bodies that are not parsed by one type."""
    return {
        "Upload": {
            "title": "Upload",
            "description": f"Up to {MAX_ROWS} item rows.",
            "type": "object",
            "required": ["items"],
            "properties": {
                "items": {
                    "type": "array",
                    "description": "Taken in order, each row saved whole or rejected whole.",
                    "items": make_ref("ItemRow"),
                    "maxItems": MAX_ROWS,
                }
            },
        },
        "Description": {
            "title": "Description",
            "description": "An OpenAPI 3.1 document.",
            "type": "object",
            "required": ["openapi", "info", "paths"],
            "properties": {
                "openapi": {"type": "string", "description": "Version of OpenAPI."},
                "info": {"type": "object", "description": "Title and version."},
                "paths": {"type": "object", "description": "The operations by path."},
            },
        },
    }


def _simplify_number(field: Json) -> None:
    """Gives a quantity, whose type is integer or decimal, as one JSON number. The three decimals
    are given in words: validators that compute in binary say that 12.345 is no multiple of 0.001.
    """
    if field.get("type") == "number":
        field.pop("anyOf", None)
        field.pop("multipleOf", None)


def _add_formats(schema: Json) -> None:
    """Adds formats: generators would else use integers of 32 bits and single floats."""
    kind = schema.get("type")
    if kind in ("integer", "number"):
        schema["format"] = "int64" if kind == "integer" else "double"
    for inner in schema.get("anyOf", []):
        _add_formats(inner)


def _add_string_type(schema: Json) -> None:
    """Adds the type `string` to a list of words: some generators need it."""
    if "enum" in schema:
        schema["type"] = "string"
    for inner in schema.get("anyOf", []):
        _add_string_type(inner)


def _find_type(schema: Json, kind: str) -> Json:
    """The schema itself, or the one of its alternatives that has this type."""
    return next(one for one in (schema, *schema.get("anyOf", [])) if one.get("type") == kind)


def _describe(kind: EventKind) -> Json:
    return {
        "operationId": f"on{EVENT_TYPES[kind].__name__}",
        "tags": ["Webhooks"],
        "summary": _SUMMARIES[kind],
        "security": [],
        "parameters": [
            *(_describe_header(name, text, required=True) for name, text in _HEADERS.items()),
            _describe_header(
                _ROTATING, "The signature by the next secret, while one is being changed.", required=False
            ),
        ],
        "requestBody": {"required": True, "content": make_content(EVENT_TYPES[kind].__name__, EVENTS[kind])},
        "responses": {
            "2XX": {"description": f"Taken. Anything else is tried again after {describe_schedule()} minutes."},
        },
    }


def _describe_header(name: str, text: str, *, required: bool) -> Json:
    return make_parameter(name, text, {"type": "string"}, place="header", required=required)


def build_description() -> Json:
    """The whole description as data for JSON."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Counterpart: Supplier Integration Service",
            "version": VERSION,
            "description": "Keeps a shop's parts catalogue, stock and prices in step with its own system, and works "
            "its marketplace orders. Money is whole fils (1 BHD = 1000 fils), VAT excluded. Times are UTC, RFC 3339. "
            "HEAD is answered like GET, without the body.",
            # One generator takes no licence without an identifier.
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": SERVERS,
        "security": [{"key": []}],
        "tags": TAGS,
        "paths": build_paths(),
        "webhooks": {kind.value: {"post": _describe(kind)} for kind in EVENT_TYPES},
        "components": {
            "schemas": make_schemas(),
            "securitySchemes": {
                "key": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API key of the shop: cp_live_… or, for its staging shop, cp_test_….",
                }
            },
            "responses": {f"E{status}": make_error_response(status) for status in STATUS_TEXTS},
            "headers": make_headers(),
            "parameters": make_parameters(),
        },
    }


def encode_description(address: str) -> bytes:
    """Encodes the description. Its server is the address of the request."""
    server = [{"url": address, "description": "The address that this was asked at."}]
    return _encode_once().replace(msgspec.json.encode(SERVERS), msgspec.json.encode(server), 1)


@cache
def _encode_once() -> bytes:
    return msgspec.json.encode(build_description())


async def read_description(request: ApiRequest) -> Answer:
    """GET /v1/openapi.json."""
    return Answer(200, encode_description(request.address))


TAGS = [
    {"name": "Items", "description": "The catalogue with stock and prices."},
    {"name": "Orders", "description": "Orders of the marketplace."},
    {"name": "Events", "description": "What happened, to fetch: for systems that cannot receive webhooks."},
    {"name": "Staging", "description": "For a key of the staging shop: what otherwise comes from the marketplace."},
    {"name": "Service", "description": "The service and this description."},
    {"name": "Webhooks", "description": "What the service posts to the addresses that the owner gives it."},
]
