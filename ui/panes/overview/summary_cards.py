"""Cards of the Overview: waiting orders, the nightly file, the link and the set-up."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QWidget

from service.domain.marketplace.orders import ListedOrder, Method
from service.domain.marketplace.ringing import compute_time_left
from service.domain.pull.pulls import Run, RunState
from service.domain.sentences import EMPTY
from service.domain.times import Millis
from ui.backend.overview_port import LinkSummary, SetupState
from ui.backend.progress import Progress
from ui.backend.pulls_port import PullState
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.bidi import strip_marks
from ui.i18n.state_texts import link_state_name
from ui.i18n.value_words import vehicle_text
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.tokens import LINK_TONES
from ui.widgets import (
    Badge,
    Button,
    Card,
    Checklist,
    ChecklistItem,
    Column,
    ElidedLabel,
    Fact,
    FactRows,
    IconButton,
    Ink,
    Kind,
    Label,
    LinkButton,
    Meter,
    RowList,
    RowPainter,
    RowsModel,
    WorkBar,
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


class LinkSummaryCard(Card):
    """Hidden while the shop has no link."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.badge = Badge(theme, "", Tone.NEUTRAL)
        self.practice = Badge(theme, self.tr("Practice"), Tone.STAGING)
        self.sentence = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2)
        self.open = Button(theme, self.tr("Open"))
        self.open.setAccessibleName(self.tr("Open the marketplace's pane"))
        self.open.clicked.connect(lambda: context.go(PaneKey.MARKETPLACE, ""))
        head = row(Label(theme, self.tr("Marketplace"), Type.HEADING), self.badge, self.practice, None, spacing=10)
        line = row(spacing=16)
        line.addLayout(column(head, self.sentence, spacing=4), 1)
        line.addWidget(self.open)
        self.body.setContentsMargins(20, 14, 20, 14)
        self.body.addLayout(line)
        self.hide()

    def show_link(self, link: LinkSummary | None) -> None:
        """How it is now."""
        self.setVisible(link is not None)
        if link is None:
            return
        self.badge.show_state(link_state_name(link.state), LINK_TONES[link.state])
        self.practice.setVisible(link.is_practice)
        parts = [translate_sentence(link.text)]
        if link.needs_look:
            parts.append(self.tr("%n need(s) your attention.", "", link.needs_look))
        if link.waiting:
            parts.append(self.tr("%n wait(s) to go up.", "", link.waiting))
        self.sentence.setText(" ".join(parts))


class SetupCard(Card):
    """The steps of the ways that the shop uses, and a bar; hidden when all are done, or the owner
    has closed it.
    """

    def __init__(self, context: PaneContext, start_at_login: Callable[[], None], dismiss: Callable[[], None]) -> None:
        super().__init__(context.theme, "")
        self._context, self._on_start_at_login = context, start_at_login
        self._state: tuple[SetupState, bool] | None = None
        self._count = Label(context.theme, "", Type.SMALL, Ink.TEXT2)
        self.dismiss_button = IconButton(context.theme, "x", self.tr("Put this list away"), changes=True)
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
        self.setVisible(done < len(steps) and not setup.dismissed)
        if self.list:
            self.body.removeWidget(self.list)
            self.list.deleteLater()
        self.list = Checklist(self._context.theme, tuple(steps))
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


