"""Redacts whatever has the shape of a key or webhook secret, wherever it is (contract §7.1)."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

REDACTED = b"[secret removed]"
_MAX_ENCODINGS = 8

# A key ends where the next secret begins, so two without a gap are both redacted.
_KEY = rb"cp_(?:live|test)_(?:(?!cp_(?:live|test)_|whsec_)[0-9A-Za-z]){8,}"
# In a query a plus reads as a space: a whole secret is redacted with its spaces.
_SECRET = rb"whsec_(?:[0-9A-Za-z+/ ]{43}[0-9A-Za-z+/=_%-]*|[0-9A-Za-z+/=_%-]{8,})"
_PLAIN = re.compile(_KEY + b"|" + _SECRET, re.ASCII)


def _make_escape_pattern(text: str) -> bytes:
    """Each character as itself or as a JSON escape of it."""
    return b"".join(b"(?:%c|\\\\u00(?i:%02x))" % (ord(char), ord(char)) for char in text)


_ESCAPED_CHAR = rb"(?:[0-9A-Za-z+/=_%-]|\\/|\\u00[2-7][0-9a-fA-F])"
_ESCAPED = re.compile(
    b"(?:" + _make_escape_pattern("cp_")
    + b"(?:" + _make_escape_pattern("live") + b"|" + _make_escape_pattern("test") + b")" + _make_escape_pattern("_")
    + b"|" + _make_escape_pattern("whsec_") + b")" + _ESCAPED_CHAR + b"{8,}"
)  # fmt: skip


def redact(body: bytes) -> bytes:
    """A body without secrets; JSON escapes hide none."""
    # One character is found many times faster than several, and most bodies have no escape at all.
    if b"\\" in body and (b"\\u00" in body or (b"\\/" in body and b"whsec_" in body)):
        body = _ESCAPED.sub(REDACTED, body)
    if b"cp_" in body or b"whsec" in body:
        body = _PLAIN.sub(REDACTED, body)
    return body


def redact_text(text: str) -> str:
    """The same for a text."""
    if not _may_hold_secrets(text):
        return text
    return redact(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def _may_hold_secrets(text: str) -> bool:
    return "cp_" in text or "whsec_" in text or "\\" in text


def redact_path(path: str) -> str:
    """A path with its query; percent-encoding hides no secret, however often it was done."""
    if "%" not in path and not _may_hold_secrets(path):
        return path
    plain = path.encode("utf-8", "surrogatepass")
    for _ in range(_MAX_ENCODINGS):
        if b"%" not in plain:
            break
        plain = unquote_to_bytes(plain)
    # The plainest form first: in any other form, one encoded character in the middle would protect
    # the rest of a secret.
    redacted = redact(plain)
    return redact_text(path) if redacted == plain else redacted.decode("utf-8", "replace")
