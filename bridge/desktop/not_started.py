"""What keeps the program from starting, told to someone who started it by its icon and sees no terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from bridge.desktop.app import language_of
from service.domain.errors import CounterpartError
from service.domain.sentences import Sentence, say, why
from ui.i18n import Translations
from ui.i18n.sentences import told

_UNSEEN = ("offscreen", "minimal")


def tell_not_started(
    app: QApplication, error: CounterpartError | OSError, show: Callable[[str], None] | None = None
) -> None:
    """In the system's language, and returns when it was read; nothing where a terminal has the line, or no screen is.

    The settings, which name another language, are among what cannot be read.
    """
    if show is None and (sys.stderr.isatty() or QGuiApplication.platformName() in _UNSEEN):
        return
    Translations(app, parent=app).use(language_of(""))
    (show or _box)(told(sentence_of(error)))


def sentence_of(error: CounterpartError | OSError) -> Sentence:
    """The same as on the command line."""
    if isinstance(error, CounterpartError):
        return error.sentence
    if error.filename:
        return say("{place}: {reason}. Mend that and try again.", place=str(error.filename), reason=why(error))
    return say("{reason}. Mend that and try again.", reason=why(error))


def _box(text: str) -> None:
    box = QMessageBox(QMessageBox.Icon.Critical, "Counterpart", text)
    box.exec()
