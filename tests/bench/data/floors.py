"""The floors: the same work without the program around it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from service.domain.catalogue.row_types import FitRow
from service.store.engine.connection import prepare_database
from tests.bench.data import sample_catalogue

_encode = msgspec.json.Encoder().encode


class _Row(Struct):
    sku: str
    name: str
    name_ar: str
    oem_number: str
    brand: str
    category: str
    condition: str
    price_fils: int
    wholesale_price_fils: int
    online_price_fils: int
    list_on_marketplace: bool
    active: bool
    quantity: int
    fit: list[FitRow]


class _Body(Struct):
    items: list[Raw]


_decode_body = msgspec.json.Decoder(_Body).decode
_decode_row = msgspec.json.Decoder(_Row).decode

_FIELDS = (
    "sku", "name", "name_ar", "oem_number", "brand", "category", "condition", "price_fils", "wholesale_price_fils",
    "online_price_fils", "list_on_marketplace", "active", "fit", "updated_at",
)  # fmt: skip
_UPSERT_ITEMS = (
    f"INSERT INTO items (shop_id, folded, {', '.join(_FIELDS)}) VALUES (1, ?{', ?' * len(_FIELDS)}) "
    f"ON CONFLICT (shop_id, folded) DO UPDATE SET {', '.join(f'{field} = excluded.{field}' for field in _FIELDS)}"
)
_UPSERT_STOCK = (
    "INSERT INTO stock (item_id, branch_id, quantity) SELECT id, 1, ? FROM items WHERE shop_id = 1 AND folded = ? "
    "ON CONFLICT DO UPDATE SET quantity = excluded.quantity"
)
_SMALL = "CREATE TABLE small (id INTEGER PRIMARY KEY, value TEXT) STRICT"


def open_durable(path: Path) -> sqlite3.Connection:
    """WAL, synchronous=FULL, and no checkpoint before an answer."""
    connection = sqlite3.connect(path, isolation_level=None)
    for setting in ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 0", "cache_size = -24576"):
        connection.execute(f"PRAGMA {setting}")
    return connection


class WriteFloor:
    """Floor F and the smallest durable transaction,
    on the service's own tables in a database of their own.
    """

    def __init__(self, path: Path, held: int) -> None:
        prepare_database(path)
        self._connection = open_durable(path)
        self._connection.execute(_SMALL)
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute("INSERT INTO shops (id, name, folded, staging, created_at) VALUES (1, 'F', 'f', 0, 0)")
        self._connection.execute("INSERT INTO branches (id, shop_id, name, folded) VALUES (1, 1, 'Main', 'main')")
        for first in range(0, held, sample_catalogue.ROWS):
            self.upload(sample_catalogue.upload(first, 0))
        self.tidy()

    def upload(self, body: bytes) -> None:
        """F: 1000 rows decoded and upserted, items and stock,
        one `executemany` each in one durable transaction.
        """
        rows = [_decode_row(raw) for raw in _decode_body(body).items]
        items = [
            (
                row.sku.lower(), row.sku, row.name, row.name_ar, row.oem_number, row.brand, row.category, row.condition,
                row.price_fils, row.wholesale_price_fils, row.online_price_fils, row.list_on_marketplace, row.active,
                _encode(row.fit).decode(), 0,
            )
            for row in rows
        ]  # fmt: skip
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(_UPSERT_ITEMS, items)
        self._connection.executemany(_UPSERT_STOCK, [(row.quantity * 1000, row.sku.lower()) for row in rows])
        self._connection.execute("COMMIT")

    def small(self) -> None:
        """One row in one durable transaction."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("INSERT INTO small (value) VALUES ('a call that was answered')")
        self._connection.execute("COMMIT")

    def tidy(self) -> None:
        """The checkpoint that a program makes after its answer."""
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def close(self) -> None:
        self._connection.close()


class _PageRow(Struct):
    sku: str
    name: str
    name_ar: Any
    oem_number: Any
    brand: Any
    category: Any
    condition: Any
    price_fils: Any
    wholesale_price_fils: Any
    online_price_fils: Any
    list_on_marketplace: Any
    active: Any
    quantity: Any
    reserved: Any
    fit: Raw
    updated_at: int


_PAGE = (
    "SELECT items.sku, name, name_ar, oem_number, brand, category, condition, price_fils, wholesale_price_fils, "
    "online_price_fils, list_on_marketplace, active, quantity, reserved, fit, updated_at FROM items "
    "LEFT JOIN stock ON stock.item_id = items.id WHERE shop_id = ? ORDER BY items.folded LIMIT 500 OFFSET 0"
)


class PageFloor:
    """A page of 500 items: the bare SELECT and its rows encoded,
    on the database that the service has.
    """

    def __init__(self, path: Path, shop: int) -> None:
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self._shop = shop

    def page(self) -> bytes:
        rows = self._connection.execute(_PAGE, (self._shop,)).fetchall()
        return _encode({row[0]: _PageRow(*(*row[:14], Raw(row[14].encode()), row[15])) for row in rows})

    def close(self) -> None:
        self._connection.close()
