"""The rules of a target's queue: slow start, order of first attempts, holds, and the size of
claims.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service.delivery.attempt_result import make_answered_result
from service.delivery.target_queue import MAX_CLAIM, MAX_HOLD, MAX_IN_FLIGHT, TargetQueue
from service.domain.webhooks.events import ClaimedDelivery, EventKind
from tests.service.delivery.delivery_fakes import ACCEPTED, NO_NETWORK, REFUSED, START


def row(name: str, order: str | None = None, attempts: int = 0) -> ClaimedDelivery:
    return ClaimedDelivery(
        name, 1, "http://127.0.0.1/", "webhook-1", None, EventKind.ORDER_STATUS, b"{}", attempts, order
    )


def test_it_starts_slowly_and_grows_with_each_answer() -> None:
    queue = TargetQueue(1)
    queue.add(row(str(number)) for number in range(50))
    grown = []
    for _ in range(10):
        grown.append(queue.free_slots(START))
        queue.record_result(ACCEPTED)
    assert grown == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


def test_a_hold_doubles_up_to_its_longest_and_an_answer_ends_it() -> None:
    queue = TargetQueue(1)
    spans = []
    now = START
    for _ in range(5):
        queue.hold(now)
        opens = queue.hold_end(now)
        assert opens is not None
        spans.append(opens - now)
        queue.hold(now + 1)
        assert queue.hold_end(now) == opens
        now = opens
    assert spans == [5_000, 10_000, 20_000, 30_000, 30_000]
    queue.record_result(REFUSED)
    queue.hold(now)
    assert queue.hold_end(now) == now + 5_000


def test_a_hold_gives_up_what_is_claimed() -> None:
    queue = TargetQueue(1)
    queue.add([row("a"), row("b")])
    assert [one.delivery_id for one in queue.hold(START)] == ["a", "b"]
    assert (queue.waiting, queue.take(START), queue.claim_size(START)) == (0, None, 0)


def test_nothing_is_posted_before_it_opens_or_past_its_slots() -> None:
    queue = TargetQueue(1, opens_at=START + 1_000)
    queue.add([row("a"), row("b")])
    assert (queue.take(START), queue.free_slots(START), queue.claim_size(START)) == (None, 0, 0)
    queue.slots = 2
    assert queue.take(START + 1_000) is None
    queue.slots = 1
    assert queue.take(START + 1_000) == row("a")


def test_a_hold_that_was_ended_begins_again_with_its_shortest() -> None:
    queue = TargetQueue(1)
    for _ in range(2):
        queue.hold(START)
        assert (queue.was_held, queue.hold_end(START)) == (True, START + 5_000)
        queue.end_hold()
        assert (queue.was_held, queue.is_open(START)) == (False, True)


def test_an_outage_teaches_nothing() -> None:
    queue = TargetQueue(1, failures=3)
    queue.record_result(NO_NETWORK)
    assert queue.is_failing
    queue.record_result(ACCEPTED)
    assert not queue.is_failing


def test_a_retry_is_not_held_back_by_its_order() -> None:
    queue = TargetQueue(1)
    queue.add([row("a", "ORD-1"), row("b", "ORD-1"), row("again", "ORD-1", attempts=1)])
    taken = [queue.take(START), queue.take(START), queue.take(START)]
    assert [one.delivery_id if one else None for one in taken] == ["a", "again", None]


def test_a_fast_target_is_claimed_for_in_hundreds_and_a_slow_one_as_far_as_it_is_served() -> None:
    fast, slow = TargetQueue(1), TargetQueue(2)
    for _ in range(60):
        fast.record_result(make_answered_result(200, 2, b""))
        slow.record_result(make_answered_result(200, 9_000, b""))
    assert fast.claim_size(START) == MAX_CLAIM
    assert slow.claim_size(START) == MAX_IN_FLIGHT


def test_what_is_still_queued_is_not_claimed_for() -> None:
    queue = TargetQueue(1)
    for _ in range(60):
        queue.record_result(make_answered_result(200, 2, b""))
    queue.add(row(str(number)) for number in range(100))
    assert queue.claim_size(START) == MAX_CLAIM - 100
    queue.add(row(str(number)) for number in range(29))
    assert queue.claim_size(START) == 0


def test_it_asks_for_more_until_a_claim_comes_back_short() -> None:
    queue = TargetQueue(1)
    assert queue.needs_claim(START)
    queue.note_claim(10, 3)
    assert not queue.needs_claim(START)
    queue.note_claim(0, 0)
    assert queue.needs_claim(START)


orders = st.lists(st.sampled_from(["ORD-1", "ORD-2", "ORD-3", None]), max_size=40)


@given(orders, st.randoms(use_true_random=False))
def test_every_delivery_goes_out_once_and_first_attempts_of_an_order_one_after_another(
    given_orders: list[str | None], chance: object
) -> None:
    queue = TargetQueue(1)
    rows = [row(f"{place:03}", order) for place, order in enumerate(given_orders)]
    queue.add(rows)
    out: list[ClaimedDelivery] = []
    went: list[ClaimedDelivery] = []
    while queue.waiting or out:
        taken = queue.take(START)
        if taken is None or (out and chance.random() < 0.4):  # type: ignore[attr-defined]
            assert out or taken is not None
            if out:
                queue.mark_done(out.pop(chance.randrange(len(out))))  # type: ignore[attr-defined]
        if taken is not None:
            busy = [one.order for one in out if one.order is not None]
            assert taken.order not in busy
            out.append(taken)
            went.append(taken)
    assert sorted(one.delivery_id for one in went) == [one.delivery_id for one in rows]
    for order in ("ORD-1", "ORD-2", "ORD-3"):
        mine = [one.delivery_id for one in went if one.order == order]
        assert mine == sorted(mine)


def test_an_opening_time_far_ahead_is_of_a_clock_set_back() -> None:
    queue = TargetQueue(1, opens_at=START + MAX_HOLD + 1)
    assert queue.is_open(START)
    assert not TargetQueue(1, opens_at=START + MAX_HOLD).is_open(START)


def test_what_a_target_takes_in_a_second_is_claimed() -> None:
    """With eight posts at once, each of 100 ms."""
    queue = TargetQueue(1)
    for _ in range(60):
        queue.record_result(make_answered_result(200, 100, b""))
    assert queue.claim_size(START) in {79, 80}
