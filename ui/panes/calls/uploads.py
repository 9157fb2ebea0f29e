"""An upload in the call log: its rows, saved or rejected and why, and its undo after a preview."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from service.domain.history import HistorySubject, RowOutcome, SubjectKind, UploadRow, UploadRows, UploadUndo
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n import translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import changes_text, field_text, value_text
from ui.panes.calls.note_words import NoteWords
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.theme.metrics import LOG_ROW, TWO_LINE_ROW
from ui.widgets import Column, Dialog, FaultNote, Ink, Label, LinkButton, RowsModel, Table, Well, column, fill, row

_TONES = {
    RowOutcome.CREATED: Tone.GOOD,
    RowOutcome.CHANGED: Tone.GOOD,
    RowOutcome.REJECTED: Tone.BAD,
}
_NUMBER, _OUTCOME = 38, 88

_WIDTH = 720
_HEIGHTS = (130, 250)


class UploadRowsPage(QWidget):
    """Loads when first visible; Enter or a double click opens the part; below is the chosen row."""

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
        self.history = LinkButton(context.theme, self.tr("Open in History"), on_click=self._open_history)
        foot = row(spacing=8)
        fill(foot, (self.message, 1), self.history)
        column((self.table, 1), foot, inside=self, margins=(0, 4, 0, 0))

    def show_call(self, call: int) -> None:
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


@dataclass(frozen=True, slots=True)
class UndoRow:
    """One value that goes back, one part that is removed, or one that stays with its reason."""

    number: int
    sku: str
    what: str
    now: str = ""
    then: str = ""


class UndoDialog(Dialog):
    """Asks what the undo would do as soon as it opens; closes when it is done."""

    def __init__(self, context: PaneContext, parent: QWidget, call: int) -> None:
        title = self.tr("Undo the upload of call %1").replace("%1", str(call))
        super().__init__(context.theme, parent, title, icon="rotate-ccw", width=_WIDTH)
        self._context, self._call = context, call
        self._dispatcher = GuiDispatcher(self)
        self.note = FaultNote(context.theme)
        self.summary = Label(context.theme, self.tr("Looking at what would go back…"), Type.MEDIUM, wrap=True)
        self.rest = Label(
            context.theme,
            self.tr("What was changed since the upload stays. An upload is undone once."),
            Type.SMALL,
            Ink.TEXT2,
            wrap=True,
        )
        columns: tuple[Column[UndoRow], ...] = (
            Column(self.tr("Part"), lambda row: context.formats.ltr(row.sku), 150, strong=True, inset=4),
            Column(self.tr("What"), lambda row: row.what),
            Column(self.tr("Now"), lambda row: row.now, 120, ink=Ink.TEXT2),
            Column(self.tr("Afterwards"), lambda row: row.then, 120, inset=4),
        )
        self.model: RowsModel[UndoRow] = RowsModel(columns, lambda row: row.number, self)
        self.table: Table[UndoRow] = Table(
            context.theme, self.model, name=self.tr("What the undo does"), row_height=LOG_ROW
        )
        self.resize_list(self.table, *_HEIGHTS)
        well = Well()
        well.body.setContentsMargins(1, 1, 1, 1)
        well.body.addWidget(self.table)
        fill(self.body, self.note, self.summary, well, self.rest)
        self.undo = self.main_button(self.tr("Undo the upload"), self._undo, changes=True)
        self.undo.setEnabled(False)
        self.buttons(self.cancel_button(), self.undo)
        future = context.backend.histories.plan_undo(context.shop.id, call)
        self._dispatcher.fetch(future, self._show_plan, self._on_failed)

    def _show_plan(self, plan: UploadUndo) -> None:
        self.model.set_rows(self._make_rows(plan))
        count = self._context.formats.count
        parts = []
        if plan.changes or not plan.removed:
            text = self.tr("%1 part(s) get values back.", "", len(plan.changes))
            parts.append(text.replace("%1", count(len(plan.changes))))
        if plan.removed:
            text = self.tr("%1 new part(s) are removed.", "", len(plan.removed))
            parts.append(text.replace("%1", count(len(plan.removed))))
        if plan.left:
            text = self.tr("%1 part(s) were changed since.", "", len(plan.left))
            parts.append(text.replace("%1", count(len(plan.left))))
        self.summary.setText(" ".join(parts))
        self.undo.setEnabled(plan.does_something and not self._context.shop.read_only)

    def _make_rows(self, plan: UploadUndo) -> tuple[UndoRow, ...]:
        formats = self._context.formats
        rows = [
            (sku, field_text(one), value_text(one, one.old, formats), value_text(one, one.new, formats))
            for sku, changes in plan.changes
            for one in changes
        ]
        rows += [(sku, self.tr("New part"), "", self.tr("Removed")) for sku in plan.removed]
        rows += [(item.sku, translate_sentence(item.why), "", self.tr("Stays")) for item in plan.left]
        return tuple(UndoRow(number, *texts) for number, texts in enumerate(rows))

    def _undo(self) -> None:
        self.note.hide()
        self.undo.setEnabled(False)
        future = self._context.backend.histories.undo(self._context.shop.id, self._call)
        self._dispatcher.fetch(future, self._on_done, self._on_refused)

    def _on_done(self, _done: UploadUndo) -> None:
        self._context.toasts.show(self.tr("The upload is undone."))
        self.accept()

    def _on_refused(self, error: BackendError) -> None:
        """It can be tried again: the PIN may be entered now."""
        self.note.show_text(fault_text(error))
        self.undo.setEnabled(True)

    def _on_failed(self, error: BackendError) -> None:
        self.summary.setText("")
        self.note.show_text(fault_text(error))
