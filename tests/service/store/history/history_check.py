"""Whether the history agrees with the values: the newest change of each field left what is held."""

from __future__ import annotations

from service.domain.catalogue.row_types import FIELDS
from service.store.engine.transaction import ReadTx

_UNCOVERED = """
SELECT count(*) FROM items WHERE change_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM item_writes WHERE items.change_id BETWEEN first AND last AND item_writes.shop_id = items.shop_id)
"""
_LOST_LINKS = """
SELECT count(*) FROM value_changes AS newer LEFT JOIN value_changes AS older ON older.id = newer.previous
WHERE older.id IS NOT NULL AND older.item_id <> newer.item_id
"""


def find_disagreements(db: ReadTx) -> list[str]:
    """What the history says otherwise than the items; also changes that have no write."""
    found = []
    for field in FIELDS[1:]:
        wrong = db.scalar(
            "SELECT count(*) FROM items JOIN field_changes ON field_changes.change_id = items.change_id "
            f"WHERE field = '{field}' AND new IS NOT items.{field}"
        )
        if wrong:
            found.append(f"history: {wrong} items have another {field}")
    for what, query in (("changes without a write", _UNCOVERED), ("links to another item", _LOST_LINKS)):
        count = db.scalar(query)
        if count:
            found.append(f"history: {count} {what}")
    return found
