"""The paths that need no key: the health of the service, and the OpenAPI description."""

from __future__ import annotations

from service.api.answers import Answer, make_error
from service.api.openapi.description import encode_description
from service.api.reference.site import DESCRIPTION, is_page
from service.domain import wire
from service.version import VERSION

OPEN_METHODS = ("GET", "HEAD")
HEALTH = "/health"


def answer_open_path(method: str, path: str, address: str) -> Answer:
    """The answer outside /v1. The reference's pages are files and are sent elsewhere."""
    if path not in (HEALTH, DESCRIPTION) and not is_page(path):
        return make_error(
            404, "not_found", "There is nothing here; the interface is under /v1, its reference at /docs."
        )
    if method not in OPEN_METHODS:
        answer = make_error(405, "method_not_allowed", "Use GET, HEAD here.")
        answer.headers["Allow"] = ", ".join(OPEN_METHODS)
        return answer
    if path == HEALTH:
        return Answer(200, wire.encode(wire.Health("ok", VERSION)))
    return Answer(200, encode_description(address))
