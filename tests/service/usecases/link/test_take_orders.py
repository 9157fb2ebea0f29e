"""When the marketplace takes units off its own stock, and what it acknowledged is old (link §3)."""

from __future__ import annotations

import pytest

from service.domain.link.order_merge import Merge
from service.domain.marketplace.orders import Status
from service.domain.sentences import verbatim
from service.store.link.mirror import Mirror
from service.usecases.link.take_orders import _ships_late

APART = verbatim("ORD-2026-000001 is confirmed here.")
READY, AWAY, DELIVERED = Status.READY, Status.OUT_FOR_DELIVERY, Status.DELIVERED


@pytest.mark.parametrize(
    ("known", "was_apart", "told", "is_apart", "ships"),
    [
        (READY, False, AWAY, False, True),
        (READY, False, DELIVERED, False, True),
        (READY, True, READY, False, False),
        (READY, False, READY, False, False),
        (AWAY, False, AWAY, False, False),
        (AWAY, False, AWAY, True, False),
        (AWAY, True, AWAY, True, False),
        (AWAY, True, AWAY, False, True),
        (AWAY, False, DELIVERED, False, False),
        (DELIVERED, True, DELIVERED, False, True),
        (DELIVERED, False, DELIVERED, False, False),
    ],
)
def test_units_leave_there_with_the_status_or_once_a_restored_marketplace_has_caught_up(
    known: Status, was_apart: bool, told: Status, is_apart: bool, ships: bool
) -> None:
    mirror = Mirror(1, known, None, APART if was_apart else None, None)
    assert _ships_late(mirror, Merge(told, difference=APART if is_apart else None)) is ships
