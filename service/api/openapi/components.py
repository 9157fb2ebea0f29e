"""Parts that all operations of the description share: answers, errors, parameters, headers."""

from __future__ import annotations

from typing import Any

from service.api.checks.rate_limits import CALLS_PER_WINDOW
from service.api.openapi.examples import ERROR_EXAMPLES, ORDER_REFUSALS
from service.domain.idempotency import MAX_KEY_LENGTH
from service.domain.json_bodies import MAX_BODY_BYTES

Json = dict[str, Any]

JSON = "application/json"
COMMON_STATUSES = (400, 401, 403, 405, 429, 500, 503)
"""The errors that every operation with a key can answer."""

STATUS_TEXTS = {
    400: "Bad request: not JSON, not an object, items missing, a parameter out of its bounds, an unknown action, "
    "a Host or Origin that is not allowed. Code bad_request.",
    401: "The key is missing, unknown, revoked or expired. Code unauthorized.",
    403: "The key has fewer rights, and they do not include the call. Code not_allowed.",
    404: "There is no such path, or no such order or item in the caller's shop. Code not_found.",
    405: "The path exists with other methods; see Allow. Code method_not_allowed.",
    409: "The first call with this Idempotency-Key is not answered yet; see Retry-After. Code in_progress.",
    413: f"The body is over {MAX_BODY_BYTES} bytes. Code body_too_large.",
    422: "A business rule refuses: read_only, mode_off, too_many_items, action_not_allowed or reason_required. "
    "Or the Idempotency-Key was used for another call: idempotency_mismatch.",
    429: f"More than {CALLS_PER_WINDOW} calls in a rolling minute; see Retry-After. Code rate_limited.",
    500: "The program made a mistake; the message has a reference for support. Code internal_error.",
    503: "Disk full, database locked or set aside: nothing was changed. Code unavailable. "
    "For a linked shop the marketplace may not have answered: code upstream_unavailable.",
}


def make_ref(schema: str) -> Json:
    return {"$ref": f"#/components/schemas/{schema}"}


def make_json_response(schema: str, example: Json, text: str) -> Json:
    return {"description": text, "content": make_content(schema, example)}


def make_content(schema: str, example: Json) -> Json:
    return {JSON: {"schema": make_ref(schema), "example": example}}


def make_read_responses(*statuses: int, ok: Json) -> Json:
    """The answers of a read: 200 with the rate headers, 304, these and the common statuses."""
    headers = make_header_refs("ETag", "X-Request-Id", *RATE_HEADERS)
    ignored = make_header_refs("X-Ignored-Parameters")
    answers = {"200": {**ok, "headers": {**headers, **ignored}}}
    answers["304"] = {"description": "The answer is the one that If-None-Match names. No body.", "headers": headers}
    return {**answers, **_make_errors(*statuses)}


def make_write_responses(
    *statuses: int, ok: Json, is_action: bool = False, refusals: list[dict[str, str]] | None = None
) -> Json:
    """The answers of a POST: 200, 409 and 422 of its Idempotency-Key, these statuses, the common
    ones. The 422 of an order action tells the order's status; `refusals` are those of this call
    alone.
    """
    headers = make_header_refs("X-Request-Id", "Idempotent-Replayed", "X-Ignored-Parameters", *RATE_HEADERS)
    answers = {"200": {**ok, "headers": headers}, **_make_errors(409, 413, 422, *statuses)}
    if is_action:
        answers["422"] = _make_order_refusal()
    elif refusals:
        answers["422"] = _make_refusals(refusals)
    return answers


def _make_errors(*statuses: int) -> Json:
    return {str(status): make_error_ref(status) for status in sorted({*COMMON_STATUSES, *statuses})}


def _make_order_refusal() -> Json:
    return {
        "description": f"{STATUS_TEXTS[422]} Where it is about the order, order and status tell what it is now.",
        "headers": make_header_refs("X-Request-Id", *RATE_HEADERS),
        "content": {JSON: {"schema": make_ref("ActionRefusal"), "examples": _name_examples(ORDER_REFUSALS)}},
    }


