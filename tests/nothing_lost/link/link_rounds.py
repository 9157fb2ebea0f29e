"""Disturbs a link during its work, many times, and compares both sides afterwards."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from service.domain.catalogue.sku import fold
from service.domain.catalogue.stock import Cause
from service.domain.errors import CounterpartError
from service.domain.marketplace.orders import CANCEL, CLOSED, EXPIRE, PLACE, Action, Order, Status
from service.domain.times import DAY, HOUR, MINUTE, Millis
from service.store import items, orders
from service.store.engine.transaction import ReadTx, Tx
from service.store.keys import list_keys
from service.store.link import links, mirror
from service.usecases.issue_key import issue_key, revoke_key
from service.usecases.link.report_link import report_link
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.link.link_side import KillableProcess, LinkSide, NetworkRelay

PLENTY = tuple(f"P-{place}" for place in range(5))
SCARCE = ("S-0", "S-1")
"""SKUs of which buyers want more than there are."""

AT_FIRST = {**dict.fromkeys(PLENTY, 1_000), **dict.fromkeys(SCARCE, 4)}
STEPS = (Action.ACCEPT, Action.READY, Action.DISPATCHED, Action.DELIVERED)
NEXT = dict(zip((Status.PLACED, Status.CONFIRMED, Status.READY, Status.OUT_FOR_DELIVERY), STEPS, strict=True))
ALL_ORDERS = 1_000_000
KEY_NAME = "Link"
MOST_TRIES = 5
ONCE = ", ".join(f"'{action}'" for action in (PLACE, CANCEL, EXPIRE, Action.REJECT, *STEPS))
"""What an order goes through once at most."""
CALM_S = 90.0
LOOK_S = 0.3
ROUNDS_BETWEEN_CALMS = 20
RATE = 5
"""How much faster than real ones the clocks of both computers are: the link keeps its limits of
calls and its waits, which take a fifth of the time.
"""


def list_orders(shop: ShopFixture) -> list[Order]:
    """All orders of a shop."""
    return shop.read(lambda db: orders.list_orders(db, shop.shop.id, limit=ALL_ORDERS))


class ShopWork:
    """One step at a time, each chosen at random. `returned` are units that came to the shop."""

    def __init__(self, near: LinkSide, far: LinkSide, seed: int) -> None:
        self.near, self.far = near, far
        self.returned: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._kinds = (self._buy, self._act, self._act, self._act_there, self._receive, self._price)

    def fill_shelves(self) -> None:
        """The items with which the shop begins."""
        rows = ({"sku": sku, "name": sku, "quantity": units, "price_fils": 1000} for sku, units in AT_FIRST.items())
        self.near.shop.upload(*rows)

    async def run(self, steps: int) -> None:
        for _ in range(steps):
            await asyncio.to_thread(self._step)
            await asyncio.sleep(self._chance.uniform(0, 0.06))

    def take_next_steps(self) -> None:
        """Takes the next step of each mirrored order; a buyer orders where none is open."""
        self._look_at_clocks()
        for order in self._mirrored():
            if order.status in NEXT:
                self._try(self.near.shop, order, NEXT[order.status])
        if not any(order.status in NEXT for order in list_orders(self.far.shop)):
            self._buy()

    def restock(self) -> None:
        """The shop counts its scarce units: so many are there that no order is short any more, and
        none of a marketplace that was restored, which may hold units that have left here.
        """
        self._look_at_clocks()
        ordered = Counter[str]()
        for order in self._mirrored():
            for line in () if order.units_left or order.status in CLOSED else order.lines:
                ordered[line.sku] += line.quantity
        for sku in SCARCE:
            held_there = int(self.far.shop.item(sku).reserved * 1000)
            self.near.shop.move(sku, Cause.COUNT, max(ordered[sku], held_there) + AT_FIRST[sku] * 1000)

    def _step(self) -> None:
        self._look_at_clocks()
        self._chance.choice(self._kinds)()

    def _look_at_clocks(self) -> None:
        self.near.look_at_clock()
        self.far.look_at_clock()

    def _buy(self) -> None:
        sku = self._chance.choice((*PLENTY, *SCARCE))
        try:
            self.far.shop.place(sku, self._chance.randint(1, 3))
        except CounterpartError:
            return  # the marketplace has not got it yet, or sold out

    def _act(self) -> None:
        """Mostly the next step of an open order, now and then one that comes too early or late."""
        mirrored = self._mirrored()
        still_open = [order for order in mirrored if order.status in NEXT]
        if still_open and self._chance.random() < 0.7:
            order = self._chance.choice(still_open)
            self._try(self.near.shop, order, NEXT[order.status])
        elif mirrored:
            self._try(self.near.shop, self._chance.choice(mirrored), self._chance.choice(STEPS))

    def _act_there(self) -> None:
        """Somebody uses the marketplace's own web console."""
        placed = list_orders(self.far.shop)
        if placed:
            self._try(self.far.shop, self._chance.choice(placed), self._chance.choice((*STEPS, Action.REJECT)))

    def _receive(self) -> None:
        sku = self._chance.choice((*PLENTY, *SCARCE))
        self.near.shop.move(sku, Cause.RETURN, 1000)
        self.returned[sku] += 1

    def _price(self) -> None:
        self.near.shop.upload({"sku": self._chance.choice(PLENTY), "price_fils": self._chance.randint(900, 1_100)})

    def _mirrored(self) -> list[Order]:
        return [order for order in list_orders(self.near.shop) if order.is_mirrored]

    def _try(self, shop: ShopFixture, order: Order, action: Action) -> None:
        try:
            shop.act(order, action, "sold out" if action is Action.REJECT else None)
        except CounterpartError:
            return


