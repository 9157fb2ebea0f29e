"""Counts the size of the call log's entries again: an older program counted neither notes nor
indexes.
"""

from __future__ import annotations

from sqlite_utils import Database

from service.domain.times import HOUR
from service.store.engine.entry_size import ESTIMATE_SQL


def recount_log(db: Database) -> None:
    """Gives entries a size, 0 where it is to be estimated later, and writes the
    bytes of each hour.
    """
    db.execute("ALTER TABLE calls ADD COLUMN size INTEGER NOT NULL DEFAULT 0")
    db.execute("UPDATE call_hours SET bytes = 0")
    sizes = (
        f"SELECT calls.shop_id AS shop_id, calls.at / {HOUR} AS hour, sum({ESTIMATE_SQL}) AS size "
        "FROM calls LEFT JOIN call_bodies ON call_bodies.call_id = calls.id GROUP BY 1, 2"
    )
    db.execute(
        f"UPDATE call_hours SET bytes = counted.size FROM ({sizes}) AS counted "
        "WHERE call_hours.shop_id = counted.shop_id AND call_hours.hour = counted.hour"
    )
