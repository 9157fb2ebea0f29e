"""How many entries of the call log a filter leaves, by status, read from indexes alone (CONTRACT.md section 7)."""

from __future__ import annotations

from typing import Any

from service.domain.calls import STATUSES, CallFilter
from service.store.call_pages import like_pattern, segments_of, shops_seen
from service.store.transaction import Reading

_SHORT = 30_000


def count_parts(db: Reading, shop_id: int, narrow: CallFilter, sees_unknown: bool) -> list[tuple[int, int]]:
    """Pairs of a status and a number, a status perhaps more than once."""
    bounds, values = _bounds(narrow)
    if narrow.path:
        return _through_paths(db, shop_id, narrow, sees_unknown)
    segments = segments_of(db, shop_id, narrow, sees_unknown)
    if narrow.key is None:
        segments = [{**segment, "status": status} for segment in segments for status in STATUSES]
    return [(segment["status"], _count(db, segment, bounds, values)) for segment in segments]


def _count(db: Reading, segment: dict[str, int], bounds: list[str], values: list[Any]) -> int:
    index = "calls_by_key" if "key_id" in segment else "calls_by_status"
    where = " AND ".join([*(f"{column} = ?" for column in segment), *bounds])
    return int(db.scalar(f"SELECT count(*) FROM calls INDEXED BY {index} WHERE {where}", [*segment.values(), *values]))


def _through_paths(db: Reading, shop_id: int, narrow: CallFilter, sees_unknown: bool) -> list[tuple[int, int]]:
    """One look at each entry that the index of paths has, or at those of a short time; of a key, only at its own."""
    bounds, values = _bounds(narrow)
    shops = (shop_id,) if narrow.key is not None else shops_seen(shop_id, sees_unknown)
    index = "calls_by_time" if bounds and _is_short(db, shops, bounds, values) else "calls_by_path"
    named = "AND key_id IN (SELECT id FROM api_keys WHERE shop_id = ? AND name = ?) " if narrow.key is not None else ""
    where = " AND ".join([f"shop_id IN ({', '.join('?' * len(shops))})", "path LIKE ? ESCAPE '\\'", *bounds])
    keyed = [shop_id, narrow.key] if named else []
    return db.all(
        f"SELECT status, count(*) FROM calls INDEXED BY {index} WHERE {where} {named}GROUP BY status",
        [*shops, like_pattern(narrow.path or ""), *values, *keyed],
    )


def _is_short(db: Reading, shops: tuple[int, ...], bounds: list[str], values: list[Any]) -> bool:
    """Whether so few entries lie in the time that looking at each is less work than reading every path."""
    where = " AND ".join(["shop_id = ?", *bounds])
    counts = (
        db.scalar(f"SELECT count(*) FROM calls INDEXED BY calls_by_time WHERE {where}", [shop, *values])
        for shop in shops
    )
    return sum(int(count) for count in counts) <= _SHORT


def _bounds(narrow: CallFilter) -> tuple[list[str], list[Any]]:
    pairs = (("at >= ?", narrow.since), ("at < ?", narrow.until))
    return [text for text, value in pairs if value is not None], [value for _, value in pairs if value is not None]
