"""Tests of finding the window's words by their English source texts."""

from __future__ import annotations

from tests.counter_trial.translated_words import TranslatedWords


def test_a_text_is_found_in_arabic() -> None:
    assert "الأصناف" in TranslatedWords("ar").find("Catalogue")


def test_a_filled_template_keeps_what_fills_it() -> None:
    found = TranslatedWords("ar").find("New order ORD-2026-000001")
    assert all("ORD-2026-000001" in text for text in found)
    assert "New order ORD-2026-000001" not in found


def test_a_count_is_found_with_each_form_of_its_plural() -> None:
    assert "3 orders are waiting for you." in TranslatedWords("en").find("3 orders are waiting for you.")
    assert "3 طلبات بانتظارك." in TranslatedWords("ar").find("3 orders are waiting for you.")


def test_what_has_no_translation_is_itself() -> None:
    assert TranslatedWords("ar").find("15400-T2A-A40") == {"15400-T2A-A40"}


def test_what_the_service_says_at_a_field_begins_with_a_capital_letter() -> None:
    assert "Must not be blank" in TranslatedWords("en").find("Must not be blank")
    assert "يجب ألا يكون فارغًا" in TranslatedWords("ar").find("Must not be blank")
