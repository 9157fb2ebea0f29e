"""One order: head and buttons are fixed, lines, history and money scroll below them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from service.domain.actors import TIME
from service.domain.history import HistorySubject, SubjectKind
from service.domain.marketplace.orders import Action, Order, Status
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.orders_port import OrderDetail
from ui.i18n.error_texts import fault_text, fault_title
from ui.panes.orders.action_bar import ActionBar
from ui.panes.orders.customer_fields import CustomerFacts
from ui.panes.orders.order_head import OrderHead
from ui.panes.orders.order_history import OrderHistory
from ui.panes.orders.order_lines import OrderLines
from ui.panes.orders.order_words import reason_words
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import (
    Button,
    Card,
    ErrorState,
    Fact,
    FactRows,
    Hairline,
    Ink,
    Kind,
    Label,
    LinkButton,
    Note,
    Timeline,
    clear_layout,
    column,
    row,
)

_EDGE = 20


class OrderDetailCard(Card):
    """`act` and `cancel` are the owner's actions, `again` loads once more after a fault."""

    def __init__(
        self,
        context: PaneContext,
        act: Callable[[Action], None],
        cancel: Callable[[], None],
        again: Callable[[], None],
        print_order: Callable[[], None],
    ) -> None:
        super().__init__(context.theme, padding=0)
        self._context, self._again = context, again
        self.detail: OrderDetail | None = None
        self._history = OrderHistory(context.formats, self)
        self.head = OrderHead(context)
        self.bar = ActionBar(context.theme, act, cancel, self._copy, print_order)
        self.lines = OrderLines(context)
        self._note = _LayoutHolder()
        self._foot = _LayoutHolder()
        order = QWidget()
        top = column(self.head, self._note, self.bar, spacing=14)
        top.setContentsMargins(_EDGE, 16, _EDGE, 18)
        order.setLayout(column(top, Hairline(context.theme), self._build_scroll_area(), spacing=0))
        self._fault = QWidget()
        self._fault.setLayout(column(spacing=0))
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        for page in (QWidget(), order, self._fault):
            self._stack.addWidget(page)
        self.body.addWidget(holder)

    def show_order(self, detail: OrderDetail, now: Millis) -> None:
        """Shows another order, or a new state of the same one."""
        self.detail = detail
        self.setAccessibleName(detail.order.reference)
        self.head.show_order(detail, now)
        self.bar.show_order(detail, read_only=self._context.shop.read_only)
        self.bar.set_busy(False)
        self._note.set_layout(self._build_note(detail))
        self.lines.show_lines(detail.order.lines, detail.arabic_names)
        self._foot.set_layout(self._build_foot(detail, now))
        self._stack.setCurrentIndex(1)

    def update_context(self, context: PaneContext) -> None:
        """Uses the same shop with another read-only state."""
        self._context = context

    def show_nothing(self) -> None:
        """Shows that no order is selected."""
        self.detail = None
        self._stack.setCurrentIndex(0)

    def show_fault(self, error: BackendError) -> None:
        """Shows that the order could not be read."""
        self.detail = None
        again = Button(self.theme, self.tr("Try again"), Kind.PRIMARY, icon="rotate-ccw")
        again.clicked.connect(self._again)
        details = Button(self.theme, self.tr("Copy details for support"), Kind.GHOST, icon="copy")
        details.clicked.connect(lambda: self._context.clipboard.setText(error.details))
        state = ErrorState(self.theme, fault_title(error), fault_text(error), again, details)
        holder = _LayoutHolder()
        holder.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        layout = self._fault.layout()
        if layout is not None:
            clear_layout(layout)
            layout.addWidget(holder)
        holder.set_layout(column(state, None))
        self._stack.setCurrentIndex(2)

    def focus(self) -> None:
        """Enter in the list: focuses the first button, else the parts."""
        buttons = [*self.bar.steps.values(), self.bar.cancel]
        first = next((button for button in buttons if button is not None and button.isEnabled()), None)
        (first or self.lines.table).setFocus(Qt.FocusReason.TabFocusReason)

    def tick(self, now: Millis) -> None:
        """Runs every second; after the deadline it disables the actions."""
        self.head.tick(now)
        order = self.detail.order if self.detail else None
        if order and order.status is Status.PLACED and order.accept_by is not None and now >= order.accept_by:
            self.bar.set_busy(True)

    def _build_scroll_area(self) -> QScrollArea:
        page = QWidget()
        page.setObjectName("page")
        body = QVBoxLayout(page)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.lines.table)
        body.addStretch(1)
        body.addWidget(self._foot)
        area = QScrollArea()
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        area.viewport().setAutoFillBackground(False)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _build_note(self, detail: OrderDetail) -> QVBoxLayout | None:
        order = detail.order
        if order.status is Status.CANCELLED:
            text = self.tr("The buyer has read this reason and gets the money back.")
            if any(entry.by == TIME for entry in detail.history):
                text = self.tr("Nobody accepted it within 30 minutes. The buyer gets the money back.")
                return column(Note(self.theme, Tone.BAD, text, icon="clock"))
            lines = () if detail.by_phone else (text,)
            reason = order.reason or ""
            return column(Note(self.theme, Tone.BAD, reason_words().get(reason, reason), lines))
        if self._context.shop.read_only and (detail.actions or detail.can_cancel):
            settings = Button(self.theme, self.tr("Settings"))
            settings.clicked.connect(lambda: self._context.go(PaneKey.SETTINGS, ""))
            text = self.tr("This shop is read-only: orders can be looked at, not changed.")
            return column(Note(self.theme, Tone.WARN, text, (), settings, icon="lock"))
        return None

    def _build_foot(self, detail: OrderDetail, now: Millis) -> QVBoxLayout:
        theme = self.theme
        timeline = Timeline(theme, self._history.entries(detail), self.tr("History"))
        heading = Label(theme, self._history.heading(detail, now), Type.SMALL_MEDIUM, Ink.TEXT2)
        changes = LinkButton(theme, self.tr("What it changed"))
        target = HistorySubject(SubjectKind.ORDER, detail.order.reference).target
        changes.clicked.connect(lambda: self._context.go(PaneKey.HISTORY, target))
        calls = LinkButton(theme, self.tr("Calls about it"))
        calls.clicked.connect(lambda: self._context.go(PaneKey.CALLS, f"order:{detail.order.reference}"))
        links = column(row(changes, None), row(calls, None), spacing=6)
        history = column(heading, timeline, links, spacing=10)
        facts = FactRows(theme, self._money_facts(detail.order), spacing=7)
        money = column(Label(theme, self.tr("Money"), Type.SMALL_MEDIUM, Ink.TEXT2), facts, None, spacing=10)
        foot = row(spacing=20)
        foot.addLayout(history, 9)
        foot.addWidget(Hairline(theme, upright=True))
        foot.addLayout(money, 10)
        foot.setContentsMargins(_EDGE, 14, _EDGE, 14)
        if not detail.customer:
            return column(Hairline(theme), foot, spacing=0)
        customer = CustomerFacts(theme, detail.customer)
        customer.setContentsMargins(_EDGE, 14, _EDGE, 14)
        return column(Hairline(theme), customer, Hairline(theme), foot, spacing=0)

    def _money_facts(self, order: Order) -> tuple[Fact, ...]:
        money = self._context.formats.money
        facts = [Fact(self.tr("Parts"), money(order.items_fils))]
        if order.fee_fils:
            facts.append(Fact(self.tr("Courier, paid by buyer"), money(order.fee_fils)))
            facts.append(Fact(self.tr("The buyer pays"), money(order.items_fils + order.fee_fils)))
        if order.status is Status.CANCELLED:
            back = Fact(self.tr("Refunded to the buyer"), money(order.items_fils + order.fee_fils), strong=True)
            return (*facts, back) if order.refunded else tuple(facts)
        if order.commission_fils:
            facts.append(Fact(self.tr("Marketplace commission"), money(-order.commission_fils)))
        return (*facts, Fact(self.tr("You receive"), money(order.payout_fils), strong=True))

    def _copy(self) -> None:
        if self.detail:
            self._context.clipboard.setText(self.detail.order.reference)
            self._context.toasts.show(self.tr("Copied"))


class _LayoutHolder(QWidget):
    """Contains one layout at a time; empty, it takes no space."""

    def __init__(self) -> None:
        super().__init__()
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def set_layout(self, layout: QVBoxLayout | None) -> None:
        """Another one instead."""
        clear_layout(self._outer)
        self.setVisible(layout is not None)
        if layout is not None:
            inside = QWidget()
            inside.setLayout(layout)
            self._outer.addWidget(inside)
