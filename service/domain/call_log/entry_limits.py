"""Bounds for the texts in one entry of the call log that a caller chose (contract §7)."""

from __future__ import annotations

from msgspec.structs import replace

from service.domain.call_log.calls import Call

MAX_PATH_BYTES = 800
"""A path is in an index too, which stores it whole up to this many bytes."""
MAX_MESSAGE_BYTES = 1_000
MAX_NOTE_BYTES = 400
MAX_NOTES = 25
MAX_NAME_BYTES = 240
MAX_METHOD_BYTES = 20
MAX_LISTED_NAMES = 20
MAX_LISTED_NAME = 60
_CUT = "…"


def cut_text(text: str, most: int) -> str:
    """Cuts a text to at most `most` bytes of UTF-8. A cut text ends in an ellipsis."""
    encoded = text.encode("utf-8", "replace")
    if len(encoded) <= most:
        return text
    return encoded[: most - len(_CUT.encode())].decode("utf-8", "ignore") + _CUT


def list_names(names: list[str]) -> str:
    """Joins names that a caller chose with commas: only the first ones, each cut."""
    listed = ", ".join(cut_text(name, MAX_LISTED_NAME) for name in names[:MAX_LISTED_NAMES])
    return listed if len(names) <= MAX_LISTED_NAMES else f"{listed}, {_CUT}"


def cut_call(call: Call) -> Call:
    """The entry, with every text cut to its bound."""
    if not (call.notes or call.message) and _has_short_names(call):
        return call
    notes = tuple([cut_text(note, MAX_NOTE_BYTES) for note in call.notes[:MAX_NOTES]])
    path, message = cut_text(call.path, MAX_PATH_BYTES), call.message and cut_text(call.message, MAX_MESSAGE_BYTES)
    key, remote = call.key and cut_text(call.key, MAX_NAME_BYTES), cut_text(call.remote, MAX_NAME_BYTES)
    method = cut_text(call.method, MAX_METHOD_BYTES)
    if (notes, path, message, key, remote, method) == (
        call.notes, call.path, call.message, call.key, call.remote, call.method,
    ):  # fmt: skip
        return call
    return replace(call, notes=notes, path=path, message=message, key=key, remote=remote, method=method)


def _has_short_names(call: Call) -> bool:
    """Whether the path and the names are within their bounds, as those of most calls are."""
    return (
        len(call.path) * 4 <= MAX_PATH_BYTES
        and len(call.key or "") * 4 <= MAX_NAME_BYTES
        and len(call.remote) * 4 <= MAX_NAME_BYTES
        and len(call.method) * 4 <= MAX_METHOD_BYTES
    )
