"""How often an order rings that nobody has looked at: more often as its time runs out."""

from __future__ import annotations

from service.domain.times import MINUTE, SECOND, Millis

WARN_BEFORE: Millis = 5 * MINUTE
"""From here on an order is about to lapse."""

_URGENT_BEFORE: Millis = 10 * MINUTE


def compute_ring_interval(left: Millis) -> Millis:
    """The pause before the next ring, by the time that is left to accept the order."""
    if left <= WARN_BEFORE:
        return 15 * SECOND
    return 30 * SECOND if left <= _URGENT_BEFORE else MINUTE
