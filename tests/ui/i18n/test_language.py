"""Which language the window has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from service.domain.settings import SYSTEM
from ui.i18n import Language, Translations, resolve_language


@pytest.mark.parametrize(
    ("chosen", "system", "language"),
    [
        (SYSTEM, "ar_BH", Language.ARABIC),
        (SYSTEM, "en_GB", Language.ENGLISH),
        (SYSTEM, "fr_FR", Language.ENGLISH),
        ("en", "ar_BH", Language.ENGLISH),
        ("ar", "en_GB", Language.ARABIC),
    ],
)
def test_the_language_is_the_chosen_one_or_the_systems(chosen: str, system: str, language: Language) -> None:
    assert resolve_language(chosen, lambda: system) is language


@pytest.fixture
def arabic(qapp: QApplication) -> Iterator[None]:
    translations = Translations(qapp)
    translations.use(Language.ARABIC)
    yield
    translations.use(Language.ENGLISH)


@pytest.mark.usefixtures("arabic")
def test_the_menu_of_a_text_field_is_arabic_too(qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    texts = [action.text().split("\t")[0] for action in field.createStandardContextMenu().actions() if action.text()]
    assert len(texts) == 7
    assert not [text for text in texts if text.replace("&", "").isascii()]
