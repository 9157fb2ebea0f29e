"""Secrets that cannot be read, outages, a full disk and bugs lose no delivery."""

from __future__ import annotations

import pytest

from service.delivery.attempt_recorder import RETRY_PAUSE
from service.delivery.attempt_result import AttemptFault
from service.domain.times import MINUTE, SECOND
from tests.service.delivery.delivery_fakes import (
    ACCEPTED,
    NO_NETWORK,
    START,
)
from tests.service.delivery.dispatcher.dispatcher_bench import Bench, D, S, W


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


async def test_an_own_outage_uses_up_no_attempt_and_is_noted_once(bench: Bench) -> None:
    bench.poster.answers[1] = NO_NETWORK
    for number in range(50):
        bench.outbox.add(str(number), order="ORD-1")
    bench.start()
    for _ in range(40):
        await bench.pass_time(30 * SECOND)
    assert 3 <= len(bench.poster.sent) <= 60
    (attempt,) = bench.outbox.attempts
    assert attempt.at == START
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


async def test_claims_that_cannot_be_recovered_are_asked_for_after_a_pause_although_a_commit_woke_it(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.outbox.full = True
    bench.outbox.add("a")
    bench.dispatcher.wake()
    bench.start()
    await bench.calm()
    assert caplog.text.count("cannot be taken up yet") == 1
    await bench.pass_time(RETRY_PAUSE)
    assert caplog.text.count("cannot be taken up yet") == 2
    bench.outbox.full = False
    await bench.pass_time(RETRY_PAUSE)
    await bench.until(lambda: bench.outbox.states()["a"] is D)


async def test_due_deliveries_that_could_not_be_read_are_looked_for_after_a_pause(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.start()
    await bench.calm()
    bench.outbox.full = True
    bench.outbox.add("a")
    bench.dispatcher.wake()
    await bench.calm()
    assert caplog.messages == ["Due deliveries could not be read: The disk is full; make room"]
    bench.outbox.full = False
    await bench.pass_time(RETRY_PAUSE)
    assert bench.outbox.states()["a"] is D


async def test_it_stops_while_claims_cannot_be_recovered(bench: Bench) -> None:
    bench.outbox.full = True
    bench.dispatcher.wake()
    bench.start()
    await bench.calm()
    await bench.stop()
    assert bench.poster.sent == []


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
