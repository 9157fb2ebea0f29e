"""Values of a part in the history, as the catalogue displays them."""

from __future__ import annotations

import pytest

from service.domain.history import ValueChange
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.i18n.history_text import changes_text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.ENGLISH, "Condition Used → New, original · Active Yes → No"),
        (Language.ARABIC, "الحالة مستعمل ← جديد أصلي · نشط نعم ← لا"),
    ],
)
def test_conditions_and_switches_are_words_and_no_codes(
    translations: Translations, language: Language, text: str
) -> None:
    translations.use(language)
    changes = (ValueChange("condition", "used", "new_oem"), ValueChange("active", True, False))
    assert strip_marks(changes_text(changes, Formats(language))) == text
