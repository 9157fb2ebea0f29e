"""The entries of the call log and their bounds."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import msgspec
from msgspec.structs import replace

from service.domain.times import Millis

MAX_STORED_ANSWER = 256 * 1024
"""Bytes of an answer that are kept; of a request all of them."""
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


class Call(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One call to `/v1`, without its bodies. `shop_id` is None where the key was not known. A
    Struct, as the window gets pages of it from another process: it is made and decoded in half the
    time that a dataclass takes.
    """

    id: int
    at: Millis
    shop_id: int | None
    key_id: int | None
    key: str | None
    remote: str
    method: str
    path: str
    status: int
    duration_us: int
    request_bytes: int
    response_bytes: int
    error: str | None = None
    message: str | None = None
    notes: tuple[str, ...] = ()
    facts: str | None = None
    """What the answer comes to, as compact JSON: `{"saved":998,"rejected":2}`."""


class _UploadFacts(msgspec.Struct):
    saved: int = 1
    rejected: int = 0


_decode_upload_facts = msgspec.json.Decoder(_UploadFacts).decode


def saves_nothing(facts: str | None) -> bool:
    """Whether a call is an upload all of whose rows were rejected."""
    if facts is None or '"saved":0,' not in facts:
        return False
    upload = _decode_upload_facts(facts)
    return upload.saved == 0 and upload.rejected > 0


def is_upload(facts: str | None) -> bool:
    """Whether a call is an upload whose rows were saved or rejected one by one."""
    return facts is not None and '"saved":' in facts


def count_saved(facts: str | None) -> int:
    """How many rows an upload saved; 0 for other calls."""
    return _decode_upload_facts(facts).saved if facts and is_upload(facts) else 0


class _Repeats(msgspec.Struct):
    repeats: int = 0


_decode_repeats = msgspec.json.Decoder(_Repeats).decode


def count_repeats(facts: str | None) -> int:
    """How many more calls an entry counts. Only those without a key are counted together."""
    return _decode_repeats(facts).repeats if facts and '"repeats"' in facts else 0


def facts_with_repeats(repeats: int) -> str:
    """The facts of an entry that counts more than one call."""
    return f'{{"repeats":{repeats}}}'


@dataclass(frozen=True, slots=True)
class Bodies:
    """Request and answer, byte for byte except for redacted secrets. The answer may be cut."""

    request: bytes
    response: bytes
    response_cut: bool = False


Cursor = tuple[Millis, int]
"""The position in a list: the time and id of the last entry read."""


@dataclass(frozen=True, slots=True)
class CallFilter:
    """Which calls to list; None sets no condition. `path` matches anywhere, in any case."""

    since: Millis | None = None
    until: Millis | None = None
    key: str | None = None
    path: str | None = None
    status: int | None = None
    status_class: int | None = None
    """2, 4 or 5."""
    noted: bool = False
    """Only calls with notes, which those with rejected rows have."""


STATUSES = (200, 204, 304, 400, 401, 404, 405, 409, 413, 422, 429, 500, 503)
"""Every status that a call can be answered with (contract §2.5)."""


def classify_status(status: int) -> int:
    """2 for an answered call (304 is one), 4 for a refused one, 5 for a fault of the program."""
    return 2 if status < 400 else status // 100


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


def make_marks(folded: Sequence[str]) -> bytes:
    """The marks of folded SKUs, one after the other. Two SKUs can have the same mark."""
    return struct.pack(f"<{len(folded)}I", *map(crc32, map(str.encode, folded)))
