"""Waiting orders, each with its ring, by time left."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.marketplace.orders import ListedOrder, Method
from service.domain.marketplace.ringing import compute_time_left
from service.domain.times import Millis
from ui.i18n.bidi import strip_marks
from ui.i18n.vehicle_text import vehicle_text
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Type
from ui.widgets import Card, Column, Ink, Label, LinkButton, RowList, RowPainter, RowsModel, paint_ring, row
from ui.widgets.card import column
from ui.widgets.countdown import RING
from ui.widgets.painting import mirror

_ROW, _EDGE, _MIN_ROWS = 61, 20, 3


class _WaitingRows(RowPainter):
    """Ring, reference over vehicle, money over method."""

    def __init__(self, context: PaneContext, words: dict[Method, str]) -> None:
        super().__init__(context.theme, _ROW, selects=False, inset=_EDGE)
        self._context, self._words = context, words
        self.now = context.now()

    def paint_row(self, painter: QPainter, rect: QRect, row: ListedOrder, *, rtl: bool) -> None:
        tokens, formats = self.theme.tokens, self._context.formats
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        left = compute_time_left(row.accept_by, self.now)
        shown = formats.countdown(left) if row.accept_by is not None else "\u2014"
        ring = mirror(QRect(inner.left(), rect.center().y() - RING // 2, RING, RING), rect, rtl=rtl)
        paint_ring(painter, self.theme, QRectF(ring), left, shown, rtl=rtl)
        middle = rect.center().y()
        upper = mirror(QRect(inner.left() + RING + 12, middle - 20, inner.width() - RING - 12, 20), rect, rtl=rtl)
        lower = upper.translated(0, 20)
        used = self.text(painter, upper, formats.money(row.items_fils), Type.STRONG, tokens.text, end=True, rtl=rtl)
        rest = mirror(upper.adjusted(0, 0, -used - 8, 0), upper, rtl=rtl)
        self.text(painter, rest, formats.ltr(row.reference), Type.STRONG, tokens.text, end=False, rtl=rtl)
        method = self._words[row.method]
        used = self.text(painter, lower, method, Type.SMALL, tokens.text2, end=True, rtl=rtl)
        rest = mirror(lower.adjusted(0, 0, -used - 8, 0), lower, rtl=rtl)
        about = " · ".join(filter(None, (vehicle_text(row.vehicle), formats.parts(row.parts))))
        self.text(painter, rest, about, Type.SMALL, tokens.text2, end=False, rtl=rtl)


class OrdersCard(Card):
    """The list, or a line that says that nothing waits."""

    def __init__(self, context: PaneContext) -> None:
        all_orders = LinkButton(context.theme, "")
        super().__init__(context.theme, "", padding=0)
        self._context = context
        all_orders.setText(self.tr("All orders"))
        all_orders.setAccessibleName(self.tr("All orders"))
        all_orders.clicked.connect(lambda: context.go(PaneKey.ORDERS, ""))
        head = row(Label(context.theme, self.tr("Orders waiting for you"), Type.HEADING), None, all_orders)
        head.setContentsMargins(20, 10, 20, 0)
        self.body.addLayout(head)
        words = {Method.COURIER: self.tr("Courier"), Method.PICKUP: self.tr("Pickup")}
        self._painter = _WaitingRows(context, words)
        sentence_column: Column[ListedOrder] = Column("", self._sentence)
        self.model: RowsModel[ListedOrder] = RowsModel((sentence_column,), lambda order: order.reference, self)
        self.list: RowList[ListedOrder] = RowList(
            context.theme, self.model, self._painter, name=self.tr("Orders waiting for you")
        )
        self.list.opened.connect(self._open)
        self.list.clicked.connect(lambda index: self._open(self.model.row(index.row())))
        calm = QWidget()
        text = Label(context.theme, self.tr("No order is waiting. A new one rings here and in the tray."), wrap=True)
        text.set_ink(Ink.TEXT2)
        calm.setLayout(column(text, None))
        calm.setContentsMargins(20, 8, 20, 20)
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        self._stack.addWidget(self.list)
        self._stack.addWidget(calm)
        self.body.addWidget(holder, 1)

    def show_orders(self, orders: tuple[ListedOrder, ...], now: Millis) -> None:
        """Shows other orders, by time left."""
        self._painter.now = now
        ordered = sorted(orders, key=lambda order: compute_time_left(order.accept_by, now))
        self.model.set_rows(ordered)
        self.list.setMinimumHeight(_ROW * min(_MIN_ROWS, len(ordered)))
        self._stack.setCurrentIndex(0 if ordered else 1)

    def tick(self, now: Millis) -> None:
        """Runs every second."""
        self._painter.now = now
        self.model.repaint_rows()

    def _sentence(self, order: ListedOrder) -> str:
        formats = self._context.formats
        left = "" if order.accept_by is None else formats.countdown(order.accept_by - self._painter.now)
        parts = (order.reference, left, formats.money(order.items_fils), vehicle_text(order.vehicle))
        return strip_marks(", ".join(filter(None, parts)))

    def _open(self, order: ListedOrder) -> None:
        self._context.go(PaneKey.ORDERS, order.reference)
