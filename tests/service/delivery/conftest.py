"""A dispatcher, a poster and an outbox for the tests of the sender."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from service.delivery.dispatcher import Dispatcher
from service.delivery.poster import HttpPoster
from service.delivery.store_outbox import StoreOutbox
from service.domain.times import SystemClock
from service.store.engine.store import Store
from tests.fakes.shop_fixture import ShopFixture
from tests.service.delivery.delivery_fakes import (
    FakeBugReporter,
    FakeClock,
    FakeOutbox,
    FakePoster,
    FakeSecrets,
    FakeTimer,
)
from tests.service.delivery.dispatcher_bench import TARGETS, Bench
from tests.service.delivery.poster_fakes import FakeNames, FakeProbe, Maker


@pytest_asyncio.fixture
async def bench() -> AsyncIterator[Bench]:
    clock = FakeClock()
    alarm, outbox, poster = FakeTimer(clock), FakeOutbox(clock, TARGETS), FakePoster()
    secrets, incidents = FakeSecrets(*(f"webhook-{number}" for number in TARGETS)), FakeBugReporter()
    dispatcher = Dispatcher(
        outbox=outbox, poster=poster, secrets=secrets, clock=clock, timer=alarm, bug_reporter=incidents
    )
    outbox.on_commit = dispatcher.wake
    made = Bench(clock, alarm, outbox, poster, secrets, incidents, dispatcher)
    yield made
    if made.running is not None and not made.running.done():
        await made.stop()
    assert incidents.reported == []


@pytest.fixture
def probe() -> FakeProbe:
    return FakeProbe()


@pytest.fixture
def names() -> FakeNames:
    return FakeNames()


@pytest_asyncio.fixture
async def make(probe: FakeProbe, names: FakeNames) -> AsyncIterator[Maker]:
    made: list[HttpPoster] = []

    def make_one(*, limit_s: float = 5.0, tls: ssl.SSLContext | None = None) -> HttpPoster:
        poster = HttpPoster(
            tls=tls or ssl.create_default_context(),
            probe=probe,
            clock=SystemClock(),
            user_agent="Counterpart/test",
            lookup=names,
            limit_s=limit_s,
        )
        made.append(poster)
        return poster

    yield make_one
    for poster in made:
        await poster.close()


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    return shop


@pytest.fixture
def box(store: Store) -> StoreOutbox:
    return StoreOutbox(store)
