"""Text of several lines begins at the side at which its language begins."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from tests.ui.conftest import ShowWidget
from ui.i18n.bidi import ltr
from ui.i18n.formats import parse_fils
from ui.theme import Theme, Type
from ui.widgets import SearchField, TextArea, text_field

LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


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


def first_line(area: TextArea) -> tuple[float, float]:
    """The pixels that are empty at the left and at the right of the first line."""
    block = area.document().firstBlock()
    line = block.layout().lineAt(0)
    text = line.naturalTextRect()
    return text.left() - line.x(), line.width() - text.right()


@pytest.mark.parametrize("text", ["السلام عليكم", "Hello"])
@pytest.mark.parametrize("direction", [LEFT, RIGHT])
def test_text_begins_where_the_language_of_the_window_begins(
    theme: Theme, show: ShowWidget, direction: Qt.LayoutDirection, text: str
) -> None:
    window = QWidget()
    area = TextArea(theme, lines=3)
    area.setPlainText(text)
    QVBoxLayout(window).addWidget(area)
    window.setLayoutDirection(direction)
    show(window)
    at_left, at_right = first_line(area)
    assert (at_left < at_right) is (direction is LEFT)


def test_code_begins_at_the_left_in_arabic_too(theme: Theme, show: ShowWidget) -> None:
    window = QWidget()
    area = TextArea(theme, "SELECT sku FROM parts", lines=3, code=True)
    area.setPlainText("SELECT 1")
    QVBoxLayout(window).addWidget(area)
    window.setLayoutDirection(RIGHT)
    show(window)
    at_left, at_right = first_line(area)
    assert at_left < at_right
    assert area.layoutDirection() is LEFT
    assert area.font().family() == theme.font(Type.MONO).family()


def test_tab_leaves_the_field(theme: Theme) -> None:
    assert TextArea(theme).tabChangesFocus()


def test_what_is_copied_has_no_marks_of_direction(theme: Theme, show: ShowWidget) -> None:
    area = TextArea(theme)
    area.setPlainText("السعر\n" + ltr("12.500"))
    show(area)
    area.selectAll()
    area.copy()
    assert QGuiApplication.clipboard().text() == "السعر\n12.500"
