"""The link to a hosted marketplace: how it stands, and what the owner decides."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.link.link_state import LinkState
from service.domain.link.rehearsal import RehearsalReport
from service.domain.sentences import Sentence
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A parked item or order, or an order that the two sides see differently,
    with what is said of it.
    """

    subject: str
    text: Sentence


@dataclass(frozen=True, slots=True)
class LinkView:
    """A shop's link; `oldest_waiting_at` is since when the oldest change or action waits."""

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


class Marketplace(Protocol):
    """The link of one shop."""

    def view(self, shop: int) -> Future[LinkView | None]:
        """None where the shop has no link."""
        ...

    def connect(self, shop: int, url: str, key: str) -> Future[None]:
        """Asks the marketplace, and stores the link where it answers."""
        ...

    def switch(self, shop: int, on: bool) -> Future[None]: ...

    def approve(self, shop: int) -> Future[None]:
        """Agrees to the rehearsal, or to what was held back."""
        ...

    def retry(self, shop: int) -> Future[None]:
        """Tries what is parked again."""
        ...

    def remove(self, shop: int, anyway: bool) -> Future[None]:
        """Refused while orders of the marketplace are open, unless it is `anyway`."""
        ...
