"""The OpenAPI 3.1 description, made from the types that parse and answer (contract §2.1: version
1.0.0).
"""

from __future__ import annotations

from functools import cache

import msgspec

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.openapi.components import STATUS_TEXTS, Json, make_error_response, make_headers, make_parameters
from service.api.openapi.operations import build_paths
from service.api.openapi.schemas import make_schemas
from service.api.openapi.webhooks import build_webhooks

VERSION = "1.0.0"
SERVERS = [{"url": "http://127.0.0.1:8710", "description": "The counter PC itself."}]


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
