"""Calls go one after the other, as the limit allows, the highest priority first (link §4)."""

from __future__ import annotations

import asyncio

from service.domain.link.call_pacing import CAPACITY, PER_SECOND, CallPriority
from service.link.upstream_client import Pacer
from tests.fakes.clock import FakeClock


class PacedCalls:
    """A pacer whose pauses pass on the clock of the test."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.pacer = Pacer(self.clock, self.pause)
        self.gone: list[tuple[CallPriority, float]] = []

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.clock.advance(int(seconds * 1000) + 1)

    async def call(self, priority: CallPriority) -> None:
        await self.pacer.take(priority)
        self.gone.append((priority, self.clock.monotonic()))


async def test_no_minute_has_more_than_115_calls() -> None:
    calls = PacedCalls()
    await asyncio.gather(*(calls.call(CallPriority.ACTION) for _ in range(300)))
    moments = [at for _, at in calls.gone]
    assert max(sum(start <= at < start + 60 for at in moments) for start in moments) <= CAPACITY + 60 * PER_SECOND
    assert moments[-1] <= 300 / PER_SECOND


async def test_an_action_goes_before_everything_that_waits() -> None:
    calls = PacedCalls()
    upload = [asyncio.ensure_future(calls.call(CallPriority.BULK)) for _ in range(30)]
    await upload[11]
    before = len(calls.gone)
    await calls.call(CallPriority.ACTION)
    place = [priority for priority, _ in calls.gone].index(CallPriority.ACTION)
    assert place - before <= 1, "one call at most was under way"
    await asyncio.gather(*upload)


async def test_a_call_that_is_given_up_leaves_its_place() -> None:
    calls = PacedCalls()
    calls.pacer.rest(60)
    first = asyncio.ensure_future(calls.call(CallPriority.ACTION))
    second = asyncio.ensure_future(calls.call(CallPriority.ACTION))
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert [priority for priority, _ in calls.gone] == [CallPriority.ACTION]
    assert first.cancelled()


async def test_nothing_goes_while_upstream_asked_for_a_rest() -> None:
    calls = PacedCalls()
    calls.pacer.rest(30)
    await calls.call(CallPriority.ACTION)
    assert 30 <= calls.gone[0][1] < 31


async def test_what_upstream_has_left_is_not_used_up() -> None:
    calls = PacedCalls()
    calls.pacer.heed(0, 20)
    await calls.call(CallPriority.ORDERS)
    assert 20 <= calls.gone[0][1] < 21
    calls.pacer.heed(None, None)
    await calls.call(CallPriority.ACTION)
    assert calls.gone[1][1] < 21
