"""Kills the sender of webhooks many times while receivers fail at random, and
compares both sides.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from service.domain.catalogue.stock import Cause
from service.domain.times import SystemClock
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.signing import verify_delivery
from service.domain.webhooks.webhook_secrets import Secret
from service.store.engine.transaction import ReadTx
from service.usecases.manage_secrets import add_target
from tests.bridge.secrets.quick_vault import make_quick_vault
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.service_process import open_store, prepare_shop, run_child
from tests.nothing_lost.webhook_service import PASSPHRASE, SKU, vault
from tests.service.delivery.raw_receivers import RawReceiver, receiving

SENDER = "tests.nothing_lost.webhook_service"
LIMIT_S = 120.0
TARGETS = 2
OK = b"HTTP/1.1 204 No Content\r\n\r\n"
NO = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"


@dataclass(slots=True)
class Post:
    """One POST as a receiver got it, and what it answered (0 where it hung up)."""

    delivery: str
    genuine: bool
    body: bytes
    status: int


@dataclass(slots=True)
class RandomReceiver:
    """A receiver that takes four in six; `reached` tells that it has seen `enough`."""

    chance: random.Random
    secret: Secret | None = None
    posts: list[Post] = field(default_factory=list)
    enough: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await receiver.read_request(reader)
            head, body = receiver.requests.pop()
            status = self.chance.choice([204, 204, 204, 204, 503, 0])
            self.posts.append(self._post(head, body, status))
            if len(self.posts) >= self.enough:
                self.reached.set()
            if not status:
                return
            writer.write(OK if status == 204 else NO)
            await writer.drain()

    def _post(self, head: bytes, body: bytes, status: int) -> Post:
        lines = (line.split(": ", 1) for line in head.decode().split("\r\n")[1:] if line)
        headers = {name.lower(): value for name, value in lines}
        assert self.secret is not None
        genuine = verify_delivery(headers, body, self.secret, SystemClock().now()).is_genuine
        return Post(headers["x-service-delivery"], genuine, body, status)


@dataclass(frozen=True, slots=True)
class RoundsResult:
    """What all rounds came to."""

    kills: int
    events: int
    posts: int
    interrupted: int
    found: list[str]


async def run_webhook_rounds(folder: Path, rounds: int, seed: int, most_posts: int = 60) -> RoundsResult:
    """Kills the sender that many times after some posts,
    lets a last one send the rest, and compares.
    """
    chance = random.Random(seed)
    async with AsyncExitStack() as stack:
        moods = [RandomReceiver(random.Random(seed * 10 + number)) for number in range(TARGETS)]
        ports = [(await stack.enter_async_context(receiving(mood))).port for mood in moods]
        await _set_up(folder, moods, ports)
        for _ in range(rounds):
            for mood in moods:
                mood.enough = len(mood.posts) + chance.randint(1, most_posts)
                mood.reached.clear()
            async with run_child(SENDER, str(folder), "work"), asyncio.timeout(LIMIT_S):
                await asyncio.gather(*(mood.reached.wait() for mood in moods))
        async with run_child(SENDER, str(folder), "drain") as process:
            assert await asyncio.to_thread(process.wait, LIMIT_S) == 0
        async with open_store(folder) as store:
            posts = [post for mood in moods for post in mood.posts]
            events, interrupted, found = await store.read(
                lambda db: (
                    db.scalar("SELECT count(*) FROM events"),
                    db.scalar("SELECT count(*) FROM attempts WHERE fault = 'interrupted'"),
                    list(find_differences(db, posts)),
                )
            )
    return RoundsResult(rounds, events, len(posts), interrupted, found)


async def _set_up(folder: Path, moods: list[RandomReceiver], ports: list[int]) -> None:
    clock = SystemClock()
    make_quick_vault(folder, PASSPHRASE.text)
    async with open_store(folder) as store:
        shop = (await prepare_shop(store, FakeClock(clock.now()))).shop
        floor = ShopFixture(store, shop, FakeClock(clock.now()))
        await asyncio.to_thread(floor.add, SKU, 100_000)
        for mood, port in zip(moods, ports, strict=True):
            url = f"http://127.0.0.1:{port}/in"
            made = await add_target(store, vault(folder), shop, url, list(EventKind), now=clock.now())
            mood.secret = made.secret


def find_differences(db: ReadTx, posts: list[Post]) -> Iterator[str]:
    """Wherever database and receivers do not say the same: nothing, if all is well."""
    yield from _causes(db)
    yield from _states(db)
    by_delivery: dict[str, list[Post]] = {}
    for post in posts:
        by_delivery.setdefault(post.delivery, []).append(post)
        if not post.genuine:
            yield f"{post.delivery}: a signature is not right"
    for delivery_id, body, attempts in _deliveries(db):
        yield from _compare(delivery_id, body, attempts, by_delivery.pop(delivery_id, []))
    yield from (f"{delivery_id}: posted, and not in the database" for delivery_id in by_delivery)
    yield from _order(db, posts)


def _causes(db: ReadTx) -> Iterator[str]:
    """Each change and its event are there together, with one delivery for each target."""
    placed, changed, moved = (
        db.scalar(f"SELECT count(*) FROM {what}")
        for what in (
            "orders",
            "order_history WHERE from_status IS NOT NULL AND from_status <> to_status",
            f"ledger WHERE cause IN ('{Cause.SALE}', '{Cause.RETURN}')",
        )
    )
    kinds = dict(db.all("SELECT kind, count(*) FROM events GROUP BY kind"))
    wanted = {"order.placed": placed, "order.status": changed, "stock.changed": moved}
    if kinds != {kind: count for kind, count in wanted.items() if count}:
        yield f"events {kinds}, causes {wanted}"
    few = db.scalar(
        f"SELECT count(*) FROM events WHERE (SELECT count(*) FROM deliveries WHERE event_seq = events.seq) <> {TARGETS}"
    )
    if few:
        yield f"{few} events without one delivery for each target"


def _states(db: ReadTx) -> Iterator[str]:
    states = dict(db.all("SELECT state, count(*) FROM deliveries GROUP BY state"))
    if states.keys() - {"delivered"}:
        yield f"not all delivered: {states}"


Attempts = list[tuple[int | None, str | None]]


def _deliveries(db: ReadTx) -> Iterator[tuple[str, bytes, Attempts]]:
    attempts: dict[int, Attempts] = {}
    for seq, status, fault in db.all("SELECT delivery_seq, status, fault FROM attempts ORDER BY delivery_seq, number"):
        attempts.setdefault(seq, []).append((status, fault))
    for seq, delivery_id, body in db.all(
        "SELECT deliveries.seq, deliveries.id, body FROM deliveries JOIN events ON events.seq = event_seq"
    ):
        yield delivery_id, body, attempts.get(seq, [])


def _compare(delivery_id: str, body: bytes, attempts: Attempts, posts: list[Post]) -> Iterator[str]:
    statuses = [status for status, _ in attempts]
    cut_off = sum(fault == "interrupted" for _, fault in attempts)
    if not any(post.status == 204 for post in posts):
        yield f"{delivery_id}: never taken by its receiver"
    if any(post.body != body for post in posts):
        yield f"{delivery_id}: other bytes than the event's"
    if 204 in statuses[:-1]:
        yield f"{delivery_id}: sent again after a recorded 2xx: {statuses}"
    if not len(attempts) - cut_off <= len(posts) <= len(attempts):
        yield f"{delivery_id}: {len(posts)} posts, {len(attempts)} attempts, {cut_off} of them cut off"


def _order(db: ReadTx, posts: list[Post]) -> Iterator[str]:
    """Events about one order came to each target first in the order in which they happened."""
    first = {post.delivery: place for place, post in reversed(list(enumerate(posts)))}
    rows = db.all(
        "SELECT subject, target_id, deliveries.id FROM deliveries JOIN events ON events.seq = event_seq "
        "WHERE kind LIKE 'order.%' ORDER BY deliveries.seq"
    )
    last: dict[tuple[str, int], int] = {}
    for subject, target_id, delivery_id in rows:
        place = first.get(delivery_id, -1)
        if place < last.get((subject, target_id), -1):
            yield f"{delivery_id}: came before an earlier event about {subject}"
        last[subject, target_id] = place


def format_result(came: RoundsResult) -> str:
    """One line for a terminal."""
    return json.dumps({"kills": came.kills, "events": came.events, "posts": came.posts, "cut off": came.interrupted})
