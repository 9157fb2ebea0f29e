"""Requests for quotation."""

from __future__ import annotations

import msgspec

from service.domain.changes import ChangeKind
from service.domain.marketplace.orders import Rfq, RfqItem, Vehicle
from service.store.engine.row_reader import RowReader
from service.store.engine.transaction import ReadTx, Tx

_read_rfq = RowReader(
    Rfq,
    vehicle=msgspec.json.Decoder(Vehicle).decode,
    items=msgspec.json.Decoder(tuple[RfqItem, ...]).decode,
)


def insert_rfq(tx: Tx, rfq: Rfq) -> int:
    vehicle = None if rfq.vehicle is None else msgspec.json.encode(rfq.vehicle).decode()
    tx.mark_changed(ChangeKind.RFQS)
    return tx.insert(
        "INSERT INTO rfqs (shop_id, reference, created_at, text, vehicle, items) VALUES (?, ?, ?, ?, ?, ?)",
        (rfq.shop_id, rfq.reference, rfq.created_at, rfq.text, vehicle, msgspec.json.encode(rfq.items).decode()),
    )


def has_rfq(db: ReadTx, shop_id: int, reference: str) -> bool:
    return db.scalar("SELECT 1 FROM rfqs WHERE shop_id = ? AND reference = ?", (shop_id, reference)) is not None


def find_mirrored_rfq(db: ReadTx, shop_id: int, marketplace_reference: str) -> str | None:
    """The reference here of a request that a marketplace sent."""
    reference: str | None = db.scalar(
        "SELECT reference FROM rfqs WHERE shop_id = ? AND marketplace_reference = ?", (shop_id, marketplace_reference)
    )
    return reference


def set_marketplace_reference(tx: Tx, rfq_id: int, reference: str) -> None:
    tx.update("UPDATE rfqs SET marketplace_reference = ? WHERE id = ?", (reference, rfq_id))


def find_rfq_id(db: ReadTx, shop_id: int, reference: str) -> int | None:
    """The id of a request, where a list continues."""
    rfq_id: int | None = db.scalar("SELECT id FROM rfqs WHERE shop_id = ? AND reference = ?", (shop_id, reference))
    return rfq_id


def list_rfqs(db: ReadTx, shop_id: int, *, limit: int = 100, before: int | None = None) -> list[Rfq]:
    """Newest first, those with an id before `before`."""
    return db.all_as(
        _read_rfq,
        "SELECT id, shop_id, reference, created_at, text, vehicle, items FROM rfqs WHERE shop_id = ? AND id < ? "
        "ORDER BY id DESC LIMIT ?",
        (shop_id, before or 2**62, limit),
    )
