"""Dialogs that open and close above each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPropertyAnimation, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QFrame, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ShowWidget
from ui.shell.pane import PageHeader
from ui.theme import Theme, Tone
from ui.widgets import Button, ConfirmDialog, Dialog, Kind, Note, column
from ui.widgets.containers import ScrollContainer
from ui.widgets.controls.fields import text_field
from ui.widgets.dialog import paint_shadow

CARD = QRect(100, 100, 200, 120)


def test_a_pressed_main_button_is_darker_than_one_under_the_mouse(theme: Theme, show: ShowWidget) -> None:
    button = Button(theme, "Save", Kind.PRIMARY)
    show(button)
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    hovered = button.grab().toImage().pixelColor(12, 6).lightness()
    button.setDown(True)
    assert button.grab().toImage().pixelColor(12, 6).lightness() < hovered


def test_the_main_button_is_the_last_of_a_row(theme: Theme, show: ShowWidget, settle: Callable[[], None]) -> None:
    def make() -> tuple[Button, Button]:
        return Button(theme, "Save", Kind.PRIMARY), Button(theme, "Cancel")

    page, rows = QWidget(), [make() for _ in range(3)]
    page.setLayout(column(Note(theme, Tone.WARN, "Full", (), *rows[0]), PageHeader(theme, "Orders", "", *rows[1])))
    show(page)
    dialog = Dialog(theme, page, "Add a part")
    dialog.buttons(*rows[2])
    dialog.show()
    settle()
    assert [_left(main) > _left(other) for main, other in rows] == [True, True, True]
    dialog.reject()


@pytest.mark.parametrize("fields", [3, 30])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_fields_end_where_the_buttons_do(
    theme: Theme, show: ShowWidget, settle: Callable[[], None], fields: int, direction: Qt.LayoutDirection
) -> None:
    theme.set_arabic(direction is Qt.LayoutDirection.RightToLeft)
    parent = QWidget()
    parent.setLayoutDirection(direction)
    show(parent)
    dialog = Dialog(theme, parent, "Add a part")
    dialog.setLayoutDirection(direction)
    last = text_field(theme, "Name")
    dialog.body.addWidget(last)
    for _ in range(fields):
        dialog.body.addWidget(text_field(theme, "Name"))
    button = Button(theme, "Save")
    first = Button(theme, "Help")
    dialog.buttons(button, leading=(first,))
    parent.resize(700, 500)
    dialog.show()
    settle()
    (area,) = dialog.findChildren(ScrollContainer)
    assert (area.verticalScrollBar().maximum() > 0) is (fields == 30)
    outer = (first, button) if direction is Qt.LayoutDirection.LeftToRight else (button, first)
    assert (_left(last), _right(last)) == (_left(outer[0]), _right(outer[1]))
    dialog.reject()


def test_a_list_gives_way_to_a_note_and_the_window_until_it_has_its_least_height(
    theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    parent = QWidget()
    show(parent)
    dialog = Dialog(theme, parent, "Add a part")
    entries, note = QListWidget(), QWidget()
    note.setFixedHeight(60)
    note.hide()
    for part in (note, entries):
        dialog.body.addWidget(part)
    dialog.resize_list(entries, 100, 300)
    dialog.buttons(Button(theme, "Save"))
    parent.resize(700, 700)
    dialog.show()
    settle()
    (area,) = dialog.findChildren(ScrollContainer)
    (card,) = [frame for frame in dialog.findChildren(QFrame) if frame.objectName() == "dialogCard"]

    def is_centred() -> bool:
        return abs(card.geometry().center().y() - dialog.rect().center().y()) <= 1

    assert (entries.height(), area.verticalScrollBar().maximum()) == (300, 0)
    note.show()
    settle()
    assert is_centred()
    note.hide()
    parent.resize(700, 400)
    settle()
    low = entries.height()
    assert 100 < low < 300
    note.show()
    settle()
    assert entries.height() == low - 60 - dialog.body.spacing()
    assert is_centred()
    assert area.verticalScrollBar().maximum() == 0
    parent.resize(700, 280)
    settle()
    assert entries.height() == 100
    assert area.verticalScrollBar().maximum() > 0
    parent.resize(700, 700)
    note.hide()
    settle()
    assert entries.height() == 300
    dialog.reject()


@pytest.mark.qt_log_ignore("does not support (setting window opacity|propagateSizeHints)")
def test_what_arrives_while_a_dialog_opens_leaves_it_in_the_middle(
    theme: Theme, show: ShowWidget, qtbot: QtBot
) -> None:
    """The movement of the opening ended where the card had begun, so that its buttons were cut."""
    theme.motion = True
    parent = QWidget()
    parent.resize(700, 400)
    show(parent)
    dialog = Dialog(theme, parent, "Add a part")
    entries, note = QListWidget(), QWidget()
    note.setFixedHeight(60)
    note.hide()
    for part in (note, entries):
        dialog.body.addWidget(part)
    dialog.resize_list(entries, 100, 200)
    dialog.buttons(Button(theme, "Save"))
    (card,) = [frame for frame in dialog.findChildren(QFrame) if frame.objectName() == "dialogCard"]
    dialog.open()
    note.show()
    (movement,) = [one for one in dialog.findChildren(QPropertyAnimation) if one.propertyName() == b"pos"]
    qtbot.waitUntil(lambda: movement.state() is QPropertyAnimation.State.Stopped, timeout=5000)
    assert abs(card.geometry().center().y() - dialog.rect().center().y()) <= 1
    dialog.reject()


def _left(widget: QWidget) -> int:
    return widget.mapTo(widget.window(), QPoint()).x()


def _right(widget: QWidget) -> int:
    return _left(widget) + widget.width()


def painted(ratio: float) -> QImage:
    """The shadow of `CARD` alone, at a screen's pixel ratio."""
    image = QImage(round(400 * ratio), round(400 * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_shadow(painter, CARD)
    painter.end()
    return image


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_shadow_falls_from_the_edge_and_is_darker_below(ratio: float) -> None:
    image = painted(ratio)

    def alpha(x: int, y: int) -> int:
        return image.pixelColor(round(x * ratio), round(y * ratio)).alpha()

    outside = [alpha(CARD.right() + distance, 170) for distance in (2, 10, 20, 40, 60)]
    assert outside == sorted(outside, reverse=True)
    assert (outside[0] > 30, outside[-1]) == (True, 0)
    assert abs(alpha(CARD.left() - 10, 170) - alpha(CARD.right() + 10, 170)) <= 3
    assert alpha(200, CARD.bottom() + 10) > alpha(CARD.right() + 10, 170) > alpha(200, CARD.top() - 10) > 0


def test_a_dialog_paints_it_around_its_card_also_after_the_card_moved(theme: Theme, show: ShowWidget) -> None:
    window = QWidget()
    show(window)
    dialog = Dialog(theme, window, "Title")
    dialog.open()
    card = dialog.findChild(QFrame, "dialogCard")
    assert card is not None
    far = dialog.grab().toImage().pixelColor(4, 4)

    def below() -> QColor:
        return dialog.grab().toImage().pixelColor(card.geometry().center().x(), card.geometry().bottom() + 4)

    assert below().alpha() > far.alpha() + 20
    card.move(card.pos() + QPoint(0, 80))
    assert below().alpha() > far.alpha() + 20


def test_the_window_has_the_keyboard_after_two_dialogs_closed_at_once(
    theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    window = QWidget()
    show(window)
    window.activateWindow()
    settle()
    first = Dialog(theme, window, "Brake pads")
    first.open()
    settle()
    question = ConfirmDialog(theme, first, "Close without saving?", "", "Close", first.reject)
    question.open()
    settle()
    assert QApplication.activeWindow() is question
    question.confirm.click()
    settle()
    assert QApplication.activeWindow() is window


def test_a_dialog_above_one_that_is_hidden_and_moved_has_a_background(
    theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    """The program ended: each picture of the hidden dialog sent its move again."""
    window = QWidget()
    show(window)
    theme.composites = False
    first = Dialog(theme, window, "Brake pads")
    first.open()
    settle()
    question = ConfirmDialog(theme, first, "Close without saving?", "", "Close", first.reject)
    question.open()
    settle()
    first.hide()
    first.move(30, 40)
    question.open()
    settle()
    assert question.pos() == first.pos()
    question.done(0)
    settle()
