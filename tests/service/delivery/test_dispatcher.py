"""The dispatcher with fakes of all its ports; no real time passes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass

import pytest
import pytest_asyncio

from service.delivery.attempt_result import AttemptFault, AttemptResult, make_answered_result
from service.delivery.dispatcher import Dispatcher
from service.domain.times import MINUTE, SECOND
from service.domain.webhooks.events import DeliveryState
from service.domain.webhooks.retries import Outcome
from service.domain.webhooks.signing import SIGNATURE, SIGNATURE_NEXT
from tests.service.delivery.delivery_fakes import (
    ACCEPTED,
    NO_NETWORK,
    REFUSED,
    START,
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


async def test_what_is_committed_goes_out_at_once_and_signed(bench: Bench) -> None:
    bench.start()
    await bench.calm()
    bench.outbox.add("a")
    await bench.until(lambda: bench.outbox.states()["a"] is D)
    assert bench.poster.sent[0].headers[SIGNATURE].startswith("sha256=")
    assert SIGNATURE_NEXT not in bench.poster.sent[0].headers
    assert bench.outbox.attempts[0].at == START


async def test_during_a_rotation_both_secrets_sign(bench: Bench) -> None:
    bench.outbox.targets[1].next_secret_name = "webhook-2"
    bench.outbox.add("a")
    bench.start()
    await bench.until(lambda: bench.outbox.states()["a"] is D)
    assert SIGNATURE_NEXT in bench.poster.sent[0].headers


async def test_the_whole_schedule_and_then_failed(bench: Bench) -> None:
    bench.poster.answers[1] = REFUSED
    bench.outbox.add("a")
    bench.start()
    for minutes in (1, 2, 4, 8, 16):
        await bench.calm()
        before = len(bench.poster.sent)
        await bench.pass_time(minutes * MINUTE - 1)
        assert len(bench.poster.sent) == before
        await bench.pass_time(1)
        assert len(bench.poster.sent) == before + 1
    assert bench.outbox.states()["a"] is F
    assert set(bench.poster.ids()) == {"a"}
    assert {sent.body for sent in bench.poster.sent} == {b"a"}
    assert bench.outbox.targets[1].health.trouble_since is not None


async def test_a_next_attempt_in_the_past_is_taken(bench: Bench) -> None:
    bench.outbox.add("a", due=START - 3_000_000)
    bench.start()
    await bench.until(lambda: bench.outbox.states()["a"] is D)
    assert bench.poster.ids() == ["a"]


async def test_rows_left_sending_are_taken_back_and_sent(bench: Bench) -> None:
    bench.outbox.add("a")
    bench.outbox.rows["a"].state = S
    bench.start()
    await bench.until(lambda: bench.outbox.states()["a"] is D)
    assert bench.outbox.outcomes("a") == [Outcome.OUTAGE, Outcome.ACCEPTED]
    assert bench.outbox.rows["a"].attempts == 1


async def test_a_hanging_target_delays_no_other(bench: Bench) -> None:
    hang = asyncio.Event()

    async def never() -> AttemptResult:
        await hang.wait()
        return REFUSED

    bench.poster.answers[1] = never
    for number in range(400):
        bench.outbox.add(f"{number}", TARGETS[number % 10])
    bench.start()
    for _ in range(12):
        await bench.pass_time(SECOND)
    left = [row.target_id for row in bench.outbox.rows.values() if row.state is not D]
    assert set(left) == {1}
    hang.set()
    await bench.calm()


async def test_no_more_than_the_limit_is_in_flight(bench: Bench) -> None:
    gate = asyncio.Event()

    async def slow() -> AttemptResult:
        await gate.wait()
        return ACCEPTED

    bench.poster.answers[1] = ACCEPTED
    for number in range(300):
        bench.outbox.add(str(number))
    bench.start()
    await bench.until(lambda: len(bench.poster.sent) > 20)
    bench.poster.answers[1] = slow
    await bench.calm()
    assert bench.poster.most_out[1] == 8
    gate.set()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})


async def test_a_start_is_no_burst(bench: Bench) -> None:
    for target in TARGETS:
        for number in range(5):
            bench.outbox.add(f"{target}-{number}", target, due=START - target)
    bench.start()
    await bench.calm()
    assert {sent.target_id for sent in bench.poster.sent} == {10}
    await bench.pass_time(200)
    assert {sent.target_id for sent in bench.poster.sent} == {10, 9}
    for _ in range(10):
        await bench.pass_time(200)
    assert set(bench.outbox.states().values()) == {D}


async def test_first_attempts_about_an_order_keep_their_order_and_a_failed_one_holds_nothing(bench: Bench) -> None:
    gate = asyncio.Event()

    async def slow_refusal() -> AttemptResult:
        await gate.wait()
        return REFUSED

    for number in range(20):
        bench.outbox.add(f"warm{number}")
    bench.start()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    bench.poster.sent.clear()
    bench.poster.answers[1] = slow_refusal
    for name, order in (("x1", "ORD-1"), ("x2", "ORD-1"), ("y1", "ORD-2"), ("x3", "ORD-1"), ("y2", "ORD-2")):
        bench.outbox.add(name, order=order)
    await bench.calm()
    assert bench.poster.ids() == ["x1", "y1"]
    gate.set()
    await bench.until(lambda: len(bench.poster.sent) == 5)
    sent = bench.poster.ids()
    assert [one for one in sent if one[0] == "x"] == ["x1", "x2", "x3"]
    assert [one for one in sent if one[0] == "y"] == ["y1", "y2"]


async def test_a_secret_that_cannot_be_read_leaves_all_waiting_with_the_reason(bench: Bench) -> None:
    bench.secrets.lock()
    for number in range(10):
        bench.outbox.add(str(number))
    bench.start()
    await bench.calm()
    assert bench.poster.sent == []
    assert set(bench.outbox.states().values()) == {W}
    assert bench.outbox.attempts == []
    assert str(bench.outbox.targets[1].note) == "The keyring is locked; unlock it"
    bench.secrets.error = None
    bench.dispatcher.on_secrets_changed()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    await bench.calm()
    assert bench.outbox.targets[1].note is None


async def test_a_locked_secret_is_asked_for_again_after_a_while(bench: Bench) -> None:
    bench.secrets.lock()
    bench.outbox.add("a")
    bench.start()
    await bench.calm()
    assert bench.secrets.reads == 1
    bench.secrets.error = None
    await bench.pass_time(5 * SECOND)
    assert bench.outbox.states()["a"] is D


async def test_a_damaged_secret_signs_nothing(bench: Bench) -> None:
    bench.secrets.secrets["webhook-1"] = type(bench.secrets.secrets["webhook-1"])("whsec_***")
    bench.outbox.add("a")
    bench.start()
    await bench.calm()
    assert (bench.poster.sent, bench.outbox.states()["a"]) == ([], W)
    assert "damaged" in str(bench.outbox.targets[1].note)


async def test_mode_off_posts_nothing_and_gives_back_what_was_claimed(bench: Bench) -> None:
    gate = asyncio.Event()

    async def slow() -> AttemptResult:
        await gate.wait()
        return ACCEPTED

    for number in range(30):
        bench.outbox.add(str(number))
    bench.start()
    await bench.until(lambda: len(bench.poster.sent) >= 10)
    bench.poster.answers[1] = slow
    await bench.calm()
    bench.outbox.mode_on = False
    bench.dispatcher.wake()
    await bench.calm()
    out = sum(bench.poster.out.values())
    gate.set()
    await bench.calm()
    states = list(bench.outbox.states().values())
    assert states.count(W) > 0
    assert states.count(S) == 0
    assert len(bench.poster.sent) == states.count(D)
    assert out <= 8
    bench.outbox.mode_on = True
    bench.dispatcher.wake()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    assert sorted(bench.poster.ids()) == sorted(set(bench.poster.ids()))


async def test_an_own_outage_uses_up_no_attempt_and_is_noted_once(bench: Bench) -> None:
    bench.poster.answers[1] = NO_NETWORK
    for number in range(50):
        bench.outbox.add(str(number), order="ORD-1")
    bench.start()
    for _ in range(40):
        await bench.pass_time(30 * SECOND)
    assert 3 <= len(bench.poster.sent) <= 60
    assert len(bench.outbox.attempts) == 1
    assert {row.attempts for row in bench.outbox.rows.values()} == {0}
    assert bench.outbox.targets[1].note == NO_NETWORK.sentence
    assert bench.outbox.targets[1].health.failures == 0
    bench.poster.answers[1] = ACCEPTED
    bench.poster.sent.clear()
    await bench.pass_time(30 * SECOND)
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    assert bench.poster.ids() == [str(number) for number in range(50)]
    await bench.calm()
    assert bench.outbox.targets[1].note is None


async def test_a_target_that_catches_up_gets_its_failed_ones_again(bench: Bench) -> None:
    bench.outbox.targets[1].catch_up = True
    bench.outbox.add("old")
    bench.outbox.rows["old"].state = F
    bench.start()
    await bench.calm()
    assert bench.poster.sent == []
    bench.outbox.add("new")
    await bench.until(lambda: bench.outbox.states() == {"old": D, "new": D})


async def test_records_are_written_together(bench: Bench) -> None:
    for number in range(2000):
        bench.outbox.add(str(number), due=START)
    bench.poster.answers[1] = make_answered_result(200, 2, b"")
    bench.start()
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    assert len(bench.outbox.attempts) == 2000
    assert bench.outbox.writes.count("record") < 500
    assert bench.outbox.writes.count("claim") < 60


async def test_a_full_disk_loses_no_record_and_sends_nothing_twice(bench: Bench) -> None:
    for number in range(100):
        bench.outbox.add(str(number))
    bench.start()
    await bench.until(lambda: len(bench.poster.sent) >= 30)
    bench.outbox.full = True
    for _ in range(10):
        await bench.pass_time(SECOND)
    sent_while_full = len(bench.poster.sent)
    for _ in range(10):
        await bench.pass_time(SECOND)
    assert len(bench.poster.sent) == sent_while_full
    bench.outbox.full = False
    for _ in range(5):
        await bench.pass_time(SECOND)
    await bench.until(lambda: set(bench.outbox.states().values()) == {D})
    assert sorted(bench.poster.ids()) == sorted(bench.outbox.rows)
    assert len(bench.outbox.attempts) == 100


async def test_a_database_that_opens_late_is_waited_for(bench: Bench) -> None:
    bench.outbox.add("a")
    bench.outbox.full = True
    bench.start()
    await bench.pass_time(SECOND)
    bench.outbox.full = False
    for _ in range(3):
        await bench.pass_time(SECOND)
    assert bench.outbox.states()["a"] is D


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


async def test_a_bug_in_posting_is_reported_and_counts_as_an_attempt(bench: Bench) -> None:
    bench.poster.answers[1] = RuntimeError("a bug")
    bench.outbox.add("a")
    bench.start()
    await bench.until(lambda: bool(bench.outbox.attempts))
    assert bench.outbox.attempts[0].result.fault is AttemptFault.INTERNAL
    assert "ref1" in str(bench.outbox.attempts[0].result.sentence)
    assert [str(error) for error in bench.incidents.reported] == ["a bug"]
    bench.incidents.reported.clear()


async def test_a_bug_in_reading_a_secret_is_reported_and_leaves_the_delivery_waiting(bench: Bench) -> None:
    bench.secrets.error = RuntimeError("a bug")
    bench.outbox.add("a")
    bench.start()
    await bench.until(lambda: bench.outbox.targets[1].note is not None)
    assert (bench.outbox.states()["a"], bench.poster.sent) == (W, [])
    assert "ref1" in str(bench.outbox.targets[1].note)
    bench.incidents.reported.clear()


async def test_a_bug_in_the_store_ends_the_run_with_that_bug(bench: Bench) -> None:
    bench.outbox.add("a")
    bench.start()
    await bench.until(lambda: bench.outbox.states()["a"] is D)
    bench.outbox.add("b")
    del bench.outbox.targets[1]
    assert bench.running is not None
    with pytest.raises(KeyError):
        await bench.running


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


@pytest.mark.parametrize("movable", [True, False])
async def test_an_attempt_that_cannot_be_written_down_neither_ends_the_sender_nor_goes_out_again(
    bench: Bench, movable: bool
) -> None:
    for name in "abc":
        bench.outbox.add(name)
    bench.outbox.broken.add("b")
    if not movable:
        bench.outbox.unmovable.add("b")
    bench.start()
    await bench.until(lambda: bench.outbox.states()["a"] is D and bench.outbox.states()["c"] is D)
    await bench.pass_time(20 * MINUTE)
    bench.outbox.add("d")
    await bench.until(lambda: bench.outbox.states()["d"] is D)
    assert bench.outbox.states()["b"] is (D if movable else S)
    assert sorted(bench.poster.ids()) == ["a", "b", "c", "d"]
    assert [name for name, note in bench.outbox.steps_only if "ref1" in note] == (["b"] if movable else [])
    assert [str(error) for error in bench.incidents.reported] == ["a bug", "another bug"][: 1 if movable else 2]
    bench.incidents.reported.clear()
