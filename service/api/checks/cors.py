"""The headers for a web page whose origin the owner has allowed (contract §2.1)."""

from __future__ import annotations

from aiohttp import web

from service.api.answers import Answer

_EXPOSED = (
    "Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, X-Ignored-Parameters, ETag, "
    "Idempotent-Replayed"
)
_ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-None-Match"


def is_preflight(request: web.BaseRequest, origin: str | None) -> bool:
    """Whether the call is a browser's preflight, which has no key."""
    return request.method == "OPTIONS" and origin is not None and "Access-Control-Request-Method" in request.headers


def preflight_answer(request: web.BaseRequest) -> Answer:
    """Answers a preflight so that the browser sends the call."""
    headers = {
        "Access-Control-Allow-Methods": "GET, HEAD, POST",
        "Access-Control-Allow-Headers": _ALLOWED,
        "Access-Control-Max-Age": "600",
    }
    if request.headers.get("Access-Control-Request-Private-Network") == "true":
        headers["Access-Control-Allow-Private-Network"] = "true"
    return Answer(204, b"", headers=headers)


def cors_headers(origin: str) -> dict[str, str]:
    """The headers for every answer to an allowed origin, also for refusals."""
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": _EXPOSED, "Vary": "Origin"}
