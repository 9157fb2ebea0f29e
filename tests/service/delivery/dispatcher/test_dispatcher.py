"""The dispatcher with fakes of all its ports; no real time passes."""

from __future__ import annotations

import asyncio

from service.delivery.attempt_result import AttemptResult, make_answered_result
from service.domain.times import MINUTE, SECOND
from service.domain.webhooks.retries import Outcome
from service.domain.webhooks.signing import SIGNATURE, SIGNATURE_NEXT
from tests.service.delivery.delivery_fakes import (
    ACCEPTED,
    REFUSED,
    START,
)
from tests.service.delivery.dispatcher.dispatcher_bench import TARGETS, Bench, D, F, S, W


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
