"""The Catalogue pane: which parts to list, which one is shown, and what is done with it."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from service.domain.changes import Family
from service.domain.items import Item
from service.domain.stock import Cause
from ui.backend import BackendError
from ui.backend.catalogue import ItemPage, ItemView, LedgerPage
from ui.backend.courier import Reply
from ui.i18n import named
from ui.panes.catalogue.empty import NoFit, NoParts
from ui.panes.catalogue.filters import Filters
from ui.panes.catalogue.ledger import LedgerDialog
from ui.panes.catalogue.long_work import LongWork
from ui.panes.catalogue.movement import MovementDialog
from ui.panes.catalogue.part_detail import PartDetail
from ui.panes.catalogue.part_table import Parts
from ui.shell.desk import Desk, PaneKey
from ui.shell.fault import FaultDialog
from ui.shell.pane import PageHeader, Pane
from ui.theme.metrics import LIST_PAGE, PAGE_PADDING
from ui.widgets import Button, Card

PAGE = 200
KEPT = 2000
"""At most so many rows are read again at once; what lies below comes when it is scrolled to."""

_DETAIL = 384


class CataloguePane(Pane):
    """DESKTOP.md, panes, 3."""

    key: ClassVar[PaneKey] = PaneKey.CATALOGUE
    listens: ClassVar[frozenset[Family]] = frozenset({Family.ITEMS, Family.STOCK, Family.BRANCHES, Family.SHOPS})

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._page: ItemPage | None = None
        self._wanted = ""
        self._filling = False
        self._page_reply: Reply[ItemPage] | None = None
        self._item_reply: Reply[Item] | None = None
        self._last_reply: Reply[LedgerPage] | None = None
        self.work = LongWork(self)
        self.filters = Filters(self.theme, desk.formats, self._ask)
        self.parts = Parts(desk)
        self.parts.table.picked.connect(self._picked)
        self.parts.table.opened.connect(lambda _item: self.move_stock(Cause.COUNT))
        self.parts.table.sort_asked.connect(self.filters.sort_by)
        self.parts.table.end_near.connect(self._ask_more)
        self.detail = PartDetail(desk, self.move_stock, self.show_ledger)
        self.empty = NoParts(desk, self.work.fill)
        self.none = NoFit(desk, self._show_all)
        self._fill()

    def load(self) -> None:
        shop = self.desk.shop.id
        self.courier.fetch(self.desk.backend.shops.branches(shop), self.filters.show_branches, self.show_error)
        self._ask()

    def take_desk(self, desk: Desk) -> None:
        super().take_desk(desk)
        self.detail.take_desk(desk)

    def open_target(self, target: str) -> None:
        self._wanted = target
        self.filters.show_all()
        self.reload()

    def focus_filter(self) -> None:
        self.filters.search.edit.setFocus()
        self.filters.search.edit.selectAll()

    def new(self) -> None:
        """Ctrl N: a movement of the chosen part."""
        self.move_stock(Cause.COUNT)

    def export(self) -> None:
        """Ctrl E: what is listed, as CSV."""
        if self.save.isEnabled():
            self.work.ask_export(self.filters.query())

    def areas(self) -> tuple[QWidget, ...]:
        return (self.filters.search, self.parts.table, self.detail.buttons[Cause.COUNT])

    def move_stock(self, cause: Cause) -> None:
        """Opens the movement dialog for the chosen part."""
        if self.detail.item is not None and not self.desk.shop.read_only:
            branch = self.filters.query().branch
            MovementDialog(self.desk, self, self.detail.item, cause, branch, self._show_item).open()

    def show_ledger(self) -> None:
        """Opens the ledger of the chosen part."""
        if self.detail.item is not None:
            LedgerDialog(self.desk, self, self.detail.item).open()

    def _fill(self) -> None:
        self.save = Button(self.theme, self.tr("Export"), icon="download")
        self.save.clicked.connect(self.export)
        load = Button(self.theme, self.tr("Load a file"), icon="upload")
        load.clicked.connect(lambda: self.desk.go(PaneKey.SYSTEM, "pull"))
        self.header = PageHeader(self.theme, self.tr("Catalogue"), "", self.save, load)
        left = Card(self.theme, padding=0)
        inside = QWidget()
        self._listing = QStackedLayout(inside)
        self._listing.addWidget(self.parts.table)
        self._listing.addWidget(self.none)
        left.body.addWidget(inside)
        self.detail.setFixedWidth(_DETAIL)
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        line.addWidget(left, 1)
        line.addWidget(self.detail)
        holder = QWidget()
        self._views = QStackedLayout(holder)
        self._views.addWidget(both)
        self._views.addWidget(self.empty)
        self.content.setMinimumHeight(LIST_PAGE)
        whole = QVBoxLayout(self.content)
        whole.setContentsMargins(PAGE_PADDING, PAGE_PADDING, PAGE_PADDING, PAGE_PADDING)
        whole.setSpacing(14)
        for part in (self.header, self.filters, self.work.bar):
            whole.addWidget(part)
        whole.addWidget(holder, 1)

    def _ask(self) -> None:
        if self._page_reply:
            self._page_reply.drop()
        query = self.filters.query()
        limit = min(KEPT, max(PAGE, self.parts.model.rowCount()))
        future = self.desk.backend.catalogue.page(self.desk.shop.id, query, 0, limit)
        self._page_reply = self.courier.fetch(future, self._show, self.show_error)

    def _ask_more(self) -> None:
        loaded = self.parts.model.rowCount()
        waiting = self._page_reply is not None and self._page_reply.pending
        if self._page is not None and loaded < self._page.total and not waiting:
            query = self.filters.query()
            future = self.desk.backend.catalogue.page(self.desk.shop.id, query, loaded, PAGE)
            self._page_reply = self.courier.fetch(future, self._append, self._failed)

    def _append(self, page: ItemPage) -> None:
        known = {item.sku for item in self.parts.model.rows}
        self.parts.model.append([item for item in page.rows if item.sku not in known])

    def _show(self, page: ItemPage) -> None:
        self._page = page
        query = self.filters.query()
        self.parts.branch = query.branch
        self.parts.table.show_sorted(query.order.value, down=query.descending)
        bar = self.parts.table.verticalScrollBar()
        place = bar.value()
        self._filling = True
        self.parts.model.set_rows(page.rows)
        self._filling = False
        bar.setValue(place)
        self.parts.model.repaint_rows()
        self.filters.show_counts(page.counts)
        self.header.subtitle.setText(self._subtitle(page))
        self._listing.setCurrentIndex(0 if page.rows else 1)
        has_parts = any(page.counts.get(view, 0) for view in (ItemView.ALL, ItemView.INACTIVE))
        self._views.setCurrentIndex(0 if has_parts else 1)
        self.filters.setVisible(has_parts)
        self.save.setEnabled(bool(page.total))
        self.show_content()
        self._choose()

    def _choose(self) -> None:
        """Shows the part that was asked for, else the one that is chosen, else the first."""
        wanted, self._wanted = self._wanted, ""
        current = self.parts.table.current()
        sku = wanted or (current.sku if current else "")
        if not sku and self.parts.model.rowCount():
            sku = self.parts.model.row(0).sku
        self._filling = True
        if not self.parts.table.choose(sku):
            self.parts.table.clearSelection()
        self._filling = False
        self.detail.setVisible(bool(sku))
        if sku:
            self._ask_item(sku)

    def _picked(self, item: Item | None) -> None:
        if item is not None and not self._filling:
            self._show_item(item)

    def _ask_item(self, sku: str) -> None:
        if self._item_reply:
            self._item_reply.drop()
        future = self.desk.backend.catalogue.item(self.desk.shop.id, sku)
        self._item_reply = self.courier.fetch(future, self._show_item, self._failed)

    def _show_item(self, item: Item) -> None:
        self.detail.show_item(item)
        if self._last_reply:
            self._last_reply.drop()
        future = self.desk.backend.catalogue.ledger(self.desk.shop.id, item.sku, None, 1)
        self._last_reply = self.courier.fetch(future, self._show_last, self._failed)

    def _show_last(self, page: LedgerPage) -> None:
        self.detail.show_last(page.rows[0] if page.rows else None)

    def _show_all(self) -> None:
        self.filters.show_all()
        self.reload()

    def _subtitle(self, page: ItemPage) -> str:
        if not page.counts.get(ItemView.ALL, 0):
            return self.tr("Your parts with their prices and stock.")
        text = self.tr("%n part(s).", "", page.counts.get(ItemView.ALL, 0))
        if page.changed_at is None:
            return text
        when = self.desk.formats.ago(page.changed_at, self.desk.now())
        said = self.tr("Changed last by %1, %2.").replace("%1", named(page.changed_by)).replace("%2", when)
        return f"{text} {said}"

    def _failed(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.desk.clipboard).open()
