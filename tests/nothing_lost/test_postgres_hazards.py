"""What several services on one PostgreSQL could do to each other."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import pytest_asyncio

from service.api.checks.rate_limits import CALLS_PER_WINDOW
from service.domain.audit import check_chain
from service.domain.call_log.calls import CallFilter
from service.domain.catalogue.stock import Cause, NewMovement
from service.store.audit_log import iterate_entries
from service.store.call_log.calls import NO_IDS, list_calls_after
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.postgres.connection import WRITE_LOCK, connect
from service.store.postgres.database import PostgresDatabase
from service.store.revisions import list_changed_items
from service.store.shops import find_shop, set_read_only
from service.store.webhooks.event_feed import read_ends, read_page
from service.usecases.issue_key import issue_key, revoke_key
from service.usecases.move_stock import move_stock
from tests.child_program import ChildProgram
from tests.fakes.postgres_server import OwnDatabase, make_address
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.service_process import ServiceProcess, run_program
from tests.service.api.wire_client import Reply, exchange, request_bytes

pytestmark = pytest.mark.slow
ROUNDS = 40
WANTED = 60
WAIT_S = 120.0


@dataclass
class Followed:
    """What a reader has seen that reads on from where it was, again and again."""

    events: list[str] = field(default_factory=list)
    items: dict[int, int] = field(default_factory=dict)
    calls: list[int] = field(default_factory=list)
    position: int = 0
    revision: int = 0
    last_calls: Any = NO_IDS

    def read_on(self, db: ReadTx, shop_id: int) -> None:
        page = read_page(db, shop_id, self.position, read_ends(db, shop_id).last, (), 500)
        self.position = page.position
        self.events += [json.loads(body)["id"] for body in page.bodies]
        for item_id, revision in list_changed_items(db, shop_id, self.revision, 500):
            self.items[item_id] = self.revision = revision
        calls = list_calls_after(db, shop_id, CallFilter(), self.last_calls, sees_unknown=True, limit=500)
        self.last_calls = self.last_calls.pass_by(calls)
        self.calls += [call.id for call in calls]


@dataclass(frozen=True)
class Busy:
    """A shop in which two processes wrote, while a third wrote in another shop and this one, as a
    window does, without naming a shop.
    """

    shop: ShopFixture
    followed: Followed
    returned: int
    """How often this process counted a unit as returned."""

    def column(self, sql: str) -> list[Any]:
        """The first column for the shop, which is ?1."""
        return self.shop.read(lambda db: db.column(sql, (self.shop.shop.id,)))


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Busy]:
    folder, database = tmp_path_factory.mktemp("busy"), OwnDatabase()
    store = Store(folder / "counterpart.db", database)
    shop, other = ShopFixture.fresh(store), ShopFixture.fresh(store)
    for floor in (shop, other):
        floor.add("Returned", 1)
        floor.add("Wanted", WANTED)
    address, followed = make_address(database.name), Followed()
    processes = []
    with connect(address) as gate:
        gate.execute("SELECT pg_advisory_lock($1)", (WRITE_LOCK,))
        for name, floor in (("one", shop), ("two", shop), ("far", other)):
            words = (address, str(folder / name), str(floor.shop.id), name, str(ROUNDS))
            processes.append(ChildProgram("tests.nothing_lost.shop_process", *words))
        assert [process.output.readline() for process in processes] == ["ready\n"] * 3
        gate.execute("SELECT pg_advisory_unlock($1)", (WRITE_LOCK,))
        returned = 0
        while any(process.runs for process in processes):
            shop.read(lambda db: followed.read_on(db, shop.shop.id))
            shop.write(
                lambda tx: move_stock(tx, shop.shop, NewMovement("Returned", None, Cause.RETURN, 1000), by="x", now=1)
            )
            returned += 1
    assert [process.wait(WAIT_S) for process in processes] == [0, 0, 0]
    shop.read(lambda db: followed.read_on(db, shop.shop.id))
    yield Busy(shop, followed, returned)
    for process in processes:
        process.close()
    store.close()


def test_a_reader_of_the_feed_misses_no_event(busy: Busy) -> None:
    stored = busy.column("SELECT id FROM events WHERE shop_id = ?1 AND in_feed = 1 ORDER BY seq")
    assert len(stored) > 2 * ROUNDS
    assert busy.followed.events == stored


def test_a_reader_of_changed_items_misses_none(busy: Busy) -> None:
    stored = dict(
        busy.shop.read(lambda db: db.all("SELECT id, revision FROM items WHERE shop_id = ?", (busy.shop.shop.id,)))
    )
    assert len(stored) == 2 * ROUNDS + 2
    assert busy.followed.items == stored


def test_a_reader_of_the_call_log_misses_no_call(busy: Busy) -> None:
    assert busy.followed.calls == busy.column("SELECT id FROM calls WHERE shop_id = ?1 ORDER BY id")
    assert len(busy.followed.calls) == 2 * ROUNDS


def test_no_unit_is_held_twice_and_no_order_number_is_left_out(busy: Busy) -> None:
    orders = busy.column("SELECT reference FROM orders WHERE shop_id = ?1 ORDER BY id")
    assert orders == [f"ORD-2026-{number:06}" for number in range(1, WANTED + 1)]
    assert stock_of(busy, "Wanted") == (WANTED * 1000, WANTED * 1000)


def test_no_returned_unit_is_lost(busy: Busy) -> None:
    assert stock_of(busy, "Returned") == ((1 + 2 * ROUNDS + busy.returned) * 1000, 0)


def stock_of(busy: Busy, sku: str) -> tuple[int, int]:
    sql = "SELECT quantity, reserved FROM stock JOIN items ON items.id = item_id WHERE shop_id = ? AND sku = ?"
    held: tuple[int, int] = busy.shop.read(lambda db: db.one(sql, (busy.shop.shop.id, sku)))
    return held


def test_items_and_ledger_entries_count_without_a_gap_and_the_history_names_the_right_ones(busy: Busy) -> None:
    ids = busy.column("SELECT id FROM items WHERE shop_id = ?1 ORDER BY id")
    assert ids == list(range(ids[0], ids[0] + 2 * ROUNDS + 2))
    assert busy.column("SELECT items_total FROM shops WHERE id = ?1") == [len(ids)]
    entries = busy.column("SELECT entry FROM ledger JOIN items ON items.id = item_id WHERE shop_id = ?1 ORDER BY entry")
    assert entries == list(range(1, len(entries) + 1))
    made = busy.column(
        "SELECT first_item FROM item_writes WHERE shop_id = ?1 AND created = 1 AND last = first ORDER BY first_item"
    )
    assert made == ids


def test_the_chain_of_the_audit_is_whole(busy: Busy) -> None:
    report = busy.shop.read(lambda db: check_chain(iterate_entries(db)))
    assert report.is_whole, report
    assert busy.shop.read(lambda db: db.scalar("SELECT count(*) FROM audit_entries")) >= 3 * ROUNDS


@dataclass(frozen=True)
class Pair:
    """Two services on one database, and a store of it as another program opens it."""

    one: ServiceProcess
    two: ServiceProcess
    store: Store

    async def make_key(self, name: str, *, staging: bool = False) -> str:
        shop = await self.store.read(lambda db: find_shop(db, None, staging=staging))
        return (await self.store.write(lambda tx: issue_key(tx, shop, name, now=1))).text

    async def call_both(self, method: str, target: str, key: str) -> list[int]:
        return [(await service.call(method, target, key)).status for service in (self.one, self.two)]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pair(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pair]:
    folder, database = tmp_path_factory.mktemp("pair"), OwnDatabase()
    address = make_address(database.name)
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(run_program(folder / "one", "--database", address))
        two = await stack.enter_async_context(run_program(folder / "two", "--database", address))
        store = Store(folder / "counterpart.db", PostgresDatabase(address))
        yield Pair(one, two, store)
        store.close()
    database.close()


in_module = pytest.mark.asyncio(loop_scope="module")


@in_module
async def test_a_key_that_is_revoked_is_refused_at_each_service_at_the_next_call(pair: Pair) -> None:
    key = await pair.make_key("Till 1")
    assert await pair.call_both("GET", "/v1/items", key) == [200, 200]
    shop = await pair.store.read(lambda db: find_shop(db, None, staging=False))
    key_id = await pair.store.read(lambda db: db.scalar("SELECT id FROM api_keys WHERE name = 'Till 1'"))
    await pair.store.write(lambda tx: revoke_key(tx, shop, key_id, now=2))
    assert await pair.call_both("GET", "/v1/items", key) == [401, 401]


@in_module
async def test_a_shop_that_is_switched_to_read_only_refuses_the_next_upload_at_each_service(pair: Pair) -> None:
    key, row = await pair.make_key("Till 2"), {"items": [{"sku": "A", "name": "A"}]}
    shop = await pair.store.read(lambda db: find_shop(db, None, staging=False))
    for on, status in ((False, 200), (True, 422), (False, 200)):
        await pair.store.write(partial(set_read_only, shop_id=shop.id, on=on))
        answers = [await service.call("POST", "/v1/items", key, row) for service in (pair.one, pair.two)]
        assert [answer.status for answer in answers] == [status] * 2, answers[0].body


@in_module
async def test_an_order_of_a_shop_that_became_read_only_is_left_at_each_service(pair: Pair) -> None:
    """What a service has read of the shop in an earlier write is old."""
    key = await pair.make_key("Till 5", staging=True)
    shop = await pair.store.read(lambda db: find_shop(db, None, staging=True))
    rows = {"items": [{"sku": "B", "name": "B", "quantity": 90, "price_fils": 1000}]}
    assert (await pair.one.call("POST", "/v1/items", key, rows)).status == 200
    for on, status in ((False, 200), (True, 422)):
        placed = [(await order_once(pair.one, key, f"{on} {number}")).json for number in range(2)]
        await pair.store.write(partial(set_read_only, shop_id=shop.id, on=on))
        answers = [
            await service.call("POST", f"/v1/orders/{order['reference']}/accept", key)
            for service, order in zip((pair.one, pair.two), placed, strict=True)
        ]
        assert [answer.status for answer in answers] == [status] * 2, answers[0].body
    await pair.store.write(partial(set_read_only, shop_id=shop.id, on=False))


@in_module
async def test_a_call_that_waits_at_one_service_gets_the_event_of_another(pair: Pair) -> None:
    key = await pair.make_key("Till 6", staging=True)
    for there, here in ((pair.one, pair.two), (pair.two, pair.one)):
        now = (await here.call("GET", "/v1/events?after=latest", key)).json["next"]
        waiting = asyncio.create_task(here.call("GET", f"/v1/events?after={now}&wait=25", key))
        async with asyncio.timeout(10):
            assert (await there.call("POST", "/v1/test/rfqs", key)).status == 200
            assert [event["event"] for event in (await waiting).json["events"]] == ["rfq.new"]


@in_module
async def test_all_services_together_answer_as_many_calls_of_a_key_as_one_would(pair: Pair) -> None:
    key = await pair.make_key("Till 3")
    calls = [service.call("GET", "/v1/branches", key) for _ in range(70) for service in (pair.one, pair.two)]
    answers = await asyncio.gather(*calls)
    assert Counter(answer.status for answer in answers) == {200: CALLS_PER_WINDOW, 429: len(calls) - CALLS_PER_WINDOW}
    refused = next(answer for answer in answers if answer.status == 429)
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert min(int(answer.headers["ratelimit-remaining"]) for answer in answers) == 0


@in_module
async def test_a_call_with_an_idempotency_key_is_carried_out_by_one_service(pair: Pair) -> None:
    key = await pair.make_key("Till 4", staging=True)
    rows = {"items": [{"sku": "A", "name": "A", "quantity": 90, "price_fils": 1000}]}
    assert (await pair.one.call("POST", "/v1/items", key, rows)).status == 200
    before = len((await pair.two.call("GET", "/v1/orders?status=all", key)).json["orders"])
    for number in range(10):
        answers = await asyncio.gather(
            *(order_once(service, key, f"call-{number}") for service in (pair.one, pair.two))
        )
        assert {answer.status for answer in answers} == {200}
        assert answers[0].body == answers[1].body
        assert sorted("idempotent-replayed" in answer.headers for answer in answers) == [False, True]
    assert len((await pair.two.call("GET", "/v1/orders?status=all", key)).json["orders"]) == before + 10


async def order_once(service: ServiceProcess, key: str, name: str) -> Reply:
    """A test order, whose call may be repeated."""
    headers = {"Idempotency-Key": name}
    return await exchange(service.address, request_bytes("POST", "/v1/test/orders", key=key, headers=headers))
