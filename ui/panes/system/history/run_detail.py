"""One run: its numbers, its rejected rows, the difference that needs approval, and undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from service.domain.pull.pulls import Difference, Run, RunRow, RunState
from service.domain.sentences import EMPTY
from ui.i18n import ltr, translate_sentence
from ui.panes.system.history.run_facts import Figures, fault_columns
from ui.panes.system.pull.pull_words import run_tone, run_word
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import (
    Badge,
    Button,
    Card,
    ElidedLabel,
    Fact,
    FactRows,
    Ink,
    Kind,
    Label,
    Note,
    RowsModel,
    Table,
    row,
    set_margins,
)


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
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(14)
        self._upper: Card | None = None
        self.undo: Button | None = None
        self.approve_button: Button | None = None
        self.rows = Card(context.theme, padding=0)
        self.rows.setAccessibleName(self.tr("Rows with faults and notes"))
        self.rows.body.setSpacing(0)
        self.export = Button(context.theme, self.tr("Export as CSV…"), icon="download")
        self.export.clicked.connect(self._export)
        head = row(Label(context.theme, self.tr("Rows with faults and notes"), Type.HEADING), None, self.export)
        set_margins(head, context.theme, 20, 12, 16, 8)
        self.rows.body.addLayout(head)
        self.model: RowsModel[RunRow] = RowsModel(fault_columns(), lambda row: (row.line, row.text), self)
        name = self.tr("Rows with faults and notes")
        self.table: Table[RunRow] = Table(context.theme, self.model, name=name, row_height=LOG_ROW)
        self.rows.body.addWidget(self.table, 100)
        self.calm = Label(context.theme, self.tr("Every row was taken as it is."), Type.BODY, Ink.TEXT2)
        self.calm.setContentsMargins(20, 4, 20, 20)
        self.rows.body.addWidget(self.calm, 0, Qt.AlignmentFlag.AlignTop)
        self.rows.body.addStretch(1)
        self._layout.addWidget(self.rows, 100)
        self._layout.addStretch(1)

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
        """Shows the rows of the run."""
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
        path = ElidedLabel(theme, ltr(run.file), Type.MONO, Ink.TEXT2, mode=Qt.TextElideMode.ElideMiddle)
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
        self.approve_button = Button(theme, self.tr("Let it through…"), Kind.PRIMARY, changes=True)
        self.approve_button.clicked.connect(lambda: self._actions.approve(run))
        note = Note(
            theme, Tone.WARN, translate_sentence(held.reason), (self.tr("Nothing was saved."),), self.approve_button
        )
        rows = self.tr("%1, last time %2").replace("%1", formats.count(held.rows_now))
        facts = (
            Fact(self.tr("Rows in the file"), rows.replace("%2", formats.count(held.rows_before)), icon="table"),
            Fact(self.tr("Items missing from it"), formats.count(held.dropped), icon="package-search"),
            Fact(self.tr("Items set to 0"), formats.count(held.zeroed), icon="boxes"),
            Fact(self.tr("Prices changed by more than 30%"), formats.count(held.prices_changed), icon="tag"),
        )
        holder = QWidget()
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(note)
        layout.addWidget(FactRows(theme, facts, ruled=True))
        return holder

    def _export(self) -> None:
        if self.run:
            self._actions.export(self.run)
