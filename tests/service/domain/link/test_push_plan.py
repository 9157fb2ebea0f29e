"""What of an item goes up, in calls of at most 1000 rows and 2 MB, with a row for each branch."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.link.push_plan import (
    MAX_BYTES,
    MAX_ROWS,
    Offer,
    Parcel,
    Pushed,
    PushTally,
    bodies_of,
    deactivation,
    fingerprint,
    first_call,
    goes_up,
    gone_branches,
    offered,
    owners_of,
    parcel_of,
    reason_to_hold,
    stock_fingerprint,
)

OFFER = Offer(1, "A", 5, {"name": "Pad", "price_fils": 100}, (("Main", 2500), ("Sitra", 0)))
HELD = OFFER.fingerprints


def test_a_day_of_trade_is_not_held_back_and_a_bad_file_is() -> None:
    tally = PushTally(stocked=100, priced=100)
    for _ in range(19):
        tally.add((100, 5000), (100, 0))
    assert not reason_to_hold(tally)
    for _ in range(40):
        tally.add((100, 5000), (1000, 0))
    assert (tally.items, tally.zeroed, tally.prices_changed) == (59, 59, 40)
    assert str(reason_to_hold(tally)) == (
        "59 of 100 items would go to 0 at the marketplace. "
        "40 of 100 prices would change by more than 30% at the marketplace."
    )


@pytest.mark.parametrize(
    ("tally", "held"),
    [
        (PushTally(stocked=40, zeroed=20), False),
        (PushTally(stocked=39, zeroed=20), True),
        (PushTally(stocked=19, zeroed=19), False),
        (PushTally(stocked=1_000, zeroed=500), False),
        (PushTally(stocked=1_000, zeroed=501), True),
        (PushTally(priced=60, prices_changed=20), False),
        (PushTally(priced=59, prices_changed=20), True),
        (PushTally(priced=19, prices_changed=19), False),
        (PushTally(priced=900, prices_changed=300), False),
        (PushTally(priced=900, prices_changed=301), True),
    ],
)
def test_over_half_of_the_stock_or_a_third_of_the_prices_waits_from_20_items_on(tally: PushTally, held: bool) -> None:
    assert bool(reason_to_hold(tally)) is held


@pytest.mark.parametrize(
    ("before", "after", "zeroed", "changed"),
    [
        ((100, 1), (100, 0), 1, 0),
        ((100, 0), (100, 0), 0, 0),
        ((100, 5000), (100, 1), 0, 0),
        ((None, 5000), (100, 5000), 0, 0),
        ((100, 5000), (130, 5000), 0, 0),
        ((100, 5000), (131, 5000), 0, 1),
        ((100, 5000), (None, 5000), 0, 1),
        ((0, 5000), (0, 5000), 0, 0),
    ],
)
def test_what_counts_as_gone_and_as_another_price(
    before: tuple[int | None, int], after: tuple[int | None, int], zeroed: int, changed: int
) -> None:
    tally = PushTally()
    tally.add(before, after)
    assert (tally.items, tally.zeroed, tally.prices_changed) == (1, zeroed, changed)


def rows_of(parcel: Parcel | None) -> list[dict[str, object]]:
    return [] if parcel is None else [json.loads(row) for row in parcel.rows]


def test_a_new_item_goes_up_whole_with_a_row_for_each_branch() -> None:
    parcel = parcel_of(OFFER, Pushed(), stock_waits=False)
    assert rows_of(parcel) == [
        {"sku": "A", "name": "Pad", "price_fils": 100, "quantity": 2.5, "branch": "Main"},
        {"sku": "A", "quantity": 0, "branch": "Sitra"},
    ]
    assert parcel is not None
    assert (parcel.offer, parcel.leaves) == (OFFER, HELD)


def test_what_upstream_holds_is_not_sent() -> None:
    assert parcel_of(OFFER, HELD, stock_waits=False) is None
    dearer = replace(OFFER, content={"name": "Pad", "price_fils": 120})
    assert rows_of(parcel_of(dearer, HELD, stock_waits=False)) == [{"sku": "A", "name": "Pad", "price_fils": 120}]
    sold = replace(OFFER, stock=(("Main", 1000), ("Sitra", 0)))
    assert rows_of(parcel_of(sold, HELD, stock_waits=False)) == [
        {"sku": "A", "quantity": 1, "branch": "Main"},
        {"sku": "A", "quantity": 0, "branch": "Sitra"},
    ]


def test_stock_is_held_back_while_an_action_waits_and_prices_are_not() -> None:
    changed = replace(OFFER, content={"name": "Pad", "price_fils": 120}, stock=(("Main", 0),))
    parcel = parcel_of(changed, HELD, stock_waits=True)
    assert rows_of(parcel) == [{"sku": "A", "name": "Pad", "price_fils": 120}]
    assert parcel is not None
    assert (parcel.leaves.content, parcel.leaves.stock) == (changed.fingerprints.content, HELD.stock)
    assert parcel_of(replace(OFFER, stock=(("Main", 0),)), HELD, stock_waits=True) is None


@given(st.lists(st.tuples(st.integers(1, 400), st.integers(0, 300_000)), min_size=1, max_size=30))
def test_calls_keep_their_bounds_and_every_parcel_goes_once(shapes: list[tuple[int, int]]) -> None:
    waiting = [
        Parcel(replace(OFFER, item_id=place), (b"x" * (size // rows),) * rows, Pushed())
        for place, (rows, size) in enumerate(shapes)
    ]
    sent: list[Parcel] = []
    while waiting:
        call = first_call(waiting)
        assert len(call) == 1 or len(owners_of(call)) <= MAX_ROWS
        assert len(call) == 1 or len([*bodies_of(call)]) == 1
        assert all(len(body) <= MAX_BYTES + 20 for _, body in bodies_of(call))
        sent += call
        waiting = waiting[len(call) :]
    assert [parcel.offer.item_id for parcel in sent] == list(range(len(shapes)))


def test_a_call_ends_before_the_parcel_that_makes_it_too_large() -> None:
    half = Parcel(OFFER, (b"x" * (MAX_BYTES // 2 - 1),), Pushed())
    assert first_call([half] * 3) == [half] * 2
    row = Parcel(OFFER, (b"x",), Pushed())
    assert len(first_call([row] * (MAX_ROWS + 1))) == MAX_ROWS


@pytest.mark.parametrize(
    ("rows", "size", "starts"),
    [
        (0, 0, []),
        (MAX_ROWS, 10, [0]),
        (2 * MAX_ROWS + 1, 10, [0, MAX_ROWS, 2 * MAX_ROWS]),
        (3, MAX_BYTES // 2, [0, 1, 2]),
        (3, MAX_BYTES // 2 - 1, [0, 2]),
    ],
)
def test_a_parcel_that_is_larger_than_a_call_goes_in_several(rows: int, size: int, starts: list[int]) -> None:
    parcel = Parcel(OFFER, tuple(b"%0*d" % (size, place) for place in range(rows)), Pushed())
    bodies = [*bodies_of([parcel])]
    assert [start for start, _ in bodies] == starts
    sent = [body.removeprefix(b'{"items":[').removesuffix(b"]}").split(b",") for _, body in bodies]
    assert tuple(row for part in sent for row in part) == parcel.rows


def test_what_orders_of_the_shop_hold_is_not_offered() -> None:
    assert [offered(5000, 2000), offered(1000, 3000)] == [3000, 0]


def test_items_that_are_not_for_the_marketplace_stay() -> None:
    listed, unlisted = {"list_on_marketplace": True}, {"list_on_marketplace": False}
    assert goes_up(unlisted, only_listed=False, acked=False)
    assert goes_up(listed, only_listed=True, acked=False)
    assert not goes_up(unlisted, only_listed=True, acked=False)
    assert goes_up(unlisted, only_listed=True, acked=True)


def test_a_branch_that_was_renamed_goes_to_0_there() -> None:
    assert gone_branches(["Main", "Sitra"], ["Riffa", "Sitra"]) == ["Main"]


def test_a_call_that_makes_items_inactive_names_them_and_nothing_else() -> None:
    rows = [b'{"sku":"A","name":"Pad","price_fils":100}', '{"sku":"قطعة 5"}'.encode()]
    assert json.loads(deactivation(rows)) == {
        "items": [{"sku": "A", "active": False}, {"sku": "قطعة 5", "active": False}]
    }


def test_a_fingerprint_has_16_bytes_and_differs_with_the_content() -> None:
    assert len(fingerprint(OFFER.content)) == 16
    assert fingerprint({"name": "Pad"}) != fingerprint({"name": "Pads"})


def test_neither_order_nor_spelling_of_branches_nor_an_empty_one_counts() -> None:
    stock = stock_fingerprint([("Main", 2500), ("Sitra", 1000)])
    assert stock_fingerprint([(" SITRA", 1000), ("main", 2500), ("Riffa", 0)]) == stock
    assert stock_fingerprint([("Main", 1000), ("Sitra", 2500)]) != stock
    assert OFFER.units == 2500
