"""Numbers, money and times in both languages."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from tests.ui.fake.fake_clock import NOW, ZONE, moment
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import isolate_name, ltr, strip_marks

ENGLISH = Formats(Language.ENGLISH, ZONE)
ARABIC = Formats(Language.ARABIC, ZONE)


def test_money_has_three_decimals_and_its_currency() -> None:
    assert ENGLISH.money(12400) == "BHD\u00a012.400"
    assert ENGLISH.money(-4320) == "\u2212BHD\u00a04.320"
    assert strip_marks(ARABIC.money(12400)) == "12.400\u00a0د.ب"
    assert strip_marks(ARABIC.money(-4320)) == "\u22124.320\u00a0د.ب"


@given(st.integers(min_value=-(10**15), max_value=10**15))
def test_amounts_lose_nothing(fils: int) -> None:
    digits = ENGLISH.amount(fils).replace("\u2212", "-").replace(".", "")
    assert int(digits) == fils


def test_no_amount_is_a_dash() -> None:
    assert ENGLISH.amount(None) == "—"


@pytest.mark.parametrize(
    ("milli", "text"), [(12000, "12"), (500, "0.5"), (1_200_000, "1,200"), (-3250, "−3.25"), (0, "0")]
)
def test_quantities_are_short_and_exact(milli: int, text: str) -> None:
    assert ENGLISH.quantity(milli) == text


def test_changes_carry_their_sign() -> None:
    assert ENGLISH.change(3000) == "+3"
    assert ENGLISH.change(-2000) == "−2"
    assert strip_marks(ARABIC.change(3000)) == "+3"


def test_times_are_local() -> None:
    assert ENGLISH.time(NOW) == "14:29"
    assert ENGLISH.time(NOW, seconds=True) == "14:29:19"
    assert ENGLISH.date(moment(2, 9, 0)) == "2 Nov 2026"
    assert ARABIC.date(moment(2, 9, 0)) == "2 نوفمبر 2026"


def test_days_near_now_are_named(translations: Translations) -> None:
    assert ENGLISH.day_time(moment(15, 2, 0), NOW) == "Today 02:00"
    assert ENGLISH.day_time(moment(16, 2, 0), NOW) == "Tomorrow 02:00"
    assert ENGLISH.day_time(moment(14, 2, 0), NOW) == "Yesterday 02:00"
    assert ENGLISH.day_time(moment(2, 2, 0), NOW) == "2 Nov 2026 02:00"


def test_english_counts(translations: Translations) -> None:
    assert ENGLISH.ago(NOW - 12_000, NOW) == "12 seconds ago"
    assert ENGLISH.ago(NOW - 60_000, NOW) == "1 minute ago"
    assert ENGLISH.parts(1) == "1 part"
    assert ENGLISH.join_names(("a", "b", "c")) == "a, b and c"


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "قطعة واحدة"), (2, "قطعتان"), (4, "4 قطع"), (11, "11 قطعة"), (100, "100 قطعة")],
)
def test_arabic_has_six_plurals(translations: Translations, number: int, text: str) -> None:
    translations.use(Language.ARABIC)
    assert ARABIC.parts(number) == text


def test_durations_and_sizes() -> None:
    assert ENGLISH.duration(38) == "38 ms"
    assert ENGLISH.duration(1400) == "1.4 s"
    assert ENGLISH.duration(180_000) == "3 min"
    assert ENGLISH.bytes(218_000) == "213\u00a0KB"
    assert ENGLISH.bytes(3_250_000) == "3.1\u00a0MB"
    assert ENGLISH.countdown(1_361_000) == "22:41"
    assert ENGLISH.countdown(-5) == "0:00"


@given(st.text())
def test_marks_come_off_again(text: str) -> None:
    assert strip_marks(ltr(isolate_name(text))) == strip_marks(text)


@pytest.mark.parametrize(
    ("name", "isolated"),
    [
        ("فحمات 04465-60320 أصلي", "\u2068فحمات \u206604465-60320\u2069 أصلي\u2069"),
        ("لاندكروزر 2008-2021", "\u2068لاندكروزر \u20662008-2021\u2069\u2069"),
        ("لاندكروزر 200", "\u2068لاندكروزر 200\u2069"),
        ("فلتر MR-968-274", "\u2068فلتر \u2066MR-968-274\u2069\u2069"),
        ("K-1234-5 فلتر", "\u2068\u2066K-1234-5\u2069 فلتر\u2069"),
        ("Oil filter 90915-YZZD4", "\u2068Oil filter 90915-YZZD4\u2069"),
        ("\u202egnp.exe\u2069 a\u2067b", "\u2068gnp.exe ab\u2069"),
    ],
)
def test_a_name_keeps_its_numbers_and_reaches_nothing_else(name: str, isolated: str) -> None:
    """`04465-60320` was `60320-04465` within an Arabic name; an override reached what followed."""
    assert isolate_name(name) == isolated


def test_a_long_word_in_an_arabic_name_takes_no_time() -> None:
    """Each letter began a search of its own: 200,000 letters took minutes."""
    word = "A" * 200_000
    began = time.process_time()
    assert isolate_name(f"ف {word}") == f"\u2068ف {word}\u2069"
    assert time.process_time() - began < 1


def test_the_layout_follows_the_language(qapp: QApplication, translations: Translations) -> None:
    translations.use(Language.ARABIC)
    assert qapp.layoutDirection() is Language.ARABIC.direction
    translations.use(Language.ENGLISH)
    assert qapp.layoutDirection() is Language.ENGLISH.direction
