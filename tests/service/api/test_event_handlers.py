"""GET /v1/events over HTTP: pages, cursors, and calls that wait (contract §9)."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path

import pytest

from service.api.checks.rate_limits import CALLS_PER_WINDOW
from service.api.event_handlers import MAX_PER_KEY, HeldCalls
from service.domain.errors import Unavailable
from service.domain.marketplace.orders import Action
from service.domain.sentences import verbatim
from service.domain.shops import Mode
from service.domain.webhooks.events import EventKind
from service.store.engine.transaction import ReadTx
from service.store.history.history_pruning import prune_step
from service.store.shops import set_mode
from service.store.webhooks.event_feed import FeedEvent
from service.usecases.put_back import undo_upload
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.sqlite_use import sqlite_of
from tests.fakes.webhook_targets import count_stock
from tests.service.api.running_service import OWN, RunningService, run_service
from tests.service.api.wire_client import Json, Reply, connected, request_bytes

ORDERS, STOCK = EventKind.ORDER_PLACED, EventKind.STOCK_CHANGED
MOVED = "stock.changed"


class Feed:
    """What was committed after a position, as the store would read it."""

    def __init__(self) -> None:
        self.events: list[tuple[int, int, str]] = []
        self.asked: list[tuple[int, int]] = []
        self.error: Exception | None = None

    async def read(self, shop_id: int, position: int) -> list[FeedEvent]:
        self.asked.append((shop_id, position))
        if self.error is not None:
            raise self.error
        return [FeedEvent(seq, kind) for shop, seq, kind in self.events if shop == shop_id and seq > position]


class Waits:
    """Calls that wait, by a name."""

    def __init__(self, held: HeldCalls) -> None:
        self._held = held
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.ends: dict[str, Callable[[], None]] = {}

    async def add(
        self, name: str, *, key: int = 1, shop: int = 1, position: int = 0, kinds: tuple[EventKind, ...] = ()
    ) -> None:
        def on_held(end: Callable[[], None]) -> None:
            self.ends[name] = end

        until = asyncio.get_running_loop().time() + 25
        waiting = self._held.wait(key, shop, position, frozenset(kinds), until, on_held, self._held.count_news(kinds))
        self.tasks[name] = asyncio.create_task(waiting)
        await asyncio.sleep(0)

    async def waiting(self) -> str:
        """The names of those that still wait."""
        for _ in range(6):
            await asyncio.sleep(0)
        return " ".join(name for name, task in self.tasks.items() if not task.done())


@pytest.fixture
def feed() -> Feed:
    return Feed()


@pytest.fixture
def held(feed: Feed) -> HeldCalls:
    return HeldCalls(feed.read)


@pytest.fixture
async def waits(held: HeldCalls) -> AsyncIterator[Waits]:
    made = Waits(held)
    yield made
    held.close()
    await asyncio.gather(*made.tasks.values())


async def test_an_event_wakes_those_that_asked_for_it(held: HeldCalls, waits: Waits, feed: Feed) -> None:
    await waits.add("any", position=4)
    await waits.add("orders", kinds=(ORDERS,), position=3)
    await waits.add("stock", kinds=(STOCK, EventKind.RFQ_NEW))
    await waits.add("read-already", position=7)
    await waits.add("other-shop", shop=2)
    feed.events.append((1, 7, ORDERS.value))
    held.on_events()
    assert await waits.waiting() == "stock read-already other-shop"
    assert feed.asked == [(1, 0), (2, 0)]
    feed.events.append((1, 8, STOCK.value))
    held.on_events()
    assert await waits.waiting() == "other-shop"


async def test_each_key_has_its_own_count_and_time(held: HeldCalls, waits: Waits) -> None:
    assert held.find_retry_after(1) == 1
    for name in ("a", "b"):
        await waits.add(name, key=1)
    await waits.add("c", key=2, shop=2)
    assert (held.count(1), held.count(2), held.count(3)) == (2, 1, 0)
    assert held.find_retry_after(1) == 25
    waits.ends["a"]()
    waits.ends["a"]()
    assert await waits.waiting() == "b c"
    assert held.count(1) == 1


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (Unavailable(verbatim("The disk is away")), "as the database did not answer: The disk is away"),
        (ValueError("a bug"), "as the feed was not read"),
    ],
)
async def test_a_feed_that_cannot_be_read_ends_the_wait_and_is_logged(
    held: HeldCalls, waits: Waits, feed: Feed, caplog: pytest.LogCaptureFixture, error: Exception, logged: str
) -> None:
    await waits.add("a")
    feed.error = error
    held.on_events()
    assert await waits.waiting() == ""
    await held.settle()
    assert caplog.messages == [f"Held calls are ended, {logged}"]
    held.on_events()
    assert len(feed.asked) == 1, "nobody waits, so nothing is read"


async def test_a_stop_ends_every_wait_and_lets_none_begin_until_it_is_open_again(held: HeldCalls, waits: Waits) -> None:
    for shop in (1, 2):
        await waits.add(f"{shop}", shop=shop)
    held.close()
    assert await waits.waiting() == ""
    await waits.add("late")
    assert await waits.waiting() == ""
    held.open()
    await waits.add("again")
    assert await waits.waiting() == "again"


async def test_an_event_that_is_committed_after_the_read_ends_the_wait_at_once(held: HeldCalls) -> None:
    """The read may take its time at a server."""
    news, now = held.count_news(()), asyncio.get_running_loop().time()
    held.on_events()
    async with asyncio.timeout(10):
        await held.wait(1, 1, 0, frozenset(), now + 600, lambda _: None, news)


def change_with_each_read(stand: RunningService, monkeypatch: pytest.MonkeyPatch, change: Callable[[], None]) -> None:
    read = stand.store.read_briefly

    async def read_and_change(work: Callable[[ReadTx], object]) -> object:
        found = await read(work)
        await asyncio.to_thread(change)
        return found

    monkeypatch.setattr(stand.store, "read_briefly", read_and_change)


async def test_an_item_that_changes_after_the_read_ends_the_wait_at_once(
    stand: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand.floor.add("A")
    now = (await read_feed(stand, "?after=latest"))["next"]
    prices = iter((5,))

    def change_once() -> None:
        for price in prices:
            stand.floor.upload({"sku": "A", "price_fils": price})

    change_with_each_read(stand, monkeypatch, change_once)
    async with asyncio.timeout(15):
        page = await read_feed(stand, f"?after={now}&wait=25&{ITEMS}")
    assert [event["data"]["sku"] for event in page["events"]] == ["A"]


@pytest.mark.parametrize("is_stopped", [False, True])
async def test_a_call_whose_feed_goes_on_and_on_ends_with_its_time_or_the_service(
    stand: RunningService, monkeypatch: pytest.MonkeyPatch, is_stopped: bool
) -> None:
    """The events are of other shops."""
    now = (await read_feed(stand, "?after=latest"))["next"]
    reads = count(1)

    def go_on() -> None:
        stand.service._call_in_loop(stand.service._held_calls.on_events)
        if is_stopped and next(reads) == 3:
            stand.service._call_in_loop(stand.service._held_calls.close)

    change_with_each_read(stand, monkeypatch, go_on)
    async with asyncio.timeout(15):
        page = await read_feed(stand, f"?after={now}&wait={25 if is_stopped else 1}")
    assert page == {"events": [], "next": now, "more": False}


async def test_a_wait_ends_with_its_time(held: HeldCalls) -> None:
    until = asyncio.get_running_loop().time() + 0.001
    async with asyncio.timeout(10):
        await held.wait(1, 1, 0, frozenset(), until, lambda _: None, held.count_news(()))
    assert held.count(1) == 0


async def read_feed(stand: RunningService, query: str = "", key: str | None = OWN) -> Json:
    reply = await stand.call("GET", f"/v1/events{query}", key=key)
    assert reply.status == 200, reply
    return reply.json


async def until_held(stand: RunningService, count: int) -> None:
    """Until so many calls wait; the event loop is given its turns."""
    async with asyncio.timeout(20):
        while sum(map(len, stand.service._held_calls._held.values())) != count:  # noqa: ASYNC110 - only turns of the loop
            await asyncio.sleep(0)


async def hold(stand: RunningService, query: str, count: int = 1) -> asyncio.Task[Reply]:
    """A call that waits."""
    call = asyncio.create_task(stand.call("GET", f"/v1/events?{query}"))
    await until_held(stand, count)
    return call


async def test_events_come_as_webhooks_would_post_them_though_there_is_no_target(stand: RunningService) -> None:
    stand.floor.add("A")
    order = stand.floor.place("A")
    stand.floor.act(order, Action.ACCEPT)
    count_stock(stand.floor, "A", 5)
    page = await read_feed(stand)
    assert page["events"] == stand.floor.events()
    assert [event["event"] for event in page["events"]] == ["order.placed", "order.status", MOVED]
    assert page["more"] is False
    assert "gap" not in page
    assert await read_feed(stand, f"?after={page['next']}") == {
        "events": [],
        "next": page["next"],
        "more": False,
    }


async def test_events_come_while_webhooks_are_off(stand: RunningService) -> None:
    stand.floor.write(lambda tx: set_mode(tx, stand.shop.id, Mode.WEBHOOKS, False))
    stand.floor.add("A")
    stand.floor.place("A")
    assert [event["event"] for event in (await read_feed(stand))["events"]] == ["order.placed"]


async def test_pages_follow_each_other(stand: RunningService) -> None:
    stand.floor.add("A")
    count_stock(stand.floor, "A", *range(1, 6))
    got, query, more = [], "?limit=2", True
    while more:
        page = await read_feed(stand, query)
        got += page["events"]
        query, more = f"?limit=2&after={page['next']}", page["more"]
    assert got == stand.floor.events()


async def test_more_events_than_are_read_in_the_loop(stand: RunningService) -> None:
    stand.floor.add("A")
    count_stock(stand.floor, "A", *(1 + n % 2 for n in range(130)))
    stand.floor.place("A")
    first = await read_feed(stand, "?limit=130")
    assert (len(first["events"]), first["more"]) == (130, True)
    orders = await read_feed(stand, "?event=order.placed&event=rfq.new")
    assert [event["event"] for event in orders["events"]] == ["order.placed"]
    assert (await read_feed(stand, f"?after={orders['next']}"))["events"] == []


async def test_latest_begins_with_what_comes_next(stand: RunningService) -> None:
    stand.floor.add("A")
    count_stock(stand.floor, "A", 1)
    now = await read_feed(stand, "?after=latest")
    assert now == {"events": [], "next": now["next"], "more": False}
    count_stock(stand.floor, "A", 2)
    assert [event["data"]["quantity"] for event in (await read_feed(stand, f"?after={now['next']}"))["events"]] == [2]


async def test_latest_with_wait_waits_for_the_first_event_after_now(stand: RunningService) -> None:
    stand.floor.add("A")
    count_stock(stand.floor, "A", 1)
    call = await hold(stand, "after=latest&wait=25")
    count_stock(stand.floor, "A", 2, 3)
    page = (await call).json
    assert page["events"][0]["data"]["quantity"] == 2
    rest = (await read_feed(stand, f"?after={page['next']}"))["events"]
    assert [event["data"]["quantity"] for event in (page["events"] + rest)] == [2, 3]


ITEMS = "event=item.changed"


async def list_changes(stand: RunningService, key: str = OWN) -> list[tuple[str, str]]:
    """SKU and cause of every changed item in the feed."""
    page = await read_feed(stand, f"?{ITEMS}", key=key)
    assert {event["event"] for event in page["events"]} <= {"item.changed"}
    return [(event["data"]["sku"], event["data"]["cause"]) for event in page["events"]]


async def test_changed_items_come_only_where_they_are_asked_for_and_own_uploads_do_not(stand: RunningService) -> None:
    other = stand.make_key(stand.shop, "ERP")
    await stand.upload({"sku": "A", "name": "Pad", "quantity": 5, "online_price_fils": 9}, {"sku": "B", "name": "Disc"})
    await stand.upload({"sku": "A", "price_fils": 7}, {"sku": "B", "name": "Disc"}, key=other)
    assert await list_changes(stand) == [("A", "upload")]
    assert await list_changes(stand, other) == [("A", "upload"), ("B", "upload")]
    count_stock(stand.floor, "A", 4)
    call_id = next(call.id for call in stand.log() if call.key == "ERP" and call.method == "POST")
    stand.floor.write(lambda tx: undo_upload(tx, stand.shop, call_id, by="owner", now=stand.clock.now()))
    order = stand.floor.place("A")
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        stand.floor.act(order, action)
    assert await list_changes(stand) == [("A", "upload"), ("A", "hand"), ("A", "undo")], "an order has its own events"
    posted = [event["event"] for event in (await read_feed(stand))["events"]]
    assert set(posted) == {"order.placed", "order.status", MOVED}
    both = await read_feed(stand, f"?{ITEMS}&event={MOVED}")
    assert [event["event"] for event in both["events"]] == [
        "item.changed", MOVED, "item.changed", "item.changed", MOVED,
    ]  # fmt: skip


async def test_a_changed_item_has_an_id_and_the_revision_to_read_from(stand: RunningService) -> None:
    stand.floor.add("A")
    (event,) = (await read_feed(stand, f"?{ITEMS}"))["events"]
    assert list(event) == ["id", "event", "created_at", "shop", "test", "data"]
    assert (await read_feed(stand, f"?{ITEMS}"))["events"] == [event]
    page = (await stand.call("GET", "/v1/items")).json
    assert event["data"] == {"sku": "A", "revision": page["revision"], "cause": "upload"}
    nothing = await stand.call("GET", f"/v1/items?since={event['data']['revision']}")
    assert nothing.json["items"] == {}


async def test_a_large_write_is_parted_into_pages_and_nothing_comes_twice(stand: RunningService) -> None:
    stand.floor.upload(*({"sku": f"S{number}", "name": "Pad", "quantity": 1} for number in range(7)))
    count_stock(stand.floor, "S3", 2)
    stand.floor.upload({"sku": "S5", "price_fils": 1})
    got, query, more = [], f"?{ITEMS}&event={MOVED}&limit=3", True
    while more:
        page = await read_feed(stand, query)
        assert len(page["events"]) <= 3
        got += [(event["event"], event["data"]["sku"]) for event in page["events"]]
        query, more = f"?{ITEMS}&event={MOVED}&limit=3&after={page['next']}", page["more"]
    assert got == [
        *(("item.changed", f"S{number}") for number in range(7)),
        (MOVED, "S3"), ("item.changed", "S3"), ("item.changed", "S5"),
    ]  # fmt: skip
    assert (await read_feed(stand, query))["events"] == []


async def test_a_call_that_waits_for_changed_items_is_not_woken_by_its_own_uploads(stand: RunningService) -> None:
    other = stand.make_key(stand.shop, "ERP")
    call = await hold(stand, f"after=latest&wait=25&{ITEMS}")
    plain = await hold(stand, "after=latest&wait=25", 2)
    await stand.upload({"sku": "A", "name": "Pad", "quantity": 1})
    await until_held(stand, 2)
    await stand.upload({"sku": "A", "name": "Pads"}, key=other)
    assert [event["data"]["sku"] for event in (await call).json["events"]] == ["A"]
    await until_held(stand, 1)
    count_stock(stand.floor, "A", 3)
    assert [event["event"] for event in (await plain).json["events"]] == [MOVED]


async def test_changed_items_that_the_history_no_longer_has_are_a_gap(stand: RunningService) -> None:
    start = (await read_feed(stand, f"?after=latest&{ITEMS}"))["next"]
    stand.floor.add("A")
    stand.floor.add("B")
    while stand.floor.write(lambda tx: prune_step(tx, max_bytes=0)):
        pass
    page = await read_feed(stand, f"?after={start}&{ITEMS}")
    assert (page["events"], page["gap"]) == ([], True)
    assert (await read_feed(stand, f"?after={page['next']}&{ITEMS}")).get("gap") is None
    stand.floor.add("C")
    assert [event["data"]["sku"] for event in (
        await read_feed(stand, f"?after={page['next']}&{ITEMS}"))["events"]] == ["C"]  # fmt: skip


async def test_changed_items_are_no_webhook(stand: RunningService) -> None:
    staging = stand.make_key(stand.floor.paired().shop)
    refused = await stand.call("POST", "/v1/test/events", key=staging, body={"event": "item.changed"})
    assert (refused.status, refused.error) == (400, "bad_request")


async def test_a_held_call_is_answered_by_the_commit_counted_once_and_logged(stand: RunningService) -> None:
    stand.floor.add("A")
    count_stock(stand.floor, "A", 1)
    now = (await read_feed(stand, "?after=latest"))["next"]
    call = await hold(stand, f"after={now}&wait=25&event={MOVED}")
    assert len(stand.log()) == 1
    stand.clock.advance(3_000)
    stand.floor.place("A")
    count_stock(stand.floor, "A", 7)
    reply = await call
    assert [event["event"] for event in reply.json["events"]] == [MOVED]
    assert reply.headers["ratelimit-remaining"] == str(CALLS_PER_WINDOW - 2)
    entry = stand.log()[0]
    assert (entry.status, entry.at, entry.duration_us) == (200, stand.clock.now(), 0)
    assert (entry.notes, entry.facts) == (("waited 3.0 s for an event",), '{"events":1}')


async def test_with_nothing_to_tell_it_is_answered_when_the_time_is_over(stand: RunningService) -> None:
    now = (await read_feed(stand, "?after=latest"))["next"]
    assert await read_feed(stand, f"?after={now}&wait=1") == {"events": [], "next": now, "more": False}


async def test_the_twin_has_a_feed_of_its_own(stand: RunningService) -> None:
    stand.floor.add("A")
    count_stock(stand.floor, "A", 1)
    key = stand.make_key(stand.floor.paired().shop)
    assert (await read_feed(stand, key=key))["events"] == []
    theirs = (await read_feed(stand, "?after=latest", key=key))["next"]
    assert (await stand.call("GET", f"/v1/events?after={theirs}")).status == 400


async def test_the_ninth_held_call_of_a_key_is_one_too_many(stand: RunningService) -> None:
    stand.floor.add("A")
    now = (await read_feed(stand, "?after=latest"))["next"]
    held = [await hold(stand, f"after={now}&wait=25", count + 1) for count in range(MAX_PER_KEY)]
    ninth = await stand.call("GET", f"/v1/events?after={now}&wait=1")
    assert (ninth.status, ninth.error) == (429, "rate_limited")
    assert 1 <= int(ninth.headers["retry-after"]) <= 25
    assert stand.log()[0].status == 429
    assert (await read_feed(stand, f"?after={now}"))["events"] == []
    other = asyncio.create_task(stand.call("GET", f"/v1/events?after={now}&wait=25", key=stand.make_key(stand.shop)))
    await until_held(stand, MAX_PER_KEY + 1)
    count_stock(stand.floor, "A", 3)
    replies = await asyncio.gather(*held, other)
    assert [len(reply.json["events"]) for reply in replies] == [1] * (MAX_PER_KEY + 1)
    after = await stand.call("GET", f"/v1/events?after={now}")
    assert after.headers["ratelimit-remaining"] == str(CALLS_PER_WINDOW - MAX_PER_KEY - 3)


@pytest.mark.sqlite
async def test_64_held_calls_take_no_thread_and_read_nothing_until_an_event_is_committed(stand: RunningService) -> None:
    stand.floor.add("A")
    now = (await read_feed(stand, "?after=latest"))["next"]
    keys = [stand.make_key(stand.shop, f"Till {number}") for number in range(8)]
    query = f"/v1/events?after={now}&wait=25"
    threads = threading.active_count()
    held = [asyncio.create_task(stand.call("GET", query, key=key)) for key in keys for _ in range(MAX_PER_KEY)]
    await until_held(stand, len(held))
    assert threading.active_count() == threads
    statements: list[str] = []
    caller = stand.store.read_in_caller(sqlite_of)
    caller.set_trace_callback(statements.append)
    for price in range(5):
        stand.floor.upload({"sku": "A", "price_fils": price})
        await stand.store.read(lambda db: db.one("SELECT 1"))
    assert statements == []
    count_stock(stand.floor, "A", 3)
    replies = await asyncio.gather(*held)
    caller.set_trace_callback(None)
    assert [len(reply.json["events"]) for reply in replies] == [1] * 64
    assert sum("kind" in statement and "LIMIT" not in statement for statement in statements) == 1


async def test_a_caller_that_hangs_up_holds_nothing(stand: RunningService) -> None:
    now = (await read_feed(stand, "?after=latest"))["next"]
    async with connected(stand.address) as connection:
        await connection.send(request_bytes("GET", f"/v1/events?after={now}&wait=25", key=stand.key))
        await until_held(stand, 1)
        connection.drop()
        await until_held(stand, 0)
    assert (await read_feed(stand))["events"] == []


async def test_held_calls_end_at_once_when_the_service_stops(tmp_path: Path) -> None:
    async with asyncio.timeout(15), run_service(tmp_path) as stand:
        now = (await read_feed(stand, "?after=latest"))["next"]
        call = await hold(stand, f"after={now}&wait=25")
        await stand.service.stop_listening()
        assert (await call).json == {"events": [], "next": now, "more": False}
        await stand.service.listen(port=0)
        held_again = await hold(stand, f"after={now}&wait=25")
        stand.service._held_calls.close()
        assert (await held_again).status == 200


async def test_what_another_process_commits_wakes_too(stand: RunningService) -> None:
    stand.floor.add("A")
    now = (await read_feed(stand, "?after=latest"))["next"]
    call = await hold(stand, f"after={now}&wait=25")
    other = new_store(stand.store.path.parent)
    try:
        count_stock(ShopFixture(other, stand.shop, stand.clock), "A", 4)
        assert [event["event"] for event in (await call).json["events"]] == [MOVED]
    finally:
        other.close()


async def test_what_is_no_longer_kept_is_told_as_a_gap(stand: RunningService) -> None:
    stand.floor.add("A")
    start = (await read_feed(stand, "?after=latest"))["next"]
    count_stock(stand.floor, "A", 1, 2, 3)
    second = "(SELECT seq FROM events ORDER BY seq LIMIT 1 OFFSET 1)"
    stand.floor.write(lambda tx: tx.update(f"UPDATE shops SET events_gone = {second}"))
    stand.floor.write(lambda tx: tx.update(f"DELETE FROM events WHERE seq <= {second}"))
    page = await read_feed(stand, f"?after={start}")
    assert page["gap"] is True
    assert [event["data"]["quantity"] for event in page["events"]] == [3]
    assert "gap" not in await read_feed(stand, f"?after={page['next']}")
    assert "gap" not in await read_feed(stand)


async def test_a_position_that_is_not_reached_yet_is_told_as_a_gap(stand: RunningService) -> None:
    """An older file was put in the place of the data by hand."""
    stand.floor.add("A")
    count_stock(stand.floor, "A", 1, 2)
    ahead = (await read_feed(stand))["next"]
    stand.floor.write(lambda tx: tx.update("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)"))
    stand.floor.write(lambda tx: tx.update("DELETE FROM item_writes WHERE seq > (SELECT max(seq) FROM events)"))
    page = await read_feed(stand, f"?after={ahead}")
    assert (len(page["events"]), page["gap"]) == (1, True)


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("limit=0", "limit"), ("limit=501", "limit"), ("wait=26", "wait"), ("wait=-1", "wait"), ("wait=a", "wait"),
        ("event=nothing", "event"), ("event=order.placed&event=x", "event"), ("after=", "after"),
        ("after=latest&after=latest", "after"), ("after=Latest", "after"),
    ],
)  # fmt: skip
async def test_a_wrong_parameter_is_named(stand: RunningService, query: str, named: str) -> None:
    reply = await stand.call("GET", f"/v1/events?{query}")
    assert (reply.status, reply.error) == (400, "bad_request")
    assert reply.json["message"].startswith(named)


async def test_no_cursor_breaks_it(stand: RunningService) -> None:
    good = (await read_feed(stand))["next"]
    hostile = [
        good[:-1],
        good + "A",
        good[::-1],
        good.upper(),
        "%00",
        "%FF",
        "%D9%A1",
        "AAAA",
        "-",
        "=" * 40,
        "A" * 7000,
    ]
    for after in hostile:
        reply = await stand.call("GET", f"/v1/events?after={after}")
        assert (reply.status, reply.error) == (400, "bad_request"), after


async def test_the_body_is_what_is_stored_byte_for_byte(stand: RunningService) -> None:
    stand.floor.add("A", name_ar="فحمات")
    stand.floor.place("A")
    stored = stand.floor.read(lambda db: db.scalar("SELECT body FROM events"))
    assert stored in (await stand.call("GET", "/v1/events")).body
    assert json.loads(stored)["event"] == "order.placed"
