"""The catalogue: search, stock per branch, movements and their ledger."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.items import Item, ItemQuery, ItemSelection, ItemView, Overwriter
from service.domain.catalogue.price_change import PriceChange, PricePlan
from service.domain.catalogue.stock import LedgerEntry, NewMovement
from service.domain.export_table import TableWords
from service.domain.times import Millis
from ui.backend.access import Access, needs
from ui.backend.local_file import ChosenFile, SavedFile
from ui.backend.progress import OnProgress


@dataclass(frozen=True, slots=True)
class ItemPage:
    """One page of items; `counts` per view of the search, `held` of the whole shop.

    `changed_at` is the last change of an item; `changed_by` is "" if its author is not known.
    """

    rows: tuple[Item, ...]
    total: int
    counts: dict[ItemView, int]
    held: int
    changed_at: Millis | None
    changed_by: str


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Newest first; `before` for the next page is the last entry's id."""

    rows: tuple[LedgerEntry, ...]
    more: bool


_PRICES = frozenset({"price_fils", "wholesale_price_fils", "online_price_fils"})


def access_for_edit(_shop: int, edit: ItemEdit) -> Access:
    """A price by hand is protected, the rest of an item is everyday work."""
    return Access.PROTECTED if _PRICES & edit.fields.keys() else Access.COUNTER


class Catalogue(Protocol):
    @needs(Access.READ)
    def page(self, shop: int, query: ItemQuery, offset: int, limit: int) -> Future[ItemPage]: ...

    @needs(Access.READ)
    def item(self, shop: int, sku: str) -> Future[Item]: ...

    @needs(Access.COUNTER)
    def move(self, shop: int, movement: NewMovement) -> Future[None]: ...

    @needs(access_for_edit)
    def save(self, shop: int, edit: ItemEdit) -> Future[None]:
        """Fails with `ROW_REFUSED` or `CHANGED_SINCE` and a fault for each field."""
        ...

    @needs(Access.READ)
    def picture(self, shop: int, sku: str) -> Future[bytes | None]:
        """A JPEG file, or None."""
        ...

    @needs(Access.COUNTER)
    def set_picture(self, shop: int, sku: str, path: ChosenFile) -> Future[None]:
        """Reads a PNG or JPEG file and stores it, made small."""
        ...

    @needs(Access.COUNTER)
    def remove_picture(self, shop: int, sku: str) -> Future[None]: ...

    @needs(Access.READ)
    def overwriters(self, shop: int, selection: ItemSelection) -> Future[tuple[Overwriter, ...]]:
        """The systems that will replace what is changed by hand, the one of most parts first."""
        ...

    @needs(Access.READ)
    def plan_prices(self, shop: int, selection: ItemSelection, change: PriceChange) -> Future[PricePlan]: ...

    @needs(Access.PROTECTED)
    def change_prices(self, shop: int, plan: PricePlan) -> Future[None]:
        """Fails with `CHANGED_SINCE` where a price is no longer the plan's."""
        ...

    @needs(Access.COUNTER)
    def set_active(self, shop: int, selection: ItemSelection, active: bool) -> Future[tuple[int, int]]:
        """Answers how many items it found, and how many of them it changed."""
        ...

    @needs(Access.READ)
    def selected(self, shop: int, selection: ItemSelection) -> Future[tuple[Item, ...]]:
        """A selection's parts for their labels; refused where they are more than `MAX_LABELLED`."""
        ...

    @needs(Access.READ)
    def ledger(self, shop: int, sku: str, before: int | None, limit: int) -> Future[LedgerPage]: ...

    @needs(Access.READ)
    def export(
        self, shop: int, query: ItemQuery, path: SavedFile, words: TableWords, progress: OnProgress
    ) -> Future[int]:
        """Writes XLSX or CSV, by the ending of `path`, in `words`; answers the
        number of parts. Of the low ones it writes the reorder list.
        """
        ...
