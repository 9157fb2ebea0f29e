"""A sentence of the service in the window's language (service.domain.sentences)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt

from service.domain.sentences import Sentence
from ui.i18n.arabic_sentences import write_arabic


def translate_sentence(sentence: Sentence) -> str:
    """In English the service's own text; in Arabic the translation of its template, with each gap
    isolated.

    A sentence of another version, whose template is not known, stays English.
    """
    # QtGui needs libraries of a display, which a computer without one lacks.
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415

    if QGuiApplication.layoutDirection() is not Qt.LayoutDirection.RightToLeft:
        return str(sentence)
    return write_arabic(sentence, QCoreApplication.translate)
