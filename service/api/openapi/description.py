"""The OpenAPI 3.1 description, made from the types that parse and answer (contract §2.1: version
1.0.0).
"""

from __future__ import annotations

from functools import cache

import msgspec

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.openapi.components import (
    STATUS_TEXTS,
    Json,
    make_content,
    make_error_response,
    make_headers,
    make_parameters,
)
from service.api.openapi.examples import EVENTS
from service.api.openapi.operations import build_paths
from service.api.openapi.schemas import make_schemas
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


def build_webhooks() -> Json:
    """The webhooks by the kind of event."""
    return {kind.value: {"post": _describe(kind)} for kind in EVENT_TYPES}


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
    return {"name": name, "in": "header", "required": required, "description": text, "schema": {"type": "string"}}


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
        "webhooks": build_webhooks(),
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
