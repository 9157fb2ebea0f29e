"""A logged call as a curl command, for trying it again; the key is never in it (desktop §2.6)."""

from __future__ import annotations

import shlex

from service.domain.call_log.calls import Bodies, Call

_MAX_INLINE = 4096
BODY_FILE = "request.json"


def format_curl(call: Call, bodies: Bodies | None, address: str) -> str:
    """One line for a shell. A body over 4 KiB, or one that is no text, is named as a file."""
    words = ["curl"]
    if call.method != "GET":
        words += ["-X", call.method]
    words += [address.rstrip("/") + call.path, "-H", "Authorization: Bearer <key>"]
    if bodies is not None and bodies.request:
        words += ["-H", "Content-Type: application/json", "--data-binary", _body_argument(bodies.request)]
    return " ".join(shlex.quote(word) for word in words)


def _body_argument(body: bytes) -> str:
    if len(body) > _MAX_INLINE or body.startswith(b"@") or b"\0" in body:
        return f"@{BODY_FILE}"
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return f"@{BODY_FILE}"
