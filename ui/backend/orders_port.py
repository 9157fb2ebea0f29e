"""Orders for lists and details."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from service.domain.export_table import TableWords
from service.domain.marketplace.order_requests import OrderRequest
from service.domain.marketplace.orders import (
    NOBODY,
    Action,
    Customer,
    HistoryEntry,
    ListedOrder,
    Order,
    OrderQuery,
    OrderTable,
    Rfq,
    Status,
)
from service.domain.reports import Span
from ui.backend.access import Access, needs
from ui.backend.local_file import SavedFile
from ui.backend.progress import OnProgress


@dataclass(frozen=True, slots=True)
class OrderPage:
    """One page of orders with the number in each status."""

    rows: tuple[ListedOrder, ...]
    counts: dict[Status, int]
    more: bool


@dataclass(frozen=True, slots=True)
class OrderDetail:
    """One order: the actions that its status allows, its history, and where its units are held.

    `arabic_names` and `shelves` are those of the items by SKU, if they have one.
    """

    order: Order
    actions: tuple[Action, ...]
    can_cancel: bool
    history: tuple[HistoryEntry, ...]
    branch: str
    arabic_names: Mapping[str, str] = field(default_factory=dict)
    customer: Customer = NOBODY
    """Who ordered by phone."""
    by_phone: bool = False
    shelves: Mapping[str, str] = field(default_factory=dict)


class Orders(Protocol):
    """Lists, details and all actions of orders."""

    @needs(Access.READ)
    def find(self, shop: int, query: OrderQuery, offset: int, limit: int) -> Future[OrderPage]:
        """A page in the order of the query; `counts` are of all orders, whatever the query is."""
        ...

    @needs(Access.READ)
    def detail(self, shop: int, reference: str) -> Future[OrderDetail]: ...

    @needs(Access.COUNTER)
    def act(self, shop: int, reference: str, action: Action, reason: str | None) -> Future[None]: ...

    @needs(Access.COUNTER)
    def cancel(self, shop: int, reference: str, reason: str, restock: bool) -> Future[None]: ...

    @needs(Access.COUNTER)
    def place(self, shop: int, order: OrderRequest, by_phone: Customer | None = None) -> Future[str]:
        """Answers the new order's reference. One of a customer on the phone is accepted at once."""
        ...

    @needs(Access.COUNTER)
    def place_test(self, shop: int) -> Future[str]:
        """Places a realistic order of items that the staging shop has; answers its reference."""
        ...

    @needs(Access.READ)
    def export(
        self, shop: int, what: OrderTable, span: Span, path: SavedFile, words: TableWords, progress: OnProgress
    ) -> Future[int]:
        """Writes XLSX or CSV, by the ending of `path`, in `words`; answers the number of orders."""
        ...

    @needs(Access.NOTE)
    def mark_seen(self, shop: int, references: tuple[str, ...]) -> Future[None]: ...

    @needs(Access.READ)
    def rfqs(self, shop: int, limit: int) -> Future[tuple[Rfq, ...]]: ...
