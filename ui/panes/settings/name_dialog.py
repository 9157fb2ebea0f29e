"""The dialog that asks for one name: a shop's, a new shop's, a branch's."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from PySide6.QtWidgets import QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.widgets import Dialog, FormRow, text_field

T = TypeVar("T")


class NameDialog(Dialog, Generic[T]):
    """`ask(name)` starts the change; the dialog closes once it is done,
    and says what is wrong if not.
    """

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        words: tuple[str, str, str],
        name: str,
        ask: Callable[[str], Future[T]],
    ) -> None:
        title, text, action = words
        super().__init__(context.theme, parent, title, text, icon="pencil")
        self._ask = ask
        self._dispatcher = GuiDispatcher(self)
        self.name = text_field(context.theme, name)
        self.form = FormRow(context.theme, self.tr("Name"), self.name)
        self.body.addWidget(self.form)
        self.go = self.main_button(action, self._submit)
        self.buttons(self.cancel_button(), self.go)
        self.name.textChanged.connect(lambda text: self.go.setEnabled(bool(text.strip())))
        self.go.setEnabled(bool(name.strip()))
        self.name.selectAll()
        self.name.setFocus()

    def _submit(self) -> None:
        self.go.setEnabled(False)
        self._dispatcher.fetch(self._ask(self.name.text().strip()), lambda _done: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.go.setEnabled(True)
        self.form.show_fault(fault_text(error))
