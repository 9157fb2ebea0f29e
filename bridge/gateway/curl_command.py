"""A logged call as a curl command, to try it again; never with the key (desktop §2.6).

It contains what a caller sent, which must not become a command of the user's shell. For POSIX
shells it is quoted by their rule. cmd and PowerShell have no rule in common: there every word is
either plain or in double quotes, and contains nothing that either of them, or sh, acts on inside
double quotes.
"""

from __future__ import annotations

import os
import re
import shlex
from urllib.parse import quote

from service.domain.call_log.calls import Bodies, Call
from ui.backend.calls_port import Shell

_MAX_INLINE = 4096
BODY_FILE = "request.json"
_URL_SAFE = "/:?&=%+,.~@-_"
"""Characters of an address that stay. Others are percent-encoded, also brackets and braces, which
curl interprets.
"""

_NO_ENCODING = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NO_LETTER = re.compile(r"[^A-Za-z]")


def format_curl(
    call: Call, bodies: Bodies | None, address: str, *, windows: bool = os.name == "nt"
) -> dict[Shell, str]:
    """One line for each shell, this system's first. A body that cannot be in a line is named as a
    file.
    """
    body = None if bodies is None else bodies.request
    on_windows = _format_windows(call, body, address)
    lines = {Shell.CMD: on_windows, Shell.POWERSHELL: on_windows}
    posix = {Shell.POSIX: _format_posix(call, body, address)}
    return lines | posix if windows else posix | lines


def _format_posix(call: Call, body: bytes | None, address: str) -> str:
    words = ["curl"]
    if call.method != "GET":
        words += ["-X", call.method]
    words += [address.rstrip("/") + call.path, "-H", "Authorization: Bearer <key>"]
    if body:
        words += ["-H", "Content-Type: application/json", "--data-binary", _body_argument(body)]
    return " ".join(shlex.quote(word) for word in words)


def _format_windows(call: Call, body: bytes | None, address: str) -> str:
    """The same line for cmd and PowerShell, where plain `curl` is another program."""
    words = ["curl.exe"]
    if call.method != "GET":
        # A method may contain any of !#$%&'*+-.^_`|~ (RFC 9110); none that the service answers
        # does.
        words += ["-X", _NO_LETTER.sub("", call.method)]
    path = quote(_NO_ENCODING.sub("%25", call.path), safe=_URL_SAFE, errors="replace")
    words += [f'"{address.rstrip("/")}{path}"', "-H", '"Authorization: Bearer <key>"']
    if body:
        words += ["-H", '"Content-Type: application/json"', "--data-binary", f'"@{BODY_FILE}"']
    return " ".join(words)


def _body_argument(body: bytes) -> str:
    if len(body) > _MAX_INLINE or body.startswith(b"@") or b"\0" in body:
        return f"@{BODY_FILE}"
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return f"@{BODY_FILE}"
