"""When the next attempts are made: pace, clock changes, the end, targets that change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from service.delivery.attempt_result import AttemptFault, AttemptResult
from service.delivery.dispatcher import Dispatcher
from service.delivery.target_queue import MAX_HOLD
from service.domain.times import MINUTE, SECOND
from tests.service.delivery.delivery_fakes import (
    ACCEPTED,
    REFUSED,
    START,
    FakeBugReporter,
    FakeClock,
    FakeOutbox,
    FakePoster,
    FakeSecrets,
    FakeTimer,
)
from tests.service.delivery.dispatcher.dispatcher_bench import TARGETS, Bench, D, F, S, W


async def test_stopping_ends_what_is_in_flight_and_gives_back_the_rest(bench: Bench) -> None:
    gate = asyncio.Event()

    async def slow() -> AttemptResult:
        await gate.wait()
        return ACCEPTED

    bench.poster.answers[1] = slow
    for number in range(20):
        bench.outbox.add(str(number))
    bench.start(stop_limit_s=30)
    await bench.calm()
    stopping = asyncio.create_task(bench.stop())
    await bench.calm()
    assert not stopping.done()
    gate.set()
    await stopping
    states = list(bench.outbox.states().values())
    assert (states.count(D), states.count(W)) == (1, 19)
    assert len(bench.poster.sent) == 1


async def test_what_outlives_the_stop_is_cut_off_and_uses_up_no_attempt(bench: Bench) -> None:
    async def never() -> AttemptResult:
        await asyncio.Event().wait()
        return ACCEPTED

    bench.poster.answers[1] = never
    bench.outbox.add("a")
    bench.start(stop_limit_s=0.01)
    await bench.calm()
    await bench.stop()
    assert bench.outbox.states()["a"] is W
    assert bench.outbox.attempts[0].result.fault is AttemptFault.INTERRUPTED
    assert bench.outbox.rows["a"].attempts == 0


async def test_after_a_resume_the_network_gets_a_grace_time(bench: Bench) -> None:
    bench.start()
    await bench.calm()
    bench.clock.at += 8 * 60 * MINUTE
    bench.dispatcher.on_resumed(grace=15 * SECOND)
    bench.outbox.add("a")
    await bench.pass_time(14 * SECOND)
    assert bench.poster.sent == []
    await bench.pass_time(2 * SECOND)
    assert bench.outbox.states()["a"] is D


async def test_after_a_resume_even_the_longest_pause_is_waited_for(bench: Bench) -> None:
    bench.start()
    await bench.calm()
    bench.dispatcher.on_resumed(grace=MAX_HOLD)
    bench.outbox.add("a")
    await bench.calm()
    assert bench.poster.sent == []
    await bench.pass_time(MAX_HOLD)
    assert bench.outbox.states()["a"] is D


async def test_after_a_resume_known_targets_begin_again_one_after_another(bench: Bench) -> None:
    bench.start()
    await bench.calm()
    for target in (1, 2, 3):
        bench.outbox.add(f"early-{target}", target)
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    bench.poster.sent.clear()
    bench.dispatcher.on_resumed(grace=15 * SECOND)
    for target in (1, 2, 3):
        bench.outbox.add(f"late-{target}", target)
    await bench.pass_time(15 * SECOND - 1)
    assert bench.poster.sent == []
    for wait, expected in ((1, {1}), (200, {1, 2}), (200, {1, 2, 3})):
        await bench.pass_time(wait)
        assert {sent.target_id for sent in bench.poster.sent} == expected
    assert set(bench.outbox.states().values()) == {D}


async def test_a_resume_releases_what_was_claimed_before_the_sleep(bench: Bench) -> None:
    gate = asyncio.Event()

    async def slow() -> AttemptResult:
        await gate.wait()
        return ACCEPTED

    for number in range(20):
        bench.outbox.add(str(number))
    bench.start()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    bench.poster.answers[1] = slow
    for number in range(30):
        bench.outbox.add(f"more-{number}")
    await bench.calm()
    out = sum(bench.poster.out.values())
    claimed = list(bench.outbox.states().values()).count(S)
    assert claimed > out > 0
    bench.dispatcher.on_resumed(grace=15 * SECOND)
    await bench.calm()
    assert list(bench.outbox.states().values()).count(S) == out, "only what was posted is not released"
    gate.set()
    bench.poster.answers[1] = ACCEPTED
    await bench.pass_time(15 * SECOND)
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    assert len(bench.poster.ids()) == len(set(bench.poster.ids())) == 50


async def test_a_clock_set_back_does_not_hold_a_target_for_long(bench: Bench) -> None:
    bench.secrets.lock()
    bench.outbox.add("a")
    bench.start()
    await bench.calm()
    bench.secrets.error = None
    bench.clock.at -= 60 * MINUTE
    bench.outbox.rows["a"].due = bench.clock.at
    bench.dispatcher.wake()
    await bench.calm()
    assert bench.outbox.states()["a"] is D


async def test_a_failing_target_is_paced(bench: Bench) -> None:
    bench.poster.answers[1] = REFUSED
    for number in range(30):
        bench.outbox.add(str(number))
    bench.start()
    await bench.until(lambda: len(bench.outbox.attempts) == 30)
    assert bench.alarm.sleeps.count(100) == 28


async def test_idle_it_does_nothing(bench: Bench) -> None:
    bench.outbox.add("a")
    bench.start()
    await bench.until(lambda: bench.outbox.states()["a"] is D)
    await bench.calm()
    writes = len(bench.outbox.writes)
    await bench.calm()
    assert len(bench.outbox.writes) == writes


async def test_what_is_claimed_for_a_target_that_changed_is_claimed_anew(bench: Bench) -> None:
    gate = asyncio.Event()

    async def slow() -> AttemptResult:
        await gate.wait()
        return ACCEPTED

    for number in range(20):
        bench.outbox.add(f"warm{number}")
    bench.start()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    bench.poster.sent.clear()
    bench.poster.answers[1] = slow
    for number in range(30):
        bench.outbox.add(str(number))
    await bench.calm()
    out = len(bench.poster.sent)
    assert list(bench.outbox.states().values()).count(S) > out
    bench.outbox.targets[1].on = False
    bench.dispatcher.on_targets_changed([1, 99])
    await bench.calm()
    assert list(bench.outbox.states().values()).count(S) == out
    bench.outbox.targets[1].on = True
    gate.set()
    bench.dispatcher.wake()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    assert bench.outbox.writes.count("give_back") >= 1


class _Slow(FakeOutbox):
    """An outbox in which something happens while it looks which targets may be sent to."""

    meanwhile: Callable[[], None] | None = None

    async def filter_sendable(self, target_ids: Collection[int]) -> frozenset[int]:
        found = await super().filter_sendable(target_ids)
        if self.meanwhile is not None:
            self.meanwhile()
        return found


async def test_a_target_may_go_while_it_is_asked_which_may_be_sent_to(bench: Bench) -> None:
    bench.outbox = outbox = _Slow(bench.clock, TARGETS)
    bench.dispatcher = dispatcher = Dispatcher(
        outbox=outbox, poster=bench.poster, secrets=bench.secrets, clock=bench.clock, timer=bench.alarm,
        bug_reporter=bench.incidents,
    )  # fmt: skip
    outbox.on_commit = dispatcher.wake
    for number in range(100):
        outbox.add(str(number))
    bench.start()
    await bench.until(lambda: len(bench.poster.sent) >= 30)
    outbox.full = True
    await bench.pass_time(SECOND)
    assert S in outbox.states().values()
    outbox.meanwhile = lambda: dispatcher.on_targets_changed([1])
    outbox.targets[1].on = False
    dispatcher.wake()
    await bench.pass_time(SECOND)
    assert bench.running is not None
    assert not bench.running.done()
    outbox.meanwhile, outbox.full, outbox.targets[1].on = None, False, True
    for _ in range(5):
        await bench.pass_time(SECOND)
    await bench.until(lambda: set(outbox.states().values()) == {D})


async def test_a_target_that_changed_is_tried_at_once_though_it_was_held(bench: Bench) -> None:
    bench.secrets.lock()
    bench.outbox.add("a")
    bench.start()
    await bench.calm()
    assert bench.poster.ids() == []
    bench.secrets.error = None
    bench.dispatcher.on_targets_changed([1])
    await bench.until(lambda: bench.outbox.states()["a"] is D)
    assert bench.poster.ids() == ["a"]


async def test_another_schedule_can_be_given() -> None:
    clock = FakeClock()
    alarm, outbox, poster = FakeTimer(clock), FakeOutbox(clock), FakePoster()
    dispatcher = Dispatcher(
        outbox=outbox,
        poster=poster,
        secrets=FakeSecrets("webhook-1"),
        clock=clock,
        timer=alarm,
        bug_reporter=FakeBugReporter(),
        retry_after=(7,),
    )
    poster.answers[1] = REFUSED
    outbox.on_commit = dispatcher.wake
    outbox.add("a")
    made = Bench(clock, alarm, outbox, poster, FakeSecrets(), FakeBugReporter(), dispatcher)
    made.start()
    await made.until(lambda: outbox.rows["a"].attempts == 1)
    assert outbox.rows["a"].due == START + 7
    await made.pass_time(7)
    await made.until(lambda: outbox.states()["a"] is F)
    await made.stop()
