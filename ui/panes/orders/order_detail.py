"""One order: head and buttons are fixed, lines, history and money scroll below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from service.domain.actors import TIME, AuthorKind, parse_author
from service.domain.history import HistorySubject, SubjectKind
from service.domain.marketplace.orders import (
    ACCEPT_MINUTES,
    CANCEL,
    EXPIRE,
    PLACE,
    RESTART_TIME,
    Action,
    HistoryEntry,
    Line,
    Method,
    Order,
    Status,
)
from service.domain.money import format_rate
from service.domain.quantity import MILLI
from service.domain.times import MINUTE, Millis
from ui.backend import BackendError
from ui.backend.orders_port import OrderDetail
from ui.i18n import Formats, isolate_name
from ui.i18n.error_texts import fault_text, fault_title
from ui.i18n.history_text import author_text
from ui.i18n.value_words import part_name, vehicle_text
from ui.panes.orders.customer_fields import CustomerFacts
from ui.panes.orders.order_words import (
    ICONS,
    TONES,
    action_words,
    done_words,
    method_words,
    other_words,
    own_words,
    reason_words,
    status_words,
)
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Badge,
    Button,
    Card,
    Column,
    CountdownBar,
    ElidedLabel,
    ErrorState,
    Fact,
    FactRows,
    Hairline,
    IconButton,
    IconLabel,
    Ink,
    Kind,
    Label,
    LinkButton,
    Note,
    RowsModel,
    Table,
    Timeline,
    TimelineEntry,
    add_change,
    announce,
    clear_layout,
    column,
    countdown_ink,
    countdown_tone,
    fill,
    row,
)

_HERE = (AuthorKind.COUNTER, AuthorKind.STAFF, AuthorKind.COMMAND_LINE)
_NEGATIVE_ACTIONS = (CANCEL, EXPIRE, Action.REJECT)
_HEADER = 32
_LINE_EDGE = 12
_STEPS = (Action.ACCEPT, Action.CONFIRM_FITMENT, Action.READY, Action.DELIVERED, Action.DISPATCHED)
_STEP_OF_STATUS = {
    Status.CONFIRMED: Action.ACCEPT,
    Status.READY: Action.READY,
    Status.OUT_FOR_DELIVERY: Action.DISPATCHED,
    Status.DELIVERED: Action.DELIVERED,
}
"""The action that led to a status."""
_EDGE = 20


class OrderHead(QWidget):
    """Reference, status and countdown; `tick` updates the countdown."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self._order: Order | None = None
        self._minute = -1
        theme = context.theme
        self.reference = Label(theme, "", Type.TITLE, selectable=True)
        self.badge = Badge(theme, "")
        self.car = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2)
        self.car_icon = IconLabel(theme, "car", 16)
        self.method = Label(theme, "", Type.BODY, Ink.TEXT2)
        self._method_icon = IconLabel(theme, "truck", 16)
        self.digits = Label(theme, "", Type.DISPLAY, trail=True)
        self.caption = Label(theme, "", Type.SMALL, Ink.TEXT2, trail=True)
        self.bar = CountdownBar(theme, context.formats, self.tr("Time left to accept"))
        facts = row(self.car_icon, self.car, 8, self._method_icon, self.method, None, spacing=6)
        left = column(row(self.reference, self.badge, None, spacing=12), facts, spacing=6)
        right = column(self.digits, self.caption, spacing=0)
        upper = row(spacing=12)
        fill(upper, (left, 1), right)
        upper.setAlignment(left, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(column(upper, self.bar, spacing=12))

    def show_order(self, detail: OrderDetail, now: Millis) -> None:
        """Shows another order, or a new state of the same one."""
        order = self._order = detail.order
        formats = self._context.formats
        self._minute = -1
        self.reference.setText(formats.ltr(order.reference))
        self.badge.show_state(status_words()[order.status], TONES[order.status], dot=order.status is Status.PLACED)
        car = vehicle_text(order.vehicle)
        self.car.setText(car)
        self.car.setVisible(bool(car))
        self.car_icon.setVisible(bool(car))
        self.method.setText(method_words()[order.method])
        self._method_icon.set_icon("truck" if order.method is Method.COURIER else "store", Ink.TEXT2)
        waiting = order.status is Status.PLACED and order.accept_by is not None
        self.bar.setVisible(waiting)
        if waiting:
            self.tick(now)
            return
        self.digits.set_kind(Type.FIGURE)
        self.digits.setText(formats.money(order.customer_total(self._context.shop.vat).total_fils))
        self.digits.set_ink(Ink.TEXT)
        placed = self.tr("With VAT · %1").replace("%1", formats.day_time(order.placed_at, now))
        self.caption.setText(placed)

    def tick(self, now: Millis) -> None:
        """Runs every second; screen readers get minutes, not seconds."""
        order = self._order
        if order is None or order.status is not Status.PLACED or order.accept_by is None:
            return
        left = max(0, order.accept_by - now)
        formats = self._context.formats
        self.digits.set_kind(Type.DISPLAY)
        self.digits.setText(formats.countdown(left))
        self.digits.set_ink(Ink.TEXT if countdown_tone(left) is Tone.ACCENT else countdown_ink(left))
        self.bar.show_left(left)
        if left:
            text = self.tr("left to accept, until %1").replace("%1", formats.time(order.accept_by))
        else:
            text = self.tr("Time is up. It is being cancelled.")
        self.caption.setText(text)
        minute = left // MINUTE
        if self._minute not in (-1, minute) and self.isVisible():
            sentence = self.tr("%1 left to accept %2").replace("%1", formats.minutes(minute))
            announce(self, sentence.replace("%2", order.reference))
        self._minute = minute


class OrderHistory(QObject):
    """Turns history entries into lines to read."""

    def __init__(self, formats: Formats, parent: QObject) -> None:
        super().__init__(parent)
        self._formats = formats

    def entries(self, detail: OrderDetail) -> tuple[TimelineEntry, ...]:
        """Oldest first; a placed order ends with the moment at which it expires."""
        past = tuple(self._to_entry(at, detail) for at in range(len(detail.history)))
        order = detail.order
        if order.status is not Status.PLACED or order.accept_by is None:
            return past
        title, text = self.tr("Is cancelled automatically"), self.tr("unless you accept it before")
        return (*past, TimelineEntry(title, text, self._formats.time(order.accept_by), upcoming=True))

    def heading(self, detail: OrderDetail, now: Millis) -> str:
        """`History`, with the day on which it begins unless that is today."""
        formats = self._formats
        begun = detail.order.placed_at
        if formats.to_local(begun).date() == formats.to_local(now).date():
            return self.tr("History")
        return self.tr("History from %1").replace("%1", formats.date(begun))

    def _to_entry(self, at: int, detail: OrderDetail) -> TimelineEntry:
        words, formats = other_words(), self._formats
        entry = detail.history[at]
        author = parse_author(entry.by)
        if author.kind is AuthorKind.OWNER:
            words |= own_words()
        elif author.kind in _HERE:
            words[PLACE] = self.tr("Entered by hand")
        first = entry.from_status is None
        text = self._describe_held_units(detail) if first else self._describe_author(entry)
        if first and (author.kind in _HERE or author.counter):
            text = " · ".join((author_text(entry.by), text))
        if not first and formats.to_local(entry.at).date() != formats.to_local(detail.history[at - 1].at).date():
            text = " · ".join((formats.date(entry.at), text))
        against = Tone.BAD if entry.action in _NEGATIVE_ACTIONS else Tone.GOOD
        tone = Tone.ACCENT if first else against
        return TimelineEntry(words.get(entry.action, entry.action), text, formats.time(entry.at), tone)

    def _describe_held_units(self, detail: OrderDetail) -> str:
        """For whole units Qt chooses the plural; oil may come in 1.5 litres."""
        milli = sum(line.quantity for line in detail.order.lines)
        if milli % MILLI == 0:
            text = self.tr("%n unit(s) held at %1", "", milli // MILLI)
        else:
            text = self.tr("%2 units held at %1").replace("%2", self._formats.quantity(milli))
        return text.replace("%1", isolate_name(detail.branch))

    def _describe_author(self, entry: HistoryEntry) -> str:
        if entry.action == RESTART_TIME:
            return self.tr("This computer's clock was in doubt")
        match parse_author(entry.by).kind:
            case AuthorKind.TIME:
                return self.tr("Nobody accepted it in time")
            case AuthorKind.KEY:
                return self.tr("Through %1").replace("%1", isolate_name(entry.by))
            case _:
                return author_text(entry.by)


class _NumberedLine(NamedTuple):
    """A part may be on several lines of an order."""

    number: int
    line: Line


class OrderLines(QObject):
    """The table in its full height: the order scrolls, not the table in it."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._formats = context.formats
        self._names: Mapping[str, str] = {}
        columns: tuple[Column[_NumberedLine], ...] = (
            Column(
                self.tr("Part"),
                self._name,
                strong=True,
                second=self._sku,
                inset=_LINE_EDGE,
                elide=Qt.TextElideMode.ElideMiddle,
            ),
            Column(self.tr("Qty"), lambda row: self._formats.quantity(row.line.quantity), 70, end=True),
            Column(self.tr("Price, BHD"), lambda row: self._formats.amount(row.line.price_fils), 90, end=True),
            Column(
                self.tr("Total, BHD"),
                lambda row: self._formats.amount(row.line.total_fils),
                100 + _LINE_EDGE,
                end=True,
                strong=True,
                ink=Ink.TEXT,
                inset=_LINE_EDGE,
            ),
        )
        self.model: RowsModel[_NumberedLine] = RowsModel(columns, lambda row: row.number, self)
        self.table: Table[_NumberedLine] = Table(
            context.theme, self.model, name=self.tr("Parts of the order"), row_height=TWO_LINE_ROW
        )
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.opened.connect(lambda row: context.go(PaneKey.CATALOGUE, row.line.sku))

    def show_lines(self, lines: tuple[Line, ...], arabic_names: Mapping[str, str]) -> None:
        self._names = arabic_names
        self.model.set_rows([_NumberedLine(number, line) for number, line in enumerate(lines)])
        self.table.setFixedHeight(_HEADER + TWO_LINE_ROW * len(lines))

    def _name(self, row: _NumberedLine) -> str:
        return part_name(row.line.name, self._names.get(row.line.sku), self._formats)

    def _sku(self, row: _NumberedLine) -> str:
        return self._formats.ltr(row.line.sku)


class ActionBar(QWidget):
    """`act` gets the action, `cancel` cancels for the owner, `copy` copies the reference,
    `print_order` opens the papers of the order.
    """

    def __init__(
        self,
        theme: Theme,
        act: Callable[[Action], None],
        cancel: Callable[[], None],
        copy: Callable[[], None],
        print_order: Callable[[], None],
    ) -> None:
        super().__init__()
        self._theme, self._on_action = theme, act
        self._on_cancel, self._on_copy, self._on_print = cancel, copy, print_order
        # With 8, an order that is ready for pickup does not fit into 960 pixels.
        self._layout = row(spacing=6)
        self.setLayout(self._layout)
        self.steps: dict[Action, Button] = {}
        self.cancel: Button | None = None
        self._shown: object = None
        self.is_pending = False
        """Whether the service has not answered an action yet."""
        self.menu = QMenu(self)
        self.menu.setFont(theme.font(Type.BODY))

    def show_order(self, detail: OrderDetail, *, read_only: bool) -> None:
        """Shows the buttons of another order. In a read-only shop they are disabled. Buttons that
        stay the same are kept, so that a press on one counts while orders change.
        """
        order = detail.order
        state = (order.reference, order.status, order.method, order.fitment_confirmed)
        shown = (state, tuple(detail.actions), detail.can_cancel, read_only)
        if shown == self._shown and not self.is_pending:
            return
        self._clear()
        self._shown = shown
        main = [action for action in _STEPS if action in detail.actions]
        if detail.order.method is Method.COURIER and Action.DISPATCHED in main:
            main.sort(key=lambda action: action is not Action.DISPATCHED)
        words, cancel = action_words(detail.order.method), self.tr("Cancel order…")
        if detail.order.fitment_confirmed and Action.CONFIRM_FITMENT in main:
            main.remove(Action.CONFIRM_FITMENT)
        aside = [action for action in main if detail.order.method is Method.PICKUP and action is Action.DISPATCHED]
        for action in main:
            if action in aside:
                continue
            self._add(action, words[action], Kind.OUTLINE if self.steps else Kind.PRIMARY)
        self._add_done(detail)
        self._layout.addStretch(1)
        if Action.REJECT in detail.actions:
            waits = detail.order.status is Status.PLACED
            self._add(Action.REJECT, words[Action.REJECT] if waits else cancel, Kind.DESTRUCTIVE)
        elif detail.can_cancel:
            self.cancel = Button(self._theme, cancel, Kind.DESTRUCTIVE, main=True, changes=True)
            self.cancel.clicked.connect(self._on_cancel)
            self._layout.addWidget(self.cancel)
        self._add_menu(detail, aside, read_only=read_only)
        for button in filter(None, (*self.steps.values(), self.cancel)):
            button.setEnabled(not read_only)

    def set_busy(self, busy: bool) -> None:
        """Disables the buttons while an action is in progress."""
        self.setEnabled(not busy)

    def show_pending(self, action: Action | None) -> None:
        """At once, before the service answers; None cancels the order. `show_order` ends it."""
        self.is_pending = True
        pressed = self.cancel if action is None else self.steps.get(action)
        for button in filter(None, (*self.steps.values(), self.cancel)):
            button.set_busy(on=True)
        if pressed is not None:
            pressed.setFixedWidth(pressed.width())
            pressed.setText(self.tr("Working…"))

    def _add(self, action: Action, text: str, kind: Kind) -> None:
        button = Button(self._theme, text, kind, icon=ICONS.get(action, ""), main=True, changes=True)
        button.clicked.connect(lambda: self._on_action(action))
        self.steps[action] = button
        self._layout.addWidget(button)

    def _add_done(self, detail: OrderDetail) -> None:
        order = detail.order
        done = _STEP_OF_STATUS.get(order.status)
        if order.status is Status.PLACED and order.fitment_confirmed:
            done = Action.CONFIRM_FITMENT
        if done is not None:
            text = done_words()[done]
            self._layout.addWidget(Button(self._theme, text, Kind.DONE, icon=ICONS[done], main=True))

    def _add_menu(self, detail: OrderDetail, aside: Sequence[Action], *, read_only: bool) -> None:
        self.menu.clear()
        for action in aside:
            step = add_change(self.menu, self._theme, action_words(detail.order.method)[action])
            step.triggered.connect(lambda _checked=False, chosen=action: self._on_action(chosen))
            step.setEnabled(not read_only)
        self.menu.addAction(self.tr("Print…"), self._on_print)
        self.menu.addAction(self.tr("Copy the reference"), self._on_copy)
        self.print = IconButton(self._theme, "printer", self.tr("Print: pick slip, order, delivery note"))
        self.print.clicked.connect(self._on_print)
        self._layout.addWidget(self.print)
        more = IconButton(self._theme, "ellipsis", self.tr("More"))
        more.clicked.connect(lambda: self.menu.popup(more.mapToGlobal(more.rect().bottomLeft())))
        self._layout.addWidget(more)

    def _clear(self) -> None:
        self.steps, self.cancel, self.is_pending = {}, None, False
        clear_layout(self._layout)


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

    def show_again(self) -> None:
        """Shows the order as it was before an action that was refused."""
        if self.detail is not None:
            self.show_order(self.detail, self._context.now())

    def update_context(self, context: PaneContext) -> None:
        """Uses the same shop with another read-only state."""
        self._context = context

    def show_nothing(self) -> None:
        self.detail = None
        self._stack.setCurrentIndex(0)

    def show_fault(self, error: BackendError) -> None:
        self.detail = None
        again = Button(self.theme, self.tr("Try again"), Kind.PRIMARY, icon="rotate-ccw", on_click=self._again)
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
        column(self.lines.table, None, self._foot, spacing=0, inside=page)
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
                text = self.tr("Nobody accepted it within %1. The buyer gets the money back.")
                span = self._context.formats.minutes(ACCEPT_MINUTES)
                return column(Note(self.theme, Tone.BAD, text.replace("%1", span), icon="clock"))
            lines = () if detail.by_phone else (text,)
            reason = order.reason or ""
            return column(Note(self.theme, Tone.BAD, reason_words().get(reason, reason), lines))
        if self._context.shop.read_only and (detail.actions or detail.can_cancel):
            settings = Button(self.theme, self.tr("Settings"), on_click=lambda: self._context.go(PaneKey.SETTINGS, ""))
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
        fill(foot, (history, 9), Hairline(theme, upright=True), (money, 10))
        foot.setContentsMargins(_EDGE, 14, _EDGE, 14)
        if not detail.customer:
            return column(Hairline(theme), foot, spacing=0)
        customer = CustomerFacts(theme, detail.customer)
        customer.setContentsMargins(_EDGE, 14, _EDGE, 14)
        return column(Hairline(theme), customer, Hairline(theme), foot, spacing=0)

    def _money_facts(self, order: Order) -> tuple[Fact, ...]:
        money, total = self._context.formats.money, order.customer_total(self._context.shop.vat)
        facts = [Fact(self.tr("Parts"), money(total.items_fils))]
        if total.vat_rate:
            facts.append(Fact(self.tr("VAT %1%").replace("%1", format_rate(total.vat_rate)), money(total.vat_fils)))
        if total.fee_fils:
            facts.append(Fact(self.tr("Courier fee"), money(total.fee_fils)))
        facts.append(Fact(self.tr("Customer pays"), money(total.total_fils), strong=True))
        if order.status is Status.CANCELLED:
            back = Fact(self.tr("Refunded to the buyer"), money(total.total_fils), strong=True)
            return (*facts, back) if order.refunded else tuple(facts)
        if order.commission_fils:
            facts.append(Fact(self.tr("Marketplace commission"), money(-order.commission_fils)))
        return (*facts, Fact(self.tr("You receive, net"), money(order.payout_fils), strong=True))

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
