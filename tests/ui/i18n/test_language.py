"""Which language the window has."""

from __future__ import annotations

import pytest

from ui.i18n import Language, resolve_language


@pytest.mark.parametrize(
    ("chosen", "system", "language"),
    [
        ("", "ar_BH", Language.ARABIC),
        ("", "en_GB", Language.ENGLISH),
        ("", "fr_FR", Language.ENGLISH),
        ("en", "ar_BH", Language.ENGLISH),
        ("ar", "en_GB", Language.ARABIC),
    ],
)
def test_the_language_is_the_chosen_one_or_the_systems(chosen: str, system: str, language: Language) -> None:
    assert resolve_language(chosen, lambda: system) is language
