"""A ring comes more often and gets louder as the time to accept runs out."""

from __future__ import annotations

import pytest

from service.domain.marketplace.ringing import compute_ring_interval, compute_ring_volume
from service.domain.times import MINUTE, SECOND


@pytest.mark.parametrize(
    ("left", "pause", "volume"),
    [
        (30 * MINUTE, MINUTE, 60),
        (10 * MINUTE + 1, MINUTE, 60),
        (10 * MINUTE, 30 * SECOND, 80),
        (5 * MINUTE + 1, 30 * SECOND, 80),
        (5 * MINUTE, 15 * SECOND, 100),
        (0, 15 * SECOND, 100),
    ],
)
def test_it_rings_more_often_and_louder(left: int, pause: int, volume: int) -> None:
    assert compute_ring_interval(left) == pause
    assert compute_ring_volume(100, left) == volume
    assert compute_ring_volume(70, left) == 70 * volume // 100
    assert compute_ring_volume(33, left) == 33 * volume // 100
