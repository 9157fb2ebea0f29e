"""The words of a window in another language are found by their English ones."""

from __future__ import annotations

from tests.desktop.translated_words import TranslatedWords


def test_a_text_inside_a_text_is_translated_too() -> None:
    """And stays as it is where it may be a name."""
    assert TranslatedWords("ar").find("Shop price, BHD") == {"سعر المحل، د.ب", "Shop price، د.ب"}
    assert TranslatedWords("ar").find("Accept ORD-1?") == {"قبول ORD-1؟"}
