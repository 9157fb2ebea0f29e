"""A dispatcher with fakes for all that it uses."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from service.delivery.dispatcher import Dispatcher
from tests.service.delivery.delivery_fakes import (
    FakeBugReporter,
    FakeClock,
    FakeOutbox,
    FakePoster,
    FakeSecrets,
    FakeTimer,
)
from tests.service.delivery.dispatcher.dispatcher_bench import TARGETS, Bench


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