class PullSummaryCard(Card):
    """Shows a sentence when a nightly run failed."""

    def __init__(self, context: PaneContext, run_now: Callable[[], None]) -> None:
        super().__init__(context.theme, "")
        self._context = context
        self._cancel: Callable[[], bool] | None = None
        self.badge = Badge(context.theme, "")
        self.body.addLayout(row(Label(context.theme, self.tr("Nightly price file"), Type.HEADING), None, self.badge))
        self.body.addWidget(Label(context.theme, self.tr("Scheduled pull"), Type.SMALL, Ink.TEXT2))
        self.fault = Label(context.theme, "", Type.SMALL_MEDIUM, Ink.BAD, wrap=True)
        self.fault.hide()
        self._facts: QWidget | None = None
        self.body.addWidget(self.fault)
        self.body.addStretch(1)
        self.work = WorkBar(context.theme, context.formats, self._stop)
        self.body.addWidget(self.work)
        self.run = Button(context.theme, self.tr("Run now"), icon="play", changes=True)
        self.run.clicked.connect(run_now)
        self.set_up = Button(context.theme, self.tr("Set it up"), icon="file-spreadsheet")
        self.set_up.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "pull"))
        self.rejected = Button(context.theme, "", Kind.GHOST)
        self.rejected.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "pull-history"))
        self.body.addLayout(row(self.run, self.set_up, self.rejected, None))

    def show_state(self, state: PullState, now: Millis) -> None:
        """Shows the state of the pull. A run that this card began stays displayed."""
        on = state.on and state.setup is not None
        self.badge.show_state(self.tr("On") if on else self.tr("Off"), Tone.GOOD if on else Tone.NEUTRAL, dot=on)
        self.run.setVisible(state.setup is not None)
        self.set_up.setVisible(state.setup is None)
        self._show_facts(state, now)
        last = state.last
        rejected = last.counts.rejected if last else 0
        self.rejected.setVisible(bool(rejected))
        self.rejected.setText(self.tr("See %n rejected row(s)", "", rejected))
        self.rejected.setAccessibleName(self.rejected.text())
        self.rejected.updateGeometry()
        wrong = last is not None and last.state in (RunState.FAILED, RunState.NEEDS_APPROVAL)
        said = (last.fault or (last.held.reason if last.held else EMPTY)) if wrong and last else state.same_file
        self.fault.setVisible(said is not None)
        self.fault.setText(translate_sentence(said or EMPTY))

    def show_running(self, cancel: Callable[[], bool]) -> None:
        """Shows that a run has begun."""
        self._cancel = cancel
        self.run.setEnabled(False)
        self.work.begin(self.tr("Reading the file"))

    def show_progress(self, progress: Progress) -> None:
        """Shows the progress of the run."""
        self.work.show_progress(progress)

    def show_idle(self) -> None:
        """Shows that no run is in progress."""
        self._cancel = None
        self.run.setEnabled(True)
        self.work.end()

    def _show_facts(self, state: PullState, now: Millis) -> None:
        formats = self._context.formats
        if self._facts:
            self.body.removeWidget(self._facts)
            self._facts.deleteLater()
        facts = []
        if state.setup is None:
            text = self.tr(
                "Every night we can read a price list that your system saves in a folder. Nothing to program."
            )
            self._facts = Label(self._context.theme, text, Type.BODY, Ink.TEXT2, wrap=True)
        else:
            if state.last:
                facts.append(Fact(self.tr("Last"), self._describe_run(state.last, now), icon="history"))
            else:
                facts.append(Fact(self.tr("Last"), self.tr("never"), icon="history"))
            following = formats.day_time(state.next_at, now) if state.next_at and state.on else "\u2014"
            facts.append(Fact(self.tr("Next"), following, icon="calendar-clock"))
            self._facts = FactRows(self._context.theme, tuple(facts), ruled=True)
        self.body.insertWidget(2, self._facts)

    def _describe_run(self, run: Run, now: Millis) -> str:
        formats = self._context.formats
        when = formats.day_time(run.at, now)
        if run.state is RunState.FAILED:
            return " · ".join((when, self.tr("failed")))
        if run.state is RunState.NEEDS_APPROVAL:
            return " · ".join((when, self.tr("waits for you")))
        if run.state is RunState.UNCHANGED:
            return " · ".join((when, self.tr("nothing new")))
        if run.state is RunState.UNDONE:
            return " · ".join((when, self.tr("taken back")))
        text = self.tr("%1 saved, %2 rejected").replace("%1", formats.count(run.counts.saved))
        return f"{when} · {text.replace('%2', formats.count(run.counts.rejected))}"

    def _stop(self) -> None:
        if self._cancel:
            self._cancel()
            self.show_idle()
