"""Which parts a write changed, in short."""

from __future__ import annotations

from typing import NamedTuple

from service.store.engine.transaction import ReadTx
from service.store.history.write_lists import WriteRange

_COUNTED = 20
"""Of larger writes each change counts as a part, as uploads and runs change each part once."""

_PARTS = (
    "SELECT id FROM items WHERE id >= ?1 AND id < ?2 AND shop_id = ?3 "
    "UNION SELECT item_id FROM removed_items WHERE item_id >= ?1 AND item_id < ?2 AND shop_id = ?3 "
    "UNION SELECT item_id FROM value_changes WHERE id BETWEEN ?4 AND ?5 "
    "UNION SELECT item_id FROM detail_changes WHERE write_id = ?6"
)
_FIRST = (
    "SELECT id, sku, name, name_ar FROM items WHERE id = ?1 "
    "UNION ALL SELECT item_id, sku, '', NULL FROM removed_items WHERE item_id = ?1 LIMIT 1"
)


class WriteParts(NamedTuple):
    """How many parts, with the SKU and the names of one of them ("" where there is none)."""

    total: int
    sku: str = ""
    name: str = ""
    name_ar: str | None = None


def read_write_parts(db: ReadTx, span: WriteRange) -> WriteParts:
    """The parts of a write."""
    write = span.write
    end = span.first_item + write.created
    rows = db.all(
        f"{_PARTS} LIMIT {_COUNTED + 1}", (span.first_item, end, write.shop_id, span.first, span.last, write.id)
    )
    if not rows:
        return WriteParts(0)
    first = db.one(_FIRST, rows[0])
    count = len(rows) if len(rows) <= _COUNTED else max(len(rows), write.changed + write.created)
    return WriteParts(count) if first is None else WriteParts(count, *first[1:])
