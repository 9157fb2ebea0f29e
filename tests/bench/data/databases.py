"""Databases to measure on, made by the store and filled by SQL, for one run."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.shops import Shop
from service.domain.times import DAY, Millis, SystemClock
from service.store import shops
from service.store.engine.connection import FILE_NAME, connect
from service.store.engine.store import Store
from service.store.item_search import collect_documents
from service.usecases.edit_shop import ensure_first_shop
from service.usecases.issue_key import issue_key
from service.usecases.place_order import place_order
from tests.bench.data import sample_catalogue

FEW = 10_000
MANY = 1_000_000
_WAIT_S = 120.0
_FILED_AT_ONCE = 2_000
KEYS = ("Till 1", "Till 2", "ERP")

_CALLS = """
WITH RECURSIVE call(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM call WHERE n < :count)
INSERT INTO calls (id, at, shop_id, key_id, key_name, remote, method, path, status, duration_us, request_bytes,
    response_bytes, error, message, notes, facts, size)
SELECT n, :now - (:count - n) * :apart, CASE WHEN n % 97 = 0 THEN 0 ELSE :shop END,
    CASE WHEN n % 97 = 0 THEN NULL ELSE :first_key + n % 3 END, CASE WHEN n % 97 = 0 THEN NULL ELSE 'Till' END,
    '127.0.0.1', CASE WHEN n % 5 < 2 THEN 'POST' ELSE 'GET' END,
    CASE n % 5 WHEN 0 THEN '/v1/items' WHEN 1 THEN printf('/v1/orders/ORD-2026-%06d/accept', n)
        WHEN 2 THEN '/v1/items?offset=' || (n % 4000) ELSE '/v1/orders?status=placed' END,
    CASE WHEN n % 97 = 0 THEN 401 WHEN n % 41 = 0 THEN 422 WHEN n % 997 = 0 THEN 500 ELSE 200 END,
    900, 0, 1000, NULL, NULL, NULL, '{"orders":3}', 400
FROM call
"""
_BODIES = """
INSERT INTO call_bodies (call_id, response)
SELECT id, CAST('r{"orders": [{"reference": "ORD-2026-' || id || '"}], "status": "placed", "limit": 100}' AS BLOB)
FROM calls WHERE shop_id = :shop
"""


@dataclass(frozen=True, slots=True)
class BenchDatabase:
    """A data folder with one live shop, some keys and items 0 to `items`."""

    folder: Path
    shop: Shop
    keys: tuple[str, ...]
    items: int

    @property
    def key(self) -> str:
        return self.keys[0]

    @property
    def database(self) -> Path:
        return self.folder / FILE_NAME


def make_data(folder: Path, items: int, *, keys: int = 1) -> BenchDatabase:
    """A fresh data folder with so many items held."""
    store = Store(folder / FILE_NAME)
    now = SystemClock().now()
    store.submit(lambda tx: ensure_first_shop(tx, now)).result(_WAIT_S)
    shop = store.submit_read(lambda db: shops.find_shop(db, None, staging=False)).result(_WAIT_S)
    branch = store.submit_read(lambda db: shops.get_main_branch(db, shop.id)).result(_WAIT_S)
    issued = [
        store.submit(lambda tx, n=n: issue_key(tx, shop, f"Till {n + 1}", now=now)).result(_WAIT_S)  # type: ignore[misc]
        for n in range(keys)
    ]
    store.close()
    _fill(folder / FILE_NAME, shop.id, branch.id, items)
    return BenchDatabase(folder, shop, tuple(key.text for key in issued), items)


def file_all(store: Store, shop: Shop) -> None:
    """Brings the index of words up to date, as it is in a shop whose items came long ago."""
    while True:
        found = store.submit_read(lambda db: collect_documents(db, store.text_index, shop.id, _FILED_AT_ONCE)).result(
            _WAIT_S
        )
        if found is None:
            return
        identity, reached, documents = found
        store.text_index.write(identity, shop.id, reached, documents)


def _fill(database: Path, shop: int, branch: int, items: int) -> None:
    connection = connect(database, writes=True)
    values = sample_catalogue.fill_values(shop, branch, 0, items, int(time.time() * 1000))
    index = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'items_by_sku'").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN IMMEDIATE")
    # Building the index afterwards takes a tenth of the time that scattered inserts do.
    connection.execute("DROP INDEX items_by_sku")
    for statement in (
        sample_catalogue.FILL_ITEMS,
        sample_catalogue.FILL_STOCK,
        sample_catalogue.FILL_LEDGER,
        sample_catalogue.FILL_CHANGES,
    ):
        connection.execute(statement, values)
    connection.execute(index)
    connection.execute("INSERT INTO sequences (shop_id, kind, year, value) VALUES (?, 'ledger', 0, ?)", (shop, items))
    connection.execute("UPDATE shops SET items_total = ?1, revision = ?1 WHERE id = ?2", (items, shop))
    connection.execute("COMMIT")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def place_orders(data: BenchDatabase, count: int) -> list[str]:
    """So many orders of two lines, just placed;
    gives their references. The service must not be running.
    """
    store = Store(data.database)
    now = SystemClock().now()
    placed = []
    try:
        for place in range(count):
            lines = tuple(LineRequest(sample_catalogue.sku(2 * place + line), 1000, None) for line in (0, 1))
            request = OrderRequest(lines)
            placed.append(
                store.submit(lambda tx, asked=request: place_order(tx, data.shop, asked, by="owner", now=now))  # type: ignore[misc]
            )
        return [future.result(_WAIT_S).reference for future in placed]
    finally:
        store.close()


def is_whole(database: Path) -> bool:
    """Whether SQLite finds nothing wrong with a database."""
    with sqlite3.connect(database) as connection:
        return bool(connection.execute("PRAGMA quick_check").fetchone()[0] == "ok")


def make_log(folder: Path, count: int = MANY, span: Millis = 90 * DAY) -> tuple[Path, Shop]:
    """The database and its live shop; both may be there already."""
    database = folder / FILE_NAME
    store = Store(database)
    now = SystemClock().now()
    store.submit(lambda tx: ensure_first_shop(tx, now)).result(_WAIT_S)
    shop = store.submit_read(lambda db: shops.find_shop(db, None, staging=False)).result(_WAIT_S)
    issued = [
        store.submit(lambda tx, name=name: issue_key(tx, shop, name, now=now)).result(_WAIT_S)  # type: ignore[misc]
        for name in KEYS
    ]
    store.close()
    connection = connect(database, writes=True)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN IMMEDIATE")
    first = min(key.key.id for key in issued)
    values = {"now": now, "count": count, "apart": span // count, "shop": shop.id, "first_key": first}
    connection.execute(_CALLS, values)
    connection.execute(_BODIES, {"shop": shop.id})
    connection.execute("COMMIT")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return database, shop
