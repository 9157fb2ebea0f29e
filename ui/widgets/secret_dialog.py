"""The dialog that displays a key or webhook secret once, and clears the clipboard after 60 s."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QCheckBox, QWidget

from ui.i18n.bidi import ltr
from ui.theme import Theme, Type
from ui.widgets.card import Well, fill
from ui.widgets.controls.button import Button, Kind
from ui.widgets.controls.fields import CopyField
from ui.widgets.dialog import Dialog
from ui.widgets.facts import Fact, FactRows
from ui.widgets.label import Label
from ui.widgets.painting import Ink
from ui.widgets.window_use import make_timer

CLIPBOARD_MS = 60_000


class ClipboardClearer(QObject):
    """Clears the clipboard 60 s after a secret was copied, if it still has that secret."""

    def __init__(self, clipboard: QClipboard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clipboard = clipboard
        self._secret = ""
        self._timer = make_timer(self, CLIPBOARD_MS, self.clear_now)

    def watch(self, secret: str) -> None:
        """Starts the 60 s."""
        self._secret = secret
        self._timer.start()

    def clear_now(self) -> None:
        """Clears now, if the secret is still there."""
        if self._secret and self._clipboard.text() == self._secret:
            self._clipboard.clear()
        self._secret = ""


@dataclass(frozen=True, slots=True)
class SecretTexts:
    """Texts of a secret's dialog; `message_button` copies `message`, which has no secret."""

    title: str
    subtitle: str
    text: str
    stored: str
    facts: tuple[Fact, ...] = ()
    message_button: str = ""
    message: str = ""


class SecretDialog(Dialog):
    """Has no Esc: "I have stored it" enables "Done"; then `on_done` runs."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        clipboard: QClipboard,
        clipboard_clearer: ClipboardClearer,
        texts: SecretTexts,
        secret: str,
        on_done: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(theme, parent, texts.title, texts.subtitle, icon="key", closes_on_escape=False)
        self._on_done = on_done
        self.body.addWidget(Label(theme, texts.text, Type.BODY, Ink.TEXT2, wrap=True))
        self.field = CopyField(
            theme, clipboard, ltr(secret), copy=self.tr("Copy"), copied=self.tr("Copied"), labelled=True
        )
        self.field.button.clicked.connect(lambda: clipboard_clearer.watch(secret))
        self.body.addWidget(self.field)
        if texts.facts:
            well = Well()
            well.body.addWidget(FactRows(theme, texts.facts))
            self.body.addWidget(well)
        self.stored = QCheckBox(texts.stored)
        self.stored.setFont(theme.font(Type.MEDIUM))
        fill(self.body, 8, self.stored)
        self.done_button = self.main_button(self.tr("Done"), self._on_finished)
        self.done_button.setEnabled(False)
        self.stored.toggled.connect(self.done_button.setEnabled)
        leading: tuple[QWidget, ...] = ()
        if texts.message:

            def copy_message() -> None:
                clipboard.setText(texts.message)
                copy.setText(self.tr("Copied"))

            icon = "message-square-text"
            copy = Button(theme, texts.message_button, Kind.GHOST, icon=icon, main=True, on_click=copy_message)
            leading = (copy,)
        self.buttons(self.done_button, leading=leading)

    def reject(self) -> None:
        """Does nothing: closing the window otherwise is no answer."""
        if self.stored.isChecked():
            super().reject()

    def _on_finished(self) -> None:
        self.accept()
        if self._on_done:
            self._on_done()
