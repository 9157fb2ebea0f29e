"""A sentence of the service in the window's language (service.domain.sentences)."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication

from service.domain.sentences import Sentence
from ui.i18n.bidi import ltr, named

CONTEXT = "Service"
_GAP = re.compile(r"{[^{}]*}")


def told(sentence: Sentence) -> str:
    """In English as the service says it; in Arabic by its template, with each gap kept together.

    A sentence of another version, whose template is not known, stays English.
    """
    if not sentence:
        return ""
    if QGuiApplication.layoutDirection() is not Qt.LayoutDirection.RightToLeft:
        return str(sentence)
    template = _translated(sentence)
    if template is None:
        return ltr(str(sentence))
    return template.format(**{name: _gap(value) for name, value in sentence.gaps.items()})


def wordless(template: str) -> bool:
    """Whether a template only puts its gaps together, so that there is nothing to translate."""
    return not any(char.isalpha() for char in _GAP.sub("", template))


def _translated(sentence: Sentence) -> str | None:
    template = sentence.template
    if wordless(template):
        return template.replace("; ", "؛ ").replace(", ", "، ")
    number = sentence.gaps.get("n", -1)
    found = QCoreApplication.translate(CONTEXT, template, "", number if isinstance(number, int) else -1)
    return None if found == template else found


def _gap(value: str | int | Sentence) -> str | int:
    if isinstance(value, Sentence):
        return told(value)
    return named(value) if isinstance(value, str) else value
