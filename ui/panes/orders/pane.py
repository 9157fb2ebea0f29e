"""The Orders pane: which orders to list, which one is shown, and the owner's steps."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from service.domain.changes import Family
from service.domain.orders import Action, Status
from service.domain.rfqs import Rfq
from service.domain.times import Millis
from ui.backend.courier import Reply
from ui.backend.orders import OrderDetail, OrderPage, OrderQuery, OrderRow
from ui.panes.orders.detail import OrderDetailCard
from ui.panes.orders.empty import NoOrders
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.order_list import OrderList
from ui.panes.orders.requests import LIST_LEAST, LIST_WIDTH, Requests
from ui.panes.orders.segments import REQUESTS, segments, status_of
from ui.panes.orders.steps import Steps
from ui.panes.orders.subtitle import Subtitle
from ui.shell.desk import Desk, PaneKey
from ui.shell.pane import PageHeader, Pane
from ui.theme.metrics import LIST_PAGE, PAGE_PADDING
from ui.widgets import Button, Segmented, row

PAGE = 60
_MOST_REQUESTS = 200


class OrdersPane(Pane):
    """DESKTOP.md, panes, 2."""

    key: ClassVar[PaneKey] = PaneKey.ORDERS
    listens: ClassVar[frozenset[Family]] = frozenset({Family.ORDERS, Family.RFQS, Family.SHOPS})

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._page: OrderPage | None = None
        self._wanted = ""
        self._filling = False
        self._detail_reply: Reply[OrderDetail] | None = None
        self._page_reply: Reply[OrderPage] | None = None
        self._asked = ""
        self._subtitle = Subtitle(desk, self)
        self.steps = Steps(self, self._moved)
        self.segments = Segmented(self.theme, segments({}, 0), lambda _key: self._ask(), name=self.tr("Which orders"))
        self.list = OrderList(desk, self._ask, self._ask_more)
        self.list.list.picked.connect(self._picked)
        self.list.list.opened.connect(lambda _row: self.detail.focus())
        self.detail: OrderDetailCard = OrderDetailCard(desk, self._step, self._cancel, self._ask_detail_again)
        self.requests = Requests(desk, self._order_of)
        self.empty = NoOrders(desk, self.new, self._enter)
        for keys, action in (("A", Action.ACCEPT), ("F", Action.CONFIRM_FITMENT), ("R", Action.REJECT)):
            self.list.bind(keys, partial(self._step, action))
        self._fill()

    def load(self) -> None:
        self._ask()
        future = self.desk.backend.orders.rfqs(self.desk.shop.id, _MOST_REQUESTS)
        self.courier.fetch(future, self._show_requests, self.show_error)

    def tick(self, now: Millis) -> None:
        self.list.tick(now)
        self.detail.tick(now)
        self._show_subtitle(now)

    def take_desk(self, desk: Desk) -> None:
        super().take_desk(desk)
        self.detail.take_desk(desk)

    def open_target(self, target: str) -> None:
        self._wanted = target
        self.segments.choose("")
        self.list.search.edit.clear()
        self.reload()

    def focus_filter(self) -> None:
        field = self.requests.search if self.segments.key == REQUESTS else self.list.search
        field.edit.setFocus()
        field.edit.selectAll()

    def new(self) -> None:
        """Ctrl N: in staging a test order, else one by phone."""
        NewOrderDialog(self.desk, self, self._placed, test=self.desk.staging).open()

    @property
    def subject(self) -> str:
        return self.detail.shown.order.reference if self.detail.shown else ""

    def areas(self) -> tuple[QWidget, ...]:
        if self.segments.key == REQUESTS:
            return (self.segments, self.requests.list, self.requests.detail.table)
        return (self.segments, self.list.list, self.detail.lines.table)

    def _fill(self) -> None:
        phone = Button(self.theme, self.tr("Enter a phone order"), icon="phone")
        phone.clicked.connect(self._enter)
        buttons = [phone]
        if self.desk.staging:
            test = Button(self.theme, self.tr("Place a test order"), icon="plus")
            test.clicked.connect(self.new)
            buttons.insert(0, test)
        self.header = PageHeader(self.theme, self.tr("Orders"), "", *buttons)
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        self.list.setMinimumWidth(LIST_LEAST)
        self.list.setMaximumWidth(LIST_WIDTH)
        line.addWidget(self.list, 2)
        line.addWidget(self.detail, 3)
        holder = QWidget()
        self._views = QStackedLayout(holder)
        for page in (both, self.empty, self.requests):
            self._views.addWidget(page)
        self.content.setMinimumHeight(LIST_PAGE)
        whole = QVBoxLayout(self.content)
        whole.setContentsMargins(PAGE_PADDING, PAGE_PADDING, PAGE_PADDING, PAGE_PADDING)
        whole.setSpacing(16)
        whole.addWidget(self.header)
        whole.addLayout(row(self.segments, None))
        whole.addWidget(holder, 1)

    def _ask(self) -> None:
        self._show_view()
        if self._page_reply:
            self._page_reply.drop()
        query = OrderQuery(status_of(self.segments.key), self.list.search.text(), self.list.order)
        limit = max(PAGE, self.list.model.rowCount())
        future = self.desk.backend.orders.find(self.desk.shop.id, query, 0, limit)
        self._page_reply = self.courier.fetch(future, self._show, self.show_error)

    def _ask_more(self) -> None:
        if self._page is None or not self._page.more or (self._page_reply and self._page_reply.pending):
            return
        query = OrderQuery(status_of(self.segments.key), self.list.search.text(), self.list.order)
        offset = self.list.model.rowCount()
        future = self.desk.backend.orders.find(self.desk.shop.id, query, offset, PAGE)
        self._page_reply = self.courier.fetch(future, self._append, self.steps.failed)

    def _append(self, page: OrderPage) -> None:
        self._page = page
        known = {order.reference for order in self.list.model.rows}
        self.list.model.append([order for order in page.rows if order.reference not in known])

    def _show(self, page: OrderPage) -> None:
        self._page = page
        now = self.desk.now()
        self._filling = True
        self.list.show_rows(page.rows, now)
        self._filling = False
        self._count()
        self._show_subtitle(now)
        self._show_view()
        self.show_content()
        self._choose()

    def _choose(self) -> None:
        """Shows the order that was asked for, else the one that is chosen, else the first."""
        wanted, self._wanted = self._wanted, ""
        current = self.list.list.current()
        reference = wanted or (current.reference if current else "")
        if not wanted and current is None and self.list.model.rowCount():
            reference = self.list.model.row(0).reference
        self._filling = True
        if not self.list.list.choose(reference):
            self.list.list.clearSelection()
        self._filling = False
        if reference:
            self._ask_detail(reference)
        else:
            self.detail.show_nothing()

    def _picked(self, order: OrderRow | None) -> None:
        if order is not None and not self._filling:
            self._ask_detail(order.reference)

    def _ask_detail(self, reference: str) -> None:
        if self._detail_reply:
            self._detail_reply.drop()
        self._asked = reference
        future = self.desk.backend.orders.detail(self.desk.shop.id, reference)
        self._detail_reply = self.courier.fetch(future, self._show_detail, self.detail.show_fault)

    def _ask_detail_again(self) -> None:
        self._ask_detail(self._asked)

    def _show_detail(self, detail: OrderDetail) -> None:
        self.detail.show_order(detail, self.desk.now())
        at = self.list.model.find(detail.order.reference)
        if at >= 0 and not self.list.model.row(at).seen:
            future = self.desk.backend.orders.mark_seen(self.desk.shop.id, (detail.order.reference,))
            self.courier.fetch(future, lambda _none: None, self.steps.failed)

    def _show_requests(self, requests: tuple[Rfq, ...]) -> None:
        self.requests.show_requests(requests)
        self._count()
        self._show_view()

    def _count(self) -> None:
        counts = self._page.counts if self._page else {}
        self.segments.show_segments(segments(counts, self.requests.count))

    def _show_view(self) -> None:
        """The list, the requests, or the sentence for a shop that has had no order yet."""
        if self.segments.key == REQUESTS:
            self._views.setCurrentIndex(2)
        else:
            none = self._page is not None and not self._page.counts.get(None, 0)
            self._views.setCurrentIndex(1 if none else 0)

    def _show_subtitle(self, now: Millis) -> None:
        if self._page is not None:
            waiting = self._page.counts.get(Status.PLACED, 0)
            every = self._page.counts.get(None, 0)
            self.header.subtitle.setText(self._subtitle.text(waiting, every, self.list.model.rows, now))

    def _step(self, action: Action) -> None:
        detail = self.detail.shown
        if detail is not None and action in detail.actions and not self.desk.shop.read_only:
            self.steps.take(detail, action)

    def _cancel(self) -> None:
        if self.detail.shown is not None:
            self.steps.cancel(self.detail.shown)

    def _moved(self, detail: OrderDetail | None) -> None:
        """A step was taken, or refused: then the order is looked at again."""
        if detail is not None and self.detail.shown is not None:
            self.detail.show_order(detail, self.desk.now())
        self.reload()

    def _enter(self) -> None:
        NewOrderDialog(self.desk, self, self._placed, test=False).open()

    def _placed(self, detail: OrderDetail) -> None:
        self.open_target(detail.order.reference)

    def _order_of(self, request: Rfq) -> None:
        self.steps.order_of(request, self._placed)
