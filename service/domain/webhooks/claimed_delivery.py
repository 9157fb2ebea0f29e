"""A delivery that the dispatcher has claimed (contract §6.4)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """A due delivery, now `sending` and claimed by one dispatcher, with everything needed to post
    it.

    `attempts` counts the used steps of the retry schedule (Delivery.attempts). `order` is the
    reference of the order that the event is about, None for other events.
    """

    delivery_id: str
    target_id: int
    url: str
    secret_name: str
    next_secret_name: str | None
    kind: str
    """An EventKind; a word that this version does not know is sent too."""
    body: bytes = field(repr=False)
    attempts: int
    order: str | None = None
    failures: int = 0
    """Failures in a row of the target when this was claimed (Target.failures)."""

    @property
    def is_first_attempt(self) -> bool:
        """Whether this is a first attempt, which waits its turn among the deliveries about the same
        order.
        """
        return self.attempts == 0
