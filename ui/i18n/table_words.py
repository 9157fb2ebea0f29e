"""The words of exported files in the window's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.domain.export_table import HEADINGS, TableWords
from ui.i18n.formats import Formats
from ui.i18n.service_sentences import translate_sentence
from ui.i18n.value_words import switch_words


def make_table_words(formats: Formats, codes: Mapping[str, Iterable[tuple[str, str]]]) -> TableWords:
    """All headings, as the file that is written takes those that it needs. `codes` has by column
    the pairs of a code and its word.
    """
    yes, no = switch_words()
    headings = {name: translate_sentence(text) for name, text in HEADINGS.items()}
    words = {column: {str(code): word for code, word in pairs} for column, pairs in codes.items()}
    return TableWords(headings, words, yes, no, formats.arabic)
