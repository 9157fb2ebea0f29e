"""What a link to a marketplace costs: uploads, small calls, the idle program, how soon an order
rings, and the first upload.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median

from service.domain.times import SystemClock
from service.link.call_journal import KEY_NAME
from service.store.engine.store import Store
from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller, request
from tests.bench.data import linked_shops
from tests.bench.data.databases import FEW, BenchDatabase, place_orders
from tests.bench.data.sample_catalogue import ROWS, upload
from tests.bench.measured.many_callers import small_calls
from tests.bench.timing import WARM_UP, Figure, count_at_most, part_added, seconds_below, times_floor, turns
from tests.fakes.linked_pair import linked_pair
from tests.fakes.shop_fixture import ShopFixture

UPLOADS = 24
SMALL_ROUNDS = 4
CALLERS = 4
SETTLING_S = 15.0
MINUTE_S = 60.0
RINGS = 10
POLLED_RINGS = 4
WINDOW_S = 30 * 60
FIRST = 100_000
CALLS_A_MINUTE = 120
Timed = tuple[str, float]
"""Words and seconds of one work."""


def cost(bench: Bench) -> list[Figure]:
    """Uploads and small calls of three programs: without a link, with a link of another shop, and
    of a linked shop whose items go up meanwhile.
    """
    all_data = [bench.fresh() for _ in range(3)]
    _, beside, linked = all_data
    calls = [small_calls(data.key, place_orders(data, 100)) for data in all_data]
    with ExitStack() as running:
        of_staging, of_live = (_start_upstream(bench, running) for _ in range(2))
        linked_shops.link_shop(beside, of_staging.address, of_staging.staging_key, staging=True)
        linked_shops.link_shop(linked, of_live.address, of_live.key)
        services = [running.enter_context(child_processes.linked_service(data.folder)) for data in all_data]
        linked_shops.wait_until_pushed(linked, linked.shop)
        callers = [
            running.enter_context(BenchCaller(service.address, data.key))
            for service, data in zip(services, all_data, strict=True)
        ]
        sent = [upload(turn * ROWS % FEW, 1 + turn) for turn in range(UPLOADS + WARM_UP)]
        uploads = turns(
            *(lambda turn, to=to: to.call("POST", "/v1/items", sent[turn]) for to in callers),
            rounds=UPLOADS,
        )
        linked_shops.wait_until_pushed(linked, linked.shop)
        small: list[list[float]] = [[], [], []]
        for _ in range(SMALL_ROUNDS):
            for service, own, seen in zip(services, calls, small, strict=True):
                seen.append(1 / bench.load(service.address, own, callers=CALLERS, seconds=2.0).a_second)
    of_uploads = [("1000 changed rows", seconds) for seconds in uploads]
    of_small = [(f"mixed small calls, {CALLERS} callers", median(seconds)) for seconds in small]
    return [figure for measured in (of_uploads, of_small) for figure in _against_no_link(*measured)]


def _against_no_link(plain: Timed, beside: Timed, linked: Timed) -> list[Figure]:
    return [
        times_floor(f"{plain[0]} of a shop next to a linked one (floor: no link)", plain[1], beside[1], 1.05),
        times_floor(f"{plain[0]} of a linked shop (floor: no link)", plain[1], linked[1], 1.15),
    ]


def idle(bench: Bench) -> list[Figure]:
    """Calls and processor time of a linked program in which nothing happens for a minute: at a
    marketplace with the event feed, and at one without; against a program without a link.
    """
    with_feed, without_feed, plain = (bench.fresh() for _ in range(3))
    with ExitStack() as running:
        for data in (with_feed, without_feed):
            far = _start_upstream(bench, running)
            address = far.address if data is with_feed else _hide_feed(far.address, running)
            linked_shops.link_shop(data, address, far.key)
        services = [
            running.enter_context(child_processes.serve_command(data.folder))
            for data in (with_feed, without_feed, plain)
        ]
        for data in (with_feed, without_feed):
            linked_shops.wait_until_pushed(data, data.shop)
        time.sleep(SETTLING_S)
        began, before = _now(), [service.cpu_seconds() for service in services]
        time.sleep(MINUTE_S)
        cpu = [service.cpu_seconds() - used for service, used in zip(services, before, strict=True)]
        polls = [_count_calls(data, began, "GET") for data in (with_feed, without_feed)]
    floor = cpu[2] / MINUTE_S
    return [
        count_at_most("idle link with event feed: calls in a minute", polls[0], 30),
        count_at_most("idle link without event feed: calls in a minute", polls[1], 30),
        part_added("idle link with event feed: CPU of a core added (floor: no link)", floor, cpu[0] / MINUTE_S, 0.005),
        part_added(
            "idle link without event feed: CPU of a core added (floor: no link)", floor, cpu[1] / MINUTE_S, 0.005
        ),
    ]


def rings(bench: Bench) -> list[Figure]:
    """From the order at the marketplace, whose clock is an hour ahead, to the event here."""
    fed, off_by = _ring(bench, RINGS, has_feed=True)
    polled, polled_off_by = _ring(bench, POLLED_RINGS, has_feed=False)
    return [
        seconds_below(f"order rings here by the event feed, slowest of {RINGS}", "", max(fed), 1.0),
        seconds_below(f"order rings here by polling, slowest of {POLLED_RINGS}", "", max(polled), 12.0),
        seconds_below("countdown, clocks an hour apart: off by", "", max(off_by, polled_off_by), 5.0),
    ]


def _ring(bench: Bench, orders: int, *, has_feed: bool) -> tuple[list[float], float]:
    """Seconds until each order rang, and by how many seconds the worst countdown was wrong."""
    near, far = bench.fresh(1), bench.fresh(1)
    chance, waits, off_by = random.Random(orders), list[float](), 0.0
    with ExitStack() as running:
        ahead = running.enter_context(child_processes.ahead_service(far.folder, hours=1))
        address = ahead.address if has_feed else _hide_feed(ahead.address, running)
        linked_shops.link_shop(near, address, linked_shops.make_key(far, staging=True), staging=True)
        service = running.enter_context(child_processes.serve_command(near.folder))
        key = linked_shops.make_key(near, staging=True)
        till = running.enter_context(BenchCaller(service.address, key))
        buyer = running.enter_context(BenchCaller(ahead.address, linked_shops.make_key(far, staging=True)))
        till.call("POST", "/v1/items", b'{"items":[{"sku":"A","name":"A","price_fils":1,"quantity":100}]}')
        linked_shops.wait_until_pushed(near, linked_shops.find_shop(near, staging=True))
        cursor = _cursor(till.call("GET", "/v1/events?after=latest"))
        for _ in range(orders):
            time.sleep(chance.uniform(0.5, 2.0) if has_feed else chance.uniform(1.0, 11.0))
            till.begin(request("GET", f"/v1/events?after={cursor}&wait=25&event=order.placed", key))
            started, at = time.perf_counter(), _now()
            buyer.call("POST", "/v1/test/orders", b'{"lines":[{"sku":"A","quantity":1}]}')
            answer = till.finish()
            waits.append(time.perf_counter() - started)
            cursor = _cursor(answer)
            accept_by = datetime.fromisoformat(json.loads(answer)["events"][0]["data"]["order"]["accept_by"])
            off_by = max(off_by, abs(accept_by.timestamp() - at / 1000 - WINDOW_S))
    return waits, off_by


def first_upload(bench: Bench) -> list[Figure]:
    """100,000 items go up for the first time, and an order is accepted in the middle of it."""
    near, far = bench.fresh(FIRST), bench.fresh(1)
    with ExitStack() as running:
        there = running.enter_context(child_processes.serve_command(far.folder))
        linked_shops.link_shop(near, there.address, far.key)
        service = running.enter_context(child_processes.linked_service(near.folder))
        started = time.perf_counter()
        linked_shops.wait_until_pushed(near, near.shop, left=FIRST // 2)
        till = running.enter_context(BenchCaller(service.address, near.key))
        cursor = _cursor(till.call("GET", "/v1/events?after=latest"))
        (placed,) = place_orders(far, 1)
        till.call("GET", f"/v1/events?after={cursor}&wait=25&event=order.placed")
        accepted_at = _now()
        till.call("POST", f"/v1/orders/{placed}/accept")
        between = _count_calls(near, accepted_at, "POST", until="/accept")
        linked_shops.wait_until_pushed(near, near.shop)
        taken = time.perf_counter() - started
    allowed = FIRST / ROWS / CALLS_A_MINUTE * 60
    return [
        times_floor(f"first upload of {FIRST:,} items (floor: what {CALLS_A_MINUTE} calls a minute allow)",
                    allowed, taken, 1.5),
        count_at_most("calls of the first upload that go before an accept", between, 1),
    ]  # fmt: skip


def paced_upload(bench: Bench) -> list[Figure]:
    """How long the limit of calls makes the first upload wait: the marketplace's limiter and the
    link's are real, and the clock of both moves only while the link waits for the limit.
    """
    data, folder = bench.fresh(FIRST), bench.scratch()
    shutil.copyfile(data.database, folder / "near.db")
    taken, refused = asyncio.run(_upload_paced(folder, data))
    allowed = FIRST / ROWS / CALLS_A_MINUTE * 60
    work = f"first upload of {FIRST:,} items, the waits alone (floor: what {CALLS_A_MINUTE} calls a minute allow)"
    return [times_floor(work, allowed, taken, 1.5), count_at_most("calls of it that were refused (429)", refused, 0)]


async def _upload_paced(folder: Path, data: BenchDatabase) -> tuple[float, int]:
    """Seconds of the link's clock, and how many calls were answered with 429."""
    async with linked_pair(folder, near_store=Store(folder / "near.db")) as pair:
        pair.near = ShopFixture(pair.near.store, data.shop, pair.clock)
        await pair.connect()
        began = pair.clock.monotonic()
        while pair.report.to_push:
            await pair.runner.pusher.step()
        return pair.clock.monotonic() - began, pair.proxy.statuses.count(429)


@dataclass(frozen=True, slots=True)
class _Far:
    """A marketplace that runs."""

    address: str
    key: str
    staging_key: str


def _start_upstream(bench: Bench, running: ExitStack) -> _Far:
    data = bench.fresh(1)
    service = running.enter_context(child_processes.serve_command(data.folder))
    return _Far(service.address, data.key, linked_shops.make_key(data, staging=True))


def _hide_feed(address: str, running: ExitStack) -> str:
    return running.enter_context(child_processes.feedless_relay(address)).address


def _count_calls(data: BenchDatabase, since: int, method: str, until: str = "") -> int:
    """Calls of the link since a moment; `until` is how the path of a later one ends, where the
    count stops.
    """
    with closing(sqlite3.connect(data.database)) as db:
        rows = db.execute(
            "SELECT path FROM calls WHERE key_name = ? AND method = ? AND at >= ? ORDER BY at, id",
            (KEY_NAME, method, since),
        ).fetchall()
    paths = [path for (path,) in rows]
    return next((place for place, path in enumerate(paths) if until and path.endswith(until)), len(paths))


def _cursor(answer: bytes) -> str:
    return str(json.loads(answer)["next"])


def _now() -> int:
    return SystemClock().now()