class Trouble(StrEnum):
    """What happens in one round."""

    KILL = "kill -9 of one side or both"
    NETWORK = "kill -9 of the proxy"
    SLEEP = "this computer sleeps"
    CLOCK = "a clock jumps"
    DISK = "this computer's disk is full"
    KEY = "the key is revoked"
    OLDER_HERE = "this side is restored from an older backup"
    OLDER_THERE = "the marketplace is restored from an older backup"


class LinkTroubles:
    """Begins and ends one trouble at a time. What a person has to do afterwards, it does too."""

    def __init__(self, near: LinkSide, far: LinkSide, relay: NetworkRelay, seed: int) -> None:
        self.near, self.far, self.relay = near, far, relay
        self._chance = random.Random(seed)
        self._backup: Path | None = None
        self._returned: Counter[str] = Counter()

    async def prepare(self, trouble: Trouble, work: ShopWork) -> None:
        """Makes the backup that is older by the time it is restored."""
        side = {Trouble.OLDER_HERE: self.near, Trouble.OLDER_THERE: self.far}.get(trouble)
        if side is not None:
            self._backup = side.folder.parent / "older.cpbackup"
            self._backup.unlink(missing_ok=True)
            self._returned = work.returned.copy()
            await asyncio.to_thread(side.back_up, self._backup)

    async def begin(self, trouble: Trouble) -> None:
        """Half of the times something is killed in addition."""
        await _BEGIN[trouble](self)
        if self._chance.random() < 0.5:
            await self._kill()

    async def end(self, trouble: Trouble, work: ShopWork) -> None:
        """Everything runs again when this returns."""
        if trouble is Trouble.OLDER_HERE:
            await self._restore(self.near)
            work.returned = self._returned
        if trouble is Trouble.OLDER_THERE:
            await self._restore(self.far)
        for process in (self.far.program, self.relay, self.near.program):
            await process.start()
        if trouble is Trouble.DISK:
            self.near.program.signal(signal.SIGUSR2)
        if trouble is Trouble.KEY:
            await asyncio.to_thread(self.give_key)
        if trouble is Trouble.OLDER_HERE:
            await asyncio.to_thread(self.near.commands.json, "link", "on")
        if trouble is Trouble.OLDER_THERE:
            await asyncio.to_thread(self.compare)

    def give_key(self) -> None:
        """The marketplace's owner makes a key, the shop's owner enters it: again, where a busy
        computer did not open the file of secrets in time.
        """
        far = self.far.shop
        key = far.write(lambda tx: issue_key(tx, far.shop, KEY_NAME, now=far.clock.now())).text
        self.near.look_at_clock()
        line = ("link", "set", self.relay.address, "--key-stdin", "--anyway")
        codes = [0]
        while (code := self.near.commands.run(*line, stdin=key).exit_code) and len(codes) < MOST_TRIES:
            codes.append(code)
        assert code == 0, codes

    def compare(self) -> None:
        """What happens each night, only earlier."""
        shop = self.near.shop

        def note(tx: Tx) -> None:
            links.change_link(tx, shop.shop.id, compare_due=True)

        shop.write(note)

    def set_clocks_right(self) -> None:
        for side in (self.near, self.far):
            side.clock.set_ahead(0)

    async def _kill(self) -> None:
        await self._chance.choice([self._kill_side, self._kill_network])()

    async def _kill_side(self) -> None:
        for side in self._chance.choice([(self.near,), (self.far,), (self.near, self.far)]):
            await side.program.kill()

    async def _kill_network(self) -> None:
        await self.relay.kill()

    async def _sleep(self) -> None:
        """The process is stopped while hours go by on both computers."""
        span: Millis = self._chance.choice([10 * MINUTE, 8 * HOUR])
        self.near.program.signal(signal.SIGSTOP)
        await asyncio.sleep(self._chance.uniform(0.2, 0.5))
        self.far.clock.advance(span)
        self.near.clock.sleep(span)
        self.near.program.signal(signal.SIGCONT)

    async def _set_clock(self) -> None:
        side = self._chance.choice([self.near, self.far])
        side.clock.set_ahead(self._chance.choice([-DAY, -HOUR, HOUR, DAY]))

    async def _fill_disk(self) -> None:
        self.near.program.signal(signal.SIGUSR1)

    async def _revoke_key(self) -> None:
        far = self.far.shop

        def revoke(tx: Tx) -> None:
            for key in list_keys(tx, far.shop.id):
                if key.name == KEY_NAME and key.revoked_at is None:
                    revoke_key(tx, far.shop, key.id, now=far.clock.now())

        await asyncio.to_thread(far.write, revoke)

    async def _kill_near(self) -> None:
        await self.near.program.kill()

    async def _kill_upstream(self) -> None:
        await self.far.program.kill()

    async def _restore(self, side: LinkSide) -> None:
        assert self._backup is not None, "prepare made it"
        await side.program.kill()
        await asyncio.to_thread(side.restore, self._backup)


