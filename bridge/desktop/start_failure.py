"""Shows what stops the program from starting, for a user who clicked an icon and
sees no terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

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
