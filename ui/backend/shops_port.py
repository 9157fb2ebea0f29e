"""Shops with their staging shops, branches and the figures next to the side bar's names."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.link.link_state import LinkState
from service.domain.shops import Branch, Mode, Shop
from service.domain.times import Millis
from ui.backend.access import Access, needs


@dataclass(frozen=True, slots=True)
class ShopPair:
    live: Shop
    staging: Shop

    def of(self, *, staging: bool) -> Shop:
        return self.staging if staging else self.live


@dataclass(frozen=True, slots=True)
class Badges:
    """The figures next to the side bar's names."""

    orders_waiting: int = 0
    webhooks_in_trouble: bool = False
    link: LinkState | None = None
    """The state of a link that does not work as it should; None where there is nothing to say."""
    accept_by: Millis | None = None
    """When the time of the most urgent order that waits is over."""
    has_targets: bool = False
    has_link: bool = False


@dataclass(frozen=True, slots=True)
class BranchFacts:
    """A branch with what it holds: whether it can be removed and how the user can recognise it."""

    branch: Branch
    items: int


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result of the search in the top bar. `kind` is order, part or call; `target` opens it in
    its pane. An order has its total, a part its names, its price with VAT, its free thousandths and
    its shelf, a call its status and moment.
    """

    kind: str
    title: str
    target: str
    name: str = ""
    name_ar: str | None = None
    fils: int | None = None
    status: int | None = None
    at: Millis | None = None
    shelf: str = ""
    free: int | None = None


class Shops(Protocol):
    """Shops, branches, modes and read-only."""

    @needs(Access.READ)
    def list(self) -> Future[tuple[ShopPair, ...]]: ...

    @needs(Access.PROTECTED)
    def add(self, name: str) -> Future[int]:
        """Answers the number of the new live shop."""
        ...

    @needs(Access.PROTECTED)
    def rename(self, shop: int, name: str) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def set_read_only(self, shop: int, on: bool) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def set_vat(self, shop: int, rate: int) -> Future[None]:
        """The VAT rate in hundredths of a percent."""
        ...

    @needs(Access.PROTECTED)
    def set_vat_number(self, shop: int, number: str) -> Future[None]:
        """The number that the shop's papers show; "" for none."""
        ...

    @needs(Access.PROTECTED)
    def set_mode(self, shop: int, mode: Mode, on: bool) -> Future[None]: ...

    @needs(Access.READ)
    def badges(self, shop: int) -> Future[Badges]: ...

    @needs(Access.READ)
    def branches(self, shop: int) -> Future[tuple[BranchFacts, ...]]: ...

    @needs(Access.PROTECTED)
    def add_branch(self, shop: int, name: str) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def rename_branch(self, shop: int, old: str, new: str) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def make_main(self, shop: int, branch: str) -> Future[None]: ...

    @needs(Access.READ)
    def search(self, shop: int, text: str) -> Future[tuple[SearchHit, ...]]:
        """Orders, parts and calls that match the text, at most eight of each."""
        ...
