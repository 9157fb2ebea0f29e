"""`GET /docs`: the interactive reference; its viewer calls no other server."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from service.api.answers import COMMON_HEADERS

FOLDER = Path(__file__).with_name("assets")
PAGE = "/docs"
DESCRIPTION = "/docs/openapi.json"
"""The description without a key, which the page loads. It contains nothing about any shop."""

_FILES = {
    PAGE: ("index.html", "text/html"),
    f"{PAGE}/": ("index.html", "text/html"),
    f"{PAGE}/reference.css": ("reference.css", "text/css"),
    f"{PAGE}/reference.js": ("reference.js", "text/javascript"),
    f"{PAGE}/swagger-ui.css": ("swagger-ui.css", "text/css"),
    f"{PAGE}/swagger-ui-bundle.js": ("swagger-ui-bundle.js", "text/javascript"),
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    **COMMON_HEADERS,
    # The viewer changes only with the program: a browser asks whether it is the same, and need not
    # load it again.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def is_page(path: str) -> bool:
    """Whether the reference has a file at that path."""
    return path in _FILES


def find_page(path: str) -> web.FileResponse | None:
    """The file of the reference at that path, with its security headers; None if there is none."""
    file = _FILES.get(path)
    if file is None:
        return None
    name, kind = file
    return web.FileResponse(FOLDER / name, headers={**_HEADERS, "Content-Type": f"{kind}; charset=utf-8"})
