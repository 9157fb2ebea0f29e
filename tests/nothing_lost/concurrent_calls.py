"""Callers that work without pause and record every answer, to compare with the database after a
kill.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from service.domain.shops import Shop
from service.store.engine.transaction import ReadTx
from tests.fakes.reservations import find_wrong_reservations
from tests.service.api.wire_client import Connection, Reply, connected, request_bytes

ROWS = 12
NEXT = {"placed": "accept", "confirmed": "ready", "ready": "dispatched", "out_for_delivery": "delivered"}
RANK = {status: place for place, status in enumerate([*NEXT, "delivered"])}
REACHED = dict(zip(NEXT.values(), [*list(NEXT)[1:], "delivered"], strict=True))


def _further(known: str | None, status: str) -> str:
    return max(known or "placed", status, key=RANK.__getitem__)


@dataclass(slots=True)
class AnsweredCalls:
    """What callers were answered: uploads by serial number,
    the furthest status of each order, paths.
    """

    uploads: dict[int, int] = field(default_factory=dict)
    """Serial number of each answered upload, and how many rows it has."""
    statuses: dict[str, str] = field(default_factory=dict)
    paths: set[str] = field(default_factory=set)
    calls: int = 0
    prices: dict[str, int] = field(default_factory=dict)
    """The last price of an item that was answered; each upload of it is one higher."""
    sent_statuses: dict[str, str] = field(default_factory=dict)
    """The furthest status that was asked for, answered or not."""
    sent_prices: dict[str, int] = field(default_factory=dict)


class ConcurrentCalls:
    """Some callers on connections of their own; they stop when the service is gone.

    `reached` tells that they had `enough` answers;
    the others' calls are then at any point of their way.
    """

    def __init__(self, keys: Sequence[str], orders: list[str], seed: int, enough: int) -> None:
        """Calls take the keys in turn, as each may call 120 times a minute."""
        self._keys = itertools.cycle(keys)
        self._orders = orders
        self._round = seed
        self._random = random.Random(seed)
        self._serials = itertools.count(seed * 1_000_000)
        self._enough = enough
        self.answered = AnsweredCalls()
        self.reached = asyncio.Event()

    async def run(self, address: str) -> None:
        """Calls until the connections break."""
        callers = [self._uploads, self._uploads, self._overwrites, self._actions, self._actions, self._reads]
        await asyncio.gather(*[self._until_broken(address, caller) for caller in callers])

    async def _until_broken(self, address: str, caller: object) -> None:
        assert callable(caller)
        try:
            async with connected(address) as connection:
                while True:
                    await caller(connection)
        except (ConnectionError, asyncio.IncompleteReadError, OSError):
            return

    async def _call(self, connection: Connection, method: str, path: str, body: object = None) -> Reply:
        serial = next(self._serials)
        target = f"{path}?call={serial}"
        sent = None if body is None else json.dumps(body).encode()
        await connection.send(request_bytes(method, target, key=next(self._keys), body=sent))
        reply = await connection.reply()
        self.answered.calls += 1
        self.answered.paths.add(target)
        if self.answered.calls >= self._enough:
            self.reached.set()
        return reply

    async def _uploads(self, connection: Connection) -> None:
        serial = next(self._serials)
        rows = self._random.choice([1, ROWS, 40])
        body = {
            "items": [
                {"sku": f"U{serial}-{row}", "name": f"upload {serial}", "quantity": row + 1, "branch": f"B{serial % 3}"}
                for row in range(rows)
            ]
        }
        reply = await self._call(connection, "POST", "/v1/items", body)
        assert reply.status == 200, reply
        assert reply.json["created"] == rows
        self.answered.uploads[serial] = rows

    async def _overwrites(self, connection: Connection) -> None:
        """The same item again and again, at a price one higher."""
        sku = f"PRICE-{self._round}"
        price = self.answered.sent_prices.get(sku, 0) + 1
        self.answered.sent_prices[sku] = price
        reply = await self._call(
            connection, "POST", "/v1/items", {"items": [{"sku": sku, "name": "priced", "price_fils": price}]}
        )
        assert reply.status == 200, reply
        self.answered.prices[sku] = price

    async def _actions(self, connection: Connection) -> None:
        reference = self._random.choice(self._orders)
        action = NEXT.get(self.answered.statuses.get(reference, "placed"), "confirm_fitment")
        sent = self.answered.sent_statuses
        sent[reference] = _further(sent.get(reference), REACHED.get(action, "placed"))
        reply = await self._call(connection, "POST", f"/v1/orders/{reference}/{action}")
        if reply.status == 200:
            known = self.answered.statuses.get(reference)
            self.answered.statuses[reference] = _further(known, reply.json["status"])

    async def _reads(self, connection: Connection) -> None:
        assert (await self._call(connection, "GET", "/v1/items")).status == 200
        assert (await self._call(connection, "GET", "/v1/orders")).status == 200


def find_losses(db: ReadTx, shop: Shop, answered: AnsweredCalls) -> list[str]:
    """What of the answers is not in the database,
    and what in it is only half there: empty, if all is well.
    """
    found = [f"integrity: {row[0]}" for row in db.all("PRAGMA integrity_check") if row[0] != "ok"]
    found += [f"foreign key: {row}" for row in db.all("PRAGMA foreign_key_check")]
    found += [f"orphaned hold: {hold}" for hold in find_wrong_reservations(db)]
    kept = dict(db.all("SELECT name, count(*) FROM items WHERE name LIKE 'upload %' GROUP BY name"))
    found += [
        f"upload {serial}: {kept.get(f'upload {serial}', 0)} of {rows} rows"
        for serial, rows in answered.uploads.items()
        if kept.get(f"upload {serial}") != rows
    ]
    found += [f"half an upload: {name} has {rows} rows" for name, rows in kept.items() if rows not in (1, ROWS, 40)]
    statuses = dict(db.all("SELECT reference, status FROM orders"))
    found += [
        f"order {reference}: answered {status}, is {statuses.get(reference)}"
        for reference, status in answered.statuses.items()
        if RANK[statuses[reference]] < RANK[status]
    ]
    found += [
        f"order {reference}: nobody asked for {statuses.get(reference)}"
        for reference, status in answered.sent_statuses.items()
        if RANK[statuses[reference]] > RANK[status]
    ]
    prices = dict(db.all("SELECT sku, price_fils FROM items"))
    found += [
        f"overwritten {sku}: answered {price}, is {prices.get(sku)}"
        for sku, price in answered.prices.items()
        if not price <= (prices.get(sku) or 0) <= answered.sent_prices[sku]
    ]
    logged = Counter(row[0] for row in db.all("SELECT path FROM calls"))
    found += [f"not in the log: {path}" for path in answered.paths - set(logged)]
    found += [f"{count} times in the log: {path}" for path, count in logged.items() if count > 1 and "call=" in path]
    return found + _find_half_saved(db, shop)


def _find_half_saved(db: ReadTx, shop: Shop) -> list[str]:
    """Rows that do not agree with one another."""
    checks = {
        "items without their stock": (
            "SELECT sku FROM items WHERE name LIKE 'upload %' AND id NOT IN (SELECT item_id FROM stock)"
        ),
        "stock that the ledger does not explain": (
            "SELECT stock.item_id FROM stock LEFT JOIN ledger USING (item_id, branch_id) GROUP BY item_id, branch_id "
            "HAVING stock.quantity <> coalesce(sum(ledger.change), 0)"
        ),
        "orders whose history ends elsewhere": (
            "SELECT reference FROM orders WHERE status <> (SELECT to_status FROM order_history "
            "WHERE order_id = orders.id ORDER BY position DESC LIMIT 1)"
        ),
        "orders that came to a status twice": (
            "SELECT reference FROM orders JOIN order_history ON order_id = orders.id "
            "WHERE from_status IS NULL OR from_status <> to_status GROUP BY orders.id, to_status HAVING count(*) > 1"
        ),
        "changes of status without an event": (
            "SELECT reference FROM orders WHERE "
            "(SELECT count(DISTINCT to_status) FROM order_history WHERE order_id = orders.id) "
            "<> (SELECT count(*) FROM events WHERE subject = reference)"
        ),
    }
    found = [f"{what}: {row[0]}" for what, sql in checks.items() for row in db.all(sql)]
    total = db.scalar("SELECT items_total FROM shops WHERE id = ?", (shop.id,))
    count = db.scalar("SELECT count(*) FROM items WHERE shop_id = ?", (shop.id,))
    return found if total == count else [*found, f"items_total is {total}, there are {count}"]
