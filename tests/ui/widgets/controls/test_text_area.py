"""Text of several lines begins at the side at which its language begins."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.ui.conftest import ShowWidget
from ui.i18n.bidi import ltr
from ui.theme import Theme, Type
from ui.widgets import TextArea

LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


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
