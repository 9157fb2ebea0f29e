"""Stock movements (contract §3.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.catalogue.stock import (
    DEFAULT_LOW_LIMIT,
    MOVEMENTS,
    BranchStock,
    Cause,
    Level,
    ShortLine,
    apply_movement,
    held_at_first,
    share_out,
)
from service.domain.errors import Refused
from service.domain.quantity import MAX_MILLI

LEVELS = st.integers(0, MAX_MILLI).flatmap(lambda on_hand: st.builds(Level, st.just(on_hand), st.integers(0, on_hand)))

HELD = "Open orders hold 2 of A-1 at Main; {} would be left. Cancel or finish those orders first."


def test_two_units_are_low_where_an_item_says_nothing_else() -> None:
    assert DEFAULT_LOW_LIMIT == 2_000


@given(st.integers(-5, 50), st.lists(st.integers(1, 10), max_size=8))
def test_the_oldest_gets_what_it_needs_before_the_next_gets_any(free: int, shorts: list[int]) -> None:
    lines = [ShortLine(place, 0, 1, 1, short) for place, short in enumerate(shorts)]
    holds = {hold.line.order_id: hold.milli for hold in share_out(free, lines)}
    assert 0 not in holds.values()
    assert sum(holds.values()) == min(max(free, 0), sum(shorts))
    for place, short in enumerate(shorts):
        before = sum(shorts[:place])
        assert holds.get(place, 0) == max(0, min(short, max(free, 0) - before))


@given(st.integers(0, 20), st.integers(-5, 20))
def test_an_order_that_arrives_holds_what_is_free_and_no_more(ordered: int, free: int) -> None:
    assert held_at_first(ordered, free) == min(ordered, max(free, 0))


@pytest.mark.parametrize(
    ("cause", "after"), [(Cause.SALE, 7_000), (Cause.JOB, 7_000), (Cause.RETURN, 13_000), (Cause.COUNT, 3_000)]
)
def test_what_each_cause_does(cause: Cause, after: int) -> None:
    assert apply_movement(Level(10_000, 2_000), cause, 3_000, "A", "Main") == Level(after, 2_000)


@given(LEVELS, st.sampled_from(MOVEMENTS), st.integers(0, 2 * MAX_MILLI))
def test_no_movement_leaves_less_than_is_held_or_more_than_can_be(level: Level, cause: Cause, amount: int) -> None:
    try:
        after = apply_movement(level, cause, amount, "A", "Main")
    except Refused:
        taken = {Cause.SALE: level.quantity - amount, Cause.JOB: level.quantity - amount, Cause.COUNT: amount}
        assert not level.reserved <= taken.get(cause, level.quantity + amount) <= MAX_MILLI
    else:
        assert after.reserved == level.reserved
        assert after.reserved <= after.quantity <= MAX_MILLI


@pytest.mark.parametrize(("cause", "amount", "code", "sentence"), [
    (Cause.SALE, 11_000, "not_enough_stock", "A-1 has 10 at Main; 11 cannot leave."),
    (Cause.JOB, 8_500, "stock_held", HELD.format("1.5")),
    (Cause.COUNT, 1_999, "stock_held", HELD.format("1.999")),
    (Cause.RETURN, MAX_MILLI, "too_much_stock", "A-1 cannot hold more than 1000000000 at Main; check the quantity."),
])  # fmt: skip
def test_refusals_say_why(cause: Cause, amount: int, code: str, sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        apply_movement(Level(10_000, 2_000), cause, amount, "A-1", "Main")
    assert (caught.value.code, caught.value.message) == (code, sentence)


def test_what_is_held_may_stay_to_the_last_unit_and_all_that_can_be_may_be_there() -> None:
    assert apply_movement(Level(10_000, 2_000), Cause.SALE, 8_000, "A", "Main") == Level(2_000, 2_000)
    assert apply_movement(Level(0, 0), Cause.COUNT, MAX_MILLI, "A", "Main") == Level(MAX_MILLI, 0)
    assert Level(5, 2).free == BranchStock(5, 2, "Main").free == 3
