"""A lane's rules: slow start, order among first attempts, holds, and how much to claim."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service.delivery.lanes import IN_FLIGHT, LARGEST_CLAIM, LONGEST_HOLD, Lane
from service.delivery.results import answered
from service.domain.claims import Claimed
from service.domain.events import EventKind
from tests.service.delivery.fakes import ACCEPTED, NO_NETWORK, REFUSED, START


def row(name: str, order: str | None = None, attempts: int = 0) -> Claimed:
    return Claimed(name, 1, "http://127.0.0.1/", "webhook-1", None, EventKind.ORDER_STATUS, b"{}", attempts, order)


def test_it_starts_slowly_and_grows_with_each_answer() -> None:
    lane = Lane(1)
    lane.add(row(str(number)) for number in range(50))
    grown = []
    for _ in range(10):
        grown.append(lane.free_slots(START))
        lane.learn(ACCEPTED)
    assert grown == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


def test_a_hold_doubles_up_to_its_longest_and_an_answer_ends_it() -> None:
    lane = Lane(1)
    spans = []
    now = START
    for _ in range(5):
        lane.hold(now)
        opens = lane.opens_at(now)
        assert opens is not None
        spans.append(opens - now)
        lane.hold(now + 1)
        assert lane.opens_at(now) == opens
        now = opens
    assert spans == [5_000, 10_000, 20_000, 30_000, 30_000]
    lane.learn(REFUSED)
    lane.hold(now)
    assert lane.opens_at(now) == now + 5_000


def test_a_hold_gives_up_what_is_claimed() -> None:
    lane = Lane(1)
    lane.add([row("a"), row("b")])
    assert [one.delivery_id for one in lane.hold(START)] == ["a", "b"]
    assert (lane.waiting, lane.take(START), lane.room(START)) == (0, None, 0)


def test_an_outage_teaches_nothing() -> None:
    lane = Lane(1, failures=3)
    lane.learn(NO_NETWORK)
    assert lane.failing
    lane.learn(ACCEPTED)
    assert not lane.failing


def test_a_retry_is_not_held_back_by_its_order() -> None:
    lane = Lane(1)
    lane.add([row("a", "ORD-1"), row("b", "ORD-1"), row("again", "ORD-1", attempts=1)])
    taken = [lane.take(START), lane.take(START), lane.take(START)]
    assert [one.delivery_id if one else None for one in taken] == ["a", "again", None]


def test_a_fast_target_is_claimed_for_in_hundreds_and_a_slow_one_as_far_as_it_is_served() -> None:
    fast, slow = Lane(1), Lane(2)
    for _ in range(60):
        fast.learn(answered(200, 2, b""))
        slow.learn(answered(200, 9_000, b""))
    assert fast.room(START) == LARGEST_CLAIM
    assert slow.room(START) == IN_FLIGHT


def test_it_asks_for_more_until_a_claim_comes_back_short() -> None:
    lane = Lane(1)
    assert lane.wants_claim(START)
    lane.asked(10, 3)
    assert not lane.wants_claim(START)
    lane.asked(0, 0)
    assert lane.wants_claim(START)


orders = st.lists(st.sampled_from(["ORD-1", "ORD-2", "ORD-3", None]), max_size=40)


@given(orders, st.randoms(use_true_random=False))
def test_every_delivery_goes_out_once_and_first_attempts_of_an_order_one_after_another(
    given_orders: list[str | None], chance: object
) -> None:
    lane = Lane(1)
    rows = [row(f"{place:03}", order) for place, order in enumerate(given_orders)]
    lane.add(rows)
    out: list[Claimed] = []
    went: list[Claimed] = []
    while lane.waiting or out:
        taken = lane.take(START)
        if taken is None or (out and chance.random() < 0.4):  # type: ignore[attr-defined]
            assert out or taken is not None
            if out:
                lane.done(out.pop(chance.randrange(len(out))))  # type: ignore[attr-defined]
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
    lane = Lane(1, opens_at=START + LONGEST_HOLD + 1)
    assert lane.open(START)
    assert not Lane(1, opens_at=START + LONGEST_HOLD).open(START)
