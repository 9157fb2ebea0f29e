"""The dialog for an error after a button: the sentence, and details for support."""

from __future__ import annotations

from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QWidget

from ui.backend import BackendError, ErrorCode
from ui.i18n.error_texts import fault_text, fault_title
from ui.theme import Theme, Tone, Type
from ui.widgets.controls.button import Button, Kind
from ui.widgets.dialog import Dialog
from ui.widgets.label import Label
from ui.widgets.painting import Ink


class FaultDialog(Dialog):
    """Says what happened and what to do. `title` replaces the error's own headline."""

    def __init__(
        self, theme: Theme, parent: QWidget, error: BackendError, clipboard: QClipboard, *, title: str = ""
    ) -> None:
        super().__init__(theme, parent, title or fault_title(error), icon="circle-alert", tone=Tone.BAD)
        self.body.addWidget(Label(theme, fault_text(error), Type.BODY, Ink.TEXT2, wrap=True, selectable=True))
        copy = Button(theme, self.tr("Copy details for support"), Kind.GHOST, icon="copy", main=True)
        copy.clicked.connect(lambda: clipboard.setText(error.details))
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(copy,))
        self._code = error.code

    def open(self) -> None:
        """Opens, but not for a PIN that somebody chose not to enter: that is no fault."""
        if self._code is ErrorCode.PIN_NEEDED:
            self.reject()
        else:
            super().open()
