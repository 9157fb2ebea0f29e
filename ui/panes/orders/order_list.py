"""The list of orders with its search and sorting; further pages load when its end is near."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.marketplace.orders import ListedOrder, OrderSort
from service.domain.times import Millis
from ui.i18n.bidi import strip_marks
from ui.i18n.vehicle_text import vehicle_text
from ui.panes.orders.order_rows import OrderRows
from ui.panes.orders.order_words import sort_words, status_words
from ui.shell.pane_context import PaneContext
from ui.theme.metrics import ORDER_ROW
from ui.widgets import (
    Button,
    Card,
    Column,
    FilterChip,
    Hairline,
    Ink,
    Label,
    RowList,
    RowsModel,
    SearchField,
    column,
    row,
)

_NEAR_END = 6 * ORDER_ROW


class OrderList(Card):
    """`on_query_change` is called for another search or sorting, `on_more` for a further page."""

    def __init__(self, context: PaneContext, on_query_change: Callable[[], None], on_more: Callable[[], None]) -> None:
        super().__init__(context.theme, padding=0)
        self._context = context
        self.body.setSpacing(0)
        self.search = SearchField(context.theme, self.tr("Order, car or part"), lambda _text: on_query_change())
        self.sort = FilterChip(
            context.theme, sort_words(), lambda _key: on_query_change(), name=self.tr("Sort by"), icon="arrow-up-down"
        )
        head = row(self.search, self.sort)
        head.setContentsMargins(12, 12, 12, 12)
        self.body.addLayout(head)
        self.body.addWidget(Hairline(context.theme))
        self._words = status_words()
        self._painter = OrderRows(context)
        text_column: Column[ListedOrder] = Column("", self._accessible_text)
        self.model: RowsModel[ListedOrder] = RowsModel((text_column,), lambda order: order.reference, self)
        self.list: RowList[ListedOrder] = RowList(context.theme, self.model, self._painter, name=self.tr("Orders"))
        self.list.verticalScrollBar().valueChanged.connect(lambda value: self._load_more_if_near(value, on_more))
        self.empty_text = Label(context.theme, "", wrap=True)
        self.empty_text.set_ink(Ink.TEXT2)
        self.clear = Button(context.theme, self.tr("Clear the search"))
        self.clear.clicked.connect(self.search.edit.clear)
        calm = QWidget()
        calm.setLayout(column(self.empty_text, row(self.clear, None), None, spacing=12))
        calm.setContentsMargins(20, 16, 20, 16)
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        self._stack.addWidget(self.list)
        self._stack.addWidget(calm)
        self.body.addWidget(holder, 1)

    @property
    def order(self) -> OrderSort:
        """The user's sorting."""
        return OrderSort(self.sort.key)

    def bind(self, keys: str, act: Callable[[], None]) -> None:
        """Binds a key that works only while the list has the focus."""
        shortcut = QShortcut(QKeySequence(keys), self.list)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(act)

    def show_rows(self, rows: tuple[ListedOrder, ...], now: Millis) -> None:
        """Shows other orders, or a sentence that says why there are none."""
        self._painter.now = now
        self.model.set_rows(rows)
        searching = bool(self.search.text())
        self.empty_text.setText(
            self.tr("No order fits this search.") if searching else self.tr("No order is in this state.")
        )
        self.clear.setVisible(searching)
        self._stack.setCurrentIndex(0 if rows else 1)

    def tick(self, now: Millis) -> None:
        """Runs every second."""
        self._painter.now = now
        self.model.repaint_rows()

    def _load_more_if_near(self, value: int, more: Callable[[], None]) -> None:
        if value >= self.list.verticalScrollBar().maximum() - _NEAR_END:
            more()

    def _accessible_text(self, order: ListedOrder) -> str:
        formats = self._context.formats
        left = formats.countdown(order.accept_by - self._painter.now) if order.accept_by else ""
        parts = (order.reference, self._words[order.status], left, formats.money(order.items_fils))
        return strip_marks(", ".join(filter(None, (*parts, vehicle_text(order.vehicle)))))
