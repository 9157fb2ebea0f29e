"""Figures from the call log: calls per key, the first call, the last upload, the
median duration.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from service.domain.times import Millis
from service.store.engine.dialect import with_index
from service.store.engine.transaction import ReadTx

_SAMPLE = 200


@dataclass(frozen=True, slots=True)
class LastUpload:
    """The newest upload through the API that was answered with 200."""

    at: Millis
    saved: int
    key: str


class _Facts(msgspec.Struct):
    saved: int = 0


def count_calls_per_key(db: ReadTx, shop_id: int, since: Millis) -> dict[int, int]:
    """Counts the calls since a moment by key id."""
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
    return LastUpload(row[0], msgspec.json.decode(row[1] or b"{}", type=_Facts).saved, row[2] or "")


def compute_median_duration(db: ReadTx, shop_id: int, since: Millis) -> int | None:
    """The median duration in microseconds of the last calls since a moment; None without calls."""
    rows = db.all(
        "SELECT duration_us FROM calls WHERE shop_id = ? AND at >= ? ORDER BY at DESC LIMIT ?",
        (shop_id, since, _SAMPLE),
    )
    durations = sorted(row[0] for row in rows)
    return durations[len(durations) // 2] if durations else None


def find_first_call(db: ReadTx, shop_id: int) -> tuple[Millis, str] | None:
    """When a system first called with a valid key, as far back as the log goes, and
    with which key.
    """
    row = db.one(
        "SELECT at, key_name FROM calls WHERE shop_id = ? AND key_id IS NOT NULL AND status <> 401 ORDER BY at LIMIT 1",
        (shop_id,),
    )
    return None if row is None else (row[0], row[1] or "")
