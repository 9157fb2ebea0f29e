"""Alerts in the owner's language, without a window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bridge.alerts.alert_language import AlertLanguage
from service.domain.sentences import Sentence, message, verbatim
from ui.i18n import language
from ui.i18n.bidi import strip_marks
from ui.i18n.language import open_arabic

ORDER = message("New order {order}", order="ORD-2026-000001")
MINUTES = message("{n:,} minutes left to accept it", n=3)


def test_it_follows_the_setting() -> None:
    setting = "en"
    language = AlertLanguage(lambda: setting)
    assert language.speak(ORDER) == "New order ORD-2026-000001"
    setting = "ar"
    assert strip_marks(language.speak(ORDER)) == "طلب جديد ORD-2026-000001"
    assert "3" in language.speak(MINUTES)
    assert "minutes" not in language.speak(MINUTES)


def test_a_shop_s_name_and_an_unknown_sentence_are_left_as_they_are() -> None:
    language = AlertLanguage(lambda: "ar")
    assert strip_marks(language.speak(verbatim("Manama Parts"))) == "Manama Parts"
    assert strip_marks(language.speak(Sentence("Of a newer version."))) == "Of a newer version."


@pytest.mark.parametrize(("setting", "is_arabic"), [("en", False), ("ar", True), ("system", True)])
def test_no_application_and_nothing_of_a_display_is_needed(setting: str, is_arabic: bool) -> None:
    """`serve` runs where Qt's libraries for displays are missing."""
    code = (
        "import sys\n"
        "sys.modules['PySide6.QtGui'] = sys.modules['PySide6.QtWidgets'] = None\n"
        "from bridge.alerts.alert_language import AlertLanguage\n"
        "from service.domain.sentences import message\n"
        f"text = AlertLanguage(lambda: {setting!r}).speak(message('New order {{order}}', order='A'))\n"
        "sys.stdout.buffer.write(text.encode())\n"
        "assert ('PySide6.QtCore' in sys.modules) == " + repr(is_arabic)
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[3],
        env={"LC_ALL": "ar_BH.UTF-8"},
    )
    assert ("طلب" in done.stdout.decode()) == is_arabic


def test_a_computer_without_qt_goes_on_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ui.i18n.language", None)
    assert AlertLanguage(lambda: "ar").speak(ORDER) == "New order ORD-2026-000001"
    assert AlertLanguage(lambda: "system").speak(ORDER) == "New order ORD-2026-000001"


def test_a_computer_without_compiled_translations_goes_on_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "open_arabic", lambda: open_arabic(tmp_path))
    assert AlertLanguage(lambda: "ar").speak(ORDER) == "New order ORD-2026-000001"
