"""Asks for a text that the path of a call contains."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ui.shell.pane_context import PaneContext
from ui.widgets import Dialog, FormRow, text_field


class PathDialog(Dialog):
    """Asks for a text that the path or its query contains."""

    def __init__(self, context: PaneContext, parent: QWidget, path: str, on_path: Callable[[str], None]) -> None:
        super().__init__(context.theme, parent, self.tr("Calls whose path holds a text"), icon="link")
        self._on_path = on_path
        self.field = text_field(context.theme, path, "/accept", code=True)
        hint = self.tr("An order's reference, an action, a parameter. Upper and lower case are the same.")
        self.row = FormRow(context.theme, self.tr("Text in the path"), self.field, hint)
        self.body.addWidget(self.row)
        self.buttons(self.cancel_button(), self.main_button(self.tr("Show these"), self._on_accepted))
        self.field.setFocus()

    def _on_accepted(self) -> None:
        text = self.field.text().strip()
        if not text:
            self.row.show_fault(self.tr("Type a part of the path first."))
            self.focus_on(self.field)
            return
        self.accept()
        self._on_path(text)
