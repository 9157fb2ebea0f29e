"""The call log: live, newest first, with filters, and one call in full next to the list."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedLayout, QStackedWidget, QWidget

from service.domain.call_log.call_subjects import make_order_path
from service.domain.changes import ChangeKind, Changes
from service.domain.times import Millis
from ui.backend import BackendError, Progress
from ui.backend.calls_port import CallCounts, CallDay, CallDetail, CallHour, ExportFormat, Shell
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.host_port import HostState, HostStatus
from ui.backend.progress import OnProgress
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.calls.call_words import CallWords
from ui.panes.calls.detail_panel import DetailPanel, UndoWatch
from ui.panes.calls.filter_bar import FilterBar
from ui.panes.calls.log_feed import EVERYTHING, LogFeed, LogQuery
from ui.panes.calls.log_list import LogHeader, LogList, LogPainter
from ui.panes.calls.log_model import LogModel, LogRow, LogRowFactory
from ui.panes.shared.export_dialog import ExportDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import PageHeader, Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import LIST_PAGE, LOG_ROW
from ui.widgets import (
    Badge,
    Bar,
    BarChart,
    Button,
    Card,
    Column,
    Dialog,
    EmptyState,
    FaultLine,
    Hairline,
    IconButton,
    Ink,
    Kind,
    Label,
    RowsModel,
    Table,
    WorkBar,
    column,
    fill,
    row,
)
from ui.widgets.keyboard_focus import first_focusable
from ui.widgets.painting import box
from ui.widgets.window_use import make_timer


class CallExportDialog(ExportDialog):
    """Asks for the format, then the path."""

    def __init__(self, context: PaneContext, parent: QWidget, wanted: LogQuery, total: int | None) -> None:
        super().__init__(context, parent, self.tr("Export calls"))
        self._wanted = wanted
        self.body.addWidget(Label(context.theme, self._what(total), Type.BODY, Ink.TEXT2, wrap=True))
        self.csv = self.add_choice(self.tr("CSV, for a spreadsheet"))
        self.json = self.add_choice(self.tr("JSON, one call per line, for programs"))
        self.bodies = self.add_choice(self.tr("JSON with the bodies of each call; names and prices are in them"))
        self.csv.setChecked(True)
        self.finish()

    def _what(self, total: int | None) -> str:
        parts = []
        if self._wanted.text:
            text = self.tr("The calls that the filters leave and whose bodies hold “%1”.")
            parts.append(text.replace("%1", isolate_name(self._wanted.text)))
        elif total is not None and not self._wanted.part:
            count = self._context.formats.count(total)
            parts.append(self.tr("The %1 calls that the filters leave.", "", total).replace("%1", count))
        if self._wanted.part:
            text = self.tr("Only calls about the part %1 are written.")
            parts.append(text.replace("%1", isolate_name(self._wanted.part)))
        parts.append(self.tr("No key is in the file."))
        return " ".join(parts)

    def name_file(self) -> tuple[str, str]:
        return ("calls.csv", "CSV (*.csv)") if self.csv.isChecked() else ("calls.jsonl", "JSON lines (*.jsonl)")

    def start(self, file: str, progress: OnProgress) -> Future[int]:
        form = ExportFormat.CSV if self.csv.isChecked() else ExportFormat.JSON
        if self.bodies.isChecked():
            form = ExportFormat.JSON_WITH_BODIES
        wanted, shop = self._wanted, self._context.shop.id
        return self._context.backend.calls.export(
            shop, wanted.which, file, form, progress, text=wanted.text, part=wanted.part
        )

    def describe_written(self, count: int, name: str) -> str:
        text = self.tr("%1 calls are in %2.", "", count).replace("%1", self._context.formats.count(count))
        return text.replace("%2", name)


_TICK_EVERY = 4
_CHART_WIDTH, _CHART_HEIGHT = 720, 260


class _LegendSwatch(QWidget):
    """A small square in a colour of the chart."""

    def __init__(self, theme: Theme, tone: Tone) -> None:
        super().__init__()
        self._theme, self._tone = theme, tone
        self.setFixedSize(8, 8)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.tokens.bad.fill if self._tone is Tone.BAD else self._theme.tokens.chart
        box(painter, self.rect(), 2, colour, None)
        painter.setPen(colour)
        painter.drawPoint(QPointF(4, 4))


class CallsCard(Card):
    def __init__(self, context: PaneContext) -> None:
        self._toggle = IconButton(context.theme, "table", "")
        self._toggle.setCheckable(True)
        super().__init__(context.theme, "")
        self._context = context
        self.body.setContentsMargins(20, 10, 20, 10)
        self._toggle.toggled.connect(self._show_table)
        self.body.addLayout(self._head(context))
        self._figures = {
            "calls": Label(context.theme, "", Type.FIGURE),
            "faults": Label(context.theme, "", Type.FIGURE, Ink.BAD),
            "typical": Label(context.theme, "", Type.FIGURE),
        }
        self._captions = {name: Label(context.theme, "", Type.SMALL, Ink.TEXT2) for name in self._figures}
        line = QHBoxLayout()
        line.setSpacing(25)
        for name, figure in self._figures.items():
            line.addLayout(column(figure, self._captions[name], spacing=0))
        line.addStretch(1)
        self.body.addLayout(line)
        self.chart = BarChart(context.theme, self.tr("Calls in the last 24 hours"))
        self.model = RowsModel(self._columns(), lambda hour: hour.start, self)
        self.table: Table[CallHour] = Table(
            context.theme, self.model, name=self.tr("Calls in the last 24 hours"), row_height=LOG_ROW
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.chart)
        self._stack.addWidget(self.table)
        self.body.addWidget(self._stack, 1)

    def show_day(self, day: CallDay) -> None:
        formats = self._context.formats
        self._figures["calls"].setText(formats.count(day.calls))
        self._figures["faults"].setText(formats.count(day.faults))
        self._figures["faults"].set_ink(Ink.BAD if day.faults else Ink.TEXT)
        typical = day.typical_us
        self._figures["typical"].setText("\u2014" if typical is None else formats.duration(max(1, typical // 1000)))
        self._captions["calls"].setText(self.tr("call(s)", "", day.calls))
        self._captions["faults"].setText(self.tr("fault(s)", "", day.faults))
        self._captions["typical"].setText(self.tr("typical answer"))
        last = len(day.hours) - 1
        bars = tuple(self._bar(hour, at, last) for at, hour in enumerate(day.hours))
        self.chart.show_bars(bars, self._summary(day))
        self.model.set_rows(tuple(reversed(day.hours)))

    def _summary(self, day: CallDay) -> str:
        busiest = max(day.hours, key=lambda hour: hour.answered + hour.faults, default=None)
        most = self._context.formats.time(busiest.start) if busiest else ""
        text = self.tr("%1 calls, %2 faults, most at %3")
        return text.replace("%1", str(day.calls)).replace("%2", str(day.faults)).replace("%3", most)

    def _bar(self, hour: CallHour, at: int, last: int) -> Bar:
        formats = self._context.formats
        begin = formats.time(hour.start)
        sentence = self.tr("%1: %2 answered, %3 faults").replace("%1", begin)
        sentence = sentence.replace("%2", str(hour.answered)).replace("%3", str(hour.faults))
        tick = ""
        if at == last:
            tick = self.tr("Now")
        elif last - at >= 2 and formats.to_local(hour.start).hour % _TICK_EVERY == 2:
            tick = begin
        return Bar(hour.answered, hour.faults, tick, sentence)

    def _head(self, context: PaneContext) -> QHBoxLayout:
        self._toggle.setToolTip(self.tr("Show as table"))
        self._toggle.setAccessibleName(self.tr("Show as table"))
        line = row(Label(context.theme, self.tr("Calls in the last 24 hours"), Type.HEADING), None, spacing=7)
        for tone, text in ((Tone.ACCENT, self.tr("Answered")), (Tone.BAD, self.tr("Faults"))):
            fill(line, _LegendSwatch(context.theme, tone), Label(context.theme, text, Type.SMALL, Ink.TEXT2), 8)
        line.addWidget(self._toggle)
        return line

    def _columns(self) -> tuple[Column[CallHour], ...]:
        formats = self._context.formats
        return (
            Column(self.tr("Hour"), lambda hour: formats.time(hour.start)),
            Column(self.tr("Answered"), lambda hour: formats.count(hour.answered), end=True),
            Column(self.tr("Faults"), lambda hour: formats.count(hour.faults), end=True),
        )

    def _show_table(self, table: bool) -> None:
        self._stack.setCurrentIndex(1 if table else 0)


class DayDialog(Dialog):
    """The calls of the last 24 hours as a chart or a table."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        super().__init__(context.theme, parent, self.tr("The last 24 hours"), icon="chart-column", width=_CHART_WIDTH)
        self._dispatcher = GuiDispatcher(self)
        self.card = CallsCard(context)
        self.card.setFixedHeight(_CHART_HEIGHT)
        self.body.addWidget(self.card)
        self.fault = FaultLine(context.theme)
        self.body.addWidget(self.fault)
        self.buttons(self.main_button(self.tr("Close"), self.accept))
        future = context.backend.calls.day(context.shop.id, context.now())
        self._dispatcher.fetch(future, self.card.show_day, lambda error: self.fault.show_text(fault_text(error)))


