"""The call log's entries and filters (contract §7)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from service.domain.times import Millis

MAX_STORED_ANSWER = 256 * 1024
"""Bytes of an answer that are kept; of a request all of them."""


class Call(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One call to `/v1`, without its bodies. `shop_id` is None where the key was not known.

    A Struct, as the window gets pages of it from another process: it is made and decoded in half
    the time that a dataclass takes.
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
    """What the answer comes to, as compact JSON of counts (`{"saved":998,"rejected":2}`),
    for lists to say in words.
    """


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
    """How many more calls like it an entry counts. Only calls without a key are
    counted together.
    """
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
    """Which calls to list; a None sets no condition. `path` matches anywhere in path and query, in
    upper or lower case.
    """

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
