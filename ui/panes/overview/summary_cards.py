"""Cards of the Overview: waiting orders, today's sales, low stock and the set-up."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.history import CauseKind, HistorySubject, SubjectKind
from service.domain.marketplace.orders import ListedOrder, Method
from service.domain.marketplace.ringing import compute_time_left
from service.domain.times import Millis
from ui.backend.overview_port import SetupState, ShopFigures
from ui.i18n import isolate_name
from ui.i18n.bidi import strip_marks
from ui.i18n.history_text import author_text
from ui.i18n.value_words import part_name, vehicle_text
from ui.shell.pane_context import LOW_STOCK, PaneContext, PaneKey
from ui.theme import Type
from ui.widgets import (
    Button,
    Card,
    Checklist,
    ChecklistItem,
    Column,
    ElidedLabel,
    Fact,
    FactRows,
    Hairline,
    IconButton,
    Ink,
    Label,
    LinkButton,
    Meter,
    RowList,
    RowPainter,
    RowsModel,
    clear_layout,
    paint_ring,
    row,
)
from ui.widgets.card import column
from ui.widgets.painting import mirror
from ui.widgets.progress_bars import RING

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
        used = self.text(painter, upper, formats.money(row.total_fils), Type.STRONG, tokens.text, end=True, rtl=rtl)
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
        parts = (order.reference, left, formats.money(order.total_fils), vehicle_text(order.vehicle))
        return strip_marks(", ".join(filter(None, parts)))

    def _open(self, order: ListedOrder) -> None:
        self._context.go(PaneKey.ORDERS, order.reference)


class SetupCard(Card):
    """The steps of the ways that the shop uses, and a bar; hidden when all are done, the owner has
    closed it, or this is a further counter.
    """

    def __init__(self, context: PaneContext, start_at_login: Callable[[], None], dismiss: Callable[[], None]) -> None:
        super().__init__(context.theme, "")
        self._context, self._on_start_at_login = context, start_at_login
        self._state: tuple[SetupState, bool] | None = None
        self._count = Label(context.theme, "", Type.SMALL, Ink.TEXT2)
        self.dismiss_button = IconButton(context.theme, "x", self.tr("Hide this list"), changes=True)
        self.dismiss_button.clicked.connect(dismiss)
        title = Label(context.theme, self.tr("Finish setting up"), Type.HEADING)
        self.body.addLayout(row(title, None, self._count, self.dismiss_button))
        self.meter = Meter(context.theme, self.tr("Finish setting up"))
        self.body.addWidget(self.meter)
        self.list: Checklist | None = None

    def show_setup(self, setup: SetupState, *, has_file: bool) -> None:
        """Shows which steps are done; `has_file`: a nightly file was chosen."""
        if (setup, has_file) == self._state:
            return
        self._state = (setup, has_file)
        shop = self._context.shop
        steps = [self._start_step(setup)]
        if shop.api_push:
            steps[:0] = [self._call_step(setup), self._target_step(setup)]
        if shop.scheduled_pull:
            steps.insert(0, self._file_step(done=has_file))
        done = sum(step.done for step in steps)
        text = self.tr("%1 of %2 done").replace("%1", str(done)).replace("%2", str(len(steps)))
        self._count.setText(text)
        self.meter.setRange(0, len(steps))
        self.meter.setValue(done)
        self.setVisible(done < len(steps) and not setup.dismissed and not self._context.theme.counter_of)
        if self.list:
            self.body.removeWidget(self.list)
            self.list.deleteLater()
        self.list = Checklist(self._context.theme, tuple(step for step in steps if not step.done))
        self.body.addWidget(self.list, 1)

    def _file_step(self, *, done: bool) -> ChecklistItem:
        if done:
            return ChecklistItem(self.tr("Price file chosen"), self.tr("It is read every night"), done=True)
        choose = Button(self._context.theme, self.tr("Choose it"), changes=True)
        choose.clicked.connect(lambda: self._context.go(PaneKey.SYSTEM, "pull"))
        return ChecklistItem(
            self.tr("Choose your price file"), self.tr("Your system saves it; we read it every night"), False, choose
        )

    def _call_step(self, setup: SetupState) -> ChecklistItem:
        formats, now = self._context.formats, self._context.now()
        if setup.first_call is not None:
            when = formats.day_time(setup.first_call, now)
            text = self.tr("%1, from %2").replace("%1", when).replace("%2", isolate_name(setup.first_call_key))
            return ChecklistItem(self.tr("Key made, first call seen"), text, done=True)
        if setup.key_made is not None:
            show = Button(self._context.theme, self.tr("Show me how"), changes=True)
            show.clicked.connect(self._context.open_wizard)
            return ChecklistItem(
                self.tr("Waiting for the first call"), self.tr("Enter address and key in your till"), False, show
            )
        make = Button(self._context.theme, self.tr("Make a key"), changes=True)
        make.clicked.connect(lambda: self._context.go(PaneKey.SYSTEM, "new-key"))
        return ChecklistItem(
            self.tr("Make a key for your till"), self.tr("It opens this shop and no other"), False, make
        )

    def _target_step(self, setup: SetupState) -> ChecklistItem:
        if setup.targets:
            names = self._context.formats.join_names(tuple(isolate_name(name) for name in setup.targets))
            text = self.tr("%1 are on").replace("%1", names)
            if len(setup.targets) == 1:
                text = self.tr("%1 is on").replace("%1", names)
            return ChecklistItem(self.tr("Webhook target added"), text, done=True)
        add = Button(self._context.theme, self.tr("Add a target"), changes=True)
        add.clicked.connect(lambda: self._context.go(PaneKey.WEBHOOKS, "new"))
        return ChecklistItem(
            self.tr("Add a webhook target"), self.tr("Your system gets each order at once"), False, add
        )

    def _start_step(self, setup: SetupState) -> ChecklistItem:
        if setup.starts_with_pc:
            return ChecklistItem(self.tr("Start with this PC"), self.tr("It starts hidden, in the tray"), done=True)
        turn_on = Button(self._context.theme, self.tr("Turn on"), changes=True)
        turn_on.clicked.connect(self._on_start_at_login)
        return ChecklistItem(
            self.tr("Start with this PC"), self.tr("Now it starts only when someone opens it"), False, turn_on
        )


class TodayCard(Card):
    """What was sold today, next to the same day of last week, and a button to the summary."""

    def __init__(self, context: PaneContext, open_summary: Callable[[], None]) -> None:
        self.summary = LinkButton(context.theme, "")
        super().__init__(context.theme, "")
        self._context = context
        self.summary.setText(self.tr("Sales summary"))
        self.summary.setAccessibleName(self.summary.text())
        self.summary.clicked.connect(open_summary)
        self.sold = Label(context.theme, "", Type.FIGURE)
        self.placed = Label(context.theme, "", Type.FIGURE)
        self.before = Label(context.theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self._orders = Label(context.theme, "", Type.SMALL, Ink.TEXT2)
        sold = Label(context.theme, self.tr("delivered, without VAT"), Type.SMALL, Ink.TEXT2)
        self.body.addLayout(row(Label(context.theme, self.tr("Today"), Type.HEADING), None, self.summary))
        figures = (column(self.sold, sold, spacing=0), column(self.placed, self._orders, spacing=0))
        self.body.addLayout(row(*figures, None, spacing=25))
        self.body.addWidget(self.before)

    def show_figures(self, figures: ShopFigures) -> None:
        """Shows today's figures."""
        formats, before = self._context.formats, figures.before
        self.sold.setText(formats.money(figures.today.items_fils))
        self.placed.setText(formats.count(figures.today.placed))
        self._orders.setText(self.tr("new order(s)", "", figures.today.placed))
        text = self.tr("Same day last week, until this time: %1 and %n order(s).", "", before.placed)
        self.before.setText(text.replace("%1", formats.money(before.items_fils)))