_PICK_MS = 60
_COUNT_MS = 2000
_HEAD = 270
"""Pixels of title, filters and the line of a search above the list."""

_DETAIL_WIDTH = 364

_KEY_PREFIX, _PART_PREFIX, _ORDER_PREFIX = "key:", "part:", "order:"


class EmptyPages(QStackedWidget):
    """Three pages: no call ever; none in this time; none that matches."""

    def __init__(self, context: PaneContext, clear: Callable[[], None]) -> None:
        super().__init__()
        self._empty = False
        theme = context.theme
        make = Button(theme, self.tr("Make a key for your till"), Kind.PRIMARY, icon="key", main=True, changes=True)
        make.clicked.connect(lambda: context.go(PaneKey.SYSTEM, "new-key"))
        show = Button(theme, self.tr("Show me how"), main=True, changes=True).keep_at_service()
        show.clicked.connect(context.open_wizard)
        self.never = EmptyState(
            theme,
            "scroll-text",
            self.tr("No calls yet"),
            self.tr("Each call that a till or another system makes is kept here, so that you can see what it sent."),
            make,
            show,
            script_label=self.tr("The same in a terminal"),
            script="counterpart log list",
        )
        self.any_time = Button(theme, self.tr("Show any time"), main=True, on_click=clear)
        self.quiet = EmptyState(
            theme,
            "clock",
            self.tr("No calls in this time"),
            self.tr("No calls since then. Earlier calls are still stored."),
            self.any_time,
        )
        self.clear = Button(theme, self.tr("Clear the filters"), main=True, on_click=clear)
        self.unmatched = EmptyState(
            theme,
            "list-filter",
            self.tr("No call matches"),
            self.tr("Choose another time or fewer filters. Every call is kept."),
            self.clear,
        )
        for page in (self.never, self.quiet, self.unmatched):
            self.addWidget(page)
        self._chosen = (False, False)

    def show_counts(self, counts: CallCounts) -> None:
        """Notes whether the log has any entries."""
        self._empty = counts.total == 0
        self.choose(narrowed=self._chosen[0], any_time=self._chosen[1])

    def choose(self, *, narrowed: bool, any_time: bool) -> None:
        """The page that fits the filters."""
        self._chosen = (narrowed, any_time)
        page = self.unmatched if narrowed else self.quiet
        if self._empty or (any_time and not narrowed):
            page = self.never
        self.setCurrentWidget(page)


