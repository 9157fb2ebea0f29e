"""Runs of the pull: each with its rejected rows, an export, and an undo of the last ones."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from service.domain.pull.pulls import Run, RunRow
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import field_names
from ui.i18n.table_words import make_table_words
from ui.panes.system.history.run_detail import RunActions, RunDetail
from ui.panes.system.history.run_facts import result_words
from ui.panes.system.history.run_rows import RunRows
from ui.panes.system.subpage import SubPage
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.widgets import Card, Column, ConfirmDialog, EmptyState, FaultNote, RowList, RowsModel

translate = QCoreApplication.translate
_PAGE = 50
_MOST_FAULTS = 1_000
_LIST = 308


class HistoryPage(SubPage):
    """A list, with one run next to it; further runs load as the list is scrolled."""

    def __init__(
        self, context: PaneContext, chooser: FileChooser, back: Callable[[], None], approve: Callable[[Run], None]
    ) -> None:
        super().__init__(context.theme, back)
        self.title.setText(self.tr("History of the nightly file"))
        self.subtitle.setText(self.tr("The last 7 runs that changed something can be taken back."))
        self._context, self._chooser = context, chooser
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
        """Selects a run."""
        self.list.choose(run)

    def _fill(self) -> None:
        holder = Card(self._context.theme, padding=0)
        holder.setFixedWidth(_LIST)
        holder.body.setContentsMargins(1, 6, 1, 6)
        holder.body.addWidget(self.list)
        self._both = QWidget()
        line = QHBoxLayout(self._both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(14)
        line.addWidget(holder)
        line.addWidget(self.detail, 1)
        self.page.body.addWidget(self.fault)
        self.page.body.addWidget(self._both, 1)
        self.page.body.addWidget(self.empty, 1)
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
        self._chooser.save_file(self, title, name, "CSV (*.csv)", lambda path: self._export_to(run, path))

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
