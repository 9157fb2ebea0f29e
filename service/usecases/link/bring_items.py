"""Creates here the items that only the marketplace has (link §4)."""

from __future__ import annotations

from msgspec import Raw

from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.row_types import RowFault
from service.domain.catalogue.stock import Cause
from service.domain.history.write_causes import CauseKind, WriteCause
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import shops
from service.store.engine.transaction import Tx
from service.store.history.item_writes import record_write
from service.store.link import pushed_items
from service.usecases.upload_items import Upload

_AT_ONCE = 1_000


def bring_items(tx: Tx, shop: Shop, *, by: str, now: Millis) -> int:
    """Saves the items like an upload, without stock, which the shop has to count; returns how many
    were saved.
    """
    brought = 0
    while rows := pushed_items.read_only_there(tx, shop.id, _AT_ONCE):
        parsed = parse_rows([Raw(row) for _, row in rows]).rows
        good = [row for row in parsed if not isinstance(row, RowFault)]
        upload = Upload(tx, shop, good, lambda name: shops.add_branch(tx, shop.id, name))
        brought += len(good) - len(upload.apply_all())
        with record_write(tx, shop.id, WriteCause(CauseKind.LINK), by=by, now=now):
            upload.save(tx, by, now, Cause.UPLOAD)
        pushed_items.drop_only_there(tx, shop.id, [folded for folded, _ in rows])
    return brought
