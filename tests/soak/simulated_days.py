"""The days of a shop, one fault after the other: by day, at night, and on a holiday."""

from __future__ import annotations

import asyncio
import base64
import csv
import json
import os
import random
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service.domain.actors import OWNER
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Action
from service.domain.shops import Shop
from service.domain.times import DAY, HOUR, MINUTE, SECOND, Millis, next_due
from service.store.engine.transaction import ReadTx
from service.usecases.edit_target import TargetEdit, edit_target
from service.usecases.manage_secrets import rotate_secret, switch_secret
from service.usecases.move_stock import move_stock
from service.usecases.place_order import place_order
from service.usecases.settle_clock import settle_clock
from tests.service.api.wire_client import Reply, exchange, request_bytes
from tests.soak.soak_program import SoakProgram, UnreliableKeyring
from tests.soak.soak_receivers import Arrival, ReceiverBehaviour, SoakReceiver

REMEMBERED: Millis = 91 * DAY
"""For how long a delivery that is over is known: the service itself forgets it after 90 days."""

LOGGED: Millis = 3 * DAY
"""For how long calls must be in the log; whatever is set, its entries are kept for longer."""

Parts = dict[str, tuple[int, int]]
"""Units on hand and price in fils, by SKU."""
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
MORNING, NIGHT = 8 * 60 + 30, 60 + 26
"""Minutes after midnight: when the PC is opened,
and when one that is not off is busy with backup and pull.
"""


@dataclass(slots=True)
class ReceiverExpectations:
    """What one target was to get, and what it got."""

    due: Counter[str] = field(default_factory=Counter)
    taken: dict[str, str] = field(default_factory=dict)
    """Deliveries answered with a 2xx whose record was not seen yet, and what they said."""
    names: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    """Events on their way: the delivery and bytes under which each came first."""
    over: dict[str, Millis] = field(default_factory=dict)


class ExpectedState:
    """Written by the test's drivers and receivers;
    `found` gathers what is lost, doubled or wrong.
    """

    def __init__(self) -> None:
        self.parts: Parts = {}
        self.orders: dict[str, str] = {}
        self.sides: dict[str, ReceiverExpectations] = {}
        self.found: list[str] = []
        self.nights = 0
        self.calls: deque[tuple[Millis, int]] = deque()
        """Moments between which calls were answered, and how many from each on."""
        self.totals: Counter[str] = Counter()

    def expect(self, *keys: str) -> None:
        """An event that every target must get."""
        for side in self.sides.values():
            side.due.update(keys)
        self.totals["events"] += len(keys)

    def count_call(self) -> None:
        """A call was answered."""
        since, count = self.calls.pop()
        self.calls.append((since, count + 1))
        self.totals["calls"] += 1

    def new_day(self, now: Millis) -> None:
        """Calls from now on are counted from zero;
        the days whose entries must still be there are remembered.
        """
        self.calls.append((now, 0))
        while self.calls[0][0] < now - LOGGED:
            self.calls.popleft()

    def record_arrival(self, arrival: Arrival) -> None:
        """A receiver got a POST."""
        self.totals["posts"] += 1
        side = self.sides[arrival.target]
        if not arrival.genuine:
            self.found.append(f"{arrival.target}: {arrival.delivery} is not signed as it should be")
        if arrival.delivery in side.over:
            self.found.append(f"{arrival.target}: {arrival.delivery} came again after a recorded 2xx")
            return
        name = (arrival.delivery, arrival.digest)
        if side.names.setdefault(arrival.event, name) != name:
            self.found.append(f"{arrival.target}: {arrival.event} came under another name or with other bytes")
        if arrival.status == 204:
            side.taken[arrival.delivery] = arrival.key

    def close_deliveries(self, db: ReadTx, now: Millis) -> None:
        """At a calm moment: everything was delivered,
        once as far as it was recorded, and nothing else came.
        """
        left = dict(db.all("SELECT state, count(*) FROM deliveries WHERE state <> 'delivered' GROUP BY state"))
        self.found += [f"{count} deliveries are {state}" for state, count in left.items()]
        for name, side in self.sides.items():
            self.found += [f"{name}: {fault}" for fault in _find_unrecorded(db, side)]
            got = Counter(side.taken.values())
            self.found += [f"{name}: {key} never came" for key in (side.due - got).elements()]
            self.found += [f"{name}: {key} came for no reason" for key in (got - side.due).elements()]
            self.totals["delivered"] += len(side.taken)
            side.over |= dict.fromkeys(side.taken, now)
            side.over = {delivery: at for delivery, at in side.over.items() if at > now - REMEMBERED}
            side.due.clear()
            side.taken.clear()
            side.names.clear()

    def compare_parts(self, kept: dict[str, dict[str, Any]]) -> None:
        """The whole catalogue as a caller reads it."""
        if kept.keys() != self.parts.keys():
            self.found.append(f"items that are there and should not, or the reverse: {kept.keys() ^ self.parts.keys()}")
            return
        for sku, (units, price) in self.parts.items():
            is_now = kept[sku]["quantity"], kept[sku]["price_fils"]
            if is_now != (units, price):
                self.found.append(f"{sku}: answered {(units, price)}, is {is_now}")

    def compare_records(self, db: ReadTx) -> None:
        """Orders, nights of the pull and the call log as the database has them."""
        for reference, status in db.all("SELECT reference, status FROM orders"):
            if self.orders.get(reference) != status:
                self.found.append(f"{reference}: answered {self.orders.get(reference)}, is {status}")
        if len(self.orders) != (count := db.scalar("SELECT count(*) FROM orders")):
            self.found.append(f"{len(self.orders)} orders were placed, there are {count}")
        runs = db.scalar("SELECT count(*) FROM pull_runs WHERE actor = 'time'")
        if runs != self.nights:
            self.found.append(f"{self.nights} nights have come, {runs} runs of the pull are kept")
        since, answered = self.calls[0][0], sum(count for _, count in self.calls)
        logged = db.scalar("SELECT count(*) FROM calls WHERE at >= ?", (since,))
        if logged != answered:
            self.found.append(f"{answered} calls were answered since the first day still kept, {logged} are in the log")


