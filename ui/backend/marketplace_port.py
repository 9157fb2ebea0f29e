"""The link to a hosted marketplace: its state, and what the owner decides."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.link.link_state import LinkState
from service.domain.link.rehearsal import OnlyThere, RehearsalReport
from service.domain.marketplace.orders import Action
from service.domain.sentences import Sentence
from service.domain.times import Millis
from ui.backend.access import Access, needs


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A parked item or order, or an order on which the two sides disagree, with its sentence."""

    subject: str
    text: Sentence


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """An action that waits for the marketplace; it can be withdrawn until it was sent once."""

    id: int
    reference: str
    action: Action
    since: Millis
    can_withdraw: bool


@dataclass(frozen=True, slots=True)
class FoundMarketplace:
    """What a check of an address and a key found. `clock_offset` is our clock minus theirs."""

    orders: int
    items: int
    event_feed: bool
    clock_offset: Millis


@dataclass(frozen=True, slots=True)
class LinkView:
    """A shop's link; `oldest_waiting_at` is the time of the oldest waiting change or action."""

    url: str
    state: LinkState
    text: Sentence
    is_on: bool
    approved: bool
    last_answer_at: Millis | None
    to_push: int
    actions_waiting: int
    oldest_waiting_at: Millis | None
    mirrored_open: int
    event_feed: bool
    compared_at: Millis | None
    rehearsal: RehearsalReport | None
    parked: tuple[LinkLine, ...]
    notices: tuple[LinkLine, ...]
    waiting: tuple[WaitingLine, ...] = ()
    is_practice: bool = False


class Marketplace(Protocol):
    @needs(Access.READ)
    def view(self, shop: int) -> Future[LinkView | None]:
        """None where the shop has no link."""
        ...

    @needs(Access.PROTECTED)
    def check(self, shop: int, url: str, key: str) -> Future[FoundMarketplace]:
        """Asks the marketplace and stores nothing."""
        ...

    @needs(Access.PROTECTED)
    def connect(self, shop: int, url: str, key: str) -> Future[None]:
        """Calls the marketplace, and stores the link if it answers."""
        ...

    @needs(Access.PROTECTED)
    def switch(self, shop: int, on: bool) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def approve(self, shop: int, only_there: OnlyThere) -> Future[None]:
        """Approves the rehearsal, or changes that wait."""
        ...

    @needs(Access.COUNTER)
    def retry(self, shop: int) -> Future[None]:
        """Tries all parked rows again."""
        ...

    @needs(Access.COUNTER)
    def withdraw(self, shop: int, action: int) -> Future[None]:
        """Takes back an action that was not sent yet."""
        ...

    @needs(Access.COUNTER)
    def practise(self, shop: int, on: bool) -> Future[None]:
        """Begins or ends the practice marketplace of a staging shop."""
        ...

    @needs(Access.PROTECTED)
    def remove(self, shop: int, anyway: bool) -> Future[None]:
        """Removes the link. Refused while orders of the marketplace are open, unless `anyway`."""
        ...
