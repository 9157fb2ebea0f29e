"""Counts and sums over the call log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from service.domain.call_log.calls import STATUSES, CallFilter
from service.domain.times import Millis
from service.store.call_log.call_pages import find_segments, list_noted_conditions, list_visible_shops
from service.store.engine.dialect import make_like_pattern, with_index
from service.store.engine.transaction import ReadTx

_SAMPLE = 200
_MAX_SCANNED = 30_000


@dataclass(frozen=True, slots=True)
class LastUpload:
    """The newest upload through the API that was answered with 200."""

    at: Millis
    saved: int
    key: str


class _Facts(msgspec.Struct):
    saved: int = 0


def count_calls_per_key(db: ReadTx, shop_id: int, since: Millis) -> dict[int, int]:
    return dict(
        db.all(
            "SELECT key_id, count(*) FROM calls WHERE shop_id = ? AND at >= ? AND key_id IS NOT NULL GROUP BY key_id",
            (shop_id, since),
        )
    )


def find_last_upload(db: ReadTx, shop_id: int) -> LastUpload | None:
    """Reads along the index of paths, newest first."""
    row = db.one(
        f"SELECT at, facts, key_name FROM {with_index('calls', 'calls_by_path')} WHERE shop_id = ? "
        "AND path = '/v1/items' AND method = 'POST' AND status = 200 ORDER BY at DESC LIMIT 1",
        (shop_id,),
    )
    if row is None:
        return None
    at, facts, key = row
    return LastUpload(at, msgspec.json.decode(facts or b"{}", type=_Facts).saved, key or "")


def compute_median_duration(db: ReadTx, shop_id: int, since: Millis) -> int | None:
    """The median duration in microseconds of the last calls since a moment; None without calls."""
    durations = sorted(
        db.column(
            "SELECT duration_us FROM calls WHERE shop_id = ? AND at >= ? ORDER BY at DESC LIMIT ?",
            (shop_id, since, _SAMPLE),
        )
    )
    return durations[len(durations) // 2] if durations else None


class FirstCall(NamedTuple):
    """When a system first called, and with which key."""

    at: Millis
    key_name: str


def find_first_call(db: ReadTx, shop_id: int) -> FirstCall | None:
    """The first call with a valid key, as far back as the log goes."""
    return db.one_as(
        FirstCall,
        "SELECT at, coalesce(key_name, '') FROM calls WHERE shop_id = ? AND key_id IS NOT NULL AND status <> 401 "
        "ORDER BY at LIMIT 1",
        (shop_id,),
    )


def count_by_status(db: ReadTx, shop_id: int, call_filter: CallFilter, sees_unknown: bool) -> list[tuple[int, int]]:
    """Pairs of a status and a number. A status can occur more than once."""
    bounds, values = _time_bounds(call_filter)
    if call_filter.noted:
        return _count_noted(db, shop_id, call_filter, sees_unknown)
    if call_filter.path:
        return _count_by_path(db, shop_id, call_filter, sees_unknown)
    segments = find_segments(db, shop_id, call_filter, sees_unknown)
    if call_filter.key is None:
        segments = [{**segment, "status": status} for segment in segments for status in STATUSES]
    return [(segment["status"], _count_segment(db, segment, bounds, values)) for segment in segments]


def _count_noted(db: ReadTx, shop_id: int, narrow: CallFilter, sees_unknown: bool) -> list[tuple[int, int]]:
    """Reads each entry with notes once."""
    shops = (shop_id,) if narrow.key is not None else list_visible_shops(shop_id, sees_unknown)
    bounds, values = _time_bounds(narrow)
    for condition, more in list_noted_conditions(shop_id, narrow):
        bounds.append(condition)
        values += more
    if narrow.path:
        bounds.append("path LIKE ? ESCAPE '\\'")
        values.append(make_like_pattern(narrow.path))
    where = " AND ".join([f"shop_id IN ({', '.join('?' * len(shops))})", *bounds])
    return db.all(
        f"SELECT status, count(*) FROM {with_index('calls', 'calls_with_notes')} WHERE {where} GROUP BY status",
        [*shops, *values],
    )


def _count_segment(db: ReadTx, segment: dict[str, int], bounds: list[str], values: list[Any]) -> int:
    index = "calls_by_key" if "key_id" in segment else "calls_by_status"
    where = " AND ".join([*(f"{column} = ?" for column in segment), *bounds])
    return int(
        db.scalar(f"SELECT count(*) FROM {with_index('calls', index)} WHERE {where}", [*segment.values(), *values])
    )


def _count_by_path(db: ReadTx, shop_id: int, narrow: CallFilter, sees_unknown: bool) -> list[tuple[int, int]]:
    """Reads the index of paths once, or that of a short time; for one key only its own."""
    bounds, values = _time_bounds(narrow)
    shops = (shop_id,) if narrow.key is not None else list_visible_shops(shop_id, sees_unknown)
    index = "calls_by_time" if bounds and _is_short(db, shops, bounds, values) else "calls_by_path"
    named = "AND key_id IN (SELECT id FROM api_keys WHERE shop_id = ? AND name = ?) " if narrow.key is not None else ""
    where = " AND ".join([f"shop_id IN ({', '.join('?' * len(shops))})", "path LIKE ? ESCAPE '\\'", *bounds])
    keyed = [shop_id, narrow.key] if named else []
    return db.all(
        f"SELECT status, count(*) FROM {with_index('calls', index)} WHERE {where} {named}GROUP BY status",
        [*shops, make_like_pattern(narrow.path or ""), *values, *keyed],
    )


def _is_short(db: ReadTx, shops: tuple[int, ...], bounds: list[str], values: list[Any]) -> bool:
    """Whether the time has so few entries that reading each is quicker than every path."""
    where = " AND ".join(["shop_id = ?", *bounds])
    counts = (
        db.scalar(f"SELECT count(*) FROM {with_index('calls', 'calls_by_time')} WHERE {where}", [shop, *values])
        for shop in shops
    )
    return sum(int(count) for count in counts) <= _MAX_SCANNED


def _time_bounds(narrow: CallFilter) -> tuple[list[str], list[Any]]:
    pairs = (("at >= ?", narrow.since), ("at < ?", narrow.until))
    return [text for text, value in pairs if value is not None], [value for _, value in pairs if value is not None]
