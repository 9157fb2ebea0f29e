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
_GAVE_UP = message(
    "Counterpart ended again and again, and is not started any more. No orders and no stock arrive until it runs. "
    "Start it again; if it ends once more, call support."
)
_START_AGAIN, _CLOSE = message("Start again"), message("Close")


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


def ask_to_start_again(app: QApplication, ask: Callable[[str, str, str], bool] | None = None) -> bool:
    """Says that the watchdog gave up; whether the user wants another start. False without a
    screen.
    """
    if ask is None and QGuiApplication.platformName() in _HEADLESS_PLATFORMS:
        return False
    Translations(app, parent=app).use(resolve_language(""))
    texts = [translate_sentence(sentence) for sentence in (_GAVE_UP, _START_AGAIN, _CLOSE)]
    return (ask or _ask_in_box)(*texts)


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


def _ask_in_box(text: str, yes: str, no: str) -> bool:
    box = QMessageBox(QMessageBox.Icon.Critical, "Counterpart", text)
    again = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.addButton(no, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(again)
    box.exec()
    return box.clickedButton() is again