class LogHead(QWidget):
    """Title, badge, "Pause", "Export", and a button back to the newest call."""

    def __init__(
        self,
        context: PaneContext,
        pause: Callable[[], None],
        export: Callable[[], None],
        show_day: Callable[[], None],
    ) -> None:
        super().__init__()
        self._context = context
        self._news = 0
        self.live = Badge(context.theme, self.tr("Following"), Tone.GOOD, dot=True)
        self.news = Button(context.theme, "", Kind.LINK, icon="chevron-up")
        self.news.hide()
        self.pause = Button(context.theme, self.tr("Pause"), icon="pause")
        self.pause.setToolTip(self.tr("Space pauses and continues the list"))
        self.go_on = Button(context.theme, self.tr("Continue"), Kind.PRIMARY, icon="play")
        self.go_on.hide()
        self.pause.clicked.connect(pause)
        self.go_on.clicked.connect(pause)
        self.export = Button(context.theme, self.tr("Export"), icon="download", on_click=export)
        self.day = Button(context.theme, self.tr("Last 24 hours"), icon="chart-column", on_click=show_day)
        parts = (self.news, self.live, self.day, self.export, self.pause, self.go_on)
        self.header = PageHeader(context.theme, self.tr("Call log"), self._sentence(), *parts)
        column(self.header, inside=self)

    def show_counts(self, counts: CallCounts) -> None:
        """How many entries there are, and for how long they stay."""
        entries = self.tr("%1 entries.", "", counts.total).replace("%1", self._context.formats.count(counts.total))
        retention = self.tr("Kept %n day(s).", "", counts.retention_days)
        self.header.subtitle.setText(f"{self._sentence()} {entries} {retention}")

    def show_paused(self, *, on: bool) -> None:
        text = self.tr("Paused") if on else self.tr("Following")
        self.live.show_state(text, Tone.WARN if on else Tone.GOOD, dot=True)
        self.pause.setVisible(not on)
        self.go_on.setVisible(on)

    def show_host(self, status: HostStatus) -> None:
        """Nothing is followed while the service is away."""
        self.live.setVisible(status.state is not HostState.STOPPED)

    def show_news(self, count: int, *, more: bool = False) -> None:
        """So many calls came in above the visible rows; 0 without `more` removes the button."""
        self._news = self._news + count if count or more else 0
        self.news.setVisible(bool(self._news or more))
        text = self.tr("New calls") if more else self.tr("%n new call(s)", "", self._news)
        self.news.setText(text)
        self.news.setAccessibleName(text)
        self.news.updateGeometry()

    def _sentence(self) -> str:
        return self.tr("Every call your systems made, refused ones too.")


