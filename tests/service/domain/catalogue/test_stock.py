"""Stock movements (contract §3.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.catalogue.stock import MOVEMENTS, BranchStock, Cause, Level, apply_movement
from service.domain.errors import Refused
from service.domain.quantity import MAX_MILLI

LEVELS = st.integers(0, MAX_MILLI).flatmap(lambda on_hand: st.builds(Level, st.just(on_hand), st.integers(0, on_hand)))

HELD = "Open orders hold 2 of A-1 at Main; {} would be left. Cancel or finish those orders first."


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
    assert Level(5, 2).free == BranchStock("Main", 5, 2).free == 3
