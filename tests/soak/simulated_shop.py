"""A shop and its marketplace at work: each act goes through the service and into the expected
state.
"""

from __future__ import annotations

import asyncio
import base64
import csv
import json
import os
import random
from pathlib import Path
from typing import Any

from service.domain.catalogue.stock import Cause
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Action
from service.domain.shops import Shop
from service.usecases.move_stock import move_stock
from service.usecases.place_order import place_order
from tests.service.api.wire_client import Reply, exchange, request_bytes
from tests.soak.expected_state import ExpectedState
from tests.soak.soak_program import SoakProgram

UPLOADED = [f"U{number:04}" for number in range(240)]
ORDERED = [f"O{number:03}" for number in range(20)]
PULLED = [f"P{number:04}" for number in range(300)]
ROWS = 40
NOTE = 4096
PAGE = 500
_AFTER = {"placed": Action.ACCEPT, "confirmed": Action.READY, "ready": Action.DISPATCHED}
_AFTER["out_for_delivery"] = Action.DELIVERED
_STATUS = {
    Action.ACCEPT: "confirmed", Action.READY: "ready", Action.DISPATCHED: "out_for_delivery",
    Action.DELIVERED: "delivered", Action.REJECT: "cancelled",
}  # fmt: skip


class SimulatedShop:
    """What its till, its owner and the marketplace do."""

    def __init__(self, program: SoakProgram, book: ExpectedState, shop: Shop, key: str, chance: random.Random) -> None:
        self._program = program
        self._book = book
        self._shop = shop
        self._key = key
        self._chance = chance
        self._open: dict[str, tuple[str, int]] = {}
        """The part and the units of each order that is not over."""
        self._file: dict[str, tuple[int, int]] = {}
        self.export = program.folder / "export.csv"

    async def stock_up(self) -> None:
        """The parts that are ordered; nothing else touches them."""
        await self._upload(dict.fromkeys(ORDERED, (100_000, 1500)))

    async def call(self, method: str, target: str, body: object = None, *, key: str | None = None) -> Reply:
        """One call, with the shop's key unless another is given."""
        sent = None if body is None else json.dumps(body).encode()
        reply = await exchange(
            self._program.service.address, request_bytes(method, target, key=key or self._key, body=sent)
        )
        self._book.count_call()
        return reply

    async def uploads(self, calls: int) -> None:
        """Some at once, of different parts each."""
        parts = self._chance.sample(UPLOADED, calls * ROWS)
        rows = [parts[start : start + ROWS] for start in range(0, len(parts), ROWS)]
        await asyncio.gather(*(self._upload({sku: self._level() for sku in some}) for some in rows))

    async def read_catalogue(self) -> None:
        """Everything at once, some times over,
        with what the service does not know and yet keeps in its log.
        """
        for _ in range(3):
            await self._upload({sku: self._level() for sku in UPLOADED}, noted=True)

    async def reads(self) -> None:
        """A page, a list, and a call with a key that nobody has."""
        assert (await self.call("GET", "/v1/items?limit=20")).status == 200
        assert (await self.call("GET", "/v1/orders?status=all")).status == 200
        assert (await self.call("GET", "/v1/items", key="sk_live_nobody")).status == 401

    async def moves(self, count: int) -> None:
        """Sales and returns over the counter, of parts that were uploaded."""
        known = [sku for sku in UPLOADED if sku in self._book.parts]
        for sku in self._chance.sample(known, count):
            units, price = self._book.parts[sku]
            cause = Cause.RETURN if units == 0 else self._chance.choice([Cause.SALE, Cause.RETURN])
            after = units + (1 if cause is Cause.RETURN else -1)
            await self._move(sku, cause)
            self._book.parts[sku] = after, price
            self._book.expect(f"stock.changed {sku} {after}")

    async def place(self) -> str:
        """An order of one part."""
        sku, units = self._chance.choice(ORDERED), self._chance.randint(1, 3)
        request = OrderRequest((LineRequest(sku, units * 1000),))
        now = self._program.world.now()
        order = await self._program.store.write(
            lambda tx: place_order(tx, self._shop, request, by="marketplace", now=now)
        )
        self._open[order.reference] = sku, units
        self._describe_row(order.reference, "order.placed", "placed")
        return order.reference

    async def act(self, reference: str, action: Action) -> None:
        """An action that the order's status allows."""
        body = {"reason": "None left"} if action is Action.REJECT else None
        reply = await self.call("POST", f"/v1/orders/{reference}/{action}", body)
        assert (reply.status, reply.json["status"]) == (200, _STATUS[action]), reply
        self._describe_row(reference, "order.status", _STATUS[action])
        if action is Action.DISPATCHED:
            sku, units = self._open[reference]
            left, price = self._book.parts[sku]
            self._book.parts[sku] = left - units, price
            self._book.expect(f"stock.changed {sku} {left - units}")

    async def move_on(self, count: int) -> None:
        """The next action of some orders that are not over; one in ten that waits is rejected."""
        open_now = list(self._open)
        for reference in self._chance.sample(open_now, min(count, len(open_now))):
            status = self._book.orders[reference]
            rejected = status == "placed" and self._chance.random() < 0.1
            await self.act(reference, Action.REJECT if rejected else _AFTER[status])

    def expect_lapse(self, reference: str) -> None:
        """Nobody accepted it within 30 minutes."""
        self._describe_row(reference, "order.status", "cancelled")

    def placed_references(self) -> list[str]:
        """Orders that lapse unless they are accepted."""
        return [reference for reference in self._open if self._book.orders[reference] == "placed"]

    def write_export(self) -> None:
        """Tonight's file: the parts of the night before, some with other prices and levels."""
        for sku in PULLED if not self._file else self._chance.sample(PULLED, 30):
            units, price = self._file.get(sku, (50, 2000))
            self._file[sku] = max(1, units + self._chance.randint(-5, 6)), price + self._chance.choice([-10, 0, 10])
        rows = [(sku, f"Part {sku}", f"{price / 1000:.3f}", units) for sku, (units, price) in self._file.items()]
        with self.export.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("SKU", "Name", "Price", "Quantity"), *rows])
        seconds = self._program.world.now() // 1000
        os.utime(self.export, (seconds, seconds))

    def expect_pull(self) -> None:
        """The file was read."""
        self._book.parts |= self._file

    async def catalogue(self) -> dict[str, dict[str, Any]]:
        """Every item as a caller reads it."""
        found: dict[str, dict[str, Any]] = {}
        while True:
            page = (await self.call("GET", f"/v1/items?offset={len(found)}&limit={PAGE}")).json
            found |= page["items"]
            if len(found) >= page["total"]:
                return found

    async def _upload(self, parts: dict[str, tuple[int, int]], *, noted: bool = False) -> None:
        rows = [
            {"sku": sku, "name": f"Part {sku}", "quantity": units, "price_fils": price}
            | ({"note": base64.b64encode(self._chance.randbytes(NOTE)).decode()} if noted else {})
            for sku, (units, price) in parts.items()
        ]
        reply = await self.call("POST", "/v1/items", {"items": rows})
        assert (reply.status, reply.json["saved"]) == (200, len(rows)), reply
        self._book.parts |= parts
        self._book.totals["rows uploaded"] += len(rows)

    async def _move(self, sku: str, cause: Cause) -> None:
        now = self._program.world.now()
        await self._program.store.write(
            lambda tx: move_stock(tx, self._shop, sku, cause, 1000, branch=None, by="owner", now=now)
        )
        self._book.totals["stock moved"] += 1

    def _describe_row(self, reference: str, kind: str, status: str) -> None:
        self._book.orders[reference] = status
        self._book.totals["order actions"] += 1
        self._book.expect(f"{kind} {reference} {status}")
        if status in ("delivered", "cancelled"):
            del self._open[reference]

    def _level(self) -> tuple[int, int]:
        return self._chance.randint(0, 50), self._chance.randint(100, 9000)


def remove_export(path: Path) -> None:
    """The export failed tonight."""
    path.unlink(missing_ok=True)