def _make_refusals(bodies: list[dict[str, str]]) -> Json:
    codes = ", ".join(body["error"] for body in bodies)
    return {
        "description": f"Refused with {codes}.",
        "headers": make_header_refs("X-Request-Id", *RATE_HEADERS),
        "content": {JSON: {"schema": make_ref("ErrorBody"), "examples": _name_examples(bodies)}},
    }


def _name_examples(bodies: list[dict[str, str]]) -> Json:
    return {body["error"]: {"value": body} for body in bodies}


def make_error_ref(status: int) -> Json:
    return {"$ref": f"#/components/responses/E{status}"}


def make_parameter(name: str, text: str, schema: Json, *, place: str = "query", **more: object) -> Json:
    """A parameter; only one of the path is required, unless `more` says so."""
    return {"name": name, "in": place, "required": place == "path", "description": text, "schema": schema, **more}


def make_integer_parameter(name: str, default: int, least: int, most: int, text: str) -> Json:
    """A query parameter that is an integer within bounds."""
    schema = {"type": "integer", "format": "int64", "default": default, "minimum": least, "maximum": most}
    return make_parameter(name, text, schema)


def make_error_response(status: int) -> Json:
    """An answer that is not 200: its possible codes, each with an example, and its headers."""
    content = {JSON: {"schema": make_ref("ErrorBody"), "examples": _name_examples(ERROR_EXAMPLES[status])}}
    headers = {**make_header_refs("X-Request-Id"), **_ERROR_HEADERS.get(status, {})}
    return {"description": STATUS_TEXTS[status], "headers": headers, "content": content}


_RETRY_AFTER: Json = {
    "Retry-After": {
        "description": "Seconds until a call will pass.",
        "schema": {"type": "integer", "format": "int64", "minimum": 1},
    }
}
_ERROR_HEADERS: dict[int, Json] = {
    401: {"WWW-Authenticate": {"description": "Always Bearer.", "schema": {"type": "string"}}},
    405: {"Allow": {"description": "The methods there are.", "schema": {"type": "string"}}},
    409: _RETRY_AFTER,
    429: _RETRY_AFTER,
}
_RATE_TEXTS = {
    "RateLimit-Limit": "Calls per key in any rolling 60 seconds.",
    "RateLimit-Remaining": "Calls that will pass now.",
    "RateLimit-Reset": "Seconds until one more will pass.",
}
RATE_HEADERS = tuple(_RATE_TEXTS)
_TEXT_HEADERS = {
    "ETag": "A weak tag of the body: send it as If-None-Match to get a 304 while nothing changed.",
    "X-Request-Id": "The call's entry in the owner's call log.",
    "X-Ignored-Parameters": "Query parameters that mean nothing here, with commas.",
    "Idempotent-Replayed": "true where this is the kept answer of an earlier call with the same Idempotency-Key.",
}


def make_headers() -> Json:
    """The headers that many answers have."""
    schema = {"type": "integer", "format": "int64", "minimum": 0}
    return {
        **{name: {"description": text, "schema": schema} for name, text in _RATE_TEXTS.items()},
        **{name: {"description": text, "schema": {"type": "string"}} for name, text in _TEXT_HEADERS.items()},
    }


def make_header_refs(*names: str) -> Json:
    """References to those headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


IF_NONE_MATCH = {"$ref": "#/components/parameters/If-None-Match"}
IDEMPOTENCY_KEY = {"$ref": "#/components/parameters/Idempotency-Key"}


def make_parameters() -> Json:
    """The header parameters that many operations have."""
    return {
        "If-None-Match": make_parameter(
            "If-None-Match",
            "The ETag of an earlier answer: while nothing changed the answer is 304 without a body.",
            {"type": "string"},
            place="header",
        ),
        "Idempotency-Key": make_parameter(
            "Idempotency-Key",
            "A text that is new for each call, such as till-1/accept/ORD-2026-000001, printable "
            "ASCII: the same call sent again within 24 hours with the same text is done once, and gets the answer "
            "of the first.",
            {
                "type": "string",
                "minLength": 1,
                "maxLength": MAX_KEY_LENGTH,
                "pattern": "^[!-~]([ -~]*[!-~])?$",
            },
            place="header",
        ),
    }
