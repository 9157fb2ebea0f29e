"""English and Arabic: Qt translations, directions, and how numbers, money and times are written."""

from ui.i18n.bidi import ltr, named
from ui.i18n.formats import Formats
from ui.i18n.language import Language, Translations
from ui.i18n.sentences import told

__all__ = ["Formats", "Language", "Translations", "ltr", "named", "told"]
