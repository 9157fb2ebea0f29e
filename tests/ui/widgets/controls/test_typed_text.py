"""What is typed or pasted into a field has nothing that cannot be seen."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from ui.i18n.number_input import parse_fils
from ui.theme import Theme
from ui.widgets import SearchField, text_field


def _paste(edit: QLineEdit, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    edit.paste()


@pytest.mark.parametrize(
    ("pasted", "text"),
    [
        ("\u202a15400-T2A-A40\u202c", "15400-T2A-A40"),
        ("\u200f12.500", "12.500"),
        ("\ufeff12.500\r\n", "12.500"),
        ("Oil filter\r\nCamry\t2.5\n", "Oil filter Camry 2.5"),
        ("Pads\x07 \x1bfront", "Pads front"),
        ("فلتر زيت 😀", "فلتر زيت 😀"),
        ("  as typed ", "  as typed "),
    ],
)
def test_a_paste_loses_what_cannot_be_seen(theme: Theme, pasted: str, text: str) -> None:
    for edit in (text_field(theme), SearchField(theme, "Search", lambda _text: None).edit):
        _paste(edit, pasted)
        assert edit.text() == text


def test_a_pasted_price_is_read(theme: Theme) -> None:
    """It looked right, and was refused with "Write an amount like 12.500"."""
    edit = text_field(theme, code=True)
    _paste(edit, "\u200f12.500")
    assert parse_fils(edit.text()) == 12_500


def test_the_cursor_stays_behind_what_was_pasted(theme: Theme) -> None:
    edit = text_field(theme, "😀 front pads")
    edit.setCursorPosition(3)
    _paste(edit, "\u200ebrake\u200e ")
    assert edit.text() == "😀 brake front pads"
    assert edit.cursorPosition() == 9


def test_a_text_that_the_program_sets_stays_as_it_is(theme: Theme) -> None:
    """The path of a chosen file leads to no file without its marks."""
    edit = text_field(theme, code=True)
    edit.setText("C:/prices\u200f.csv")
    assert edit.text() == "C:/prices\u200f.csv"
