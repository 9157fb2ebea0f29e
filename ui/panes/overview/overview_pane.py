"""The Overview pane: composes its cards and gives them the backend's answers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from typing import Any, ClassVar, Final

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.history import CauseKind, HistorySubject, SubjectKind
from service.domain.marketplace.orders import ListedOrder, Method
from service.domain.marketplace.ringing import compute_time_left
from service.domain.pull.pulls import Run, RunState
from service.domain.times import DAY, SECOND, Millis
from ui.backend import BackendError
from ui.backend.host_port import HostState, HostStatus
from ui.backend.overview_port import Overview, SetupState, ShopFigures
from ui.backend.progress import Progress
from ui.backend.pulls_port import PullState
from ui.i18n import isolate_name
from ui.i18n.bidi import strip_marks
from ui.i18n.history_text import author_text
from ui.i18n.state_texts import link_state_name
from ui.i18n.value_words import part_name, vehicle_text
from ui.panes.overview.alerts import AlertStrip, AlertWords
from ui.panes.shared.summary_dialog import SummaryDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Page, Pane, PassedMoment
from ui.shell.pane_context import LOW_STOCK, PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.metrics import RIGHT_COLUMN
from ui.theme.tokens import LINK_TONES
from ui.widgets import (
    Badge,
    Button,
    Card,
    Checklist,
    ChecklistItem,
    Column,
    CopyField,
    ElidedLabel,
    Fact,
    FactRows,
    Hairline,
    IconButton,
    Ink,
    Kind,
    Label,
    LinkButton,
    Mark,
    Meter,
    RowList,
    RowPainter,
    RowsModel,
    WorkBar,
    clear_layout,
    column,
    fill,
    paint_ring,
    row,
)
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
        self.dismiss_button = IconButton(context.theme, "x", self.tr("Hide this list"), changes=True, on_click=dismiss)
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
            show = Button(self._context.theme, self.tr("Show me how"), changes=True, on_click=self._context.open_wizard)
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
        turn_on = Button(self._context.theme, self.tr("Turn on"), changes=True, on_click=self._on_start_at_login)
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
        fill(self.body, row(*figures, None, spacing=25), self.before)

    def show_figures(self, figures: ShopFigures) -> None:
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
        fill(self.body, self._parts, None, Hairline(context.theme))
        self.received = ElidedLabel(context.theme, "", Type.SMALL, Ink.TEXT2)
        self.changes = LinkButton(context.theme, self.tr("What changed"))
        self.changes.clicked.connect(lambda: context.go(PaneKey.HISTORY, self._target))
        line = row(spacing=8)
        fill(line, (self.received, 1), self.changes)
        self.body.addLayout(line)

    def show_figures(self, figures: ShopFigures, now: Millis) -> None:
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
        parts = formats.items(received.changed + received.created)
        self.received.setText(" · ".join((source, parts, formats.day_time(received.at, now))))


FIGURES_EVERY: Final = 5 * SECOND
"""They count the whole catalogue, for each window, and tills may change it all the time."""
_FIGURES = frozenset({ChangeKind.ORDERS, ChangeKind.ITEMS, ChangeKind.STOCK, ChangeKind.HISTORY})

_ADDRESS_WIDTH = 256
_NAME_WIDTH = 132


class ConnectionLine(QWidget):
    """A mark, a name, how it is in one line, and what can be done."""

    def __init__(self, context: PaneContext, name: str, *buttons: QWidget) -> None:
        super().__init__()
        self._mark = Mark(context.theme, Tone.NEUTRAL, 8)
        self.detail = ElidedLabel(context.theme, "", Type.BODY, Ink.TEXT2)
        title = Label(context.theme, name, Type.MEDIUM)
        title.setMinimumWidth(_NAME_WIDTH)
        line = row(self._mark, title, spacing=12)
        line.addWidget(self.detail, 1)
        for button in buttons:
            line.addWidget(button)
        self.setLayout(line)
        self.setMinimumHeight(36)

    def show_state(self, tone: Tone, text: str) -> None:
        self._mark.set_tone(tone)
        self.detail.setText(text)


class ConnectionsCard(Card):
    """The service's address, nightly file, webhooks and marketplace; unused ones are left out."""

    def __init__(self, context: PaneContext, test_call: Callable[[], None], run_now: Callable[[], object]) -> None:
        super().__init__(context.theme, "")
        self._context = context
        self._status: HostStatus | None = None
        self._last: tuple[Millis | None, str] = (None, "")
        self._cancel: Callable[[], bool] | None = None
        theme = context.theme
        self.body.addWidget(Label(theme, self.tr("Connections"), Type.HEADING))
        self.copy_field = CopyField(theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"))
        self.copy_field.setFixedWidth(_ADDRESS_WIDTH)
        self.test = Button(theme, self.tr("Test call"), changes=True, on_click=test_call)
        self.host = ConnectionLine(context, self.tr("Your own system"), self.copy_field, self.test)
        self.rejected = Button(theme, "", Kind.GHOST, on_click=lambda: context.go(PaneKey.SYSTEM, "pull-history"))
        self.run = Button(theme, self.tr("Read it now"), icon="play", changes=True).keep_at_service()
        self.run.clicked.connect(run_now)
        self.file = ConnectionLine(context, self.tr("Nightly file"), self.rejected, self.run)
        self.work = WorkBar(theme, context.formats, self._stop)
        self.webhooks = ConnectionLine(context, self.tr("Webhooks"), self._make_opener(PaneKey.WEBHOOKS))
        self.practice = Badge(theme, self.tr("Practice"), Tone.STAGING)
        self.link = ConnectionLine(
            context, self.tr("Marketplace"), self.practice, self._make_opener(PaneKey.MARKETPLACE)
        )
        fill(self.body, self.host, self.file, self.work, self.webhooks, self.link)

    def show_status(self, status: HostStatus) -> None:
        self._status = status
        well = status.state is HostState.LISTENING
        self.copy_field.setVisible(well)
        self.test.setVisible(well)
        self.copy_field.set_value(status.address)
        self.tick(self._context.now())

    def show_overview(self, overview: Overview, now: Millis) -> None:
        """Shows the others, and who called last."""
        self._last = (overview.last_call, overview.last_call_key)
        self.tick(now)
        self._show_file(overview.pull, now)
        targets, troubles = overview.setup.targets, overview.troubles
        self.webhooks.setVisible(bool(targets))
        names = self._context.formats.join_names(tuple(isolate_name(name) for name in targets))
        well = self.tr("%1 are on") if len(targets) > 1 else self.tr("%1 is on")
        trouble = self.tr("%n address(es) do(es) not get everything", "", len(troubles))
        worst = Tone.BAD if any(one.note is None for one in troubles) else Tone.WARN
        if troubles:
            self.webhooks.show_state(worst, trouble)
        else:
            self.webhooks.show_state(Tone.GOOD, well.replace("%1", names))
        self._show_link(overview)

    def tick(self, now: Millis) -> None:
        """Runs every second."""
        status = self._status
        if status is None:
            return
        texts = {
            HostState.LISTENING: self._describe_calls(status, now),
            HostState.STARTING: self.tr("Starting"),
            HostState.PORT_TAKEN: self.tr("Not listening: port %1 is in use").replace("%1", str(status.port)),
            HostState.STOPPED: self.tr("Not listening: the service has stopped"),
        }
        tones = {HostState.LISTENING: Tone.GOOD, HostState.STARTING: Tone.NEUTRAL}
        if status.cannot_save:
            self.host.show_state(Tone.BAD, self.tr("Nothing can be saved now"))
        else:
            self.host.show_state(tones.get(status.state, Tone.BAD), texts[status.state])

    def show_running(self, cancel: Callable[[], bool]) -> None:
        self._cancel = cancel
        self.run.setEnabled(False)
        self.work.begin(self.tr("Reading the file"))

    def show_progress(self, progress: Progress) -> None:
        self.work.show_progress(progress)

    def show_idle(self) -> None:
        self._cancel = None
        self.run.setEnabled(True)
        self.work.end()

    def _describe_calls(self, status: HostStatus, now: Millis) -> str:
        formats = self._context.formats
        at, key = self._last
        if at is not None:
            text = self.tr("last call %1 from %2") if key else self.tr("last call %1")
            called = text.replace("%1", formats.ago(at, now)).replace("%2", isolate_name(key))
        else:
            called = self.tr("no call yet")
        if status.since is None:
            return " · ".join((self.tr("Listening"), called))
        is_old = now - status.since > DAY
        since = formats.day_time(status.since, now) if is_old else formats.time(status.since)
        return " · ".join((self.tr("Listening since %1").replace("%1", since), called))

    def _show_file(self, state: PullState, now: Millis) -> None:
        self.file.setVisible(state.setup is not None)
        last, formats = state.last, self._context.formats
        rejected = last.counts.rejected if last else 0
        self.rejected.setVisible(bool(rejected))
        self.rejected.setText(self.tr("See %n rejected row(s)", "", rejected))
        self.rejected.setAccessibleName(self.rejected.text())
        self.rejected.updateGeometry()
        parts = [self._describe_run(last, now) if last else self.tr("never read")]
        if state.next_at and state.on:
            parts.append(self.tr("next: %1").replace("%1", formats.day_time(state.next_at, now)))
        else:
            parts.append(self.tr("switched off"))
        tone = Tone.GOOD if state.on else Tone.NEUTRAL
        if last is not None and last.state in (RunState.FAILED, RunState.NEEDS_APPROVAL):
            tone = Tone.BAD if last.state is RunState.FAILED else Tone.WARN
        self.file.show_state(tone, " · ".join(parts))

    def _describe_run(self, run: Run, now: Millis) -> str:
        formats = self._context.formats
        texts = {
            RunState.FAILED: self.tr("failed"),
            RunState.NEEDS_APPROVAL: self.tr("waits for you"),
            RunState.UNCHANGED: self.tr("nothing new"),
            RunState.UNDONE: self.tr("taken back"),
        }
        saved = self.tr("%1 saved, %2 rejected").replace("%1", formats.count(run.counts.saved))
        saved = saved.replace("%2", formats.count(run.counts.rejected))
        return f"{formats.day_time(run.at, now)} · {texts.get(run.state, saved)}"

    def _show_link(self, overview: Overview) -> None:
        link = overview.link
        self.link.setVisible(link is not None)
        if link is None:
            return
        self.practice.setVisible(link.is_practice)
        parts = [link_state_name(link.state)]
        if link.needs_look:
            parts.append(self.tr("%n need(s) your attention", "", link.needs_look))
        if link.waiting:
            parts.append(self.tr("%n wait(s) to be sent", "", link.waiting))
        self.link.show_state(LINK_TONES[link.state], " · ".join(parts))

    def _make_opener(self, key: PaneKey) -> Button:
        opener = Button(self._context.theme, self.tr("Open"), Kind.GHOST)
        names = {PaneKey.WEBHOOKS: self.tr("Open the webhooks"), PaneKey.MARKETPLACE: self.tr("Open the marketplace")}
        opener.setAccessibleName(names[key])
        opener.clicked.connect(lambda: self._context.go(key, ""))
        return opener

    def _stop(self) -> None:
        if self._cancel:
            self._cancel()
            self.show_idle()


class OverviewPane(Pane):
    """The shop's state at a glance (desktop §2.1)."""

    key: ClassVar[PaneKey] = PaneKey.OVERVIEW
    listens: ClassVar[frozenset[ChangeKind]] = _FIGURES | frozenset(
        {
            ChangeKind.CALLS,
            ChangeKind.KEYS,
            ChangeKind.TARGETS,
            ChangeKind.DELIVERIES,
            ChangeKind.PULLS,
            ChangeKind.SETTINGS,
            ChangeKind.LINKS,
        }
    )
    listens_to_host: ClassVar[bool] = True
    says_host_faults: ClassVar[bool] = True

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._words = AlertWords(context.formats, self)
        self.alerts = AlertStrip(context, self._run_command)
        self.orders = OrdersCard(context)
        self.setup = SetupCard(context, self._start_at_login, self._dismiss)
        self.today = TodayCard(context, self.print_shown)
        self.stock = StockCard(context)
        self.connections = ConnectionsCard(context, self._test_call, self._run_pull)
        self._overview: Overview | None = None
        self._status: HostStatus | None = None
        self._figures_day: date | None = None
        """Of the figures that were asked for; None: they are to be asked for."""
        self._figures_are_old = False
        self._figures_at: Millis = 0
        self._next_run = PassedMoment()
        self._fill()

    def load(self) -> None:
        shop = self.context.shop.id
        self.dispatcher.fetch(self.context.backend.overview.read(shop), self._show, self.show_error)
        now = self.context.now()
        if self._are_figures_due(now):
            self._figures_at = now
            self._figures_day = None
        if self._figures_day is None:
            self._figures_day, self._figures_are_old = self._today(now), False
            figures = self.context.backend.overview.figures(shop)
            self.dispatcher.fetch(figures, self._show_figures, self._on_figures_failed)

    def on_changes(self, changes: Changes) -> None:
        if changes.kinds & _FIGURES:
            self._figures_are_old = True
        super().on_changes(changes)

    def refresh(self) -> None:
        self._figures_day = None
        super().refresh()

    def tick(self, now: Millis) -> None:
        self.orders.tick(now)
        self.connections.tick(now)
        is_new_day = self._figures_day not in (None, self._today(now))
        if is_new_day:
            self._figures_day = None
        if self._next_run.is_due(now) or is_new_day or self._are_figures_due(now):
            self.reload()

    def show_host(self, status: HostStatus) -> None:
        self._status = status
        self.connections.show_status(status)
        self._show_alerts()

    def print_shown(self) -> None:
        """Ctrl P: the summary of a day or a month."""
        SummaryDialog(self.context, self).open()

    def areas(self) -> tuple[QWidget, ...]:
        return (self.orders.list, self.today.summary, self.connections.copy_field.button)

    def _fill(self) -> None:
        page = Page()
        # Before its parts: with each new parent Qt styles all that a widget holds again.
        column(page, inside=self.content)
        page.body.addWidget(self.alerts)
        side = QWidget()
        side.setFixedWidth(RIGHT_COLUMN)
        side.setLayout(column(self.today, self.stock, spacing=16))
        left = column(self.orders, self.setup, spacing=16)
        left.setStretch(0, 1)
        upper = row((left, 1), side, spacing=16)
        fill(page.body, (upper, 1), self.connections)

    def _show(self, overview: Overview) -> None:
        self._overview = overview
        now = self.context.now()
        self._show_alerts()
        self.orders.show_orders(overview.waiting, now)
        self.setup.show_setup(overview.setup, has_file=overview.pull.setup is not None)
        self.connections.show_overview(overview, now)
        self._next_run.show(overview.pull.next_at if overview.pull.on else None)
        self.show_content()

    def _are_figures_due(self, now: Millis) -> bool:
        return self._figures_are_old and abs(now - self._figures_at) >= FIGURES_EVERY

    def _today(self, now: Millis) -> date:
        return self.context.formats.to_local(now).date()

    def _on_figures_failed(self, error: BackendError) -> None:
        self._figures_day = None
        self.show_error(error)

    def _show_figures(self, figures: ShopFigures) -> None:
        self.today.show_figures(figures)
        self.stock.show_figures(figures, self.context.now())

    def _show_alerts(self) -> None:
        self.alerts.show_alerts(self._words.list_alerts(self._status, self._overview))

    def _run_command(self, command: str) -> Future[Any] | None:
        """A button of an alert: the work that it begins, if any."""
        verb, _, target = command.partition(":")
        backend = self.context.backend
        if verb == "run":
            return self._run_pull()
        if verb == "copy_host" and self._status is not None:
            status = self._status
            said = f"{status.state.value} {status.address} {status.reason}{status.fault} {status.holder}"
            self.context.clipboard.setText(said)
        elif verb == "try":
            return self._send(backend.webhooks.resend_waiting(self.context.shop.id, int(target)))
        elif verb == "try_again":
            return self._send(backend.host.try_again())
        elif verb == "confirm_clock":
            return self._send(backend.overview.confirm_clock())
        elif verb == "dismiss_backup":
            return self._send(backend.overview.dismiss_backup())
        return None

    def _send(self, work: Future[Any]) -> Future[Any]:
        self.dispatcher.send(work, self._on_failed)
        return work

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self.theme, self, error, self.context.clipboard).open()

    def _test_call(self) -> None:
        def on_answered(millis: int) -> None:
            took = self.context.formats.duration(millis)
            self.context.toasts.show(self.tr("It answered in %1.").replace("%1", took))

        self.dispatcher.fetch(self.context.backend.host.test_call(self.context.shop.id), on_answered, self._on_failed)

    def _start_at_login(self) -> None:
        self._send(self.context.backend.settings.set_start_at_login(True))

    def _dismiss(self) -> None:
        self._send(self.context.backend.overview.dismiss_setup(self.context.shop.id))

    def _run_pull(self) -> Future[None]:
        progress = self.dispatcher.progress(self.connections.show_progress)
        future = self.context.backend.pulls.run(self.context.shop.id, progress)
        self.connections.show_running(future.cancel)

        def on_failed(error: BackendError) -> None:
            self.connections.show_idle()
            self._on_failed(error)

        self.dispatcher.fetch(future, lambda _none: self.connections.show_idle(), on_failed)
        return future
