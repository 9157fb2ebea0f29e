"""The operation that reads the event feed."""

from __future__ import annotations

from service.api.events.event_handlers import DEFAULT_LIMIT, MAX_LIMIT, MAX_WAIT_S
from service.api.events.held_calls import MAX_PER_KEY
from service.api.openapi.components import (
    IF_NONE_MATCH,
    Json,
    make_integer_parameter,
    make_json_response,
    make_read_responses,
)
from service.api.openapi.examples import EVENT_PAGE
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.feed_cursors import MAX_CURSOR_LENGTH


def describe_get_events() -> Json:
    """GET /v1/events."""
    return {
        "operationId": "listEvents",
        "tags": ["Events"],
        "summary": "What webhooks post, to fetch: each event once, in the order in which they happened.",
        "description": "For systems that cannot receive webhooks. With wait the call is held until there is an event. "
        f"A key may have {MAX_PER_KEY} such calls at a time; the next is 429.",
        "parameters": [
            _make_after_parameter(),
            make_integer_parameter("limit", DEFAULT_LIMIT, 1, MAX_LIMIT, "How many events to read."),
            make_integer_parameter("wait", 0, 0, MAX_WAIT_S, "Seconds to wait for an event where there is none."),
            _make_event_parameter(),
            IF_NONE_MATCH,
        ],
        "responses": make_read_responses(ok=make_json_response("EventPage", EVENT_PAGE, "Events, and where to go on.")),
    }


def _make_after_parameter() -> Json:
    return {
        "name": "after",
        "in": "query",
        "required": False,
        "description": "The cursor that the last answer gave as next; latest for the present one; left out for the "
        "oldest event that is kept. A cursor stays valid for 90 days, across restarts and restored backups.",
        "schema": {"type": "string", "maxLength": MAX_CURSOR_LENGTH},
        "example": "latest",
    }


def _make_event_parameter() -> Json:
    return {
        "name": "event",
        "in": "query",
        "required": False,
        "description": "Only events of this kind; may be repeated.",
        "schema": {"type": "array", "items": {"type": "string", "enum": [kind.value for kind in EventKind]}},
        "explode": True,
    }
