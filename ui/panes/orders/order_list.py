"""The list of orders with its search and sorting; further pages load when its end is near."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.marketplace.orders import ACCEPT_WINDOW, ListedOrder, OrderSort, Status
from service.domain.times import Millis
from ui.i18n.bidi import strip_marks
from ui.i18n.value_words import vehicle_text
from ui.panes.orders.order_words import TONES, sort_words, status_words
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Type
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
    RowPainter,
    RowsModel,
    SearchField,
    column,
    countdown_tone,
    row,
)
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.painting import mirror

_EDGE, _RING, _STROKE, _DOT = 20, 14, 2.5, 7
_FULL = 360 * 16
_NEAR_END = 6 * ORDER_ROW


class OrderRows(RowPainter):
    """Paints the rows; `now` is the moment of the countdowns."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, ORDER_ROW)
        self._context, self._words = context, status_words()
        self.now = context.now()

    def paint_row(self, painter: QPainter, rect: QRect, row: ListedOrder, *, rtl: bool) -> None:
        tokens, formats = self.theme.tokens, self._context.formats
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        middle = rect.center().y()
        upper = QRect(inner.left(), middle - 20, inner.width(), 20)
        lower = QRect(inner.left(), middle + 2, inner.width(), 20)
        used = self.text(painter, upper, formats.money(row.total_fils), Type.STRONG, tokens.text, end=True, rtl=rtl)
        rest = mirror(upper.adjusted(0, 0, -used - 8, 0), upper, rtl=rtl)
        taken = self.text(painter, rest, formats.ltr(row.reference), Type.STRONG, tokens.text, end=False, rtl=rtl)
        if not row.seen:
            self._dot(painter, mirror(QRect(upper.left() + taken + 8, upper.top(), _DOT, 20), inner, rtl=rtl))
        used = self._state(painter, lower, row, rtl=rtl)
        rest = mirror(lower.adjusted(0, 0, -used - 8, 0), lower, rtl=rtl)
        about = " · ".join(filter(None, (vehicle_text(row.vehicle), formats.parts(row.parts))))
        self.text(painter, rest, about, Type.SMALL, tokens.text2, end=False, rtl=rtl)

    def _state(self, painter: QPainter, rect: QRect, row: ListedOrder, *, rtl: bool) -> int:
        if row.status is Status.PLACED and row.accept_by is not None:
            return self._countdown(painter, rect, row.accept_by - self.now, rtl=rtl)
        painter.setFont(self.theme.font(Type.CAPTION))
        text = self._words[row.status]
        width = badge_width(painter.fontMetrics(), text, dot=False)
        place = mirror(QRect(rect.right() - width + 1, rect.top(), width, HEIGHT), rect, rtl=rtl)
        paint_badge(painter, self.theme, place, text, TONES[row.status], dot=False, rtl=rtl)
        return width

    def _countdown(self, painter: QPainter, rect: QRect, left: Millis, *, rtl: bool) -> int:
        tint = self.theme.tint(countdown_tone(left))
        digits = self._context.formats.countdown(left)
        used = self.text(painter, rect, digits, Type.SMALL_STRONG, tint.text, end=True, rtl=rtl)
        place = QRect(rect.right() - used - 6 - _RING, rect.top() + (20 - _RING) // 2, _RING, _RING)
        paint_small_ring(painter, self.theme, QRectF(mirror(place, rect, rtl=rtl)), left, rtl=rtl)
        return used + 6 + _RING

    def _dot(self, painter: QPainter, rect: QRect) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.tokens.accent_text)
        painter.drawEllipse(QPointF(rect.center()) + QPointF(0.5, 0.5), _DOT / 2, _DOT / 2)


def paint_small_ring(painter: QPainter, theme: Theme, rect: QRectF, left: Millis, *, rtl: bool) -> None:
    """Paints the share of the 30 minutes that is left as a ring next to its digits; `rtl` turns its
    direction.
    """
    share = min(1.0, max(0.0, left / ACCEPT_WINDOW))
    ring = rect.adjusted(_STROKE / 2, _STROKE / 2, -_STROKE / 2, -_STROKE / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.tokens.border_strong, _STROKE))
    painter.drawEllipse(ring)
    painter.setPen(QPen(theme.tint(countdown_tone(left)).text, _STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawArc(ring, 90 * 16, round((1 if rtl else -1) * share * _FULL))


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
        parts = (order.reference, self._words[order.status], left, formats.money(order.total_fils))
        return strip_marks(", ".join(filter(None, (*parts, vehicle_text(order.vehicle)))))
