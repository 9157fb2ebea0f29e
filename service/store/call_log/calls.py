"""The call log: written with the call's effect, listed by index (contract §7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, structs

from service.domain.call_log.calls import (
    Bodies,
    Call,
    CallFilter,
    Cursor,
    count_repeats,
    facts_with_repeats,
    saves_nothing,
)
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.times import HOUR, MINUTE, Millis
from service.store.call_log.body_compression import unpack_body
from service.store.call_log.call_counts import count_by_status
from service.store.call_log.call_pages import (
    COLUMNS,
    NO_SHOP,
    CallPage,
    find_segments,
    list_conditions,
    list_visible_shops,
    make_call,
)
from service.store.call_log.pruning import get_scale, get_size, make_room
from service.store.engine.dialect import INT_LIST, along_ids, encode_list, next_number, with_index
from service.store.engine.row_reader import Select
from service.store.engine.transaction import ReadTx, Tx

_DENSE_SCAN = 20_000
_NEXT_ID = next_number("calls_id_seq", "(SELECT coalesce(max(id), 0) FROM calls) + 1 + key")
_CALL_ID = re.compile(r"[0-9]{1,15}", re.ASCII)
_encode_notes = msgspec.json.Encoder().encode
_calls = Select(make_call, f"SELECT {COLUMNS} FROM calls")


class PackedBodies(Struct, frozen=True, gc=False):
    """Bodies as `body_compression.pack_body` makes them."""

    request: bytes | None = None
    response: bytes | None = None
    response_cut: bool = False
    part_marks: bytes = b""
    """The marks of the parts that the request names (domain.call_log.part_marks)."""

    @property
    def size(self) -> int:
        """The bytes of both bodies."""
        return len(self.request or b"") + len(self.response or b"")


_NO_BODIES = PackedBodies()


def add_call(tx: Tx, call: Call, packed: PackedBodies) -> int:
    """Stores one call and returns its entry's id; `call.id` is ignored."""
    return add_calls(tx, [(call, packed)])[0]


