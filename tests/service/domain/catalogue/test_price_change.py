"""Prices by percent: exact, rounded half up to the step, and summed up."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.catalogue.price_change import (
    STEPS,
    PriceChange,
    PricedItem,
    PriceMove,
    RefusedPrice,
    check_change,
    compute_new_price,
    find_price_fault,
    make_plan,
    plan_moves,
)
from service.domain.errors import Refused
from service.domain.money import MAX_FILS


def item(number: int, shop: int | None, trade: int | None = None) -> PricedItem:
    prices = {"price_fils": shop, "wholesale_price_fils": trade, "online_price_fils": None}
    return number, f"S{number}", f"Part {number}", None, prices


@pytest.mark.parametrize(
    ("fils", "percent", "step", "new"),
    [
        (28_500, 500, 1, 29_925),
        (28_500, 500, 50, 29_950),
        (28_500, 500, 100, 29_900),
        (28_500, -1000, 5, 25_650),
        (1_000, 250, 10, 1_030),
        (1_000, 249, 10, 1_020),
        (125, 1000, 5, 140),
        (0, 500, 50, 0),
    ],
)
def test_the_new_price(fils: int, percent: int, step: int, new: int) -> None:
    assert compute_new_price(fils, PriceChange(percent, step)) == new


@settings(max_examples=60, deadline=None)
@given(st.integers(0, MAX_FILS), st.integers(-99_99, 1_000_00), st.sampled_from(STEPS))
def test_it_is_within_half_a_step_of_the_exact_price_and_a_multiple_of_the_step(
    fils: int, percent: int, step: int
) -> None:
    new = compute_new_price(fils, PriceChange(percent, step))
    exact = Fraction(fils * (10_000 + percent), 10_000)
    assert new % step == 0
    assert -Fraction(step, 2) < new - exact <= Fraction(step, 2), "half a step goes up"


def test_a_plan_says_what_changes_what_stays_and_what_is_refused() -> None:
    items = [item(1, 1000), item(2, 20_000), item(3, None), item(4, 3), item(5, MAX_FILS), item(6, 0)]
    plan = make_plan(items, (1, 2, 3, 4, 5, 6), PriceChange(1000, 100))
    assert (plan.changed, plan.unchanged, plan.without_price, plan.refused_count) == (2, 1, 1, 2)
    assert (plan.lowest, plan.highest) == ((1000, 1100), (20_000, 22_000))
    assert [(move.sku, move.old, move.new) for move in plan.largest] == [("S2", 20_000, 22_000), ("S1", 1000, 1100)]
    assert [(refused.sku, str(refused.reason)) for refused in plan.refused] == [
        ("S4", "would become 0"),
        ("S5", "would be higher than a price can be"),
    ]


def test_several_prices_of_an_item_change_together() -> None:
    plan = make_plan([item(1, 1000, 800)], (1,), PriceChange(1000, 1, ("price_fils", "wholesale_price_fils")))
    assert {(move.field, move.new) for move in plan.largest} == {("price_fils", 1100), ("wholesale_price_fils", 880)}


def test_each_price_is_planned_with_its_item_and_one_that_is_not_there_ends_nothing() -> None:
    fields = ("price_fils", "wholesale_price_fils")
    change = PriceChange(1000, fields=fields)
    prices: dict[str, int | None] = {"price_fils": None, "wholesale_price_fils": 100}
    moves = [*plan_moves([(1, "A", "Pad", "\u0641", prices), item(2, MAX_FILS, 200)], change)]
    assert moves[:2] == [None, PriceMove(1, "A", "Pad", "\u0641", "wholesale_price_fils", 100, 110)]
    refused, last = moves[2:]
    assert isinstance(refused, RefusedPrice)
    assert (refused.sku, refused.field, refused.old) == ("S2", "price_fils", MAX_FILS)
    assert last == PriceMove(2, "S2", "Part 2", None, "wholesale_price_fils", 200, 220)
    assert make_plan([], (), change).change == change


def test_only_the_ten_largest_changes_are_named_and_a_hundred_refusals() -> None:
    items = [item(number, 1000 * number) for number in range(1, 31)] + [item(number, 1) for number in range(31, 181)]
    plan = make_plan(items, (), PriceChange(1000, 100))
    assert [move.item_id for move in plan.largest] == list(range(30, 20, -1))
    assert (len(plan.refused), plan.refused_count) == (100, 150)


def test_the_largest_change_is_the_one_that_moves_a_price_most() -> None:
    plan = make_plan([item(1, 1090), item(2, 149)], (1, 2), PriceChange(100, 100))
    assert [(move.old, move.new) for move in plan.largest] == [(149, 200), (1090, 1100)]
    equal = make_plan([item(2, 1000), item(1, 1000)], (1, 2), PriceChange(500))
    assert [move.item_id for move in equal.largest] == [1, 2]


def test_a_plan_is_another_one_when_a_price_is() -> None:
    change = PriceChange(500)
    assert make_plan([item(1, 1000)], (1,), change).digest == make_plan([item(1, 1000)], (1,), change).digest
    assert make_plan([item(1, 1000)], (1,), change).digest != make_plan([item(1, 1001)], (1,), change).digest


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        (PriceChange(0), "bad_percent", "Write a percentage from -99.99 to 1000, and not 0."),
        (PriceChange(-100_00), "bad_percent", "Write a percentage from -99.99 to 1000, and not 0."),
        (PriceChange(1_000_01), "bad_percent", "Write a percentage from -99.99 to 1000, and not 0."),
        (PriceChange(5, 7), "bad_step", "Prices are rounded to 1, 5, 10, 50 or 100 fils."),
    ],
)
def test_what_has_no_meaning_is_refused(change: PriceChange, code: str, sentence: str) -> None:
    with pytest.raises(Refused) as raised:
        check_change(change)
    assert (raised.value.code, raised.value.message) == (code, sentence)
    with pytest.raises(Refused):
        make_plan([], (), change)


@pytest.mark.parametrize("percent", [-99_99, -1, 1, 1_000_00])
@pytest.mark.parametrize("step", STEPS)
def test_each_percentage_up_to_its_bounds_and_each_step_is_taken(percent: int, step: int) -> None:
    assert make_plan([], (), PriceChange(percent, step)).changed == 0


def test_every_price_of_an_item_is_counted() -> None:
    items = [item(1, 0), item(2, 0), item(3, None), item(4, None)]
    plan = make_plan(items, (1, 2, 3, 4), PriceChange(1000))
    assert (plan.unchanged, plan.without_price, plan.changed) == (2, 2, 0)
    assert (plan.lowest, plan.highest, plan.largest) == (None, None, ())
    assert plan.item_ids == (1, 2, 3, 4)


def test_a_price_may_be_0_or_as_high_as_a_price_can_be() -> None:
    assert find_price_fault(0, 0) is find_price_fault(1, MAX_FILS) is None
    assert str(find_price_fault(1, 0)) == "would become 0"
    assert str(find_price_fault(1, MAX_FILS + 1)) == "would be higher than a price can be"
