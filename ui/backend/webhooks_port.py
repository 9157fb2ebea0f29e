"""Webhook targets, their secrets, deliveries and attempts, and the built-in test receiver."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.domain.webhooks.events import Attempt, Delivery, DeliveryState, EventKind, SwitchOnChoice, Target
from service.domain.webhooks.signing import SignatureFault
from ui.backend.access import Access, needs
from ui.backend.progress import OnProgress


class Health(StrEnum):
    """The health of a target; `WAITING` waits for the reason in its note."""

    WELL = "well"
    REFUSING = "refusing"
    WAITING = "waiting"
    OFF = "off"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target in the list. `recent`: its last 12 deliveries, oldest first; True is delivered."""

    target: Target
    name: str
    health: Health
    recent: tuple[bool, ...]
    last_at: Millis | None
    waiting: int
    failed: int = 0
    last_status: int | None = None
    last_fault: str = ""
    next_try: Millis | None = None
    recorded_while_off: int = 0


@dataclass(frozen=True, slots=True)
class TargetTrouble:
    """A target that refuses: its name, the failures, the next step and its time, and how much
    waits.

    With `note` everything waits for the note's reason, and nothing is sent. `answers`: whether the
    last attempt had an answer.
    """

    target: int
    name: str
    refusals: int
    next_try: Millis | None
    waiting: int
    note: Sentence | None = None
    answers: bool = True


@dataclass(frozen=True, slots=True)
class NewTarget:
    url: str
    events: frozenset[EventKind]
    name: str = ""
    catch_up: bool | None = None
    """Whether it catches up by itself; None leaves that as it is."""


@dataclass(frozen=True, slots=True)
class SwitchedOn:
    """How many deliveries of a target that is on again are sent, and skipped for good."""

    to_send: int
    skipped: int


@dataclass(frozen=True, slots=True)
class TargetSecret:
    """A secret with its whole text, which exists only at this moment."""

    target: int
    secret: str

    def __repr__(self) -> str:
        return f"TargetSecret({self.target})"


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A delivery with what it is about, in words of the data (branch, count, action)."""

    delivery: Delivery
    detail: str


@dataclass(frozen=True, slots=True)
class DeliveryPage:
    """Newest first; `next_cursor` is the next page's `before`; only the service knows its form."""

    rows: tuple[DeliveryRow, ...]
    more: bool
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class DeliveryDetail:
    """One delivery: the body byte for byte, its attempts, and the times of the next ones."""

    delivery: Delivery
    body: bytes
    attempts: tuple[Attempt, ...]
    planned_at: tuple[Millis, ...]


@dataclass(frozen=True, slots=True)
class Received:
    """One POST that reached the test receiver; `fault` says what is wrong with its signature ("" is
    good).

    `faults` says the same for a window in another language; `checked` is False if no secret was
    given.
    """

    at: Millis
    event: str
    delivery: str
    fault: str
    body: bytes
    faults: tuple[SignatureFault, ...] = ()
    checked: bool = True


@dataclass(frozen=True, slots=True)
class ReceiverState:
    """The built-in test receiver; `url` is where it listens."""

    running: bool
    url: str = ""
    received: tuple[Received, ...] = ()


class Webhooks(Protocol):
    @needs(Access.READ)
    def targets(self, shop: int) -> Future[tuple[TargetRow, ...]]: ...

    @needs(Access.PROTECTED)
    def add(self, shop: int, new: NewTarget) -> Future[TargetSecret]: ...

    @needs(Access.PROTECTED)
    def edit(self, shop: int, target: int, new: NewTarget) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def switch_on(self, shop: int, target: int, choice: SwitchOnChoice) -> Future[SwitchedOn]:
        """Switches a target on; sends nothing, all or the newest per subject recorded meanwhile."""
        ...

    @needs(Access.PROTECTED)
    def switch_off(self, shop: int, target: int) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def set_catch_up(self, shop: int, target: int, on: bool) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def remove(self, shop: int, target: int) -> Future[str]:
        """Answers why its old secret could not be removed, "" where it was."""
        ...

    @needs(Access.PROTECTED)
    def rotate(self, shop: int, target: int, *, again: bool = True) -> Future[TargetSecret]:
        """Makes the next secret; the current one stays. Only `again` replaces a next one."""
        ...

    @needs(Access.PROTECTED)
    def finish_rotation(self, shop: int, target: int) -> Future[str]:
        """Signs only with the next secret from now on. Answers like `remove`."""
        ...

    @needs(Access.COUNTER)
    def send_test(self, shop: int, target: int, kind: EventKind) -> Future[str]:
        """Answers the delivery's id."""
        ...

    @needs(Access.READ)
    def deliveries(
        self, shop: int, target: int, state: DeliveryState | None, before: str | None, limit: int
    ) -> Future[DeliveryPage]: ...

    @needs(Access.READ)
    def delivery(self, shop: int, delivery: str) -> Future[DeliveryDetail]: ...

    @needs(Access.COUNTER)
    def resend(self, shop: int, delivery: str) -> Future[None]: ...

    @needs(Access.COUNTER)
    def resend_waiting(self, shop: int, target: int) -> Future[int]:
        """Tries everything that waits, now."""
        ...

    @needs(Access.READ)
    def count_since(self, shop: int, target: int, since: Millis) -> Future[int]: ...

    @needs(Access.COUNTER)
    def resend_since(self, shop: int, target: int, since: Millis, progress: OnProgress) -> Future[int]: ...

    @needs(Access.COUNTER)
    def start_receiver(self, secret: str | None) -> Future[None]: ...

    @needs(Access.READ)
    def receiver(self) -> Future[ReceiverState]: ...

    @needs(Access.COUNTER)
    def stop_receiver(self) -> Future[None]: ...
