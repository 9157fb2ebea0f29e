"""Where the columns of a text begin, drawn on its first lines."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from ui.panes.shared.price_file.form_dialogs import WidthsDialog
from ui.theme import Theme

LINES = ("SKU  NAME   QTY", "A0001Pad      3", "A0002فحمات   14")


class Drawn:
    """A dialog with the places that it called for."""

    def __init__(self, theme: Theme, breaks: tuple[int, ...]) -> None:
        self.parent = QWidget()
        self.chosen: list[tuple[int, ...]] = []
        self.dialog = WidthsDialog(theme, self.parent, LINES, breaks, self.chosen.append)
        self.ruler = self.dialog.ruler


@pytest.fixture
def drawn(qapp: QApplication, theme: Theme) -> Drawn:
    return Drawn(theme, (5,))


def test_a_click_draws_a_border_and_removes_it(drawn: Drawn) -> None:
    at = QPoint(round(drawn.ruler.x_of(12)), 5)
    QTest.mouseClick(drawn.ruler, Qt.MouseButton.LeftButton, pos=at)
    assert list(drawn.ruler.breaks) == [5, 12]
    QTest.mouseClick(drawn.ruler, Qt.MouseButton.LeftButton, pos=at)
    assert list(drawn.ruler.breaks) == [5]


def test_the_keyboard_draws_too_and_the_places_are_said(drawn: Drawn) -> None:
    QTest.keyClick(drawn.ruler, Qt.Key.Key_End)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Left)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Left)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Space)
    assert drawn.ruler.breaks == (5, 13)
    assert "5, 13" in drawn.ruler.accessibleDescription()
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Home)
    QTest.keyClick(drawn.ruler, Qt.Key.Key_Left)
    assert drawn.ruler.cursor_place == 1
    drawn.dialog.use.click()
    assert drawn.chosen == [(5, 13)]


def test_without_a_border_there_are_no_columns(drawn: Drawn) -> None:
    QTest.mouseClick(drawn.ruler, Qt.MouseButton.LeftButton, pos=QPoint(round(drawn.ruler.x_of(5)), 5))
    assert drawn.ruler.breaks == ()
    assert not drawn.dialog.use.isEnabled()


def test_it_is_painted_from_left_to_right(drawn: Drawn) -> None:
    image = drawn.ruler.grab().toImage()
    assert not image.isNull()
    assert drawn.ruler.layoutDirection() is Qt.LayoutDirection.LeftToRight