def _find_unrecorded(db: ReadTx, side: ReceiverExpectations) -> Iterator[str]:
    for delivery in side.taken:
        statuses = db.all(
            "SELECT attempts.status FROM deliveries JOIN attempts ON delivery_seq = deliveries.seq "
            "WHERE deliveries.id = ? ORDER BY number",
            (delivery,),
        )
        good = [place for place, (status,) in enumerate(statuses, 1) if status is not None and 200 <= status < 300]
        if good != [len(statuses)]:
            yield f"{delivery} was taken, its attempts say {[status for (status,) in statuses]}"


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
            lambda tx: move_stock(tx, self._shop, NewMovement(sku, None, cause, 1000), by="owner", now=now)
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


@dataclass(frozen=True, slots=True)
class SoakContext:
    """Who takes part. `targets` are the receivers' ids, in their order."""

    program: SoakProgram
    book: ExpectedState
    shop: Shop
    at_work: SimulatedShop
    receivers: tuple[SoakReceiver, ...]
    targets: tuple[int, ...]
    keyring: UnreliableKeyring
    chance: random.Random


class DaySimulation:
    """Lives through days; each ends at a calm moment, when everything is held against the book."""

    def __init__(self, cast: SoakContext, *, rounds: int = 2) -> None:
        """`rounds` of business in each of a day's three sessions."""
        self._cast = cast
        self._rounds = rounds
        self._down = False
        self._troubles: list[Callable[[], Awaitable[None]]] = [
            self._keyring_locked, self._receiver_down, self._keyring_hangs, self._clock_back,
            self._service_restarts, self._keyring_absent, self._new_secret,
        ]  # fmt: skip

    async def day(self, number: int) -> None:
        """From the opening of the PC to the evening, with the trouble whose turn it is."""
        cast = self._cast
        cast.book.new_day(cast.program.world.now())
        self._set_behaviour(ReceiverBehaviour.FLAKY)
        await self._session()
        await cast.program.wake_after(3 * HOUR)
        await self._troubles[number % len(self._troubles)]()
        await self._session()
        await cast.program.wake_after(2 * HOUR)
        await self._silence_receiver()
        await self._session()
        if number % 7 == 3:
            await cast.at_work.read_catalogue()
        await self._let_order_lapse()
        await self._evening()

    async def night(self, number: int, *, off: Millis = 0) -> None:
        """The file is written, or not; the PC is on, off or asleep;
        in the morning the night was dealt with once.
        """
        cast = self._cast
        missing = number % 7 == 5
        if missing:
            remove_export(cast.at_work.export)
        else:
            cast.at_work.write_export()
        restart = number % 3 == 1
        if restart:
            await cast.program.stop()
        cast.program.world.sleep(off)
        if number % 7 == 2 and not restart:
            await self._sleep_until(NIGHT)
            await cast.program.advance_in_steps(38 * MINUTE)
        await self._sleep_until(MORNING, awake=not restart)
        if restart:
            await cast.program.start()
        await self._wait_for_nightly_work(missing=missing)

    async def _wait_for_nightly_work(self, *, missing: bool) -> None:
        cast = self._cast
        cast.book.nights += 1
        nights = cast.book.nights
        await cast.program.wait_until(
            lambda db: (
                db.scalar("SELECT count(*) FROM pull_runs WHERE actor = 'time' AND state <> 'running'") >= nights
            ),
            "the pull of the night",
        )
        if not missing:
            cast.at_work.expect_pull()
        due = next_due(cast.program.world.now() - DAY, 90, None)
        await cast.program.wait_until(lambda _: self._has_backup(due), "the backup of the night")

    def _has_backup(self, due: Millis) -> bool:
        return any(one.verified and one.at >= due for one in self._cast.program.backups.list())

    async def _sleep_until(self, minute: int, *, awake: bool = True) -> None:
        world = self._cast.program.world
        span = next_due(world.now(), minute, None) - world.now()
        if awake:
            await self._cast.program.wake_after(span)
        else:
            world.sleep(span)

    async def _session(self) -> None:
        """Some minutes of business; no order is left without an answer."""
        cast, work = self._cast, self._cast.at_work
        for _ in range(self._rounds):
            await work.uploads(2)
            await work.reads()
            await work.moves(3)
            for _ in range(2):
                await work.place()
            await work.move_on(4)
            await cast.program.advance_in_steps(40 * SECOND)
        await self._accept_all()

    async def _accept_all(self) -> None:
        work = self._cast.at_work
        while work.placed_references():
            await work.move_on(100)

    async def _let_order_lapse(self) -> None:
        """One order that nobody answers."""
        left = await self._cast.at_work.place()
        await self._cast.program.wake_after(31 * MINUTE)
        self._cast.at_work.expect_lapse(left)

    async def _evening(self) -> None:
        """Everything goes out and is compared, unless a receiver stays down over the night."""
        cast = self._cast
        cast.book.compare_parts(await cast.at_work.catalogue())
        if not self._down:
            await self._wait_until_delivered()
            now = cast.program.world.now()
            await cast.program.store.read(lambda db: cast.book.close_deliveries(db, now))
        await cast.program.store.read(cast.book.compare_records)
        self._down = False

    async def _wait_until_delivered(self, limit: Millis = 90 * MINUTE) -> None:
        """Receivers are well, and one more event for each has them catch up with what failed."""
        self._set_behaviour(ReceiverBehaviour.WELL)
        await self._cast.at_work.moves(1)
        await self._cast.program.wait_until(_no_delivery_waits, "the delivery of every event", limit)

    def _set_behaviour(self, mood: ReceiverBehaviour) -> None:
        for receiver in self._cast.receivers:
            receiver.mood = mood
        if self._down:
            self._cast.receivers[-1].mood = ReceiverBehaviour.DOWN

    async def _silence_receiver(self) -> None:
        """A receiver that leaves calls without an answer until their time is over."""
        first = self._cast.receivers[0]
        first.mood = ReceiverBehaviour.SILENT
        await self._cast.at_work.moves(2)
        await self._cast.program.advance_in_steps(MINUTE)
        first.mood = ReceiverBehaviour.FLAKY

    async def _receiver_down(self) -> None:
        """Every attempt of the schedule fails;
        the next day it is back and everything reaches it after all.
        """
        self._down = True
        self._set_behaviour(ReceiverBehaviour.FLAKY)
        await self._cast.at_work.moves(3)
        for _ in range(6):
            await self._cast.program.wake_after(17 * MINUTE)
        failed = await self._cast.program.store.read(
            lambda db: db.scalar("SELECT count(*) FROM deliveries WHERE state = 'failed'")
        )
        assert failed, "nothing failed through its schedule"

    async def _keyring_locked(self) -> None:
        self._cast.keyring.is_locked()
        await self._without_keyring()

    async def _keyring_absent(self) -> None:
        self._cast.keyring.is_absent()
        await self._without_keyring()

    async def _keyring_hangs(self) -> None:
        """It hangs for minutes, then a little slower than others, and no thread is left behind."""
        cast = self._cast
        cast.keyring.hangs()
        await self._without_keyring()
        await self._restart()
        cast.keyring.hangs()
        await cast.at_work.moves(1)
        await cast.program.advance_in_steps(3 * SECOND)
        cast.keyring.works()
        await cast.program.settle()

    async def _without_keyring(self) -> None:
        """Since a restart nothing can be signed: nothing is posted, and all goes out once the
        keyring is back and its owner wants it to be asked again.
        """
        cast = self._cast
        await self._restart()
        posts = sum(receiver.posts for receiver in cast.receivers)
        await cast.at_work.moves(2)
        await cast.program.advance_in_steps(30 * SECOND)
        threads = threading.active_count()
        for _ in range(2):
            await cast.at_work.moves(1)
            await cast.program.advance_in_steps(MINUTE)
            assert not (await cast.program.secrets.status()).is_usable
        if threading.active_count() > threads or cast.keyring.blocked > 1:
            cast.book.found.append(f"{threading.active_count() - threads} threads wait for the keyring")
        if sum(receiver.posts for receiver in cast.receivers) != posts:
            cast.book.found.append("something was posted though the keyring was away")
        notes = await cast.program.store.read(lambda db: db.all("SELECT note FROM targets WHERE note IS NOT NULL"))
        if len(notes) != len(cast.targets):
            cast.book.found.append("a target does not say that it waits for the keyring")
        cast.keyring.works()
        cast.program.ask_keyring_again()
        await self._wait_until_delivered(30 * MINUTE)

    async def _restart(self) -> None:
        await self._cast.program.stop()
        await self._cast.program.start()

    async def _service_restarts(self) -> None:
        """In the middle of work, as after a fault or a restored backup."""
        await self._cast.at_work.moves(10)
        await self._cast.program.stop_service()
        await self._cast.program.start_service()

    async def _clock_back(self) -> None:
        """By an hour, with an order that waits and deliveries between two attempts.
        The owner confirms the clock, and the order then has its time.
        """
        cast = self._cast
        for receiver in cast.receivers:
            receiver.mood = ReceiverBehaviour.DOWN
        left = await cast.at_work.place()
        await cast.program.advance_in_steps(5 * MINUTE)
        cast.program.world.set_clock(-HOUR)
        await cast.program.advance_in_steps(MINUTE)
        self._set_behaviour(ReceiverBehaviour.WELL)
        await cast.program.wait_until(
            _no_delivery_waits, "what was to be tried again before the clock was set back", 30 * MINUTE
        )
        assert left in cast.at_work.placed_references()
        now = cast.program.world.now()
        await cast.program.store.write(lambda tx: settle_clock(tx, by=OWNER, now=now))
        await cast.program.wake_after(HOUR + 26 * MINUTE)
        cast.at_work.expect_lapse(left)

    async def _new_secret(self) -> None:
        """Both targets' secrets are rotated, and the second one moves to another address."""
        cast, program = self._cast, self._cast.program
        for target, receiver in zip(cast.targets, cast.receivers, strict=True):
            made = await rotate_secret(program.store, program.secrets, cast.shop, target)
            receiver.secrets.append(made.secret)
            await cast.at_work.moves(1)
            await program.advance_in_steps(30 * SECOND)
            await switch_secret(program.store, program.secrets, cast.shop, target)
            await program.settle()
            receiver.secrets = [made.secret]
        url = f"http://localhost:{cast.receivers[-1].port}/in/{program.world.now()}"
        await program.store.write(lambda tx: edit_target(tx, cast.shop, cast.targets[-1], TargetEdit(url=url)))
        await cast.at_work.moves(1)
        await program.settle()


def _no_delivery_waits(db: ReadTx) -> bool:
    return db.one("SELECT 1 FROM deliveries WHERE state IN ('waiting', 'sending', 'failed') LIMIT 1") is None
