"""English and Arabic: Qt translations, directions, and how numbers, money and times are written."""

from ui.i18n.bidi import isolate_name, ltr
from ui.i18n.formats import Formats
from ui.i18n.language import Language, Translations, resolve_language
from ui.i18n.service_sentences import translate_sentence

__all__ = ["Formats", "Language", "Translations", "isolate_name", "ltr", "resolve_language", "translate_sentence"]
