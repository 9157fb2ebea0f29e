"""When changes wait for the owner before they go up (link §4)."""

from __future__ import annotations

import pytest

from service.domain.link.push_hold_back import PushTally, reason_to_hold


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
