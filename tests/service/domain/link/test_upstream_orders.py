"""Times of the marketplace on this computer's clock (link §2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.link.upstream_orders import (
    UpstreamOrder,
    clock_offset,
    in_our_time,
    is_usable_reference,
    own_sequence,
    steady_offset,
)
from service.domain.marketplace.orders import Method, Status
from service.domain.times import HOUR, MINUTE, SECOND

NOW = 1_795_183_509_120
THEIRS = UpstreamOrder(
    "ORD-2026-000007", Status.PLACED, NOW, None, False, None, (), Method.COURIER, 0, 0, 0, False, None
)  # fmt: skip


def test_own_orders_of_a_linked_shop_begin_beyond_the_marketplaces() -> None:
    assert [own_sequence(1), own_sequence(2)] == [9_000_001, 9_000_002]


@pytest.mark.parametrize("reference", ["ORD-2026-000001", "ORD-2026-123456789012"])
def test_a_reference_of_the_usual_shape_is_taken_over(reference: str) -> None:
    assert is_usable_reference(reference)
    assert not is_usable_reference(reference, "RFQ")
    assert is_usable_reference(reference.replace("ORD", "RFQ"), "RFQ")


@pytest.mark.parametrize(
    "reference",
    ["", "ORD-2026-1", "ord-2026-000001", "ORD-2026-000001\n", "ORD-٢٠٢٦-000001", "#9", "RFQ-2026-000001",
     "ORD-2026-1234567890123"],
)  # fmt: skip
def test_a_reference_of_another_shape_is_not_taken_over(reference: str) -> None:
    assert not is_usable_reference(reference)


@example(HOUR)
@given(st.integers(-5 * HOUR, 5 * HOUR))
def test_a_countdown_is_right_although_the_clocks_differ(ahead: int) -> None:
    """An order placed at this very moment, by a clock that is `ahead` of ours."""
    there = NOW + ahead
    theirs = replace(THEIRS, placed_at=there, accept_by=there + 30 * MINUTE)
    ours = in_our_time(theirs, clock_offset(NOW, there))
    assert abs(ours.placed_at - NOW) <= 2 * SECOND
    assert ours.accept_by == ours.placed_at + 30 * MINUTE


def test_an_order_without_a_deadline_has_none_here() -> None:
    assert in_our_time(THEIRS, HOUR) == replace(THEIRS, placed_at=NOW + HOUR)


def test_a_difference_of_two_seconds_is_the_time_of_an_answer() -> None:
    assert [clock_offset(NOW, NOW + ahead) for ahead in (2000, 2001, -2000, -2001)] == [0, -2001, 0, 2001]


def test_an_offset_stays_until_it_changes_by_more_than_two_seconds() -> None:
    assert [steady_offset(HOUR, HOUR + more) for more in (2000, -2000, 2001, -2001)] == [
        HOUR, HOUR, HOUR + 2001, HOUR - 2001,
    ]  # fmt: skip
