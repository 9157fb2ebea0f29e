"""The Orders pane: which orders are listed, which one is displayed, and the owner's actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import date
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPen, QShortcut, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QStackedLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import (
    ACCEPT_MINUTES,
    ACCEPT_WINDOW,
    Action,
    ListedOrder,
    OrderQuery,
    OrderSort,
    OrderTable,
    Rfq,
    Status,
)
from service.domain.printing import Paper, SlipKind, make_slip
from service.domain.reports import Span, get_previous_month, month_span, year_span
from service.domain.settings import Settings
from service.domain.times import MINUTE, Millis
from ui.backend import BackendError
from ui.backend.dispatcher import PendingReply
from ui.backend.orders_port import OrderDetail, OrderPage
from ui.backend.progress import OnProgress
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.i18n.value_words import make_table_words, vehicle_text
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.order_actions import OrderActions
from ui.panes.orders.order_detail import OrderDetailCard
from ui.panes.orders.order_words import TONES, method_words, reason_words, sort_words, status_words
from ui.panes.orders.price_requests import LIST_MIN_WIDTH, LIST_WIDTH, PriceRequests
from ui.panes.shared.export_dialog import ExportDialog
from ui.panes.shared.summary_dialog import SummaryDialog
from ui.printing.pages import Pages, Printers
from ui.printing.print_dialog import PrintDialog
from ui.printing.slip_pages import make_slip_pages, slip_titles
from ui.shell.dialogs.file_chooser import TABLE_KINDS
from ui.shell.pane import PageHeader, Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Type
from ui.theme.metrics import LIST_PAGE, ORDER_ROW, PAGE_PADDING
from ui.widgets import (
    Button,
    Card,
    Column,
    EmptyState,
    FilterChip,
    FormRow,
    Hairline,
    Ink,
    Kind,
    Label,
    RowList,
    RowPainter,
    RowsModel,
    SearchField,
    Segment,
    Segmented,
    column,
    countdown_tone,
    fill,
    row,
)
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.painting import mirror
from ui.widgets.window_use import NextUse


class OrderExportDialog(ExportDialog):
    """Asks what and of which time, then the path; closes when the file is written."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        super().__init__(context, parent, self.tr("Export orders"))
        self.choices = {
            OrderTable.ORDERS: self.add_choice(self.tr("Orders, a row each")),
            OrderTable.LINES: self.add_choice(self.tr("Ordered parts, a row each")),
            OrderTable.PAYOUTS: self.add_choice(self.tr("Payouts of delivered orders")),
        }
        self._group = QButtonGroup(self)
        for choice in self.choices.values():
            self._group.addButton(choice)
        self.choices[OrderTable.ORDERS].setChecked(True)
        self.period = FilterChip(context.theme, self._list_periods(), lambda _key: None, name=self.tr("Period"))
        self.body.addWidget(FormRow(context.theme, self.tr("Period"), self.period))
        text = self.tr(
            "Only what the customer pays is with VAT. Amounts are in BHD; names and phone numbers are left out."
        )
        self.body.addWidget(Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self.finish()

    @property
    def what(self) -> OrderTable:
        return next(what for what, choice in self.choices.items() if choice.isChecked())

    @property
    def span(self) -> Span:
        """The chosen period by the local calendar."""
        today, zone = self._today(), self._context.formats.zone
        spans: dict[str, Callable[[], Span]] = {
            "": Span,
            "month": lambda: month_span(today, zone),
            "last": lambda: month_span(get_previous_month(today), zone),
            "year": lambda: year_span(today, zone),
        }
        return spans[self.period.key]()

    def name_file(self) -> tuple[str, str]:
        return f"{self.what.value}.xlsx", TABLE_KINDS

    def start(self, file: str, progress: OnProgress) -> Future[int]:
        context = self._context
        words = make_table_words(
            context.formats,
            {
                "status": status_words().items(),
                "delivery": method_words().items(),
                "reason": reason_words().items(),
            },
        )
        return context.backend.orders.export(context.shop.id, self.what, self.span, file, words, progress)

    def describe_written(self, count: int, name: str) -> str:
        return self.tr("%n order(s) saved in %1.", "", count).replace("%1", name)

    def _today(self) -> date:
        return self._context.formats.to_local(self._context.now()).date()

    def _list_periods(self) -> tuple[tuple[str, str], ...]:
        return (
            ("month", self.tr("This month")),
            ("last", self.tr("Last month")),
            ("year", self.tr("This year")),
            ("", self.tr("All orders")),
        )


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
    """Paints what is left of the 30 minutes as a ring next to its digits; `rtl` turns it."""
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
        self.search = SearchField(context.theme, self.tr("Order or part"), lambda _text: on_query_change())
        self.search.setToolTip(self.tr("Order, car or part"))
        self.sort = FilterChip(
            context.theme, sort_words(), lambda _key: on_query_change(), name=self.tr("Sort by"), icon="arrow-up-down"
        )
        head = row(self.search, self.sort)
        head.setContentsMargins(12, 12, 12, 12)
        fill(self.body, head, Hairline(context.theme))
        self._words = status_words()
        self._painter = OrderRows(context)
        text_column: Column[ListedOrder] = Column("", self._accessible_text)
        self.model: RowsModel[ListedOrder] = RowsModel((text_column,), lambda order: order.reference, self)
        self.list: RowList[ListedOrder] = RowList(context.theme, self.model, self._painter, name=self.tr("Orders"))
        self.list.verticalScrollBar().valueChanged.connect(lambda value: self._load_more_if_near(value, on_more))
        self.empty_text = Label(context.theme, "", wrap=True)
        self.empty_text.set_ink(Ink.TEXT2)
        self.clear = Button(context.theme, self.tr("Clear the search"), on_click=self.search.edit.clear)
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


translate = QCoreApplication.translate
REQUESTS = "requests"
PAGE = 60
_MOST_REQUESTS = 200

_FIRST_KINDS = {
    Status.READY: SlipKind.DELIVERY_NOTE,
    Status.OUT_FOR_DELIVERY: SlipKind.DELIVERY_NOTE,
    Status.DELIVERED: SlipKind.ORDER,
    Status.CANCELLED: SlipKind.ORDER,
}
"""What is printed of an order in a status; of the others a pick slip."""


class SlipDialog(PrintDialog):
    """Prints a pick slip, order or delivery note; the paper chosen last is chosen again."""

    def __init__(
        self, context: PaneContext, parent: QWidget, detail: OrderDetail, printers: Printers | None = None
    ) -> None:
        super().__init__(context, parent, self.tr("Print the order"), printers)
        self._detail = detail
        self._settings: Settings | None = None
        titles = tuple(Segment(kind.value, text) for kind, text in slip_titles().items())
        self.kinds = Segmented(context.theme, titles, lambda _key: self.refresh(), name=self.tr("What to print"))
        self.kinds.choose(_FIRST_KINDS.get(detail.order.status, SlipKind.PICK_SLIP).value)
        papers = ((Paper.A4.value, self.tr("A4")), (Paper.ROLL_80.value, self.tr("Receipt, 80 mm")))
        self.paper = FilterChip(context.theme, papers, lambda _key: self._on_paper_chosen(), name=self.tr("Paper"))
        self.body.addLayout(row(self.kinds, None, self.paper))
        self.build()
        self.dispatcher.fetch(context.backend.settings.read(), self._use_settings, self._on_failed)

    def title(self) -> str:
        """`ORD-2026-000123 Pick slip`."""
        return f"{self._detail.order.reference} {slip_titles()[SlipKind(self.kinds.key)]}"

    def make_pages(self) -> Pages:
        detail = self._detail
        slip = make_slip(
            SlipKind(self.kinds.key),
            self.context.shop,
            detail.order,
            detail.branch,
            detail.arabic_names,
            detail.customer,
            detail.shelves,
        )
        font = self.theme.font(Type.BODY)
        return make_slip_pages(slip, Paper(self.paper.key), self.context.formats, font, self.context.now())

    def _use_settings(self, settings: Settings) -> None:
        chosen = self._settings is not None
        self._settings = settings
        if not chosen:
            self.paper.choose(settings.paper)

    def _on_paper_chosen(self) -> None:
        self.refresh()
        before, paper = self._settings, Paper(self.paper.key)
        if before is not None and before.paper is not paper:
            self._settings = replace(before, paper=paper)
            self.dispatcher.send(self.context.backend.settings.change(before, self._settings), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        """The paper is printed all the same; only its choice is not remembered."""
        self._show_fault(fault_text(error))


class OrdersSubtitle(QObject):
    """Updates the sentence each second."""

    def __init__(self, context: PaneContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def text(self, waiting: int, every: int, rows: Sequence[ListedOrder], now: Millis) -> str:
        """`3 are waiting; the first cancels by itself in 3 minutes.`"""
        if not waiting:
            if self._context.staging and not every:
                return self.tr("Orders for practice. No buyer is behind them.")
            return self.tr("No order is waiting. A new one rings here and in the tray.")
        ends = [order.accept_by for order in rows if order.status is Status.PLACED and order.accept_by is not None]
        if not ends:
            return self.tr("%n order(s) are waiting for you.", "", waiting)
        minutes = max(0, min(ends) - now) // MINUTE
        if minutes:
            text = self.tr("%n are waiting; the first is cancelled automatically %1.", "", waiting)
            return text.replace("%1", self.tr("in %n minute(s)", "", minutes))
        return self.tr("%n are waiting; the first is cancelled automatically within a minute.", "", waiting)


def segments(counts: Mapping[Status, int], requests: int) -> tuple[Segment, ...]:
    """All, one per status, and the requests; keys are the status or "" for all."""
    words = status_words() | {Status.PLACED: translate("OrderSegments", "Waiting")}
    return (
        Segment("", translate("OrderSegments", "All"), _format_count(sum(counts.values()))),
        *(Segment(status.value, words[status], _format_count(counts.get(status, 0))) for status in Status),
        Segment(REQUESTS, translate("OrderSegments", "Price requests"), _format_count(requests)),
    )


def status_of(key: str) -> Status | None:
    """The status of a segment; None is all."""
    return Status(key) if key in tuple(Status) else None


def _format_count(number: int) -> str:
    return f"{number:,}"


class NoOrders(Card):
    """In staging a button for a test order, in the live shop a sentence about what will come."""

    def __init__(self, context: PaneContext, place_test: Callable[[], None], enter: Callable[[], None]) -> None:
        super().__init__(context.theme)
        if context.staging:
            title = self.tr("No test orders yet")
            text = self.tr(
                "Place one to see what your till will receive, how the 30-minute countdown works and what each button "
                "does. No buyer is involved."
            )
            self.main = Button(
                context.theme, self.tr("Place a test order"), Kind.PRIMARY, icon="plus", main=True, changes=True
            )
            self.main.clicked.connect(place_test)
            other = Button(context.theme, self.tr("Send only the webhook"), icon="webhook", main=True, changes=True)
            other.clicked.connect(lambda: context.go(PaneKey.WEBHOOKS, ""))
            script = "counterpart orders place order.json --staging"
        else:
            title = self.tr("No orders yet")
            text = self.tr(
                "When a buyer orders on the marketplace, it rings here and you have %1 to accept. Meanwhile you can "
                "enter an order that came by phone."
            ).replace("%1", context.formats.minutes(ACCEPT_MINUTES))
            self.main = Button(
                context.theme, self.tr("Enter a phone order"), Kind.PRIMARY, icon="phone", main=True, changes=True
            )
            self.main.clicked.connect(enter)
            other = Button(context.theme, self.tr("List parts for sale"), icon="package", main=True)
            other.clicked.connect(lambda: context.go(PaneKey.CATALOGUE, ""))
            script = "counterpart orders place order.json"
        self.other = other
        buttons: tuple[QWidget, ...] = (self.main, other)
        label = self.tr("From a script:")
        state = EmptyState(context.theme, "shopping-bag", title, text, *buttons, script_label=label, script=script)
        self.body.addWidget(state)


class OrdersPane(Pane):
    """Orders as a list and in full (desktop §2.2). An order that is displayed because somebody
    asked for it has been seen; one that came by itself is seen with the next key or movement.
    """

    key: ClassVar[PaneKey] = PaneKey.ORDERS
    listens: ClassVar[frozenset[ChangeKind]] = frozenset({ChangeKind.ORDERS, ChangeKind.RFQS, ChangeKind.SHOPS})

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._page: OrderPage | None = None
        self._wanted_reference = ""
        self._filling = False
        self._detail_reply: PendingReply[OrderDetail] | None = None
        self._page_reply: PendingReply[OrderPage] | None = None
        self._detail_reference = ""
        self._came_by_itself = False
        self._next_use = NextUse(self)
        self._subtitle = OrdersSubtitle(context, self)
        self.segments = Segmented(
            self.theme, segments({}, 0), lambda _key: self._ask_now(), name=self.tr("Which orders")
        )
        self.list = OrderList(context, self._ask_now, self._ask_more)
        self.list.list.picked.connect(self._on_picked)
        self.list.list.opened.connect(lambda _row: self.detail.focus())
        self.detail: OrderDetailCard = OrderDetailCard(
            context, self._take_step, self._cancel, self._ask_detail_again, self.print_shown
        )
        self.order_actions = OrderActions(self, self.detail)
        self.requests = PriceRequests(context, self._order_from_request)
        self.empty = NoOrders(context, self.new, self._enter_phone_order)
        for keys, action in (("A", Action.ACCEPT), ("F", Action.CONFIRM_FITMENT), ("R", Action.REJECT)):
            self.list.bind(keys, partial(self._take_step, action))
        self._fill()

    def load(self) -> None:
        self._ask()
        future = self.context.backend.orders.rfqs(self.context.shop.id, _MOST_REQUESTS)
        self.dispatcher.fetch(future, self._show_requests, self.show_error)

    def on_changes(self, changes: Changes) -> None:
        self._came_by_itself = True
        super().on_changes(changes)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._came_by_itself = False

    def tick(self, now: Millis) -> None:
        self.list.tick(now)
        self.detail.tick(now)
        self.requests.tick(now)
        self._show_subtitle(now)

    def update_context(self, context: PaneContext) -> None:
        super().update_context(context)
        self.detail.update_context(context)

    def open_target(self, target: str) -> None:
        self._wanted_reference, self._came_by_itself = target, False
        self.segments.choose("")
        self.list.search.edit.clear()
        self.reload()

    def focus_filter(self) -> None:
        field = self.requests.search if self.segments.key == REQUESTS else self.list.search
        field.edit.setFocus()
        field.edit.selectAll()

    def new(self) -> None:
        """Ctrl N: in staging a test order, else one by phone."""
        NewOrderDialog(self.context, self, self.open_target, test=self.context.staging).open()

    def export(self) -> None:
        """Ctrl E: orders, their lines or payouts as a file."""
        OrderExportDialog(self.context, self).open()

    def show_summary(self) -> None:
        """The orders of a day or a month, to look at, print or save."""
        SummaryDialog(self.context, self).open()

    def print_shown(self) -> None:
        """Ctrl P: pick slip, order or delivery note of the displayed order."""
        if self.detail.detail is not None and self.segments.key != REQUESTS:
            SlipDialog(self.context, self, self.detail.detail).open()

    @property
    def subject(self) -> str:
        return self.detail.detail.order.reference if self.detail.detail else ""

    def areas(self) -> tuple[QWidget, ...]:
        if self.segments.key == REQUESTS:
            return (self.segments, self.requests.list, self.requests.detail.table)
        return (self.segments, self.list.list, self.detail.lines.table)

    def _fill(self) -> None:
        phone = Button(self.theme, self.tr("Enter a phone order"), icon="phone", changes=True)
        phone.clicked.connect(self._enter_phone_order)
        save = Button(self.theme, self.tr("Export"), icon="download", on_click=self.export)
        summary = Button(self.theme, self.tr("Sales summary"), icon="chart-column", on_click=self.show_summary)
        buttons = [save, summary, phone]
        if self.context.staging:
            test = Button(self.theme, self.tr("Place a test order"), icon="plus", changes=True, on_click=self.new)
            buttons.insert(2, test)
        self.header = PageHeader(self.theme, self.tr("Orders"), "", *buttons)
        # Before its parts: with each new parent Qt styles all that a widget holds again.
        holder = QWidget()
        column(
            self.header,
            row(self.segments, None),
            (holder, 1),
            spacing=16,
            inside=self.content,
            margins=PAGE_PADDING,
        )
        self._views = QStackedLayout(holder)
        both = QWidget()
        for page in (both, self.empty, self.requests):
            self._views.addWidget(page)
        self.list.setMinimumWidth(LIST_MIN_WIDTH)
        self.list.setMaximumWidth(LIST_WIDTH)
        row((self.list, 2), (self.detail, 3), spacing=16, inside=both)
        self.content.setMinimumHeight(LIST_PAGE)

    def _ask_now(self) -> None:
        """After somebody chose other orders."""
        self._came_by_itself = False
        self._ask()

    def _ask(self) -> None:
        self._show_view()
        if self._page_reply:
            self._page_reply.drop()
        query = OrderQuery(status_of(self.segments.key), self.list.search.text(), self.list.order)
        limit = max(PAGE, self.list.model.rowCount())
        future = self.context.backend.orders.find(self.context.shop.id, query, 0, limit)
        self._page_reply = self.dispatcher.fetch(future, self._show, self.show_error)

    def _ask_more(self) -> None:
        if self._page is None or not self._page.more or (self._page_reply and self._page_reply.pending):
            return
        query = OrderQuery(status_of(self.segments.key), self.list.search.text(), self.list.order)
        offset = self.list.model.rowCount()
        future = self.context.backend.orders.find(self.context.shop.id, query, offset, PAGE)
        self._page_reply = self.dispatcher.fetch(future, self._append, self.order_actions.on_failed)

    def _append(self, page: OrderPage) -> None:
        self._page = page
        known = {order.reference for order in self.list.model.rows}
        self.list.model.append([order for order in page.rows if order.reference not in known])

    def _show(self, page: OrderPage) -> None:
        self._page = page
        now = self.context.now()
        self._filling = True
        self.list.show_rows(page.rows, now)
        self._filling = False
        self._count()
        self._show_subtitle(now)
        self._show_view()
        self.show_content()
        self._choose()

    def _choose(self) -> None:
        """Shows the requested order, else the selected one, else the first."""
        wanted, self._wanted_reference = self._wanted_reference, ""
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

    def _on_picked(self, order: ListedOrder | None) -> None:
        if order is not None and not self._filling:
            self._came_by_itself = False
            self._ask_detail(order.reference)

    def _ask_detail(self, reference: str) -> None:
        if self._detail_reply:
            self._detail_reply.drop()
        self._detail_reference = reference
        future = self.context.backend.orders.detail(self.context.shop.id, reference)
        self._detail_reply = self.dispatcher.fetch(future, self._show_detail, self.detail.show_fault)

    def _ask_detail_again(self) -> None:
        self._ask_detail(self._detail_reference)

    def _show_detail(self, detail: OrderDetail) -> None:
        self.detail.show_order(detail, self.context.now())
        self._next_use.stop()
        at = self.list.model.find(detail.order.reference)
        if at < 0 or self.list.model.row(at).seen:
            return
        if self._came_by_itself or not self.isVisible():
            self._next_use.wait(self._mark_seen)
        else:
            self._mark_seen()

    def _mark_seen(self) -> None:
        """The displayed order need not ring any more."""
        future = self.context.backend.orders.mark_seen(self.context.shop.id, (self._detail_reference,))
        self.dispatcher.fetch(future, lambda _none: None, self.order_actions.on_failed)

    def _show_requests(self, requests: tuple[Rfq, ...]) -> None:
        self.requests.show_requests(requests)
        self._count()
        self._show_view()

    def _count(self) -> None:
        counts = self._page.counts if self._page else {}
        self.segments.show_segments(segments(counts, self.requests.count))

    def _show_view(self) -> None:
        """Shows the list, the requests, or the sentence for a shop without orders."""
        if self.segments.key == REQUESTS:
            self._views.setCurrentIndex(2)
        else:
            none = self._page is not None and not self._page.counts
            self._views.setCurrentIndex(1 if none else 0)

    def _show_subtitle(self, now: Millis) -> None:
        if self._page is not None:
            waiting = self._page.counts.get(Status.PLACED, 0)
            every = sum(self._page.counts.values())
            self.header.subtitle.setText(self._subtitle.text(waiting, every, self.list.model.rows, now))

    def _take_step(self, action: Action) -> None:
        detail = self.detail.detail
        is_allowed = not self.context.shop.read_only and not self.detail.bar.is_pending
        if detail is not None and action in detail.actions and is_allowed:
            self.order_actions.take(detail, action)

    def _cancel(self) -> None:
        if self.detail.detail is not None and not self.detail.bar.is_pending:
            self.order_actions.cancel(self.detail.detail)

    def _enter_phone_order(self) -> None:
        NewOrderDialog(self.context, self, self.open_target, test=False).open()

    def _order_from_request(self, request: Rfq) -> None:
        self.order_actions.order_from_request(request, self.open_target)
