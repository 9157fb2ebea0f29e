"""One page of the call log: which parts of which index have its entries (contract §7)."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec

from service.domain.call_log.calls import STATUSES, Call, CallFilter, Cursor, classify_status
from service.domain.times import Millis
from service.store.engine.dialect import NO_LIMIT, make_like_pattern, where_order_is_lost, with_index
from service.store.engine.transaction import ReadTx

NO_SHOP = 0
_FIELDS = tuple("key_name" if name == "key" else name for name in Call.__struct_fields__)
COLUMNS = ", ".join(_FIELDS)
_decode_notes = msgspec.json.Decoder(tuple[str, ...]).decode


def make_call(call_id: int, at: Millis, shop_id: int, *others: Any) -> Call:
    """The entry of a row of the table of calls, whose columns are its fields."""
    *middle, notes, facts = others
    row = (call_id, at, shop_id or None, *middle, () if notes is None else _decode_notes(notes), facts)
    return Call(*row)


_SEGMENTS_PER_STATEMENT = 400
"""Segments in one statement. SQLite joins at most 500, and keys with one name can make more."""

Segment = dict[str, int]


def list_visible_shops(shop_id: int, sees_unknown: bool) -> tuple[int, ...]:
    """The shop and, where its log includes them, the calls that have no shop."""
    return (shop_id, NO_SHOP) if sees_unknown else (shop_id,)


def find_segments(db: ReadTx, shop_id: int, narrow: CallFilter, sees_unknown: bool) -> list[Segment]:
    """The equalities of each part of an index that has matching entries in order of time."""
    shops = list_visible_shops(shop_id, sees_unknown)
    if narrow.noted:
        return [{"shop_id": shop} for shop in (shops if narrow.key is None else (shop_id,))]
    statuses = list_statuses(narrow)
    if narrow.key is not None:
        key_ids = db.column("SELECT id FROM api_keys WHERE shop_id = ? AND name = ?", (shop_id, narrow.key))
        return [
            {"shop_id": shop_id, "key_id": key_id, "status": status}
            for key_id, status in product(key_ids, statuses or STATUSES)
        ]
    if statuses:
        return [{"shop_id": shop, "status": status} for shop, status in product(shops, statuses)]
    return [{"shop_id": shop} for shop in shops]


def list_noted_conditions(shop_id: int, narrow: CallFilter) -> list[tuple[str, list[Any]]]:
    """Conditions on calls with notes, each with its values. Few calls have notes, so their index
    has no other column, and status and key are read from the entries.
    """
    conditions: list[tuple[str, list[Any]]] = [("notes IS NOT NULL", [])]
    if statuses := list_statuses(narrow):
        conditions.append((f"status IN ({', '.join('?' * len(statuses))})", [*statuses]))
    if narrow.key is not None:
        named = "key_id IN (SELECT api_keys.id FROM api_keys WHERE api_keys.shop_id = ? AND api_keys.name = ?)"
        conditions.append((named, [shop_id, narrow.key]))
    return conditions


def list_conditions(shop_id: int, narrow: CallFilter, *, sees_unknown: bool) -> tuple[list[str], list[Any]]:
    """The whole filter as conditions, and their values, for entries that are read by their ids."""
    shops = list_visible_shops(shop_id, sees_unknown)
    conditions = [f"shop_id IN ({', '.join(str(int(shop)) for shop in shops)})"]
    values: list[Any] = []
    for condition, value in (
        ("at >= ?", narrow.since),
        ("at < ?", narrow.until),
        ("path LIKE ? ESCAPE '\\'", make_like_pattern(narrow.path) if narrow.path else None),
        (f"key_id IN (SELECT id FROM api_keys WHERE shop_id = {int(shop_id)} AND name = ?)", narrow.key),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    if statuses := list_statuses(narrow):
        conditions.append(f"status IN ({', '.join(str(int(status)) for status in statuses)})")
    if narrow.noted:
        conditions.append("notes IS NOT NULL")
    return conditions, values


def list_statuses(narrow: CallFilter) -> tuple[int, ...]:
    """The statuses that a filter asks for; none where it asks for all."""
    if narrow.status is not None:
        return (narrow.status,)
    if narrow.status_class is not None:
        return tuple(status for status in STATUSES if classify_status(status) == narrow.status_class)
    return ()


class CallPage:
    """The bounds of one page, and how to read it: along the index of time, or that of paths."""

    def __init__(
        self, shop_id: int, narrow: CallFilter, before: Cursor | None, after: Cursor | None, limit: int
    ) -> None:
        self._limit = limit
        self._forward = after is not None
        direction = "ASC" if self._forward else "DESC"
        self._ordered = f"ORDER BY at {direction}, id {direction}"
        self._bounds: list[str] = []
        self._values: list[Any] = []
        if narrow.since is not None:
            self._add_bound("at >= ?", narrow.since)
        if narrow.until is not None:
            self._add_bound("at < ?", narrow.until)
        if before is not None:
            self._add_bound("at <= ? AND (at, id) < (?, ?)", before[0], *before)
        if after is not None:
            self._add_bound("at >= ? AND (at, id) > (?, ?)", after[0], *after)
        self._noted = narrow.noted
        if narrow.noted:
            for condition, values in list_noted_conditions(shop_id, narrow):
                self._add_bound(condition, *values)
        self._pattern = make_like_pattern(narrow.path) if narrow.path else None

    def _add_bound(self, condition: str, *values: int | str) -> None:
        self._bounds.append(condition)
        self._values.extend(values)

    def read_along_time(self, db: ReadTx, segments: list[Segment], scan: int | None = None) -> list[Call]:
        """Reads entries in order; with `scan`, only the first `scan` entries of each segment."""
        rows: list[Call] = []
        for start in range(0, len(segments), _SEGMENTS_PER_STATEMENT):
            rows += self._read_segments(db, segments[start : start + _SEGMENTS_PER_STATEMENT], scan)
        return self._sort_and_limit(rows)

    def read_scanned(self, db: ReadTx, segments: list[Segment], scan: int) -> tuple[list[Call], bool]:
        """The same, but only as far as every segment was read: after that point an unread entry
        could come first.

        Also says whether that was all.
        """
        rows = self.read_along_time(db, segments, scan)
        ends = [end for segment in segments if (end := self._find_scan_end(db, segment, scan)) is not None]
        if not ends:
            return rows, True
        if self._forward:
            return [row for row in rows if _get_cursor(row) <= min(ends)], False
        return [row for row in rows if _get_cursor(row) >= max(ends)], False

    def read_along_paths(self, db: ReadTx, segments: list[Segment]) -> list[Call]:
        """Reads only the index of paths until it knows which entries match, then those."""
        shops = dict.fromkeys(segment["shop_id"] for segment in segments)
        rows: list[Call] = []
        for shop_id in shops:
            rows += self._scan_shop(db, shop_id, [segment for segment in segments if segment["shop_id"] == shop_id])
        return self._sort_and_limit(rows)

    def _read_segments(self, db: ReadTx, segments: list[Segment], scan: int | None) -> list[Call]:
        parts, values = [], []
        for segment in segments:
            parts.append(
                f"SELECT * FROM (SELECT {COLUMNS} FROM {self._make_source(segment)} {self._ordered} LIMIT ?) AS part"
            )
            values += [*segment.values(), *self._values, scan or self._limit]
        path = "" if self._pattern is None else "WHERE path LIKE ? ESCAPE '\\' "
        return db.all_as(
            make_call,
            f"SELECT * FROM ({' UNION ALL '.join(parts)}) AS parts {path}{self._ordered} LIMIT ?",
            [*values, *([self._pattern] if path else []), self._limit],
        )

    def _find_scan_end(self, db: ReadTx, segment: Segment, scan: int) -> Cursor | None:
        """The last entry of a segment that a scan read; None if it reached the segment's end."""
        end: Cursor | None = db.one(
            f"SELECT at, id FROM {self._make_source(segment)} {self._ordered} LIMIT 1 OFFSET ?",
            [*segment.values(), *self._values, scan - 1],
        )
        return end

    def _scan_shop(self, db: ReadTx, shop_id: int, segments: list[Segment]) -> list[Call]:
        where = " AND ".join(["shop_id = ?", "path LIKE ? ESCAPE '\\'", *self._bounds])
        # Without a limit SQLite drops the order of a subquery that it joins.
        source = with_index("calls", "calls_by_path")
        matching = f"SELECT id FROM {source} WHERE {where} {self._ordered} LIMIT {NO_LIMIT}"
        narrowed = [
            f"calls.{column} IN ({', '.join(str(int(value)) for value in {segment[column] for segment in segments})})"
            for column in segments[0]
        ]
        columns = ", ".join(f"calls.{column}" for column in _FIELDS)
        return db.all_as(
            make_call,
            f"SELECT {columns} FROM ({matching}) AS hit CROSS JOIN calls ON calls.id = hit.id "
            f"WHERE {' AND '.join(narrowed)} {where_order_is_lost(self._ordered)} LIMIT ?",
            [shop_id, self._pattern, *self._values, self._limit],
        )

    def _make_source(self, segment: Segment) -> str:
        """The part of the index that has the segment. Two bounds on time mislead SQLite."""
        index = "calls_by_key" if "key_id" in segment else "calls_by_status" if "status" in segment else "calls_by_time"
        if self._noted:
            index = "calls_with_notes"
        where = " AND ".join([*(f"{column} = ?" for column in segment), *self._bounds])
        return f"{with_index('calls', index)} WHERE {where}"

    def _sort_and_limit(self, rows: list[Call]) -> list[Call]:
        return sorted(rows, key=_get_cursor, reverse=not self._forward)[: self._limit]


def _get_cursor(call: Call) -> Cursor:
    return call.at, call.id
