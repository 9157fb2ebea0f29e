"""Dialogs that open and close above each other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import ConfirmDialog, Dialog


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
