"""The service's sentences in the window's language, and in Arabic without an application."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt

from service.domain.catalogue.row_types import ITEM_FIELDS
from service.domain.sentences import Sentence, name_fields
from ui.i18n.bidi import isolate_name, ltr

CONTEXT = "Service"
Translate = Callable[..., str]
"""Qt's `translate(context, text, comment="", n=-1)`; the text itself if it has no translation."""

_ARABIC = re.compile("[\u0600-\u06ff]")
_GAP = re.compile(r"{[^{}]*}")
_LISTS = frozenset({"columns", "names", "sheets"})
"""Gaps with names that a comma separates."""


def write_arabic(sentence: Sentence, translate: Translate) -> str:
    """The template's translation, with each gap isolated; the English sentence if there is none."""
    if not sentence:
        return ""
    template = _translate_template(sentence, translate)
    if template is None:
        return ltr(str(sentence))
    gaps = {name: _format_gap(name, value, translate) for name, value in sentence.gaps.items()}
    return template.format(**gaps)


def has_no_words(template: str) -> bool:
    """Whether a template only joins its gaps, so that there is nothing to translate."""
    return not any(char.isalpha() for char in _GAP.sub("", template))


def _translate_template(sentence: Sentence, translate: Translate) -> str | None:
    template = sentence.template
    if has_no_words(template):
        return template.replace("; ", "؛ ").replace(", ", "، ")
    number = sentence.gaps.get("n", -1)
    translation = translate(CONTEXT, template, "", number if isinstance(number, int) else -1)
    return None if translation == template else translation


def _format_gap(name: str, value: str | int | Sentence, translate: Translate) -> str | int:
    if isinstance(value, Sentence):
        return write_arabic(value, translate)
    if isinstance(value, int):
        return value
    if name in _LISTS:
        return "، ".join(map(isolate_name, value.split(", ")))
    word = list_field_names(translate).get(value) if name == "field" else None
    return word or (isolate_name(value) if _ARABIC.search(value) else ltr(value))


def list_field_names(translate: Translate = QCoreApplication.translate) -> dict[str, str]:
    """The names of an upload's fields (contract §3.2), by their codes."""
    return {
        **{name: translate(CONTEXT, str(field.about.label)) for name, field in ITEM_FIELDS.items()},
        "quantity": translate("Fields", "Quantity"),
        "branch": translate("Fields", "Branch"),
        "row": translate("Fields", "Row"),
    }


def translate_sentence(sentence: Sentence) -> str:
    """In English the service's own text with the names of fields; in Arabic the translation of its
    template, with each gap isolated.

    A sentence of another version, whose template is not known, stays English.
    """
    # QtGui needs libraries of a display, which a computer without one lacks.
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415

    if QGuiApplication.layoutDirection() is not Qt.LayoutDirection.RightToLeft:
        return str(name_fields(sentence, list_field_names()))
    return write_arabic(sentence, QCoreApplication.translate)


def field_label(name: str) -> str:
    return translate_sentence(ITEM_FIELDS[name].about.label)
