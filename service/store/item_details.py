"""What is kept with an item: its source, its low limit, its picture."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.catalogue.item_edit import LOW_LIMIT
from service.domain.catalogue.items import ItemSource
from service.domain.changes import ChangeKind
from service.domain.history import PICTURE
from service.store.engine.dialect import INT_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_detail


def get_source_id(tx: Tx, shop_id: int, source: ItemSource) -> int:
    """The number of a system; the first call of a new one adds it."""
    values = (shop_id, source.key_id, source.file)
    known = tx.read_cached(ChangeKind.KEYS, ("source", *values), lambda: _find_source(tx, values))
    if known is None:
        known = tx.insert("INSERT INTO item_sources (shop_id, key_id, file) VALUES (?, ?, ?)", values)
        tx.mark_changed(ChangeKind.KEYS)
    return known


def _find_source(db: ReadTx, values: tuple[int, int | None, str | None]) -> int | None:
    found: int | None = db.scalar(
        "SELECT id FROM item_sources WHERE shop_id = ? AND key_id IS NOT DISTINCT FROM ? "
        "AND file IS NOT DISTINCT FROM ?",
        values,
    )
    return found


def count_sources(db: ReadTx, item_ids: Sequence[int]) -> list[tuple[ItemSource, int]]:
    """The systems that wrote these items last, each with how many; the most items first."""
    rows = db.all(
        f"SELECT item_sources.key_id, item_sources.file, count(*) FROM {INT_LIST} AS asked "
        "CROSS JOIN items ON items.id = asked.value JOIN item_sources ON item_sources.id = items.source_id "
        "GROUP BY item_sources.id ORDER BY count(*) DESC, item_sources.id",
        (encode_list(item_ids),),
    )
    return [(ItemSource(key_id, file), count) for key_id, file, count in rows]


def set_low_limit(tx: Tx, item_id: int, milli: int | None) -> None:
    """Sets the limit in thousandths; None is the limit of all items."""
    old = tx.scalar("SELECT low_milli FROM items WHERE id = ?", (item_id,))
    record_detail(tx, item_id, LOW_LIMIT, old, milli)
    tx.update("UPDATE items SET low_milli = ? WHERE id = ?", (milli, item_id))
    tx.mark_changed(ChangeKind.ITEMS)


def find_picture(db: ReadTx, item_id: int) -> bytes | None:
    """The picture as a JPEG file, or None."""
    image: bytes | None = db.scalar("SELECT image FROM item_pictures WHERE item_id = ?", (item_id,))
    return image


def count_others(db: ReadTx, shop_id: int, item_id: int) -> int:
    """How many other items of the shop have a picture."""
    return int(db.scalar("SELECT count(*) FROM item_pictures WHERE shop_id = ? AND item_id <> ?", (shop_id, item_id)))


def put_picture(tx: Tx, shop_id: int, item_id: int, image: bytes) -> None:
    """Stores a picture in the place of the one before; the history has the size of both."""
    record_detail(tx, item_id, PICTURE, _read_size(tx, item_id), len(image))
    tx.update(
        "INSERT INTO item_pictures (item_id, shop_id, image) VALUES (?, ?, ?) "
        "ON CONFLICT (item_id) DO UPDATE SET image = excluded.image",
        (item_id, shop_id, image),
    )
    tx.mark_changed(ChangeKind.ITEMS)


def drop_picture(tx: Tx, item_id: int) -> None:
    size = _read_size(tx, item_id)
    if size is None:
        return
    record_detail(tx, item_id, PICTURE, size, None)
    tx.update("DELETE FROM item_pictures WHERE item_id = ?", (item_id,))
    tx.mark_changed(ChangeKind.ITEMS)


def _read_size(tx: Tx, item_id: int) -> int | None:
    size = tx.scalar("SELECT length(image) FROM item_pictures WHERE item_id = ?", (item_id,))
    return None if size is None else int(size)
