"""Jumps of the clock and the PC's sleep are noticed, ordinary time is not."""

from __future__ import annotations

import pytest

from service.schedule.clock_watch import INTERVAL, TOLERANCE, ClockWatch
from tests.fakes.clock import FakeClock


class Parting(FakeClock):
    """A wall clock that can be set without the other one moving, and the other way round."""

    shift = 0
    ahead = 0.0

    def now(self) -> int:
        return super().now() + self.shift

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


@pytest.mark.parametrize(
    ("shift", "ahead", "noticed"),
    [(0, 0.0, False), (TOLERANCE + 1, 0.0, True), (-TOLERANCE - 1, 0.0, True), (1000, 0.0, False), (0, 25.0, True)],
    ids=["nothing", "set forward", "set back", "a little", "slept"],
)
async def test_a_jump_is_noticed_once(shift: int, ahead: float, noticed: bool) -> None:
    clock, jumps = Parting(), []
    watch = ClockWatch(clock, lambda: jumps.append(clock.now()))
    clock.shift, clock.ahead = shift, ahead
    clock.advance(INTERVAL)
    await watch.check()
    assert bool(jumps) is noticed
    clock.advance(INTERVAL)
    await watch.check()
    assert len(jumps) == int(noticed)
