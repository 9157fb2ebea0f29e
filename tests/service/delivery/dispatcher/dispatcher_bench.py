"""A dispatcher with fakes for all that it uses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from service.delivery.dispatcher import Dispatcher
from service.domain.webhooks.events import DeliveryState
from tests.service.delivery.delivery_fakes import (
    FakeBugReporter,
    FakeClock,
    FakeOutbox,
    FakePoster,
    FakeSecrets,
    FakeTimer,
)

W, S, D, F = (DeliveryState.WAITING, DeliveryState.SENDING, DeliveryState.DELIVERED, DeliveryState.FAILED)
TARGETS = tuple(range(1, 11))


@dataclass(slots=True)
class Bench:
    clock: FakeClock
    alarm: FakeTimer
    outbox: FakeOutbox
    poster: FakePoster
    secrets: FakeSecrets
    incidents: FakeBugReporter
    dispatcher: Dispatcher
    running: asyncio.Task[None] | None = None

    def start(self, stop_limit_s: float = 1.0) -> None:
        self.running = asyncio.create_task(self.dispatcher.run(stop_limit_s))

    async def until(self, true: Callable[[], bool]) -> None:
        for _ in range(20_000):
            if true():
                return
            await asyncio.sleep(0)
        raise AssertionError("it never came true")

    async def calm(self) -> None:
        """Lets everything that can go on without time passing go on."""
        for _ in range(200):
            await asyncio.sleep(0)

    async def pass_time(self, span: int) -> None:
        await self.calm()
        self.alarm.advance(span)
        await self.calm()

    async def stop(self) -> None:
        await self.dispatcher.stop()
        if self.running is not None:
            await self.running
