"""What a logged call was about: its orders, its SKUs and its rejected rows (desktop §2.6)."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Raw, Struct

from service.domain.call_log.body_layout import RejectedRow
from service.domain.call_log.calls import Bodies, Call
from service.domain.catalogue.sku import fold, tidy

_ORDER = re.compile(r"/v1/orders/([^/?]+)", re.IGNORECASE)
_ROW = re.compile(r"row (\d+)(?: \(.*?\))?: (.*)", re.DOTALL)


class _Rows(Struct):
    items: list[Raw] = []


class _Row(Struct):
    sku: str


class _GoodRows(Struct):
    items: list[_Row] = []


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
_decode_good_rows = msgspec.json.Decoder(_GoodRows).decode
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


def names_part(path: str, folded: str) -> bool:
    """Whether a path is that of the part with a folded SKU, or asks for it with `sku=`."""
    plain, _, query = path.partition("?")
    named = plain.removeprefix("/v1/items/")
    if named != plain:
        return "/" not in named and fold(tidy(unquote(named))) == folded
    return plain == "/v1/items" and any(
        name == "sku" and fold(tidy(value)) == folded for name, value in parse_qsl(query)
    )


def make_order_path(reference: str) -> str:
    """What the paths of all calls about one order contain, of test orders too."""
    return f"/orders/{reference}"


def is_path_of(path: str, start: str) -> bool:
    """Whether a path is `start`, or is below it."""
    return path.startswith(start) and path[len(start) : len(start) + 1] in ("", "/", "?")


def list_sent_skus(call: Call, bodies: Bodies) -> list[str]:
    """The SKU of each row of an upload, in order; "" where it is not readable."""
    if call.method != "POST":
        return []
    try:
        return [row.sku.strip() for row in _decode_good_rows(bodies.request).items]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _list_readable_skus(bodies.request)


def find_rejected_rows(call: Call, bodies: Bodies) -> tuple[RejectedRow, ...]:
    """The rejected rows of an upload: all from the answer, or the noted ones where it was cut."""
    if call.method != "POST":
        return ()
    try:
        return tuple(RejectedRow(fault.index, fault.error) for fault in _decode_result(bodies.response).errors)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        matches = (_ROW.fullmatch(note) for note in call.notes)
        return tuple(RejectedRow(int(match.group(1)), match.group(2)) for match in matches if match)


def _list_readable_skus(request: bytes) -> list[str]:
    """The same where a row cannot be read; one by one, which takes four times as long."""
    try:
        rows = _decode_rows(request).items
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return []
    return [_read_sku(raw) for raw in rows]


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
