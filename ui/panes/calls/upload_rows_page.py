"""The rows of an upload: each part, saved or rejected and why, with old and new values."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.history import HistorySubject, RowOutcome, SubjectKind, UploadRow, UploadRows
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import changes_text
from ui.panes.calls.note_words import NoteWords
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, Ink, Label, LinkButton, RowsModel, Table, row

_TONES = {
    RowOutcome.CREATED: Tone.GOOD,
    RowOutcome.CHANGED: Tone.GOOD,
    RowOutcome.REJECTED: Tone.BAD,
}
_NUMBER, _OUTCOME = 38, 88


class UploadRowsPage(QWidget):
    """Loads the rows when it is visible first. Enter or a double click opens the part; below the
    table is all that the chosen row says.
    """

    def __init__(self, context: PaneContext, words: NoteWords) -> None:
        super().__init__()
        self._context, self._words = context, words
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[UploadRows] | None = None
        self._call: int | None = None
        self.model: RowsModel[UploadRow] = RowsModel(self._columns(), lambda row: row.index, self)
        self.table: Table[UploadRow] = Table(
            context.theme, self.model, name=self.tr("Rows of the upload"), row_height=TWO_LINE_ROW
        )
        self.table.picked.connect(self._describe_chosen)
        self.table.opened.connect(lambda row: context.go(PaneKey.CATALOGUE, row.sku) if row.sku else None)
        self.message = Label(context.theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.history = LinkButton(context.theme, self.tr("Open in History"))
        self.history.clicked.connect(self._open_history)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 4, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(self.table, 1)
        foot = row(spacing=8)
        foot.addWidget(self.message, 1)
        foot.addWidget(self.history)
        whole.addLayout(foot)

    def show_call(self, call: int) -> None:
        """Shows the rows of another call."""
        self._drop()
        self._call = call
        self.model.set_rows(())
        self.message.setText("")
        if self.isVisible():
            self._load()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._load()

    def _open_history(self) -> None:
        if self._call is not None:
            self._context.go(PaneKey.HISTORY, HistorySubject(SubjectKind.CALL, str(self._call)).target)

    def _load(self) -> None:
        if self._call is None or self._reply is not None:
            return
        future = self._context.backend.histories.rows(self._context.shop.id, self._call)
        self._reply = self._dispatcher.fetch(future, self._show_rows, self._on_failed)

    def _drop(self) -> None:
        if self._reply is not None:
            self._reply.drop()
        self._reply = None

    def _show_rows(self, found: UploadRows) -> None:
        self.model.set_rows(found.rows)
        undone = self.tr("This upload was undone since.")
        self.message.setText(undone if found.undone else self.tr("Enter or a double click opens the part."))

    def _on_failed(self, error: BackendError) -> None:
        # The next time that the page is displayed, it asks again.
        self._reply = None
        self.message.setText(fault_text(error))

    def _describe_chosen(self, row: UploadRow | None) -> None:
        if row is not None:
            number = self.tr("Row %1").replace("%1", self._context.formats.count(row.index + 1))
            self.message.setText(" · ".join((number, self._describe_outcome(row), self._describe(row))).rstrip(" ·"))

    def _columns(self) -> tuple[Column[UploadRow], ...]:
        formats = self._context.formats
        return (
            Column(self.tr("Row"), lambda row: formats.count(row.index + 1), _NUMBER, end=True, ink=Ink.TEXT3),
            Column(self.tr("Part"), lambda row: formats.ltr(row.sku), strong=True, second=self._describe),
            Column(
                self.tr("Result"),
                self._describe_outcome,
                _OUTCOME,
                tone=lambda row: _TONES.get(row.outcome, Tone.NEUTRAL),
                inset=4,
            ),
        )

    def _describe_outcome(self, row: UploadRow) -> str:
        return {
            RowOutcome.CREATED: self.tr("New"),
            RowOutcome.CHANGED: self.tr("Changed"),
            RowOutcome.UNCHANGED: self.tr("Same"),
            RowOutcome.REPLACED: self.tr("Saved"),
            RowOutcome.REJECTED: self.tr("Rejected"),
            RowOutcome.SAVED: self.tr("Saved"),
        }[row.outcome]

    def _describe(self, row: UploadRow) -> str:
        """Why it was rejected, or what changed from what to what."""
        if row.outcome is RowOutcome.REJECTED:
            return self._words.describe_row_fault(row.error)
        if row.outcome is RowOutcome.UNCHANGED:
            return self.tr("Every value was stored already")
        if row.outcome is RowOutcome.REPLACED:
            return self.tr("A later row has the same part")
        if row.outcome is RowOutcome.SAVED:
            return self.tr("What it changed is no longer in the history")
        return changes_text(row.changes, self._context.formats)