_BEGIN = {
    Trouble.KILL: LinkTroubles._kill_side,
    Trouble.NETWORK: LinkTroubles._kill_network,
    Trouble.SLEEP: LinkTroubles._sleep,
    Trouble.CLOCK: LinkTroubles._set_clock,
    Trouble.DISK: LinkTroubles._fill_disk,
    Trouble.KEY: LinkTroubles._revoke_key,
    Trouble.OLDER_HERE: LinkTroubles._kill_near,
    Trouble.OLDER_THERE: LinkTroubles._kill_upstream,
}


class LinkOracle:
    """Each method names faults; none is left once the link has settled everything."""

    def __init__(self, work: ShopWork) -> None:
        self._work = work

    @property
    def near(self) -> ShopFixture:
        return self._work.near.shop

    @property
    def far(self) -> ShopFixture:
        return self._work.far.shop

    def find_faults(self) -> list[str]:
        """What is wrong now."""
        return [
            *self._waiting(),
            *self._orders_apart(),
            *self._repeated(),
            *self._unshown_losses(),
            *self._wrong_holds(),
            *self._wrong_levels(),
        ]

    def find_lost_orders(self) -> list[str]:
        """Open orders here that the marketplace has not got (any more), and that are not shown."""
        there = {order.reference for order in list_orders(self.far)}
        shown = self._shown()
        return [
            f"{order.reference}: {order.status} here, unknown there, not shown"
            for order in list_orders(self.near)
            if order.is_mirrored
            and order.status not in CLOSED
            and order.marketplace_reference not in there
            and order.reference not in shown
        ]

    def count_granted(self, key_name: str) -> int:
        """Steps that orders took at the marketplace by the link's key."""
        return int(
            self.far.read(
                lambda db: db.scalar(
                    "SELECT count(*) FROM order_history WHERE actor = ? AND action <> 'place'", (key_name,)
                )
            )
        )

    def _waiting(self) -> Iterator[str]:
        report = self.near.read(lambda db: report_link(db, self.near.shop.id, self.near.clock.now()))
        if report.actions_waiting or report.to_push or report.parked:
            yield f"{report.actions_waiting} actions, {report.to_push} items wait, {report.parked} parked: {report}"

    def _orders_apart(self) -> Iterator[str]:
        """Each order has one status on both sides, or a difference that the owner sees."""
        here = {order.marketplace_reference: order for order in list_orders(self.near) if order.is_mirrored}
        shown = self._shown()
        for there in list_orders(self.far):
            mirrored = here.get(there.reference)
            if mirrored is None:
                yield f"{there.reference}: {there.status} there, unknown here"
            elif mirrored.status is not there.status and mirrored.reference not in shown:
                yield f"{there.reference}: {there.status} there, {mirrored.status} here, not shown"

    def _repeated(self) -> Iterator[str]:
        """Steps that an order took twice, and orders that rang twice."""
        for side, shop in (("here", self.near), ("there", self.far)):
            rows = shop.read(
                lambda db: db.all(
                    "SELECT reference, action, count(*) FROM order_history JOIN orders ON orders.id = order_id "
                    f"WHERE action IN ({ONCE}) GROUP BY order_id, action HAVING count(*) > 1"
                )
            )
            yield from (f"{reference}: {action} {count} times {side}" for reference, action, count in rows)
        rang = self.near.read(
            lambda db: db.all(
                "SELECT subject, count(*) FROM events WHERE kind = 'order.placed' GROUP BY subject HAVING count(*) > 1"
            )
        )
        yield from (f"{reference} rang {count} times" for reference, count in rang)

    def _unshown_losses(self) -> Iterator[str]:
        """Orders whose units left in vain, and of which the owner is not asked to do anything."""
        shown = self._shown()
        for order in list_orders(self.near):
            in_vain = order.is_mirrored and order.status is Status.CANCELLED and order.units_left
            if in_vain and order.reference not in shown:
                yield f"{order.reference}: its units left, it is cancelled, and that is not shown"

    def _wrong_holds(self) -> Iterator[str]:
        for shop in (self.near, self.far):
            yield from (f"orphaned hold {hold}" for hold in shop.read(find_wrong_reservations))

    def _wrong_levels(self) -> Iterator[str]:
        """Stock and prices that differ, units that came from nowhere, and units sold twice."""
        left = self._left()
        for sku, at_first in AT_FIRST.items():
            if self._is_missing(sku):
                yield f"{sku} is on one side only"
                continue
            near, far = self.near.item(sku), self.far.item(sku)
            if (near.quantity, near.price_fils) != (far.quantity, far.price_fils):
                yield f"{sku}: {near.quantity} at {near.price_fils} here, {far.quantity} at {far.price_fils} there"
            if not all(0 <= item.reserved <= item.quantity for item in (near, far)):
                yield f"{sku}: sold twice: {near.reserved} of {near.quantity} here, {far.reserved} of {far.quantity}"
            expected = at_first + self._work.returned[sku] - left[sku]
            if sku in PLENTY and near.quantity != expected:
                yield f"{sku}: {near.quantity} here, {expected} expected"

    def _is_missing(self, sku: str) -> bool:
        """Whether a side has not got an item: a marketplace of which an older backup was made."""
        folded = fold(sku)
        return any(
            not shop.read(lambda db, at=shop: items.find_items(db, at.shop.id, [folded]))  # type: ignore[misc]
            for shop in (self.near, self.far)
        )

    def _left(self) -> Counter[str]:
        """Units that left the shop."""
        left: Counter[str] = Counter()
        for order in list_orders(self.near):
            for line in order.lines if order.units_left else ():
                left[line.sku] += (line.quantity - line.short) // 1000
        return left

    def _shown(self) -> set[str]:
        def read(db: ReadTx) -> set[str]:
            return {shown.reference for shown in mirror.list_shown(db, self.near.shop.id)}

        return self.near.read(read)


