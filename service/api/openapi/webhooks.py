"""The webhooks of the description: what is posted to a target, one for each kind of event."""

from __future__ import annotations

from service.api.openapi.components import Json, make_content
from service.api.openapi.examples import EVENTS
from service.domain.event_bodies import EVENT_TYPES
from service.domain.webhooks.events import EventKind

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
            "2XX": {"description": "Taken. Anything else is tried again after 1, 2, 4, 8 and 16 minutes."},
        },
    }


def _describe_header(name: str, text: str, *, required: bool) -> Json:
    return {"name": name, "in": "header", "required": required, "description": text, "schema": {"type": "string"}}
