"""The call log as it is exported: JSON entries, and files of any size (contract §7)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any

from msgspec import Struct, structs

from service.domain import wire
from service.domain.call_log.calls import Bodies, Call, count_repeats
from service.domain.shops import Shop
from service.domain.texts import escape_json
from service.domain.times import format_rfc3339
from service.files.csv_export import csv_lines


class CallFileFormat(StrEnum):
    CSV = "csv"
    JSON_LINES = "jsonl"
    JSON_LINES_WITH_BODIES = "jsonl-bodies"


class CallOut(Struct, frozen=True):
    """An entry without bodies. Sizes are bytes; without a valid key there is no `shop`."""

    id: int
    at: str
    shop: str | None
    key: str | None
    remote: str
    method: str
    path: str
    status: int
    duration_ms: float
    request_bytes: int
    response_bytes: int
    error: str | None
    message: str | None
    notes: list[str]


def convert_call(call: Call, shop: Shop) -> CallOut:
    """An entry of a shop's log in its JSON form."""
    return CallOut(
        id=call.id,
        at=format_rfc3339(call.at),
        shop=None if call.shop_id is None else shop.name,
        key=call.key,
        remote=call.remote,
        method=call.method,
        path=call.path,
        status=call.status,
        duration_ms=call.duration_us / 1000,
        request_bytes=call.request_bytes,
        response_bytes=call.response_bytes,
        error=call.error,
        message=call.message,
        notes=list_notes(call),
    )


def list_notes(call: Call) -> list[str]:
    """What an entry notes, and how many more calls it counts."""
    repeats = count_repeats(call.facts)
    return [*call.notes, f"{repeats:,} more like this"] if repeats else list(call.notes)


def convert_bodies(bodies: Bodies) -> dict[str, Any]:
    """Both bodies as text, or else base64. `response_cut`: the answer was longer."""
    request, request_coded = _encode_body(bodies.request)
    response, response_coded = _encode_body(bodies.response)
    return {
        "request": request,
        "request_is_base64": request_coded,
        "response": response,
        "response_is_base64": response_coded,
        "response_cut": bodies.response_cut,
    }


def format_lines(
    calls: Iterable[Call],
    shop: Shop,
    file_format: CallFileFormat,
    read_bodies: Callable[[int], Bodies | None] = lambda _call_id: None,
) -> Iterator[str]:
    """A file's lines with their ends, one at a time, so that a log of any size can be written.
    `read_bodies` reads those of an entry by its id, if it is still there; secrets are redacted in
    them as they are stored.
    """
    if file_format is CallFileFormat.JSON_LINES_WITH_BODIES:
        return (_format_with_bodies(call, shop, read_bodies(call.id)) for call in calls)
    entries = (convert_call(call, shop) for call in calls)
    if file_format is CallFileFormat.JSON_LINES:
        return (_format_line(entry) for entry in entries)
    return csv_lines(CallOut.__struct_fields__, ([*map(_format_cell, structs.astuple(entry))] for entry in entries))


def _format_with_bodies(call: Call, shop: Shop, bodies: Bodies | None) -> str:
    entry = structs.asdict(convert_call(call, shop))
    return _format_line({**entry, **convert_bodies(bodies or Bodies(b"", b""))})


def _format_line(entry: object) -> str:
    return escape_json(wire.encode(entry).decode()) + "\n"


def _format_cell(value: object) -> str | int | None:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list):
        return "; ".join(value)
    return value if isinstance(value, int) else None if value is None else str(value)


def _encode_body(body: bytes) -> tuple[str, bool]:
    try:
        return body.decode("utf-8"), False
    except UnicodeDecodeError:
        return b64encode(body).decode("ascii"), True
