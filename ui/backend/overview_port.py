"""What the Overview shows, and the summaries of a day or a month."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from service.domain.catalogue.items import Item
from service.domain.clock_trust import ClockDoubt
from service.domain.history import ItemWrite
from service.domain.keys import EndingKey
from service.domain.link.link_state import LinkState
from service.domain.marketplace.orders import ListedOrder
from service.domain.reports import Period, Summary
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.domain.update_rules import NO_FEED, UpdateStatus
from ui.backend.access import Access, needs
from ui.backend.pulls_port import PullState
from ui.backend.webhooks_port import TargetTrouble


class Reports(Protocol):
    """What a shop did in a time of the local calendar."""

    @needs(Access.READ)
    def summary(self, shop: int, period: Period, day: date) -> Future[Summary]: ...


@dataclass(frozen=True, slots=True)
class SetupState:
    """What the checklist needs to know; a None moment means not yet."""

    key_made: Millis | None
    first_call: Millis | None
    first_call_key: str
    targets: tuple[str, ...]
    starts_with_pc: bool
    dismissed: bool = False


@dataclass(frozen=True, slots=True)
class LinkSummary:
    """How the link to a marketplace is, and how many items and actions wait to go up."""

    state: LinkState
    text: Sentence
    waiting: int
    needs_look: int
    is_practice: bool


@dataclass(frozen=True, slots=True)
class DaySales:
    """What was delivered in a part of a day, in fils without VAT, and how many orders came."""

    items_fils: int
    placed: int


@dataclass(frozen=True, slots=True)
class ShopFigures:
    """`before` is the same weekday a week ago, up to the same time. `low` are the first parts of
    the reorder list, `received` the last upload or reading of the file that changed parts.
    """

    today: DaySales
    before: DaySales
    low: tuple[Item, ...]
    low_count: int
    received: ItemWrite | None


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything that the pane displays except the host's status."""

    last_call: Millis | None
    last_call_key: str
    waiting: tuple[ListedOrder, ...]
    troubles: tuple[TargetTrouble, ...]
    setup: SetupState
    pull: PullState
    backup_fault: Sentence | None = None
    """Why the last nightly backup was not made; None once one was."""
    clock_doubt: ClockDoubt | None = None
    """Why this computer's clock is not believed."""
    link: LinkSummary | None = None
    ending_keys: tuple[EndingKey, ...] = ()
    """Keys that end within 14 days or ended in the last 14, the earliest end first."""
    update: UpdateStatus = NO_FEED
    """What is known of newer versions of the program."""
    wants_outside_backup: bool = False
    """No backup has gone to a folder of the owner's for a week, and nobody was asked yet."""


class Overviews(Protocol):
    @needs(Access.READ)
    def read(self, shop: int) -> Future[Overview]: ...

    @needs(Access.READ)
    def figures(self, shop: int) -> Future[ShopFigures]:
        """They need the orders and the whole catalogue, so they are not read with each call."""
        ...

    @needs(Access.COUNTER)
    def dismiss_setup(self, shop: int) -> Future[None]: ...

    @needs(Access.COUNTER)
    def dismiss_backup(self) -> Future[None]:
        """The owner was asked for a backup outside this computer."""
        ...

    @needs(Access.COUNTER)
    def confirm_clock(self) -> Future[None]: ...
