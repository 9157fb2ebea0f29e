"""Shows what stops the program from starting, or what it waits for, to a user who clicked an icon
and sees no terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Self

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from service.domain.errors import CounterpartError
from service.domain.sentences import Sentence, message, os_reason
from ui.i18n import Translations, resolve_language
from ui.i18n.service_sentences import translate_sentence

_HEADLESS_PLATFORMS = ("offscreen", "minimal")


def show_start_failure(
    app: QApplication, error: CounterpartError | OSError, show: Callable[[str], None] | None = None
) -> None:
    """Shows the message in the system's language and returns after it was read; does nothing with a
    terminal or without a screen.

    The settings, which may name another language, are part of what cannot be read.
    """
    if show is None and (sys.stderr.isatty() or QGuiApplication.platformName() in _HEADLESS_PLATFORMS):
        return
    Translations(app, parent=app).use(resolve_language(""))
    (show or _show_box)(translate_sentence(start_failure_message(error)))


class WaitNotice:
    """A box, and a line on standard error, that say what the start waits for."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self.box: QMessageBox | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.box is not None:
            self.box.close()

    def show(self, sentence: Sentence) -> None:
        if sys.stderr is not None:
            sys.stderr.write(f"{sentence}\n")
        translations = Translations(self._app, parent=self._app)
        translations.use(resolve_language(""))
        text = translate_sentence(sentence)
        self.box = QMessageBox(QMessageBox.Icon.Information, "Counterpart", text, QMessageBox.StandardButton.NoButton)
        self.box.setModal(False)
        self.box.show()

    def pause(self, seconds: float) -> None:
        """Waits while the box is painted."""
        loop = QEventLoop()
        QTimer.singleShot(int(seconds * 1000), loop.quit)
        loop.exec()


def start_failure_message(error: CounterpartError | OSError) -> Sentence:
    """The same text as on the command line."""
    if isinstance(error, CounterpartError):
        return error.sentence
    if error.filename:
        return message(
            "{place}: {reason}. Mend that and try again.", place=str(error.filename), reason=os_reason(error)
        )
    return message("{reason}. Mend that and try again.", reason=os_reason(error))


def _show_box(text: str) -> None:
    box = QMessageBox(QMessageBox.Icon.Critical, "Counterpart", text)
    box.exec()
