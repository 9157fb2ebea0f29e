"""Several services on one PostgreSQL, and kill -9 of any of them, of the leader, of PostgreSQL.

COUNTERPART_KILLS in the environment is how many kills the long test makes.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bridge.secrets.vault_file import VAULT_FILE_NAME
from service.domain.errors import Unavailable
from service.domain.pull.pulls import RunState
from service.domain.shops import Shop
from service.domain.times import SystemClock
from service.domain.webhooks.events import EventKind
from service.pull.context import PullRequest
from service.pull.run_pull import run_pull
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.postgres.database import PostgresDatabase
from service.store.shops import find_shop
from service.usecases.edit_shop import ensure_first_shop
from service.usecases.issue_key import issue_key
from service.usecases.manage_secrets import add_target
from tests.bridge.secrets.quick_vault import make_quick_vault
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import OwnDatabase, make_address, start_server, without_server
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.service_process import ServiceProcess, run_service
from tests.nothing_lost.webhook_kill_rounds import TARGETS, RandomReceiver, find_differences
from tests.nothing_lost.webhook_service import PASSPHRASE, vault
from tests.service.api.wire_client import Reply, exchange, request_bytes
from tests.service.delivery.raw_receivers import receiving

pytestmark = pytest.mark.slow
KILLS = int(os.environ.get("COUNTERPART_KILLS", "12"))
SERVICES = 4
CALLERS = 4
WAIT_S = 30.0
TAKEOVER_S = 3.0
SILENT_S = 15.0
ORDER = {"lines": [{"sku": "HELD", "quantity": 1}]}
CAUSES = [EventKind.ORDER_PLACED, EventKind.ORDER_STATUS, EventKind.STOCK_CHANGED]
LEADER = "SELECT term FROM leader"


@dataclass(slots=True)
class Chain:
    """A shop in a database that several services have, and the store of the test."""

    folder: Path
    database: OwnDatabase
    address: str
    store: Store
    shop: Shop
    key: str
    receivers: list[RandomReceiver] = field(default_factory=list)

    @asynccontextmanager
    async def run(self, name: str, address: str = "", **variables: str) -> AsyncIterator[ServiceProcess]:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        shutil.copy(self.folder / VAULT_FILE_NAME, folder / VAULT_FILE_NAME)
        environment = {"COUNTERPART_DATABASE": address or self.address, **variables}
        async with run_service(folder, environment) as process:
            yield process

    async def order(self, address: str, repeat_key: str) -> Reply:
        """Places an order; the same again with the same key."""
        body = json.dumps(ORDER).encode()
        headers = {"Idempotency-Key": repeat_key}
        return await exchange(
            address, request_bytes("POST", "/v1/test/orders", key=self.key, body=body, headers=headers)
        )

    async def count_orders(self) -> int:
        return int(await self.store.read(lambda db: db.scalar("SELECT count(*) FROM orders")))

    async def wait_for_term(self, after: int, limit_s: float) -> int:
        """The term after another one."""
        async with asyncio.timeout(limit_s):
            while (term := int(await self.store.read(lambda db: db.scalar(LEADER)))) <= after:
                await asyncio.to_thread(PAUSE.wait, 0.05)
        return term


PAUSE = threading.Event()
"""Never set."""


@pytest.fixture
async def chain(tmp_path: Path) -> AsyncIterator[Chain]:
    database = OwnDatabase()
    address = make_address(database.name)
    make_quick_vault(tmp_path, PASSPHRASE.text)
    store = Store(tmp_path / "counterpart.db", PostgresDatabase(address))
    now = SystemClock().now()
    await store.write(lambda tx: ensure_first_shop(tx, now))
    shop = await store.read(lambda db: find_shop(db, None, staging=True))
    key = await store.write(lambda tx: issue_key(tx, shop, "Till 1", now=now))
    await asyncio.to_thread(ShopFixture(store, shop, FakeClock(now)).add, "HELD", 100_000)
    yield Chain(tmp_path, database, address, store, shop, key.text)
    store.close()
    database.close()


async def test_a_service_takes_over_within_three_seconds_after_the_leader_was_killed(chain: Chain) -> None:
    async with chain.run("one") as first, chain.run("two"):
        term = int(await chain.store.read(lambda db: db.scalar(LEADER)))
        await first.kill()
        assert await chain.wait_for_term(term, TAKEOVER_S) == term + 1


async def test_a_leader_that_was_suspended_is_replaced_and_wakes_as_another_one(chain: Chain) -> None:
    async with chain.run("one") as first, chain.run("two") as second:
        term = int(await chain.store.read(lambda db: db.scalar(LEADER)))
        first.process.send_signal(signal.SIGSTOP)
        assert (await chain.order(second.address, "a")).status == 200
        later = await chain.wait_for_term(term, SILENT_S)
        first.process.send_signal(signal.SIGCONT)
        assert (await chain.order(first.address, "a")).headers["idempotent-replayed"] == "true"
        assert (await chain.order(first.address, "b")).status == 200
        assert await chain.count_orders() == 2
        assert int(await chain.store.read(lambda db: db.scalar(LEADER))) == later


async def test_a_long_poll_at_one_service_ends_with_an_event_of_another(chain: Chain) -> None:
    async with chain.run("one") as first, chain.run("two") as second:
        latest = (await second.call("GET", "/v1/events?after=latest", chain.key)).json["next"]
        polling = asyncio.create_task(second.call("GET", f"/v1/events?after={latest}&wait=20", chain.key))
        assert (await chain.order(first.address, "a")).status == 200
        events = (await polling).json["events"]
        assert [event["event"] for event in events] == ["order.placed"]


_NEW_ORDER = re.compile(rb"(_pg3_\d+)\0INSERT INTO orders ")
"""A statement that psycopg prepares, with the name by which it is used then."""


class Line:
    """A proxy of PostgreSQL that cuts a connection at the COMMIT of an order on request."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._serving: set[asyncio.Task[None] | None] = set()
        self.cut: str | None = None
        """`before` or `after` the server has the COMMIT; one connection alone."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The loop itself keeps no hold of the task of a connection.
        self._serving.add(asyncio.current_task())
        there, to_server = await asyncio.open_unix_connection(self._socket)
        answers = asyncio.create_task(_copy(there, writer))
        statement, has_order = b"none", False
        try:
            while data := await reader.read(65536):
                if prepared := _NEW_ORDER.search(data):
                    statement = prepared[1]
                has_order = has_order or b"\0%b\0" % statement in data
                ends = b"COMMIT\0" in data
                cut, has_order = self.cut if has_order and ends else None, has_order and not ends
                if cut is not None:
                    self.cut = None
                    answers.cancel()
                    await asyncio.wait([answers])
                if cut != "before":
                    to_server.write(data)
                    await to_server.drain()
                if cut == "after":
                    await there.read(65536)
                if cut is not None:
                    return
        except ConnectionError:
            return
        finally:
            answers.cancel()
            writer.close()
            to_server.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_call_whose_commit_is_cut_is_answered_503_and_never_done_twice(chain: Chain, when: str) -> None:
    folder = start_server()
    assert folder is not None
    line = Line(folder / ".s.PGSQL.5432")
    server = await asyncio.start_server(line.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    name = chain.database.name
    async with server, chain.run("one", f"postgresql://counterpart@127.0.0.1:{port}/{name}") as service:
        assert (await chain.order(service.address, "first")).status == 200
        line.cut = when
        cut = await chain.order(service.address, "cut")
        assert (cut.status, "not known whether this was saved" in cut.json["message"]) == (503, True)
        assert await chain.count_orders() == (2 if when == "after" else 1)
        again = await chain.order(service.address, "cut")
        assert (again.status, "idempotent-replayed" in again.headers) == (200, when == "after")
        assert await chain.count_orders() == 2


async def test_a_restart_during_a_file_leaves_rows_whole_and_the_next_run_reads_all(
    tmp_path: Path,
) -> None:
    database, rows = OwnDatabase(), 3000
    store = Store(tmp_path / "counterpart.db", PostgresDatabase(make_address(database.name)))
    pulling = PullFixture(await asyncio.to_thread(ShopFixture.fresh, store), tmp_path)
    file = pulling.file(*rows_of(rows))
    os.utime(file, (0, 0))
    setup = pulling.setup(file)
    pulling.confirm(setup)
    request, away = PullRequest(setup, "owner"), ExitStack()

    def stop_server(done: int, total: int | None) -> None:
        if total is not None and done and not is_away:
            is_away.append(done)
            away.enter_context(without_server())

    is_away = list[int]()
    context = replace(pulling.context, on_progress=stop_server)
    with away, pytest.raises(Unavailable):
        await asyncio.to_thread(run_pull, context, pulling.shop.shop.id, request)
    await wait_until_there(store)
    halves = "SELECT count(*) FROM items WHERE id NOT IN (SELECT item_id FROM stock)"
    assert await store.read(lambda db: db.scalar(halves)) == 0
    assert 0 < pulling.shop.count("items") <= rows
    again = await asyncio.to_thread(pulling.run, setup)
    assert (again.state, pulling.shop.count("items")) == (RunState.DONE, rows)
    store.close()
    database.close()


async def wait_until_there(store: Store) -> None:
    """After a failure nobody tries to connect for a second."""
    async with asyncio.timeout(WAIT_S):
        while True:
            with suppress(Unavailable):
                await store.write(lambda tx: tx.one("SELECT 1"))
                await asyncio.gather(*(store.read(lambda db: db.one("SELECT 1")) for _ in range(SERVICES)))
                return
            await asyncio.to_thread(PAUSE.wait, 0.1)


class Callers:
    """They place orders at any service until `stop`, and repeat each at another one until it is
    answered.
    """

    def __init__(self, chain: Chain, addresses: dict[str, str], chance: random.Random) -> None:
        self._chain, self._addresses, self._chance = chain, addresses, chance
        self.answered: dict[str, str] = {}
        self.wrong: list[str] = []
        self.stop = False

    async def run(self) -> None:
        await asyncio.gather(*(self._call(number) for number in range(CALLERS)))

    async def _call(self, number: int) -> None:
        count = 0
        while not self.stop:
            count += 1
            key = f"{number}-{count}"
            while (reply := await self._try(key)) is None or reply.status in (409, 429, 503):
                await asyncio.to_thread(PAUSE.wait, 0.05)
            if reply.status != 200:
                self.wrong.append(f"{key}: {reply.status} {reply.body!r}")
            else:
                self.answered[key] = reply.json["reference"]

    async def _try(self, key: str) -> Reply | None:
        """None where the service is gone."""
        try:
            return await self._chain.order(self._chance.choice([*self._addresses.values()]), key)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            return None

    async def wait_for_more(self, calls: int) -> None:
        enough = len(self.answered) + calls
        async with asyncio.timeout(WAIT_S):
            while len(self.answered) < enough:
                await asyncio.to_thread(PAUSE.wait, 0.02)


async def test_nothing_that_was_answered_is_lost_whatever_is_killed(chain: Chain) -> None:
    chance = random.Random(33)
    async with AsyncExitStack() as stack:
        for number in range(TARGETS):
            receiver = RandomReceiver(random.Random(number))
            port = (await stack.enter_async_context(receiving(receiver))).port
            url = f"http://127.0.0.1:{port}/in"
            made = await add_target(chain.store, vault(chain.folder), chain.shop, url, CAUSES, now=SystemClock().now())
            receiver.secret = made.secret
            chain.receivers.append(receiver)
        running = dict[str, tuple[ServiceProcess, AsyncExitStack]]()
        addresses = dict[str, str]()

        async def start(name: str) -> None:
            own = await stack.enter_async_context(AsyncExitStack())
            process = await own.enter_async_context(chain.run(name))
            running[name], addresses[name] = (process, own), process.address

        for number in range(SERVICES):
            await start(f"s{number}")
        callers = Callers(chain, addresses, chance)
        working = asyncio.create_task(callers.run())
        for kill in range(KILLS):
            await callers.wait_for_more(chance.randint(1, 40))
            if kill % 4 == 3:
                await asyncio.to_thread(kill_postgresql)
                continue
            name = chance.choice(sorted(running))
            process, own = running.pop(name)
            await process.kill()
            await own.aclose()
            await start(name)
        await callers.wait_for_more(5)
        callers.stop = True
        async with asyncio.timeout(WAIT_S):
            await working
        await wait_until_drained(chain.store)
        for process, own in running.values():
            assert await process.end() == 0
            await own.aclose()
        posts = [post for receiver in chain.receivers for post in receiver.posts]
        found = await chain.store.read(lambda db: [*find_violations(db, callers), *find_differences(db, posts)])
    assert (callers.wrong, found) == ([], [])
    assert len(callers.answered) > KILLS


def kill_postgresql() -> None:
    with without_server():
        pass


def find_violations(db: ReadTx, callers: Callers) -> Iterator[str]:
    """What of the answers is not in the database, or there twice."""
    placed = db.column("SELECT reference FROM orders")
    answered = list(callers.answered.values())
    yield from (f"lost: {reference}" for reference in set(answered) - set(placed))
    yield from (f"placed and answered to nobody: {reference}" for reference in set(placed) - set(answered))
    if len(set(answered)) != len(answered):
        yield "one order for two calls"
    yield from (f"orphaned hold: {hold}" for hold in find_wrong_reservations(db))
    reserved, quantity = db.one("SELECT sum(reserved), sum(quantity) FROM stock")
    if (reserved, quantity) != (1000 * len(placed), 100_000_000):
        yield f"stock {reserved} of {quantity}, orders {len(placed)}"


async def wait_until_drained(store: Store) -> None:
    waits = "SELECT count(*) FROM deliveries WHERE state IN ('waiting', 'sending')"
    async with asyncio.timeout(WAIT_S):
        while await store.read(lambda db: db.scalar(waits)):
            await asyncio.to_thread(PAUSE.wait, 0.1)
