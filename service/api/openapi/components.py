"""Parts that all operations of the description share: answers, errors, parameters, headers."""

from __future__ import annotations

from typing import Any

from service.api.openapi.examples import ERROR_EXAMPLES
from service.api.request_body import MAX_BODY_BYTES

Json = dict[str, Any]

JSON = "application/json"
COMMON_STATUSES = (400, 401, 405, 429, 500, 503)
"""The errors that every operation with a key can answer."""

STATUS_TEXTS = {
    400: "Bad request: not JSON, not an object, items missing, a parameter out of its bounds, an unknown action, "
    "a Host or Origin that is not allowed. Code bad_request.",
    401: "The key is missing, unknown or revoked. Code unauthorized.",
    404: "There is no such path, or no such order in the caller's shop. Code not_found.",
    405: "The path exists with other methods; see Allow. Code method_not_allowed.",
    413: f"The body is over {MAX_BODY_BYTES} bytes. Code body_too_large.",
    422: "A business rule refuses: read_only, mode_off, too_many_items, action_not_allowed or reason_required.",
    429: "More than 120 calls in a rolling minute; see Retry-After. Code rate_limited.",
    500: "The program made a mistake; the message has a reference for support. Code internal_error.",
    503: "Disk full, database locked or set aside: nothing was changed. Code unavailable. "
    "For a linked shop the marketplace may not have answered: code upstream_unavailable.",
}


def make_ref(schema: str) -> Json:
    """A reference to a schema in the components."""
    return {"$ref": f"#/components/schemas/{schema}"}


def make_json_response(schema: str, example: Json, text: str) -> Json:
    """An answer with a body of that schema."""
    return {"description": text, "content": make_content(schema, example)}


def make_content(schema: str, example: Json) -> Json:
    """A body of that schema, with an example."""
    return {JSON: {"schema": make_ref(schema), "example": example}}


def make_responses(*statuses: int, ok: Json) -> Json:
    """The answers of an operation: 200 with the rate headers, these statuses, and
    the common ones.
    """
    errors = {str(status): make_error_ref(status) for status in sorted({*COMMON_STATUSES, *statuses})}
    return {"200": {**ok, "headers": make_rate_header_refs()}, **errors}


def make_error_ref(status: int) -> Json:
    """A reference to the answer with that status."""
    return {"$ref": f"#/components/responses/E{status}"}


def make_integer_parameter(name: str, default: int, least: int, most: int, text: str) -> Json:
    """A query parameter that is an integer within bounds."""
    schema = {"type": "integer", "format": "int64", "default": default, "minimum": least, "maximum": most}
    return {"name": name, "in": "query", "required": False, "description": text, "schema": schema}


def make_error_response(status: int) -> Json:
    """An answer that is not 200: its possible codes, each with an example, and its headers."""
    examples = {body["error"]: {"value": body} for body in ERROR_EXAMPLES[status]}
    content = {JSON: {"schema": make_ref("ErrorBody"), "examples": examples}}
    answer: Json = {"description": STATUS_TEXTS[status], "content": content}
    if status in _ERROR_HEADERS:
        answer["headers"] = _ERROR_HEADERS[status]
    return answer


_ERROR_HEADERS: dict[int, Json] = {
    401: {"WWW-Authenticate": {"description": "Always Bearer.", "schema": {"type": "string"}}},
    405: {"Allow": {"description": "The methods there are.", "schema": {"type": "string"}}},
    429: {
        "Retry-After": {
            "description": "Seconds until a call will pass.",
            "schema": {"type": "integer", "format": "int64", "minimum": 1},
        }
    },
}


def make_rate_headers() -> Json:
    """The rate headers of every answer to a valid key."""
    texts = {
        "RateLimit-Limit": "Calls per key in any rolling 60 seconds.",
        "RateLimit-Remaining": "Calls that will pass now.",
        "RateLimit-Reset": "Seconds until one more will pass.",
    }
    schema = {"type": "integer", "format": "int64", "minimum": 0}
    return {name: {"description": text, "schema": schema} for name, text in texts.items()}


def make_rate_header_refs() -> Json:
    """References to those headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in make_rate_headers()}
