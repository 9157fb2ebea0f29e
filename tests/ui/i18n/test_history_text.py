"""Values of a part in the history, as the catalogue displays them, and who did it."""

from __future__ import annotations

import pytest

from service.domain.history import ValueChange
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.i18n.history_text import author_text, changes_text


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


@pytest.mark.parametrize(
    ("by", "english", "arabic"),
    [
        ("owner", "Owner", "المالك"),
        ("owner at Counter 2", "Owner, at Counter 2", "المالك، عند Counter 2"),
        ("counter", "No name chosen", "دون اختيار اسم"),
        ("counter at Counter 2", "At Counter 2, no name chosen", "عند Counter 2، دون اختيار اسم"),
        ("staff: Maryam", "Maryam", "Maryam"),
        ("staff at Counter 2: Maryam", "Maryam, at Counter 2", "Maryam، عند Counter 2"),
    ],
)
def test_what_is_done_at_a_further_counter_names_it(
    translations: Translations, by: str, english: str, arabic: str
) -> None:
    for language, text in ((Language.ARABIC, arabic), (Language.ENGLISH, english)):
        translations.use(language)
        assert strip_marks(author_text(by)) == text