def add_calls(tx: Tx, entries: Sequence[tuple[Call, PackedBodies]]) -> list[int]:
    """Stores calls, each table's rows with one statement. Returns the id of each call's entry.

    A call without a shop is stored without bodies: every live shop sees it, and no shop may read
    the data of another (contract §7). Where the log is full, as many old entries are deleted;
    where other services write too, the leader prunes.
    """
    next_ids = iter(tx.column(f"SELECT {_NEXT_ID} FROM {INT_LIST}", (encode_list(range(len(entries))),)))
    rows, bodies, marks, ids = [], [], [], []
    hours: dict[tuple[int, int], _HourSums] = {}
    # Read before the hours are written: a first reading sums them.
    scale, log_size = get_scale(tx), None if tx.is_shared else get_size(tx)
    standing = iter(sum_up_repeats(tx, [call for call, _ in entries if call.shop_id is None]))
    for call, packed in entries:
        shop_id = call.shop_id or NO_SHOP
        hour = hours.setdefault((shop_id, call.at // HOUR), _HourSums())
        hour.add(call)
        if call.shop_id is None:
            counted = next(standing)
            if counted.row_id is not None:
                ids.append(counted.row_id)
                continue
            call, packed = counted.call_to_write(call), _NO_BODIES  # noqa: PLW2901
            call_id = counted.row_id = next(next_ids)
        else:
            call_id = next(next_ids)
        notes = _encode_notes(call.notes).decode() if call.notes else None
        _, at, _, *middle, _, facts = structs.astuple(call)
        packed_size = packed.size
        size = scale.measure(call, notes, packed_size, len(packed.part_marks))
        rows.append((call_id, at, shop_id, *middle, notes, facts, size))
        if packed_size:
            bodies.append((call_id, packed.request, packed.response, int(packed.response_cut)))
        if packed.part_marks:
            marks.append((call_id, packed.part_marks))
        hour.bytes += size
        ids.append(call_id)
    tx.many(f"INSERT INTO calls ({COLUMNS}, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    if bodies:
        tx.many("INSERT INTO call_bodies (call_id, request, response, response_cut) VALUES (?, ?, ?, ?)", bodies)
    if marks:
        tx.many("INSERT INTO call_parts (call_id, marks) VALUES (?, ?)", marks)
    tx.many(
        "INSERT INTO call_hours (shop_id, hour, calls, faults, duration_us, bytes) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (shop_id, hour) DO UPDATE SET calls = call_hours.calls + excluded.calls, "
        "faults = call_hours.faults + excluded.faults, bytes = call_hours.bytes + excluded.bytes, "
        "duration_us = call_hours.duration_us + excluded.duration_us",
        [(*place, hour.calls, hour.faults, hour.duration_us, hour.bytes) for place, hour in hours.items()],
    )
    tx.mark_changed(ChangeKind.CALLS)
    if log_size is not None:
        make_room(tx, log_size, len(entries), [(place[0], hour.bytes) for place, hour in hours.items()])
    return ids


@dataclass(slots=True)
class _HourSums:
    """What new entries add to the sums of one hour."""

    calls: int = 0
    faults: int = 0
    duration_us: int = 0
    bytes: int = 0

    def add(self, call: Call) -> None:
        self.calls += 1
        self.faults += call.status >= 400 or saves_nothing(call.facts)
        self.duration_us += call.duration_us


def get_call(db: ReadTx, shop_id: int, call_id: int, *, sees_unknown: bool) -> tuple[Call, Bodies]:
    """One entry with its bodies. Raises NotFound, also for another shop's."""
    call = _find(db, shop_id, call_id, sees_unknown)
    if call is None:
        raise NotFound(f"There is no call {call_id} in this shop's log; `counterpart log list` shows them.")
    bodies = db.one_as(
        _unpack_bodies, "SELECT request, response, response_cut FROM call_bodies WHERE call_id = ?", (call_id,)
    )
    return call, bodies or Bodies(b"", b"")


def find_bodies(db: ReadTx, shop_id: int, call_id: int) -> Bodies | None:
    """The bodies of a shop's entry; None for another shop's, and where the entry is gone."""
    return db.one_as(
        _unpack_bodies,
        "SELECT request, response, response_cut FROM call_bodies JOIN calls ON calls.id = call_id "
        "WHERE call_id = ? AND calls.shop_id = ?",
        (call_id, shop_id),
    )


def _unpack_bodies(request: bytes | None, response: bytes | None, response_cut: int) -> Bodies:
    return Bodies(unpack_body(request), unpack_body(response), bool(response_cut))


def find_call(db: ReadTx, shop_id: int, text: str, *, sees_unknown: bool) -> tuple[Call, ...]:
    """The entry of a shop's log whose id the text is, which callers know as `X-Request-Id`."""
    if not _CALL_ID.fullmatch(text.strip()):
        return ()
    call = _find(db, shop_id, int(text), sees_unknown)
    return () if call is None else (call,)


def _find(db: ReadTx, shop_id: int, call_id: int, sees_unknown: bool) -> Call | None:
    call = _calls.find(db, "WHERE id = ?", (call_id,))
    is_seen = call is not None and (call.shop_id or NO_SHOP) in list_visible_shops(shop_id, sees_unknown)
    return call if is_seen else None


def list_calls(
    db: ReadTx,
    shop_id: int,
    narrow: CallFilter,
    *,
    sees_unknown: bool,
    before: Cursor | None = None,
    after: Cursor | None = None,
    limit: int = 100,
    dense_scan: int = _DENSE_SCAN,
) -> list[Call]:
    """A page of a shop's log, newest first: the entries just older than `before`, or just newer
    than `after`.

    `sees_unknown` adds calls whose key is not known; every live shop's log includes them. A path is
    first searched among `dense_scan` entries, then in the index of paths.
    """
    segments = find_segments(db, shop_id, narrow, sees_unknown)
    page = CallPage(shop_id, narrow, before, after, limit)
    if not narrow.path:
        calls = page.read_along_time(db, segments)
    else:
        calls, whole = page.read_scanned(db, segments, dense_scan)
        if len(calls) < limit and not whole:
            calls = page.read_along_paths(db, segments)
    return calls if after is None else calls[::-1]


class LastIds(NamedTuple):
    """The highest ids of a shop's entries and of those without a shop. Both rise in the order of
    their commits.
    """

    own: int = 0
    unknown: int = 0

    def pass_by(self, calls: Iterable[Call]) -> LastIds:
        """The highest after these entries too."""
        own, unknown = self
        for call in calls:
            own, unknown = (own, max(unknown, call.id)) if call.shop_id is None else (max(own, call.id), unknown)
        return LastIds(own, unknown)


NO_IDS = LastIds()


def list_calls_after(
    db: ReadTx, shop_id: int, narrow: CallFilter, after: LastIds, *, sees_unknown: bool, limit: int
) -> list[Call]:
    """The matching entries with ids above `after`, in the order in which each shop committed."""
    conditions, values = list_conditions(shop_id, narrow, sees_unknown=sees_unknown)
    return db.all_as(
        make_call,
        f"SELECT {COLUMNS} FROM {along_ids('calls')} WHERE id > ? AND id > CASE shop_id WHEN ? THEN ? ELSE ? END "
        f"AND {' AND '.join(conditions)} ORDER BY id LIMIT ?",
        [min(after), shop_id, *after, *values, limit],
    )


def find_last_ids(db: ReadTx, shop_id: int, after: LastIds = NO_IDS) -> LastIds:
    """Those of the log; `after` are some of before, below which nothing is read. Where one service
    writes, they are those of every shop: an entry that comes has a higher id.
    """
    if not db.is_shared:
        last = int(db.scalar("SELECT coalesce(max(id), 0) FROM calls"))
        return LastIds(last, last)
    newest = "SELECT coalesce(max(id), ?) FROM calls WHERE shop_id = ? AND id > ?"
    return LastIds(
        *(int(db.scalar(newest, (last, of, last))) for of, last in ((shop_id, after.own), (NO_SHOP, after.unknown)))
    )


def iterate_calls(
    db_read: Any, shop_id: int, narrow: CallFilter, *, sees_unknown: bool, page: int = 500
) -> Iterator[Call]:
    """Every matching call, newest first; `db_read(work)` runs a short read for each page."""
    before: Cursor | None = None
    while True:
        cursor = before
        calls: list[Call] = db_read(
            lambda db, cursor=cursor: list_calls(
                db, shop_id, narrow, sees_unknown=sees_unknown, before=cursor, limit=page
            )
        )
        yield from calls
        if len(calls) < page:
            return
        before = (calls[-1].at, calls[-1].id)


@dataclass(frozen=True, slots=True)
class HourStats:
    """Calls of one hour; `hour` counts hours since 1970, UTC."""

    hour: int
    calls: int
    faults: int
    duration_us: int


def read_hours(db: ReadTx, shop_id: int, since: Millis, *, sees_unknown: bool) -> list[HourStats]:
    """Calls per hour since a moment, oldest first; hours without calls are left out."""
    marks = ", ".join(str(shop) for shop in list_visible_shops(shop_id, sees_unknown))
    return db.all_as(
        HourStats,
        f"SELECT hour, sum(calls), sum(faults), sum(duration_us) FROM call_hours WHERE shop_id IN ({marks}) "
        "AND hour >= ? GROUP BY hour ORDER BY hour",
        (since // HOUR,),
    )


def count_statuses(db: ReadTx, shop_id: int, narrow: CallFilter, *, sees_unknown: bool) -> dict[int, int]:
    """How many entries of each status match a filter, whatever status it asks for."""
    counts: dict[int, int] = {}
    for status, count in count_by_status(db, shop_id, replace(narrow, status=None, status_class=None), sees_unknown):
        counts[status] = counts.get(status, 0) + count
    return counts


def find_oldest_moment(db: ReadTx, shop_id: int, *, sees_unknown: bool) -> Millis | None:
    moments = [
        db.scalar("SELECT min(at) FROM calls WHERE shop_id = ?", (shop,))
        for shop in list_visible_shops(shop_id, sees_unknown)
    ]
    return min((moment for moment in moments if moment is not None), default=None)


def count_calls(db: ReadTx, shop_id: int, *, sees_unknown: bool) -> int:
    """How many entries a shop's log has."""
    marks = ", ".join(str(shop) for shop in list_visible_shops(shop_id, sees_unknown))
    return int(db.scalar(f"SELECT count(*) FROM calls WHERE shop_id IN ({marks})"))


def find_newest_call(db: ReadTx, shop_id: int) -> Call | None:
    """The last call made with one of the shop's keys."""
    return _calls.find(db, "WHERE shop_id = ? ORDER BY at DESC, id DESC LIMIT 1", (shop_id,))


WINDOW: Millis = 10 * MINUTE
OWN_ROWS = 20
"""How many rows of its own an address has within the window."""
_LOOKED_AT = 200


@dataclass(slots=True)
class CountedRow:
    """A row of a caller without a key: in the log, or not yet written."""

    remote: str
    status: int
    repeats: int
    row_id: int | None = None
    changed: bool = False

    def call_to_write(self, call: Call) -> Call:
        """The first call, whose row has the count of the others."""
        return structs.replace(call, facts=facts_with_repeats(self.repeats)) if self.repeats else call


def sum_up_repeats(tx: Tx, calls: list[Call]) -> list[CountedRow]:
    """For each call the row that counts it: its own, not yet written, or an earlier one."""
    if not calls:
        return []
    recent = _read_recent(tx, min(call.at for call in calls) - WINDOW)
    standing: list[CountedRow] = []
    for call in calls:
        like = _find_like(recent, call)
        if like is None:
            like = CountedRow(call.remote, call.status, 0)
            recent.insert(0, like)
        else:
            like.repeats += 1
            like.changed = True
        standing.append(like)
    tx.many(
        "UPDATE calls SET facts = ? WHERE id = ?",
        [(facts_with_repeats(one.repeats), one.row_id) for one in recent if one.changed and one.row_id is not None],
    )
    return standing


def _read_recent(tx: Tx, since: Millis) -> list[CountedRow]:
    """The latest rows, newest first."""
    rows = tx.all(
        f"SELECT remote, status, facts, id FROM {with_index('calls', 'calls_by_time')} WHERE shop_id = ? AND at >= ? "
        "ORDER BY at DESC, id DESC LIMIT ?",
        (NO_SHOP, since, _LOOKED_AT),
    )
    return [CountedRow(remote, status, count_repeats(facts), row_id) for remote, status, facts, row_id in rows]


def _find_like(recent: list[CountedRow], call: Call) -> CountedRow | None:
    """The newest row of the same status, if the call's address has all its own rows."""
    same = [one for one in recent if one.remote == call.remote]
    if len(same) < OWN_ROWS:
        return None
    return next((one for one in same if one.status == call.status), None)