class StockCard(Card):
    """The first parts of the reorder list, and the last prices and levels that came in."""

    def __init__(self, context: PaneContext) -> None:
        self.all_low = LinkButton(context.theme, "")
        self._target = ""
        super().__init__(context.theme, "")
        self._context = context
        self.all_low.clicked.connect(lambda: context.go(PaneKey.CATALOGUE, LOW_STOCK))
        self.body.addLayout(row(Label(context.theme, self.tr("Low stock"), Type.HEADING), None, self.all_low))
        self._parts = column(spacing=4)
        self.body.addLayout(self._parts)
        self.body.addStretch(1)
        self.body.addWidget(Hairline(context.theme))
        self.received = ElidedLabel(context.theme, "", Type.SMALL, Ink.TEXT2)
        self.changes = LinkButton(context.theme, self.tr("What changed"))
        self.changes.clicked.connect(lambda: context.go(PaneKey.HISTORY, self._target))
        line = row(spacing=8)
        line.addWidget(self.received, 1)
        line.addWidget(self.changes)
        self.body.addLayout(line)

    def show_figures(self, figures: ShopFigures, now: Millis) -> None:
        """Shows other parts."""
        formats, theme = self._context.formats, self._context.theme
        self.all_low.setText(self.tr("All %1").replace("%1", formats.count(figures.low_count)))
        self.all_low.setAccessibleName(self.tr("All parts that are low"))
        self.all_low.setVisible(bool(figures.low_count))
        self.all_low.updateGeometry()
        clear_layout(self._parts)
        facts = [Fact(part_name(item.name, item.name_ar, formats), formats.quantity(item.free)) for item in figures.low]
        if facts:
            self._parts.addWidget(FactRows(theme, tuple(facts), spacing=4))
        else:
            text = self.tr("No part is low.")
            self._parts.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2))
        received = figures.received
        self.changes.setVisible(received is not None)
        if received is None:
            self.received.setText(self.tr("No prices or stock came in yet."))
            return
        self._target = HistorySubject(SubjectKind.WRITE, str(received.id)).target
        from_file = received.cause.kind is CauseKind.RUN
        source = self.tr("Price file") if from_file else author_text(received.by)
        parts = formats.parts(received.changed + received.created)
        self.received.setText(" · ".join((source, parts, formats.day_time(received.at, now))))
