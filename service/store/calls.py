"""The call log: written with the call's effect, listed by index, pruned in small steps (CONTRACT.md section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import msgspec

from service.domain.calls import STATUSES, Bodies, Call, CallFilter, Cursor
from service.domain.changes import Family
from service.domain.errors import NotFound
from service.domain.times import HOUR, Millis
from service.store.bodies import unpack
from service.store.transaction import Reading, Tx

NO_SHOP = 0
_COLUMNS = (
    "id, at, shop_id, key_id, key_name, remote, method, path, status, duration_us, request_bytes, response_bytes, "
    "error, message, notes, facts"
)
_ROW_OVERHEAD = 400
_DENSE_SCAN = 20_000
_decode_notes = msgspec.json.Decoder(tuple[str, ...]).decode
_encode_notes = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Packed:
    """Bodies as `bodies.pack` makes them."""

    request: bytes | None = None
    response: bytes | None = None
    response_cut: bool = False

    @property
    def size(self) -> int:
        return len(self.request or b"") + len(self.response or b"")


def add_call(tx: Tx, call: Call, packed: Packed) -> int:
    """Keeps one call; `call.id` is not looked at. Gives the entry's id."""
    shop_id = NO_SHOP if call.shop_id is None else call.shop_id
    call_id = tx.insert(
        f"INSERT INTO calls ({_COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            call.at, shop_id, call.key_id, call.key, call.remote, call.method, call.path, call.status,
            call.duration_us, call.request_bytes, call.response_bytes, call.error, call.message,
            _encode_notes(call.notes).decode() if call.notes else None, call.facts,
        ),
    )  # fmt: skip
    if packed.size:
        tx.insert(
            "INSERT INTO call_bodies (call_id, request, response, response_cut) VALUES (?, ?, ?, ?)",
            (call_id, packed.request, packed.response, packed.response_cut),
        )
    tx.update(
        "INSERT INTO call_hours (shop_id, hour, calls, faults, duration_us, bytes) VALUES (?, ?, 1, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET calls = calls + 1, faults = faults + excluded.faults, "
        "duration_us = duration_us + excluded.duration_us, bytes = bytes + excluded.bytes",
        (shop_id, call.at // HOUR, call.status >= 400, call.duration_us, packed.size + _ROW_OVERHEAD),  # noqa: PLR2004
    )
    tx.touch(Family.CALLS)
    return call_id


def get_call(db: Reading, shop_id: int, call_id: int, *, sees_unknown: bool) -> tuple[Call, Bodies]:
    """One entry with its bodies. Raises NotFound, also for another shop's."""
    row = db.one(f"SELECT {_COLUMNS} FROM calls WHERE id = ?", (call_id,))
    if row is None or row[2] not in _shops(shop_id, sees_unknown):
        raise NotFound(f"There is no call {call_id} in this shop's log; `counterpart log list` shows them.")
    stored = db.one("SELECT request, response, response_cut FROM call_bodies WHERE call_id = ?", (call_id,))
    bodies = Bodies(b"", b"") if stored is None else Bodies(unpack(stored[0]), unpack(stored[1]), bool(stored[2]))
    return _call(row), bodies


def list_calls(
    db: Reading,
    shop_id: int,
    narrow: CallFilter,
    *,
    sees_unknown: bool,
    before: Cursor | None = None,
    after: Cursor | None = None,
    limit: int = 100,
) -> list[Call]:
    """A page of a shop's log, newest first: the entries just older than `before`, or just newer than `after`.

    `sees_unknown` adds calls whose key is unknown; they show in every live shop's log.
    """
    segments = _segments(db, shop_id, narrow, sees_unknown)
    page = _Page(narrow, before, after, limit)
    if narrow.path is None:
        rows = page.walk(db, segments)
    else:
        rows = page.walk(db, segments, newest=_DENSE_SCAN)
        if len(rows) < limit:
            rows = page.scan_paths(db, segments)
    return [_call(row) for row in (rows if after is None else rows[::-1])]


def iterate_calls(db_read: Any, shop_id: int, narrow: CallFilter, *, sees_unknown: bool, page: int = 500) -> Iterator[Call]:
    """Every matching call, newest first; `db_read(work)` gives each page a short read of its own."""
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
class BodySearch:
    """One step of a search through bodies: what it found, and where to go on (None at the end)."""

    found: tuple[Call, ...]
    looked_at: int
    go_on_before: Cursor | None


def search_bodies(
    db: Reading, shop_id: int, narrow: CallFilter, text: str, *, sees_unknown: bool, before: Cursor | None, step: int = 500
) -> BodySearch:
    """Looks for a text, whatever its case, in the bodies of the next `step` entries."""
    calls = list_calls(db, shop_id, narrow, sees_unknown=sees_unknown, before=before, limit=step)
    sought = text.casefold()
    found = tuple(call for call in calls if _holds(db, call, sought))
    go_on = (calls[-1].at, calls[-1].id) if len(calls) == step else None
    return BodySearch(found, len(calls), go_on)


def _holds(db: Reading, call: Call, sought: str) -> bool:
    row = db.one("SELECT request, response FROM call_bodies WHERE call_id = ?", (call.id,))
    return row is not None and any(sought in unpack(part).decode("utf-8", "replace").casefold() for part in row)


def _shops(shop_id: int, sees_unknown: bool) -> tuple[int, ...]:
    return (shop_id, NO_SHOP) if sees_unknown else (shop_id,)


def _segments(db: Reading, shop_id: int, narrow: CallFilter, sees_unknown: bool) -> list[dict[str, int]]:
    """The equalities of each stretch of an index that holds matching entries in order of time."""
    shops = _shops(shop_id, sees_unknown)
    statuses = _statuses(narrow)
    if narrow.key is not None:
        keys = [row[0] for row in db.all("SELECT id FROM api_keys WHERE shop_id = ? AND name = ?", (shop_id, narrow.key))]
        return [
            {"shop_id": shop_id, "key_id": key, "status": status}
            for key, status in product(keys, statuses or STATUSES)
        ]
    if statuses:
        return [{"shop_id": shop, "status": status} for shop, status in product(shops, statuses)]
    return [{"shop_id": shop} for shop in shops]


def _statuses(narrow: CallFilter) -> tuple[int, ...]:
    if narrow.status is not None:
        return (narrow.status,)
    if narrow.status_class is not None:
        return tuple(status for status in STATUSES if status // 100 == narrow.status_class)
    return ()


class _Page:
    """One page's bounds, and the two ways to fill it: along the index of time, or through the index of paths."""

    def __init__(self, narrow: CallFilter, before: Cursor | None, after: Cursor | None, limit: int) -> None:
        self._limit = limit
        self._order = "ASC" if after is not None else "DESC"
        self._bounds: list[str] = []
        self._values: list[Any] = []
        if narrow.since is not None:
            self._bound("at >= ?", narrow.since)
        if narrow.until is not None:
            self._bound("at < ?", narrow.until)
        if before is not None:
            self._bound("at <= ? AND (at, id) < (?, ?)", before[0], *before)
        if after is not None:
            self._bound("at >= ? AND (at, id) > (?, ?)", after[0], *after)
        path = (narrow.path or "").replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        self._pattern = f"%{path}%" if path else None

    def _bound(self, condition: str, *values: Any) -> None:
        self._bounds.append(condition)
        self._values.extend(values)

    def walk(self, db: Reading, segments: list[dict[str, int]], newest: int | None = None) -> list[Any]:
        """Entries in order; with `newest`, only among that many of each segment."""
        parts, values = [], []
        for segment in segments:
            where = " AND ".join([*(f"{column} = ?" for column in segment), *self._bounds])
            ordered = f"ORDER BY at {self._order}, id {self._order} LIMIT ?"
            parts.append(f"SELECT * FROM (SELECT {_COLUMNS} FROM calls WHERE {where} {ordered})")
            values += [*segment.values(), *self._values, newest or self._limit]
        if not parts:
            return []
        path = "" if self._pattern is None else "WHERE path LIKE ? ESCAPE '\\' "
        return db.all(
            f"SELECT * FROM ({' UNION ALL '.join(parts)}) {path}ORDER BY at {self._order}, id {self._order} LIMIT ?",
            [*values, *([self._pattern] if path else []), self._limit],
        )

    def scan_paths(self, db: Reading, segments: list[dict[str, int]]) -> list[Any]:
        """Reads only the index of paths until it knows which entries match, then those entries."""
        rows: dict[int, Any] = {}
        for shop_id in dict.fromkeys(segment["shop_id"] for segment in segments):
            mine = [segment for segment in segments if segment["shop_id"] == shop_id]
            for row in self._scan_shop(db, shop_id, mine):
                rows[row[0]] = row
        ordered = sorted(rows.values(), key=lambda row: (row[1], row[0]), reverse=self._order == "DESC")
        return ordered[: self._limit]

    def _scan_shop(self, db: Reading, shop_id: int, segments: list[dict[str, int]]) -> list[Any]:
        where = " AND ".join(["shop_id = ?", "path LIKE ? ESCAPE '\\'", *self._bounds])
        matching = (
            f"SELECT id FROM calls INDEXED BY calls_by_path WHERE {where} ORDER BY at {self._order}, id {self._order}"
        )
        narrowed = [f"({' AND '.join(f'{column} = {int(value)}' for column, value in s.items())})" for s in segments]
        columns = ", ".join(f"calls.{column}" for column in _COLUMNS.split(", "))
        return db.all(
            f"SELECT {columns} FROM ({matching}) AS hit CROSS JOIN calls ON calls.id = hit.id "
            f"WHERE {' OR '.join(narrowed)} LIMIT ?",
            [shop_id, self._pattern, *self._values, self._limit],
        )


def _call(row: Any) -> Call:
    return Call(
        id=row[0],
        at=row[1],
        shop_id=row[2] or None,
        key_id=row[3],
        key=row[4],
        remote=row[5],
        method=row[6],
        path=row[7],
        status=row[8],
        duration_us=row[9],
        request_bytes=row[10],
        response_bytes=row[11],
        error=row[12],
        message=row[13],
        notes=() if row[14] is None else _decode_notes(row[14]),
        facts=row[15],
    )


@dataclass(frozen=True, slots=True)
class Hour:
    """Calls of one hour; `hour` counts hours since 1970, UTC."""

    hour: int
    calls: int
    faults: int
    duration_us: int


def read_hours(db: Reading, shop_id: int, since: Millis, *, sees_unknown: bool) -> list[Hour]:
    """Calls per hour since a moment, oldest first; hours without calls are left out."""
    marks = ", ".join(str(shop) for shop in _shops(shop_id, sees_unknown))
    rows = db.all(
        f"SELECT hour, sum(calls), sum(faults), sum(duration_us) FROM call_hours WHERE shop_id IN ({marks}) "
        "AND hour >= ? GROUP BY hour ORDER BY hour",
        (since // HOUR,),
    )
    return [Hour(*row) for row in rows]


def count_calls(db: Reading, shop_id: int, *, sees_unknown: bool) -> int:
    """How many entries a shop's log holds."""
    marks = ", ".join(str(shop) for shop in _shops(shop_id, sees_unknown))
    return int(db.scalar(f"SELECT count(*) FROM calls WHERE shop_id IN ({marks})"))


def newest_call(db: Reading, shop_id: int) -> Call | None:
    """The last call made with one of the shop's keys."""
    row = db.one(f"SELECT {_COLUMNS} FROM calls WHERE shop_id = ? ORDER BY at DESC, id DESC LIMIT 1", (shop_id,))
    return None if row is None else _call(row)


def kept_bytes(db: Reading) -> int:
    """Bytes that the log takes, over all shops."""
    return int(db.scalar("SELECT coalesce(sum(bytes), 0) FROM call_hours"))


def prune_step(tx: Tx, *, older_than: Millis, most_bytes: int, step: int = 100) -> int:
    """Drops up to `step` of the oldest entries that are too old, or too many; gives how many it dropped."""
    spare = kept_bytes(tx) - most_bytes
    rows = tx.all(
        "SELECT calls.id, calls.at, calls.shop_id, coalesce(length(request), 0) + coalesce(length(response), 0) "
        "FROM calls LEFT JOIN call_bodies ON call_bodies.call_id = calls.id ORDER BY calls.id LIMIT ?",
        (step,),
    )
    dropped: list[tuple[int]] = []
    hours: dict[tuple[int, int], int] = {}
    for call_id, at, shop_id, size in rows:
        if at >= older_than and spare <= 0:
            break
        dropped.append((call_id,))
        spare -= size + _ROW_OVERHEAD
        hours[shop_id, at // HOUR] = hours.get((shop_id, at // HOUR), 0) + size + _ROW_OVERHEAD
    tx.many("DELETE FROM call_bodies WHERE call_id = ?", dropped)
    tx.many("DELETE FROM calls WHERE id = ?", dropped)
    tx.many(
        "UPDATE call_hours SET bytes = max(bytes - ?, 0) WHERE shop_id = ? AND hour = ?",
        [(size, *key) for key, size in hours.items()],
    )
    tx.update("DELETE FROM call_hours WHERE hour < ?", (older_than // HOUR,))
    if dropped:
        tx.touch(Family.CALLS)
    return len(dropped)
