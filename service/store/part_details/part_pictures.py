"""One picture for an item. It is not part of the interface, so the item's revision stays."""

from __future__ import annotations

from service.domain.changes import ChangeKind
from service.domain.history.item_history import PICTURE
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.detail_changes import record_detail


def find_picture(db: ReadTx, item_id: int) -> bytes | None:
    """The picture as a JPEG file, or None."""
    row = db.one("SELECT image FROM item_pictures WHERE item_id = ?", (item_id,))
    return None if row is None else row[0]


def count_others(db: ReadTx, shop_id: int, item_id: int) -> int:
    """How many other items of the shop have a picture."""
    return int(db.scalar("SELECT count(*) FROM item_pictures WHERE shop_id = ? AND item_id <> ?", (shop_id, item_id)))


def put_picture(tx: Tx, shop_id: int, item_id: int, image: bytes) -> None:
    """Stores a picture in the place of the one before; the history has the size of both."""
    record_detail(tx, item_id, PICTURE, _read_size(tx, item_id), len(image))
    tx.update(
        "INSERT INTO item_pictures (item_id, shop_id, image) VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET image = excluded.image",
        (item_id, shop_id, image),
    )
    tx.mark_changed(ChangeKind.ITEMS)


def drop_picture(tx: Tx, item_id: int) -> None:
    """Deletes an item's picture, if it has one."""
    size = _read_size(tx, item_id)
    if size is None:
        return
    record_detail(tx, item_id, PICTURE, size, None)
    tx.update("DELETE FROM item_pictures WHERE item_id = ?", (item_id,))
    tx.mark_changed(ChangeKind.ITEMS)


def _read_size(tx: Tx, item_id: int) -> int | None:
    size = tx.scalar("SELECT length(image) FROM item_pictures WHERE item_id = ?", (item_id,))
    return None if size is None else int(size)
