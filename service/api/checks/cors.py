"""What a browser is told when the owner has allowed a web page's origin (contract §2.1)."""

from __future__ import annotations

from aiohttp import web

from service.api.answers import Answer

_EXPOSED = "Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, X-Ignored-Parameters"


def is_preflight(request: web.BaseRequest, origin: str | None) -> bool:
    """Whether a browser asks before a call; it sends no key with that."""
    return request.method == "OPTIONS" and origin is not None and "Access-Control-Request-Method" in request.headers


def preflight_answer(request: web.BaseRequest) -> Answer:
    """Lets the call itself come."""
    headers = {
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": "Authorization, Content-Type",
        "Access-Control-Max-Age": "600",
    }
    if request.headers.get("Access-Control-Request-Private-Network") == "true":
        headers["Access-Control-Allow-Private-Network"] = "true"
    return Answer(204, b"", headers=headers)


def cors_headers(origin: str) -> dict[str, str]:
    """On every answer to an allowed origin, refusals too."""
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": _EXPOSED, "Vary": "Origin"}
