"""Asks for a name: of a shop, a branch, a key."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtWidgets import QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.theme import Theme
from ui.widgets import Dialog, FormRow, text_field

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NameTexts:
    """What a `NameDialog` says; `missing` is shown where no name was typed."""

    title: str
    subtitle: str
    action: str
    example: str = ""
    hint: str = ""
    missing: str = ""
    icon: str = "pencil"
    most: int = 0
    """The longest name in characters; 0 for no limit."""


class NameDialog(Dialog, Generic[T]):
    """`submit(name)` starts the write. The dialog closes when it is done, then calls `on_done`
    with the result; a failure is shown below the field.
    """

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        texts: NameTexts,
        submit: Callable[[str], Future[T]],
        *,
        name: str = "",
        on_done: Callable[[T], None] | None = None,
    ) -> None:
        super().__init__(theme, parent, texts.title, texts.subtitle, icon=texts.icon)
        self._submit, self._on_done, self._texts = submit, on_done, texts
        self._dispatcher = GuiDispatcher(self)
        self.edit = text_field(theme, name, texts.example)
        if texts.most:
            self.edit.setMaxLength(texts.most)
        self.edit.selectAll()
        self.field = FormRow(theme, self.tr("Name"), self.edit, texts.hint)
        self.body.addWidget(self.field)
        self.action = self.main_button(texts.action, self._on_main_button, changes=True)
        self.buttons(self.cancel_button(), self.action)
        self.edit.setFocus()

    @property
    def name(self) -> str:
        """What was typed, with single spaces."""
        return " ".join(self.edit.text().split())

    def _on_main_button(self) -> None:
        if not self.name:
            self.field.show_fault(self._texts.missing or self.tr("Write a name first."))
            self.focus_on(self.edit)
            return
        self.field.show_fault("")
        self.action.setEnabled(False)
        self._dispatcher.fetch(self._submit(self.name), self._on_written, self._on_failed)

    def _on_written(self, result: T) -> None:
        self.accept()
        if self._on_done:
            self._on_done(result)

    def _on_failed(self, error: BackendError) -> None:
        self.action.setEnabled(True)
        self.field.show_fault(fault_text(error))
        if error.is_about_input:
            self.focus_on(self.edit)