class SearchLine(QWidget):
    """The progress of a search, with "Stop"; afterwards, its result. Before it the chosen part."""

    def __init__(self, context: PaneContext, stop: Callable[[], None], chosen_part: QWidget) -> None:
        super().__init__()
        self._context = context
        self._progress_text = ""
        self._is_about_part = False
        self.work = WorkBar(context.theme, context.formats, stop)
        self.result = Label(context.theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(chosen_part)
        # In its place before it gets its pages, which would be windows without a parent.
        self._stack = QStackedLayout()
        line.addLayout(self._stack, 1)
        self._stack.addWidget(self.work)
        self._stack.addWidget(self.result)
        self.setFixedHeight(34)
        self.hide()

    def begin(self, *, is_about_part: bool) -> None:
        """Shows that a search starts: for calls about a part, or for a text."""
        self._progress_text = ""
        self._is_about_part = is_about_part
        self._stack.setCurrentWidget(self.work)
        part, text = self.tr("Looking for calls about this part"), self.tr("Looking into requests and answers")
        self.work.begin(part if is_about_part else text)

    def show_progress(self, progress: Progress) -> None:
        formats = self._context.formats
        if self._stack.currentWidget() is not self.work:
            self._stack.setCurrentWidget(self.work)
        part = self.tr("Looking for calls about this part: %n found", "", progress.found)
        text = self.tr("Looking into requests and answers: %n found", "", progress.found)
        self.work.begin(part if self._is_about_part else text)
        self.work.show_progress(progress)
        total = formats.count(progress.total or progress.done)
        self._progress_text = self.tr("%1 of %2 calls looked at.").replace("%1", formats.count(progress.done))
        self._progress_text = self._progress_text.replace("%2", total)

    def end(self, count: int, *, more: bool = False, stopped: bool = False) -> None:
        """Shows the end; `more` says that it continues when the list is scrolled to its end."""
        self._stack.setCurrentWidget(self.result)
        parts = [self.tr("%1 calls found.", "", count).replace("%1", self._context.formats.count(count))]
        if stopped:
            parts = [self.tr("Stopped."), *parts, self._progress_text]
        if more:
            parts.append(self.tr("Scroll down to look further."))
        self.result.setText(" ".join(part for part in parts if part))


class CallsPane(Pane):
    key = PaneKey.CALLS
    listens = frozenset({ChangeKind.CALLS, ChangeKind.KEYS, ChangeKind.SETTINGS, ChangeKind.HISTORY})
    listens_to_host = True

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        words = CallWords(context.formats)
        self.model = LogModel(parent=self)
        self.feed = LogFeed(context, self.dispatcher, self.model, LogRowFactory(context.formats, words), self)
        self.head = LogHead(context, self.pause, self.export, self._show_day)
        self.filters = FilterBar(context, self._begin)
        self.search_line = SearchLine(context, self._stop_search, self.filters.chosen_part)
        painter = LogPainter(context.theme)
        self.list = LogList(context.theme, self.model, painter, self.tr("Calls"))
        self.columns = LogHeader(context.theme, painter, lambda: self.list.viewport().width())
        self._painter = painter
        self.nothing = EmptyPages(context, self.filters.clear)
        self.detail = DetailPanel(context, words, self._copy_for, self.close_detail)
        self._counts: CallCounts | None = None
        self._has_missed_changes = False
        self._marked: int | None = None
        self._fault: FaultDialog | None = None
        self._day = context.formats.to_local(context.now()).date()
        self._count_reply: PendingReply[CallCounts] | None = None
        self._detail_reply: PendingReply[CallDetail] | None = None
        self._count_timer = make_timer(self, _COUNT_MS, self._count)
        self._pick_timer = make_timer(self, _PICK_MS, self._ask_detail)
        self.undo_watch = UndoWatch(context, self.detail)
        self._fill()
        self._connect()

    def load(self) -> None:
        self._load_keys()
        self._begin()

    def on_changes(self, changes: Changes) -> None:
        """Merges new calls into the list instead of loading it again."""
        if not self._loaded:
            super().on_changes(changes)
            return
        if ChangeKind.CALLS in changes.kinds:
            self._has_missed_changes = True
        if changes.kinds & {ChangeKind.KEYS, ChangeKind.SETTINGS}:
            self._load_keys()
            self._count()
        self.undo_watch.on_changes(changes)
        self._catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.undo_watch.begin()
        self._catch_up()

    def show_host(self, status: HostStatus) -> None:
        self.head.show_host(status)

    def tick(self, now: Millis) -> None:
        day = self.context.formats.to_local(now).date()
        if day != self._day:
            self._day = day
            self.reload()

    def focus_filter(self) -> None:
        self.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def pause(self) -> None:
        self.feed.pause(not self.feed.paused)
        self.head.show_paused(on=self.feed.paused)

    def export(self) -> None:
        wanted = self.filters.query()
        kind = wanted.which.status_class
        counts = self._counts
        total = None if counts is None else counts.by_class.get(kind, 0) if kind else counts.total
        CallExportDialog(self.context, self, wanted, total).open()

    def _show_day(self) -> None:
        DayDialog(self.context, self).open()

    def copy_command(self) -> None:
        if self.detail.isVisible() and self.detail.detail is not None:
            self._copy_for(next(iter(self.detail.detail.curl)))

    def _copy_for(self, shell: Shell) -> None:
        if self.detail.detail is not None:
            self.context.clipboard.setText(self.detail.detail.curl[shell])
            self.context.toasts.show(self.tr("Copied, without the key"))

    def open_target(self, target: str) -> None:
        """A call's id, `key:NAME` for a key's calls, `part:SKU`, `order:REFERENCE` for theirs."""
        if target.isdecimal():
            self._mark(int(target))
            self._fetch_detail(int(target))
            return
        if not self.detail.isHidden():
            self.close_detail()  # it may be of a call that is none of those asked for
        if target.startswith(_KEY_PREFIX):
            self.filters.choose_key(target.removeprefix(_KEY_PREFIX))
        elif target.startswith(_PART_PREFIX):
            self.filters.choose_part(target.removeprefix(_PART_PREFIX))
        elif target.startswith(_ORDER_PREFIX):
            self.filters.choose_path(make_order_path(target.removeprefix(_ORDER_PREFIX)))

    def _mark(self, call: int) -> None:
        """Selects the row of a call that another page opens, now or when the list is there."""
        self._marked = None if self._loaded else call
        if not self.list.choose(call):
            self.list.clear_choice()

    def areas(self) -> tuple[QWidget, ...]:
        if self.detail.isVisible():
            return (self.filters.search.edit, self.list, self.detail.tabs)
        return (self.filters.search.edit, self.list)

    def close_detail(self) -> None:
        """Esc: the list uses the whole width again."""
        self.detail.hide()
        self.list.clear_choice()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _load_keys(self) -> None:
        future = self.context.backend.calls.keys(self.context.shop.id)
        self.dispatcher.fetch(future, self.filters.show_keys, self._on_failed)

    def _catch_up(self) -> None:
        """Merges what was logged while the pane was hidden."""
        if self._has_missed_changes and self._loaded and self.isVisible():
            self._has_missed_changes = False
            self.feed.on_logged()

    def _begin(self) -> None:
        wanted = self.filters.query()
        self._painter.days = not self.filters.is_today
        self.columns.update()
        self.search_line.setVisible(wanted.is_search)
        if wanted.is_search:
            self.search_line.begin(is_about_part=bool(wanted.part))
        self.feed.begin(wanted)
        self._count()

    def _on_started(self) -> None:
        if self._marked is not None:
            self.list.choose(self._marked)
            self._marked = None
        self.head.show_news(0)
        self._show_nothing()
        self.show_content()

    def _count(self) -> None:
        if self._count_reply is not None:
            self._count_reply.cancel()
        calls, shop = self.context.backend.calls, self.context.shop.id
        self._count_reply = self.dispatcher.fetch(
            calls.counts(shop, self.feed.query.which), self._show_counts, self._on_failed
        )
        self.dispatcher.fetch(calls.counts(shop, EVERYTHING), self._show_total, self._on_failed)

    def _show_counts(self, counts: CallCounts) -> None:
        self._counts = counts
        self.filters.show_counts(None if self.feed.query.is_search else counts)

    def _show_total(self, counts: CallCounts) -> None:
        self.head.show_counts(counts)
        self.nothing.show_counts(counts)

    def _on_arrived(self, count: int) -> None:
        if not self.list.following:
            self.head.show_news(count, more=self.model.newer)
        self._show_nothing()
        if not self._count_timer.isActive():
            self._count_timer.start()

    def _on_search_progressed(self, progress: Progress) -> None:
        self.search_line.show_progress(progress)
        self._show_nothing()

    def _on_search_finished(self) -> None:
        self._end_search(stopped=False)

    def _stop_search(self) -> None:
        self.feed.stop()
        self._end_search(stopped=True)

    def _end_search(self, *, stopped: bool) -> None:
        """Shows the result. From "Stop", which goes away, the focus moves on to it."""
        at_stop = self.search_line.work.stop.hasFocus()
        self.search_line.end(self.model.rowCount(), more=self.model.older and not stopped, stopped=stopped)
        self._show_nothing()
        target = first_focusable(self.list if self.model.rows else self.nothing) if at_stop else None
        if target is not None:
            self.focus_restorer.choose(target, Qt.FocusReason.TabFocusReason)

    def _show_nothing(self) -> None:
        some = bool(self.model.rows) or self.feed.is_searching
        self.nothing.choose(narrowed=self.filters.is_narrowed, any_time=self.filters.is_any_time)
        self._lists.setCurrentWidget(self._log if some else self.nothing)

    def _scroll_to_newest(self) -> None:
        if self.model.newer:
            self.feed.begin(self.feed.query)
        self.list.to_top()

    def _on_following_changed(self, following: bool) -> None:
        self.feed.following = following
        if following:
            self.head.show_news(0)

    def _on_picked(self, row: LogRow | None) -> None:
        if row is not None:
            self._pick_timer.start()

    def _ask_detail(self) -> None:
        row, shown = self.list.current(), self.detail.detail
        if row is None:
            return
        if self.detail.isHidden() or shown is None or shown.call.id != row.call.id:
            self._fetch_detail(row.call.id)
        elif self._detail_reply is not None:
            # It is shown: built again it would lose its focus. No other one is wanted.
            self._detail_reply.drop()

    def _fetch_shown(self) -> None:
        if self.detail.detail is not None:
            self._fetch_detail(self.detail.detail.call.id)

    def _fetch_detail(self, call: int) -> None:
        if self._detail_reply is not None:
            self._detail_reply.drop()
        future = self.context.backend.calls.detail(self.context.shop.id, call)
        self._detail_reply = self.dispatcher.fetch(future, self._show_detail, self._on_failed)

    def _show_detail(self, detail: CallDetail) -> None:
        self.detail.show_detail(detail)
        if self.detail.isHidden():
            self.detail.show()
            wide = max(_DETAIL_WIDTH, self.width() * 34 // 100)
            self._splitter.setSizes([self.width() - wide, wide])

    def _on_opened(self, row: LogRow) -> None:
        self._pick_timer.stop()
        self._fetch_detail(row.call.id)
        self.detail.tabs.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_begin_failed(self, error: BackendError) -> None:
        """What is displayed is not what was asked for; the page is read again when it can be."""
        (self.show_error if error.is_service_away else self._on_failed)(error)

    def _on_failed(self, error: BackendError) -> None:
        if not self._loaded:
            self.show_error(error)
        elif self._fault is None and not error.is_service_away:
            self._fault = FaultDialog(self.theme, self, error, self.context.clipboard)
            self._fault.finished.connect(self._on_fault_closed)
            self._fault.open()

    def _on_fault_closed(self) -> None:
        self._fault = None

    def _connect(self) -> None:
        self.feed.started.connect(self._on_started)
        self.feed.failed.connect(self._on_begin_failed)
        self.feed.page_failed.connect(self._on_failed)
        self.feed.arrived.connect(self._on_arrived)
        self.feed.search_progressed.connect(self._on_search_progressed)
        self.feed.search_finished.connect(self._on_search_finished)
        self.list.older_requested.connect(self.feed.more_older)
        self.list.newer_requested.connect(self.feed.more_newer)
        self.list.following_changed.connect(self._on_following_changed)
        self.list.picked.connect(self._on_picked)
        self.list.opened.connect(self._on_opened)
        self.list.paused.connect(self.pause)
        self.list.closed.connect(self.close_detail)
        self.detail.undone.connect(self._fetch_shown)
        self.head.news.clicked.connect(self._scroll_to_newest)

    def _fill(self) -> None:
        self._log = QWidget()
        column(self.columns, (self.list, 1), spacing=0, inside=self._log)
        self._lists = QStackedWidget()
        self._lists.addWidget(self._log)
        self._lists.addWidget(self.nothing)
        # Of the list alone: a minimum of the whole page would squeeze the texts of the panel.
        self._lists.setMinimumSize(420, LIST_PAGE - _HEAD)
        self.detail.setMinimumWidth(300)
        self.detail.hide()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._lists)
        self._splitter.addWidget(self.detail)
        self._splitter.setStretchFactor(0, 1)
        upper = column(self.head, self.filters, self.search_line, spacing=12, margins=(24, 20, 24, 14))
        column(upper, Hairline(self.theme), (self._splitter, 1), spacing=0, inside=self.content)
