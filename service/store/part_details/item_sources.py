"""The systems that wrote items, and which one wrote an item last."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.catalogue.item_sources import ItemSource
from service.domain.changes import ChangeKind
from service.store.engine.dialect import VALUE_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx


def get_source_id(tx: Tx, shop_id: int, source: ItemSource) -> int:
    """The number of a system; the first call of a new one adds it."""
    values = (shop_id, source.key_id, source.file)
    known = tx.read_cached(ChangeKind.KEYS, ("source", *values), lambda: _find_source(tx, values))
    if known is None:
        known = tx.insert("INSERT INTO item_sources (shop_id, key_id, file) VALUES (?, ?, ?)", values)
        tx.mark_changed(ChangeKind.KEYS)
    return known


def _find_source(db: ReadTx, values: tuple[int, int | None, str | None]) -> int | None:
    found: int | None = db.scalar("SELECT id FROM item_sources WHERE shop_id = ? AND key_id IS ? AND file IS ?", values)
    return found


def count_sources(db: ReadTx, item_ids: Sequence[int]) -> list[tuple[ItemSource, int]]:
    """The systems that wrote these items last, each with how many; the most items first."""
    rows = db.all(
        f"SELECT item_sources.key_id, item_sources.file, count(*) FROM {VALUE_LIST} AS asked "
        "CROSS JOIN items ON items.id = asked.value JOIN item_sources ON item_sources.id = items.source_id "
        "GROUP BY items.source_id ORDER BY count(*) DESC, items.source_id",
        (encode_list(item_ids),),
    )
    return [(ItemSource(row[0], row[1]), row[2]) for row in rows]
