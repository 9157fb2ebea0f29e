"""The picture of an item: one, small, and only so many."""

from __future__ import annotations

from service.domain.errors import Refused
from service.domain.history.write_causes import WRITTEN_BY_HAND
from service.domain.sentences import message
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import items
from service.store.engine.transaction import Tx
from service.store.history.item_writes import record_write
from service.store.part_details.part_pictures import count_others, drop_picture, put_picture

MAX_PICTURE_BYTES = 96 * 1024
MAX_PICTURES = 5_000
"""Pictures of a shop: they are in the database, and so in every backup."""


def set_picture(tx: Tx, shop: Shop, sku: str, image: bytes | None, *, by: str, now: Millis) -> None:
    """Stores a JPEG of at most MAX_PICTURE_BYTES, or removes the picture (None).

    Raises Refused (`read_only`, `too_many_pictures`) and NotFound.
    """
    check_writable(shop)
    item = items.get_item(tx, shop.id, sku)
    if image is None:
        with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
            drop_picture(tx, item.id)
        return
    if len(image) > MAX_PICTURE_BYTES:
        raise Refused("picture_too_large", message("A picture has at most 96 KiB after it was made smaller."))
    if count_others(tx, shop.id, item.id) >= MAX_PICTURES:
        raise Refused(
            "too_many_pictures",
            message("{most:,} parts have a picture already; remove one before you add another.", most=MAX_PICTURES),
        )
    with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
        put_picture(tx, shop.id, item.id, image)
