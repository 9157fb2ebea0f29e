"""Calls are searched: for a text in their bodies, and for those that read or wrote one item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from service.domain.call_log.call_subjects import is_path_of, list_sent_skus, names_part
from service.domain.call_log.calls import Bodies, Call, CallFilter, Cursor, make_marks
from service.domain.catalogue.sku import fold, tidy
from service.domain.times import Millis
from service.store.call_log.body_compression import unpack_body
from service.store.call_log.call_pages import COLUMNS, list_conditions, list_visible_shops, make_call
from service.store.call_log.calls import list_calls
from service.store.engine.dialect import (
    INT_LIST,
    TEXT_LIST,
    contains_bytes,
    encode_list,
    json_text,
    make_like_pattern,
    may_be_encoded,
    with_index,
)
from service.store.engine.transaction import ReadTx

_UPLOADS = "path >= '/v1/items' AND path < '/v1/items@' AND (path < '/v1/items/' OR path >= '/v1/items?')"
_READS = "path >= '/v1/items/' AND path < '/v1/items@'"
"""Ranges of the index of paths, in which `/` comes before `?`, and `@` after it."""

_READ_STATUSES = "status >= 400 AND status NOT IN (401, 413, 429)"
"""Refused after their body was read."""

_NO_ID = 2**63 - 1
"""Above the id of every call."""


@dataclass(frozen=True, slots=True)
class BodySearch:
    """The hits of one step through bodies, and where the next begins (None at the end)."""

    found: tuple[Call, ...]
    scanned: int
    next_before: Cursor | None


def search_bodies(
    db: ReadTx,
    shop_id: int,
    narrow: CallFilter,
    text: str,
    *,
    sees_unknown: bool,
    before: Cursor | None,
    step: int = 500,
) -> BodySearch:
    """Searches the bodies of the next `step` entries for a text, in upper or lower case."""
    calls = list_calls(db, shop_id, narrow, sees_unknown=sees_unknown, before=before, limit=step)
    sought = text.casefold()
    matches = tuple(call for call in calls if has_text(db, call, sought))
    go_on = (calls[-1].at, calls[-1].id) if len(calls) == step else None
    return BodySearch(matches, len(calls), go_on)


def has_text(db: ReadTx, call: Call, sought: str) -> bool:
    """Whether a body of the call has a text, which is given in folded case."""
    row = db.one("SELECT request, response FROM call_bodies WHERE call_id = ?", (call.id,))
    return row is not None and any(sought in unpack_body(part).decode("utf-8", "replace").casefold() for part in row)


class PartCall(NamedTuple):
    """An entry that may be about a part; where it is not certain its body has to be read."""

    at: Millis
    id: int
    is_certain: bool


def list_part_calls(db: ReadTx, shop_id: int, folded: str, *, sees_unknown: bool) -> list[PartCall]:
    """Every entry that may be about the part with a folded SKU, newest first."""
    found = {id_: PartCall(at, id_, False) for at, id_ in _list_uploads(db, shop_id, folded)}
    for shop in list_visible_shops(shop_id, sees_unknown):
        found |= {id_: PartCall(at, id_, True) for at, id_ in _list_reads(db, shop, folded)}
    found |= {id_: PartCall(at, id_, True) for at, id_ in _list_order_calls(db, shop_id, folded)}
    return sorted(found.values(), reverse=True)


def read_part_calls(
    db: ReadTx,
    shop_id: int,
    folded: str,
    listed: Sequence[PartCall],
    narrow: CallFilter,
    *,
    sees_unknown: bool,
    text: str = "",
) -> tuple[Call, ...]:
    """Those about the part that the filter leaves; `text` has to be in a body, in any case."""
    conditions, values = list_conditions(shop_id, narrow, sees_unknown=sees_unknown)
    certain = {call.id for call in listed if call.is_certain}
    calls = db.all_as(
        make_call,
        f"SELECT {COLUMNS} FROM calls WHERE id IN (SELECT value FROM {INT_LIST}) AND {' AND '.join(conditions)} "
        "ORDER BY at DESC, id DESC",
        [encode_list(call.id for call in listed), *values],
    )
    sought = text.casefold()
    return tuple(
        call
        for call in calls
        if (call.id in certain or _sends_part(db, call, folded)) and (not sought or has_text(db, call, sought))
    )


def _list_uploads(db: ReadTx, shop_id: int, folded: str) -> Iterator[tuple[Millis, int]]:
    """Uploads whose marks have the part's, and those without marks: refused, or from before."""
    yield from db.all(
        f"SELECT calls.at, calls.id FROM call_parts CROSS JOIN calls ON calls.id = call_parts.call_id "
        f"WHERE {contains_bytes('call_parts.marks')} AND calls.shop_id = ?",
        (make_marks([folded]), shop_id),
    )
    first = db.scalar(f"SELECT coalesce(min(call_id), {_NO_ID}) FROM call_parts")
    yield from db.all(
        f"SELECT at, id FROM {with_index('calls', 'calls_by_path')} WHERE shop_id = ? AND {_UPLOADS} "
        f"AND (({_READ_STATUSES}) OR id < ?)",
        (shop_id, first),
    )


def _list_reads(db: ReadTx, shop_id: int, folded: str) -> Iterator[tuple[Millis, int]]:
    """Entries whose path names the part."""
    rows = db.all(
        f"SELECT at, id, path FROM {with_index('calls', 'calls_by_path')} WHERE shop_id = ? AND {_READS} "
        f"AND (path LIKE ? ESCAPE '\\' OR {may_be_encoded('path')})",
        (shop_id, make_like_pattern(folded)),
    )
    return ((at, id_) for at, id_, path in rows if names_part(path, folded))


def _list_order_calls(db: ReadTx, shop_id: int, folded: str) -> Iterator[tuple[Millis, int]]:
    """Entries about orders that have the part, and those that placed such a test order."""
    references = _list_references(db, shop_id, folded)
    paths = [f"/v1/{place}orders/{reference}" for place in ("", "test/") for reference in references]
    rows = db.all(
        f"SELECT calls.at, calls.id, calls.path, named.value FROM {TEXT_LIST} AS named "
        f"CROSS JOIN {with_index('calls', 'calls_by_path')} "
        "ON calls.shop_id = ? AND calls.path >= named.value AND calls.path < named.value || '@'",
        (encode_list(paths), shop_id),
    )
    yield from ((at, id_) for at, id_, path, order in rows if is_path_of(path, order))
    yield from db.all(
        f"SELECT at, id FROM {with_index('calls', 'calls_by_path')} WHERE shop_id = ? "
        "AND path >= '/v1/test/orders' AND path < '/v1/test/orders@' "
        f"AND {json_text('facts', 'order')} IN (SELECT value FROM {TEXT_LIST})",
        (shop_id, encode_list(references)),
    )


def _list_references(db: ReadTx, shop_id: int, folded: str) -> list[str]:
    return db.column(
        "SELECT DISTINCT orders.reference FROM items CROSS JOIN order_lines ON order_lines.item_id = items.id "
        "CROSS JOIN orders ON orders.id = order_lines.order_id WHERE items.shop_id = ? AND items.folded = ?",
        (shop_id, folded),
    )


def _sends_part(db: ReadTx, call: Call, folded: str) -> bool:
    """Whether the call is an upload with a row of the part, saved or rejected."""
    if call.method != "POST":
        return False
    skus = [
        sku
        for packed in db.column("SELECT request FROM call_bodies WHERE call_id = ?", (call.id,))
        for sku in list_sent_skus(call, Bodies(unpack_body(packed), b""))
    ]
    return any(fold(tidy(sku)) == folded for sku in skus)
