"""How many calls a link may make: a token bucket with priorities (link §4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

CAPACITY = 10.0
PER_SECOND = 105 / 60
"""At most 115 calls in any 60 seconds: upstream refuses the 121st (contract §2.6)."""

REFUSED_REST_S = 5.0
"""Seconds without calls after a 429 that gives no time."""

LONGEST_REST_S = 300.0


class CallPriority(IntEnum):
    """The priority of a call. A call leaves that many tokens to those of a higher priority."""

    ACTION = 0
    ORDERS = 1
    CHANGES = 2
    BULK = 3


@dataclass(frozen=True, slots=True)
class Bucket:
    """The tokens at a moment of the monotonic clock. Nothing is sent before `rests_until`."""

    tokens: float
    at: float
    rests_until: float = 0.0

    def refilled(self, now: float) -> Bucket:
        """The same bucket at a later moment."""
        gained = max(0.0, now - self.at) * PER_SECOND
        return Bucket(min(CAPACITY, self.tokens + gained), max(self.at, now), self.rests_until)

    def wait_for(self, priority: CallPriority, now: float) -> float:
        """Seconds until a call of that priority may go; 0 means now."""
        bucket = self.refilled(now)
        missing = 1 + priority - bucket.tokens
        return max(bucket.rests_until - now, missing / PER_SECOND, 0.0)

    def taken(self, now: float) -> Bucket:
        bucket = self.refilled(now)
        return Bucket(bucket.tokens - 1, bucket.at, bucket.rests_until)

    def resting(self, now: float, seconds: float) -> Bucket:
        """The bucket that sends nothing for so many seconds, as upstream asked."""
        until = now + min(max(seconds, 0.0), LONGEST_REST_S)
        bucket = self.refilled(now)
        return Bucket(bucket.tokens, bucket.at, max(bucket.rests_until, until))

    def after_answer(self, now: float, remaining: int | None, reset_s: float | None) -> Bucket:
        """The bucket with upstream's own count, which other programs may share."""
        if remaining is None:
            return self
        bucket = self.refilled(now)
        if remaining <= 0 and reset_s is not None:
            return bucket.resting(now, reset_s)
        return Bucket(min(bucket.tokens, float(remaining)), bucket.at, bucket.rests_until)


def full(now: float) -> Bucket:
    """The bucket of a link that has made no call yet."""
    return Bucket(CAPACITY, now)


def rest_of(retry_after: str | None) -> float:
    """The seconds of a `Retry-After`; REFUSED_REST_S where it is no number."""
    text = (retry_after or "").strip()
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else REFUSED_REST_S
