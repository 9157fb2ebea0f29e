"""Events, targets and deliveries: what is posted to whom, and what its state is (contract §6.2).

An event happens once. Its body is fixed as bytes when it is written; each subscribed target gets a
delivery of it (event x target), and each POST of a delivery is an attempt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from service.domain.sentences import Sentence
from service.domain.times import DAY, Millis

EVENT_RETENTION: Millis = 90 * DAY
"""How long events stay for the feed, and after their last delivery ends. One that still waits
stays.
"""


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
        """Whether this waits its turn among the deliveries about the same order."""
        return self.attempts == 0


class EventKind(StrEnum):
    """What can happen in a shop (contract §6.2)."""

    ORDER_PLACED = "order.placed"
    ORDER_STATUS = "order.status"
    RFQ_NEW = "rfq.new"
    STOCK_CHANGED = "stock.changed"


ITEM_CHANGED = "item.changed"
"""A kind of the feed alone, for those who ask for it: it is never posted (contract §9.2)."""


def decode_kind(word: str) -> EventKind:
    """Decodes a stored kind. One that only a newer version knows stays a string."""
    try:
        return EventKind(word)
    except ValueError:
        newer = str.__new__(EventKind, word)
        newer._name_ = newer._value_ = word
        return newer


class DeliveryState(StrEnum):
    """`skipped`: the owner chose not to send it after its target was off."""

    WAITING = "waiting"
    SENDING = "sending"
    DELIVERED = "delivered"
    FAILED = "failed"
    SKIPPED = "skipped"


class SwitchOnChoice(StrEnum):
    """What to send of the deliveries that were recorded while a target was off."""

    NOTHING = "nothing"
    ALL = "all"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Target:
    """A webhook receiver. Its secrets have the names `secret_name` and `next_secret_name`."""

    id: int
    shop_id: int
    url: str
    events: frozenset[EventKind]
    on: bool
    catch_up: bool
    created_at: Millis
    secret_name: str
    next_secret_name: str | None = None
    failures: int = 0
    trouble_since: Millis | None = None
    note: Sentence | None = None
    name: str = ""
    """The owner's, which may be empty."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, with the body that every target gets, byte for byte."""

    id: str
    shop_id: int
    kind: EventKind
    created_at: Millis
    body: bytes
    test: bool
    subject: str
    """What it is about: an order's reference, an RFQ's, or a SKU."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event for one target. `attempts` counts those that used a step of the retry schedule."""

    id: str
    target_id: int
    event_id: str
    kind: EventKind
    subject: str
    created_at: Millis
    state: DeliveryState
    attempts: int
    next_attempt_at: Millis | None
    note: Sentence | None = None
    test: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """One POST: its status or fault, how long it took, and the first 4 KiB of the answer."""

    delivery_id: str
    number: int
    at: Millis
    status: int | None
    fault: str | None
    duration_ms: int
    answer: bytes
