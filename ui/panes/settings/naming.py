"""The dialog that asks for one name: a shop's, a new shop's, a branch's."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from PySide6.QtWidgets import QWidget

from ui.backend import BackendError
from ui.backend.courier import Courier
from ui.i18n.faults import fault_text
from ui.shell.desk import Desk
from ui.widgets import Dialog, FormRow, text_field

T = TypeVar("T")


class NameDialog(Dialog, Generic[T]):
    """`ask(name)` starts the change; the dialog closes once it is done, and says what is wrong if not."""

    def __init__(
        self,
        desk: Desk,
        parent: QWidget,
        words: tuple[str, str, str],
        name: str,
        ask: Callable[[str], Future[T]],
    ) -> None:
        title, text, action = words
        super().__init__(desk.theme, parent, title, text, icon="pencil")
        self._ask = ask
        self._courier = Courier(self)
        self.name = text_field(desk.theme, name)
        self.form = FormRow(desk.theme, self.tr("Name"), self.name)
        self.body.addWidget(self.form)
        self.go = self.main_button(action, self._go)
        self.buttons(self.cancel_button(), self.go)
        self.name.textChanged.connect(lambda text: self.go.setEnabled(bool(text.strip())))
        self.go.setEnabled(bool(name.strip()))
        self.name.selectAll()
        self.name.setFocus()

    def _go(self) -> None:
        self.go.setEnabled(False)
        self._courier.fetch(self._ask(self.name.text().strip()), lambda _done: self.accept(), self._refused)

    def _refused(self, error: BackendError) -> None:
        self.go.setEnabled(True)
        self.form.show_fault(fault_text(error))