@dataclass(slots=True)
class RoundsResult:
    """What happened how often, and what is wrong in the end."""

    happened: Counter[Trouble]
    granted: int
    found: list[str] = field(default_factory=list)


class LinkRounds:
    """Both sides, the network between them, and everything that happens to them."""

    def __init__(self, folder: Path, seed: int) -> None:
        began = time.time_ns() // 1_000_000
        self._starter = KillableProcess("tests.nothing_lost.link.linked_program")
        self.near, self.far = (LinkSide(self._starter, folder / name, began, RATE) for name in ("near", "far"))
        self.work = ShopWork(self.near, self.far, seed)
        self.troubles = LinkTroubles(self.near, self.far, NetworkRelay(self.far.port), seed)
        self.oracle = LinkOracle(self.work)
        self._chance = random.Random(seed)

    async def set_up(self) -> None:
        """Links both as an owner does; returns when the marketplace has the items."""
        await self._starter.start()
        for side in (self.near, self.far):
            await side.open()
        self.work.fill_shelves()
        for process in (self.far.program, self.troubles.relay, self.near.program):
            await process.start()
        await asyncio.to_thread(self._link)
        await self._settle(self.oracle.find_faults)

    def _link(self) -> None:
        self.troubles.give_key()
        self.near.commands.json("link", "push", "--dry-run")
        self.near.commands.json("link", "approve")

    async def run(self, rounds: int, granted: int = 0) -> RoundsResult:
        """Lets things calm down now and then, and ends with the first fault.

        At the end the work goes on until the link has taken `granted` steps there.
        """
        drawn, happened = self.draw(rounds), Counter[Trouble]()
        found: list[str] = []
        while drawn and not found:
            now, drawn = drawn[:ROUNDS_BETWEEN_CALMS], drawn[ROUNDS_BETWEEN_CALMS:]
            for trouble in now:
                await self._round(trouble)
            happened.update(now)
            found = await self._calm_down(0 if drawn else granted)
        return RoundsResult(happened, self.oracle.count_granted(KEY_NAME), found)

    async def _calm_down(self, granted: int) -> list[str]:
        """Gives what is wrong when nothing happens any more."""
        self.troubles.set_clocks_right()
        await self._work_calmly(granted)
        self.work.restock()
        found = await self._settle(self.oracle.find_faults)
        # Two readings of all open orders, a minute apart, have to miss an order before it is shown.
        return found + await self._settle(self.oracle.find_lost_orders)

    def draw(self, rounds: int) -> list[Trouble]:
        """The troubles of so many rounds: each comes as often as the others, in any order."""
        drawn: list[Trouble] = []
        while len(drawn) < rounds:
            drawn += self._chance.sample(list(Trouble), len(Trouble))
        return drawn[:rounds]

    async def close(self) -> None:
        for side in (self.near, self.far):
            await side.close()
        await self.troubles.relay.kill()
        await self._starter.kill()

    async def _round(self, trouble: Trouble) -> None:
        await self.troubles.prepare(trouble, self.work)
        working = asyncio.ensure_future(self.work.run(self._chance.randint(8, 20)))
        await asyncio.sleep(self._chance.uniform(0.05, 0.6))
        await self.troubles.begin(trouble)
        await working
        await self.troubles.end(trouble, self.work)

    async def _work_calmly(self, granted: int) -> None:
        """Nothing happens any more: how fast this computer is decides only how long it takes."""
        until = time.monotonic() + CALM_S
        while self.oracle.count_granted(KEY_NAME) < granted and time.monotonic() < until:
            await asyncio.to_thread(self.work.take_next_steps)
            await asyncio.sleep(LOOK_S)

    async def _settle(self, find: Callable[[], list[str]]) -> list[str]:
        """Waits until nothing is found; gives what is found after a long time."""
        until = time.monotonic() + CALM_S
        found = await asyncio.to_thread(find)
        while found and time.monotonic() < until:
            await asyncio.sleep(LOOK_S)
            found = await asyncio.to_thread(find)
        return found
