"""Undoes an upload, after a preview of what goes back, what is removed and what stays."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from service.domain.history import UploadUndo
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import field_text, name_fields, value_text
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import Column, Dialog, FaultNote, Ink, Label, RowsModel, Table, Well

_WIDTH = 720
_HEIGHTS = (130, 250)


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
        for part in (self.note, self.summary, well, self.rest):
            self.body.addWidget(part)
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
        rows += [(item.sku, name_fields(translate_sentence(item.why)), "", self.tr("Stays")) for item in plan.left]
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
