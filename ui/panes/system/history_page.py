"""Runs of the pull: each with its rejected rows, an export, and an undo of the last ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget

from service.domain.pull.pulls import Difference, Run, RunRow, RunState
from service.domain.sentences import EMPTY
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import ltr, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import field_names
from ui.i18n.value_words import make_table_words
from ui.panes.shared.price_file.pull_words import run_tone, run_word
from ui.panes.shared.run_facts import Figures, fault_columns, impact_text, result_words
from ui.panes.system.subpage import SubPage
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Badge,
    Button,
    Card,
    Column,
    ConfirmDialog,
    ElidedLabel,
    EmptyState,
    Fact,
    FactRows,
    FaultNote,
    Ink,
    Kind,
    Label,
    Note,
    RowList,
    RowPainter,
    RowsModel,
    Table,
    column,
    fill,
    row,
    set_margins,
)
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.painting import mirror

translate = QCoreApplication.translate
RUN_ROW = 60
_EDGE = 20
_PAGE = 50
_MOST_FAULTS = 1_000
_LIST = 308


class RunRows(RowPainter):
    """Day and time over counts, a badge at the end."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, RUN_ROW)
        self._context = context

    def paint_row(self, painter: QPainter, rect: QRect, row: Run, *, rtl: bool) -> None:
        tokens = self.theme.tokens
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        painter.setFont(self.theme.font(Type.CAPTION))
        word = run_word(row)
        width = badge_width(painter.fontMetrics(), word, dot=False)
        badge = QRect(inner.right() - width + 1, inner.top() + 11, width, HEIGHT)
        paint_badge(painter, self.theme, mirror(badge, rect, rtl=rtl), word, run_tone(row), dot=False, rtl=rtl)
        upper = mirror(QRect(inner.left(), inner.top() + 10, inner.width() - width - 10, 21), rect, rtl=rtl)
        lower = mirror(QRect(inner.left(), inner.top() + 31, inner.width(), 19), rect, rtl=rtl)
        when = self._context.formats.day_time(row.at, self._context.now())
        self.text(painter, upper, when, Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        self.text(painter, lower, self.describe(row), Type.SMALL, tokens.text2, end=False, rtl=rtl)

    def describe(self, run: Run) -> str:
        """`1,243 saved, 2 rejected · by hand`, or why it ended."""
        if run.state is RunState.FAILED:
            return translate_sentence(run.fault or EMPTY)
        formats = self._context.formats
        if run.state is RunState.NEEDS_APPROVAL and run.held:
            return impact_text(run.held, formats)
        parts = [translate("RunRows", "The same file as before")] if run.state is RunState.UNCHANGED else []
        if run.counts.saved:
            saved = translate("RunRows", "%1 saved, %2 rejected").replace("%1", formats.count(run.counts.saved))
            parts.append(saved.replace("%2", formats.count(run.counts.rejected)))
        if run.by_hand:
            parts.append(translate("RunRows", "by hand"))
        return " · ".join(parts)

    def accessible_text(self, run: Run, now: Millis) -> str:
        """The whole row for screen readers."""
        return ", ".join((self._context.formats.day_time(run.at, now), run_word(run), self.describe(run)))


@dataclass(frozen=True, slots=True)
class RunActions:
    """What the detail asks of the page."""

    undo: Callable[[Run], None]
    export: Callable[[Run], None]
    approve: Callable[[Run], None]


class RunDetail(QWidget):
    """Built again for each selected run; the table of rows stays."""

    def __init__(self, context: PaneContext, acts: RunActions) -> None:
        super().__init__()
        self._context, self._actions = context, acts
        self.run: Run | None = None
        self._upper: Card | None = None
        self.undo: Button | None = None
        self.approve_button: Button | None = None
        self.rows = Card(context.theme, padding=0)
        self.rows.setAccessibleName(self.tr("Rows with faults and notes"))
        self.rows.body.setSpacing(0)
        self.export = Button(context.theme, self.tr("Export as CSV…"), icon="download", on_click=self._export)
        head = row(Label(context.theme, self.tr("Rows with faults and notes"), Type.HEADING), None, self.export)
        set_margins(head, context.theme, 20, 12, 16, 8)
        self.rows.body.addLayout(head)
        self.model: RowsModel[RunRow] = RowsModel(fault_columns(), lambda row: (row.line, row.text), self)
        name = self.tr("Rows with faults and notes")
        self.table: Table[RunRow] = Table(context.theme, self.model, name=name, row_height=TWO_LINE_ROW)
        self.rows.body.addWidget(self.table, 100)
        self.calm = Label(context.theme, self.tr("Every row was taken as it is."), Type.BODY, Ink.TEXT2)
        self.calm.setContentsMargins(20, 4, 20, 20)
        self.rows.body.addWidget(self.calm, 0, Qt.AlignmentFlag.AlignTop)
        self.rows.body.addStretch(1)
        self._layout = column((self.rows, 100), None, spacing=14, inside=self)

    def show_run(self, run: Run) -> None:
        """Shows another run; its rows come by `show_faults`."""
        self.run = run
        if self._upper:
            self._layout.removeWidget(self._upper)
            self._upper.deleteLater()
        self._upper = self._build_upper(run)
        self._layout.insertWidget(0, self._upper)
        self.rows.setVisible(run.state in (RunState.DONE, RunState.UNDONE, RunState.NEEDS_APPROVAL))

    def show_faults(self, faults: tuple[RunRow, ...]) -> None:
        self.model.set_rows(faults)
        self.table.setVisible(bool(faults))
        self.export.setVisible(bool(faults))
        self.calm.setVisible(not faults)
        held = self.run is not None and self.run.state is RunState.NEEDS_APPROVAL
        if held and not faults:
            self.rows.hide()

    def _build_upper(self, run: Run) -> Card:
        theme, formats = self._context.theme, self._context.formats
        card = Card(theme)
        card.body.setSpacing(12)
        title = Label(theme, formats.day_time(run.at, self._context.now()), Type.HEADING)
        badge = Badge(theme, run_word(run), run_tone(run))
        head = row(title, badge, None, spacing=10)
        self._add_undo(run, head)
        card.body.addLayout(head)
        path = ElidedLabel(theme, ltr(run.file), Type.MONO, Ink.TEXT2)
        card.body.addWidget(path)
        self.approve_button = None
        if run.held is not None and run.state is RunState.NEEDS_APPROVAL:
            card.body.addWidget(self._build_impact(run, run.held))
        elif run.state is RunState.FAILED:
            card.body.addWidget(Note(theme, Tone.BAD, translate_sentence(run.fault or EMPTY)))
        elif run.state is RunState.UNCHANGED:
            text = self.tr("The file is the same as last time, so nothing was read.")
            card.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        else:
            card.body.addWidget(Figures(theme, run, formats))
        return card

    def _add_undo(self, run: Run, head: QHBoxLayout) -> None:
        self.undo = None
        if run.state is RunState.UNDONE:
            head.addWidget(Button(self._context.theme, self.tr("Taken back"), Kind.DONE, icon="check"))
        elif run.can_undo:
            self.undo = Button(self._context.theme, self.tr("Take this run back…"), icon="undo-2", changes=True)
            self.undo.clicked.connect(lambda: self._actions.undo(run))
            head.addWidget(self.undo)

    def _build_impact(self, run: Run, held: Difference) -> QWidget:
        theme, formats = self._context.theme, self._context.formats
        self.approve_button = Button(theme, self.tr("Save it anyway…"), Kind.PRIMARY, changes=True).keep_at_service()
        self.approve_button.clicked.connect(lambda: self._actions.approve(run))
        note = Note(
            theme, Tone.WARN, translate_sentence(held.reason), (self.tr("Nothing was saved."),), self.approve_button
        )
        rows = self.tr("%1, last time %2").replace("%1", formats.count(held.rows_now))
        facts = (
            Fact(self.tr("Rows in the file"), rows.replace("%2", formats.count(held.rows_before)), icon="table"),
            Fact(self.tr("Parts missing from it"), formats.count(held.dropped), icon="package-search"),
            Fact(self.tr("Parts set to 0"), formats.count(held.zeroed), icon="boxes"),
            Fact(self.tr("Prices changed by more than 30%"), formats.count(held.prices_changed), icon="tag"),
        )
        holder = QWidget()
        column(note, FactRows(theme, facts, ruled=True), spacing=12, inside=holder)
        return holder

    def _export(self) -> None:
        if self.run:
            self._actions.export(self.run)


class HistoryPage(SubPage):
    """A list, with one run next to it; further runs load as the list is scrolled."""

    def __init__(self, context: PaneContext, back: Callable[[], None], approve: Callable[[Run], None]) -> None:
        super().__init__(context.theme, back)
        self.title.setText(self.tr("History of the nightly file"))
        self.subtitle.setText(self.tr("The last 7 runs that changed something can be taken back."))
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self._is_loading, self._all_loaded = False, False
        self._painter = RunRows(context)
        column: Column[Run] = Column("", lambda run: self._painter.accessible_text(run, context.now()))
        self.model: RowsModel[Run] = RowsModel((column,), lambda run: run.id, self)
        self.list: RowList[Run] = RowList(context.theme, self.model, self._painter, name=self.title.text())
        self.list.picked.connect(self._on_picked)
        self.list.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.detail = RunDetail(context, RunActions(self._ask_undo, self._export, approve))
        self.fault = FaultNote(context.theme)
        text = self.tr("The first run is here in the morning. “Run now” does not wait for the night.")
        self.empty = EmptyState(context.theme, "history", self.tr("Nothing was read yet"), text)
        self._fill()

    def load(self) -> None:
        """Requests the newest runs; the selected run stays selected."""
        future = self._context.backend.pulls.history(self._context.shop.id, None, max(_PAGE, self.model.rowCount()))
        self._dispatcher.fetch(future, self._show, self._on_read_failed)

    def choose(self, run: int) -> None:
        self.list.choose(run)

    def _fill(self) -> None:
        holder = Card(self._context.theme, padding=0)
        holder.setFixedWidth(_LIST)
        holder.body.setContentsMargins(1, 6, 1, 6)
        holder.body.addWidget(self.list)
        self._both = QWidget()
        row(holder, (self.detail, 1), spacing=14, inside=self._both)
        fill(self.page.body, self.fault, (self._both, 1), (self.empty, 1))
        self.empty.hide()

    def _show(self, runs: tuple[Run, ...]) -> None:
        self.fault.hide()
        self._all_loaded = len(runs) < _PAGE
        self.model.set_rows(runs)
        self._both.setVisible(bool(runs))
        self.empty.setVisible(not runs)
        if runs and self.list.current() is None:
            self.list.choose(runs[0].id)
        elif runs:
            self._on_picked(self.list.current())

    def _on_read_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))

    def _on_scrolled(self, value: int) -> None:
        near = value >= self.list.verticalScrollBar().maximum() - self.list.height()
        if near and not self._is_loading and not self._all_loaded and self.model.rows:
            self._is_loading = True
            last = self.model.rows[-1].id
            future = self._context.backend.pulls.history(self._context.shop.id, last, _PAGE)
            self._dispatcher.fetch(future, self._append, self._on_failed)

    def _append(self, runs: tuple[Run, ...]) -> None:
        self._is_loading, self._all_loaded = False, len(runs) < _PAGE
        self.model.append(runs)

    def _on_picked(self, run: Run | None) -> None:
        if run is None:
            return
        if run != self.detail.run:
            self.detail.show_run(run)
        future = self._context.backend.pulls.faults(self._context.shop.id, run.id, _MOST_FAULTS)
        self._dispatcher.fetch(future, lambda faults: self._show_faults(run, faults), self._on_failed)

    def _show_faults(self, run: Run, faults: tuple[RunRow, ...]) -> None:
        if self.detail.run is not None and self.detail.run.id == run.id:
            self.detail.show_faults(faults)

    def _ask_undo(self, run: Run) -> None:
        when = self._context.formats.day_time(run.at, self._context.now())
        title = self.tr("Take back the run of %1?").replace("%1", when)
        text = self.tr(
            "Prices, names and quantities go back to what they were before it."
            " What changed after it by a sale, an order or your till stays."
        )
        action = self.tr("Take it back")
        ConfirmDialog(self._context.theme, self, title, text, action, lambda: self._undo(run), icon="undo-2").open()

    def _undo(self, run: Run) -> None:
        future = self._context.backend.pulls.undo(self._context.shop.id, run.id)
        self._dispatcher.send(future, self._on_failed)

    def _export(self, run: Run) -> None:
        title = translate("Chooser", "Save the rejected rows")
        name = f"rejected-rows-{self._context.formats.to_local(run.at):%Y-%m-%d}.csv"
        self._context.chooser.save_file(self, title, name, "CSV (*.csv)", lambda path: self._export_to(run, path))

    def _export_to(self, run: Run, path: str) -> None:
        codes = {"result": result_words().items(), "field": field_names().items()}
        words = make_table_words(self._context.formats, codes)
        future = self._context.backend.pulls.export_faults(self._context.shop.id, run.id, path, words)
        self._dispatcher.fetch(future, self._on_exported, self._on_failed)

    def _on_exported(self, number: int) -> None:
        self._context.toasts.show(self.tr("%n row(s) written.", "", number))

    def _on_failed(self, error: BackendError) -> None:
        self._is_loading = False
        FaultDialog(self._context.theme, self, error, self._context.clipboard).open()
