"""What a logged call was about: its orders, its SKUs and its rejected rows (desktop §2.6)."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw, Struct

from service.domain.call_log.body_layout import RejectedRow
from service.domain.call_log.calls import Bodies, Call

_ORDER = re.compile(r"/v1/orders/([^/?]+)", re.IGNORECASE)
_ROW = re.compile(r"row (\d+)(?: \(.*?\))?: (.*)", re.DOTALL)


class _Rows(Struct):
    items: list[Raw] = []


class _Row(Struct):
    sku: str


class _Listed(Struct):
    reference: str


class _Page(Struct):
    items: dict[str, Raw] = {}
    orders: list[_Listed] = []


class _Fault(Struct):
    index: int
    error: str


class _Result(Struct):
    errors: list[_Fault] = []


_decode_rows = msgspec.json.Decoder(_Rows).decode
_decode_row = msgspec.json.Decoder(_Row).decode
_decode_page = msgspec.json.Decoder(_Page).decode
_decode_result = msgspec.json.Decoder(_Result).decode


def find_orders(call: Call, bodies: Bodies) -> tuple[str, ...]:
    """Finds the order references in the path or in the answered list, each once."""
    named = _ORDER.findall(call.path)
    if named:
        return tuple(named)
    page = _decode_answer(bodies)
    return tuple(dict.fromkeys(order.reference for order in page.orders)) if page else ()


def find_skus(call: Call, bodies: Bodies) -> tuple[str, ...]:
    """Finds the SKUs that were sent, or listed in the answer, each once."""
    if call.method != "POST":
        page = _decode_answer(bodies)
        return tuple(page.items) if page else ()
    return tuple(dict.fromkeys(sku for sku in list_sent_skus(call, bodies) if sku))


def list_sent_skus(call: Call, bodies: Bodies) -> list[str]:
    """The SKU of each row of an upload, in order; "" where it is not readable."""
    if call.method != "POST":
        return []
    try:
        rows = _decode_rows(bodies.request).items
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return []
    return [_read_sku(raw) for raw in rows]


def find_rejected_rows(call: Call, bodies: Bodies) -> tuple[RejectedRow, ...]:
    """The rows of an upload that were rejected: all from the answer, or, where the answer was cut,
    those that were noted.
    """
    if call.method != "POST":
        return ()
    try:
        return tuple(RejectedRow(fault.index, fault.error) for fault in _decode_result(bodies.response).errors)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        matches = (_ROW.fullmatch(note) for note in call.notes)
        return tuple(RejectedRow(int(match.group(1)), match.group(2)) for match in matches if match)


def _read_sku(raw: Raw) -> str:
    try:
        return _decode_row(raw).sku.strip()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def _decode_answer(bodies: Bodies) -> _Page | None:
    try:
        return _decode_page(bodies.response)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
