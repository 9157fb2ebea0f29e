"""How an order rings that nobody has looked at: more often and louder as its time runs out."""

from __future__ import annotations

from enum import StrEnum

from service.domain.marketplace.orders import ACCEPT_WINDOW
from service.domain.times import MINUTE, SECOND, Millis

WARN_BEFORE: Millis = 5 * MINUTE
"""From here on an order is about to lapse."""

URGENT_BEFORE: Millis = 10 * MINUTE

LEAST_VOLUME = 10
MOST_VOLUME = 100


class RingSound(StrEnum):
    """The sounds that the owner may choose; the program makes each by itself."""

    BELL = "bell"
    CHIME = "chime"
    KNOCK = "knock"
    PHONE = "phone"
    ALARM = "alarm"


def compute_time_left(accept_by: Millis | None, now: Millis) -> Millis:
    """The time that is left to accept an order. The whole window where its end is not known: the
    computer's clock is in doubt, or a marketplace does not name it.
    """
    return ACCEPT_WINDOW if accept_by is None else accept_by - now


def compute_ring_interval(left: Millis) -> Millis:
    """The pause before the next ring, by the time that is left to accept the order."""
    if left <= WARN_BEFORE:
        return 15 * SECOND
    return 30 * SECOND if left <= URGENT_BEFORE else MINUTE


def compute_ring_volume(chosen: int, left: Millis) -> int:
    """The volume of a ring in percent: the chosen one for the last minutes, less before them."""
    if left <= WARN_BEFORE:
        return chosen
    return chosen * 4 // 5 if left <= URGENT_BEFORE else chosen * 3 // 5
