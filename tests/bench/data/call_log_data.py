"""A call log of 1,000,000 entries over 90 days, filled by SQL in seconds."""

from __future__ import annotations

from pathlib import Path

from service.domain.shops import Shop
from service.domain.times import DAY, SystemClock
from service.store import shops
from service.store.engine.connection import FILE_NAME, connect
from service.store.engine.store import Store
from service.usecases.edit_shop import ensure_first_shop
from service.usecases.issue_key import issue_key
from tests.bench.data.databases import MANY

KEYS = ("Till 1", "Till 2", "ERP")
_SPAN = 90 * DAY
_WAIT_S = 120.0

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


def make_log(folder: Path, count: int = MANY) -> tuple[Path, Shop]:
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
    values = {"now": now, "count": count, "apart": _SPAN // count, "shop": shop.id, "first_key": first}
    connection.execute(_CALLS, values)
    connection.execute(_BODIES, {"shop": shop.id})
    connection.execute("COMMIT")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return database, shop
