"""The service on a free loopback port, with a clock that the test sets, and a shop's calls."""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from service.api.checks.access import AccessRules
from service.api.checks.rate_limits import CALLS_PER_WINDOW, KeyRateLimiter
from service.api.connection import ConnectionLimits
from service.api.edge import Edge, Handler, KeylessHandler, Routes, See, see_nothing
from service.api.http_server import HttpServer
from service.domain.call_log.calls import Bodies, Call, CallFilter
from service.domain.keys import Rights
from service.domain.shops import Shop
from service.domain.times import Clock
from service.service import Service, ServiceOptions
from service.store import settings
from service.store.call_log import calls
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.shops import find_shop
from service.usecases.issue_key import issue_key
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import find_engine, new_store
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.service.api.wire_client import Json, Reply, connected, exchange, request_bytes

OWN = "own"
"""The key of the service's live shop."""


class RunningService:
    """A running service and its first shop."""

    def __init__(self, service: Service, clock: FakeClock) -> None:
        self.service = service
        self.store: Store = service.store
        self.clock = clock
        live = self.store.submit_read(lambda db: find_shop(db, None, staging=False)).result(WAIT_S)
        self.floor = ShopFixture(self.store, live, clock)
        self.key = self.make_key(live)

    @property
    def shop(self) -> Shop:
        return self.floor.shop

    @property
    def address(self) -> str:
        return self.service.address

    def make_key(self, shop: Shop, name: str = "Till 1", rights: Rights = Rights.ALL) -> str:
        """A new key, whole."""
        made = self.store.submit(lambda tx: issue_key(tx, shop, name, now=self.clock.now(), rights=rights))
        return made.result(WAIT_S).text

    async def call(
        self,
        method: str,
        target: str | bytes,
        *,
        key: str | None = OWN,
        body: Json = None,
        headers: Mapping[str, str | bytes | None] | None = None,
    ) -> Reply:
        """One call with the live shop's key unless another,
        or None, is given; `body` as bytes or as JSON data.
        """
        sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        text = self.key if key == OWN else key
        request = request_bytes(method, target, key=text, body=sent, headers=headers)
        return await exchange(self.address, request, to_head=method == "HEAD")

    async def upload(self, *rows: Json, key: str | None = OWN) -> Json:
        """The upload result."""
        reply = await self.call("POST", "/v1/items", key=key, body={"items": list(rows)})
        assert reply.status == 200, reply
        return reply.json

    def set(self, name: str, value: str) -> None:
        """Sets a setting and waits for the service to have it."""
        self.store.submit(lambda tx: settings.write_setting(tx, name, value)).result(WAIT_S)

    def log(self, shop: Shop | None = None, narrow: CallFilter | None = None, *, limit: int = 500) -> list[Call]:
        """The call log of a shop as it shows it, newest first."""
        seen = shop or self.shop
        return self.store.submit_read(
            lambda db: calls.list_calls(db, seen.id, narrow or CallFilter(), sees_unknown=not seen.staging, limit=limit)
        ).result(WAIT_S)

    def bodies(self, call: Call) -> Bodies:
        return self.store.submit_read(lambda db: calls.get_call(db, self.shop.id, call.id, sees_unknown=True)).result(
            WAIT_S
        )[1]

    async def pipelined(self, *requests: bytes) -> list[Reply]:
        """Answers to requests that were all sent before the first was answered."""
        async with connected(self.address) as connection:
            await connection.send(b"".join(requests))
            return [await connection.reply() for _ in requests]


@asynccontextmanager
async def run_service(
    folder: Path, *, clock: Clock | None = None, rate_limit: int | None = CALLS_PER_WINDOW
) -> AsyncIterator[RunningService]:
    """A service that runs until the block ends."""
    turned = clock if isinstance(clock, FakeClock) else FakeClock()
    database = folder / FILE_NAME
    service = Service(ServiceOptions(database, clock or turned, rate_limit, engine=find_engine(database)))
    try:
        await service.start(port=0)
        yield RunningService(service, turned)
    finally:
        await service.stop()


@dataclass(frozen=True, slots=True)
class BareEdge:
    """The edge alone, with routes of the test's own."""

    address: str
    store: Store
    clock: FakeClock
    floor: ShopFixture
    key: str
    pauses: list[float]
    stop: Callable[[], Awaitable[None]]

    async def call(self, method: str, target: str, *, key: str | None = OWN, body: bytes | None = None) -> Reply:
        text = self.key if key == OWN else key
        return await exchange(self.address, request_bytes(method, target, key=text, body=body))

    def log(self) -> list[Call]:
        """The shop's call log, newest first."""
        return self.floor.read(lambda db: calls.list_calls(db, self.floor.shop.id, CallFilter(), sees_unknown=True))


@asynccontextmanager
async def run_edge(
    folder: Path,
    table: dict[str, dict[str, Handler]],
    *,
    body_deadline_s: float = 60.0,
    rate_limit: int | None = None,
    limits: ConnectionLimits | None = None,
    tls: Callable[[], ssl.SSLContext | None] = lambda: None,
    keyless: Mapping[str, KeylessHandler] | None = None,
    see: See = see_nothing,
) -> AsyncIterator[BareEdge]:
    """An edge on a free port that knows these paths;
    strangers are not really kept waiting, but noted in `pauses`.
    """
    store, clock, pauses = new_store(folder), FakeClock(), list[float]()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    edge = Edge(
        store, clock, Routes(table, keyless or {}, see), AccessRules, rates=KeyRateLimiter(rate_limit), sleep=pause,
        body_deadline_s=body_deadline_s,
    )  # fmt: skip
    server = HttpServer(edge.answer, limits, tls)
    try:
        await server.start("127.0.0.1", 0)
        floor = ShopFixture.fresh(store, clock=clock)
        key = floor.write(lambda tx: issue_key(tx, floor.shop, "Till 1", now=clock.now())).text
        yield BareEdge(server.address, store, clock, floor, key, pauses, server.stop)
    finally:
        await server.stop()
        store.close()
