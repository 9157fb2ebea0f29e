"""Small screens and large scaling: nothing is larger than its space, and all of it
can be reached.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from tests.ui.conftest import ShowWidget
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.widgets import Dialog, Label
from ui.widgets.containers import PageStack, ScrollContainer, fit_to_screen


def page_of(height: int) -> QWidget:
    page = QWidget()
    page.setMinimumSize(120, height)
    return page


@pytest.mark.parametrize("is_nested", [False, True])
def test_a_tall_page_gives_a_short_one_no_scroll_bar(
    show: ShowWidget, settle: Callable[[], None], *, is_nested: bool
) -> None:
    pages, low, high = PageStack(), page_of(100), page_of(900)
    for page in (low, high):
        pages.addWidget(page)
    outer = pages
    if is_nested:
        outer, step = PageStack(), QWidget()
        QVBoxLayout(step).addWidget(pages)
        outer.addWidget(step)
    area = ScrollContainer(outer)
    area.setFixedSize(300, 200)
    show(area)
    settle()
    assert area.verticalScrollBar().maximum() == 0
    pages.setCurrentWidget(high)
    settle()
    assert area.verticalScrollBar().maximum() >= 700
    pages.setCurrentWidget(low)
    settle()
    assert area.verticalScrollBar().maximum() == 0


def test_a_wrapped_text_gets_its_height(show: ShowWidget, settle: Callable[[], None]) -> None:
    pages, text = PageStack(), QLabel("A long sentence of many words. " * 40)
    text.setWordWrap(True)
    pages.addWidget(text)
    pages.addWidget(page_of(10))
    area = ScrollContainer(pages)
    area.setFixedSize(300, 200)
    show(area)
    settle()
    assert pages.height() >= text.heightForWidth(pages.width())


def test_an_empty_stack_needs_nothing() -> None:
    assert PageStack().minimumSizeHint().height() <= 0


def test_no_window_is_larger_than_its_screen(window: MainWindow) -> None:
    screen = QGuiApplication.primaryScreen().availableGeometry().size()
    size = fit_to_screen(QSize(5000, 5000))
    assert size.width() <= screen.width()
    assert size.height() < screen.height()
    assert fit_to_screen(QSize(300, 200)) == QSize(300, 200)
    assert window.minimumSize() == fit_to_screen(QSize(1024, 680))


def test_every_pane_fits_a_full_hd_screen_at_200_percent_or_scrolls(
    window: MainWindow, settle: Callable[[], None]
) -> None:
    window.setMinimumSize(0, 0)
    window.resize(960, 500)
    for key in PaneKey:
        window.go(key)
        settle()
        assert window.size() == QSize(960, 500), key
        pane = window.pane
        assert pane is not None, key
        room = pane.findChild(ScrollContainer)
        assert room is not None, key
        assert room.horizontalScrollBar().maximum() == 0, key


def test_a_dialog_that_is_taller_than_its_window_scrolls(
    theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    page = QWidget()
    show(page)
    page.resize(900, 400)
    dialog = Dialog(theme, page, "Long")
    for number in range(30):
        dialog.body.addWidget(Label(theme, f"Line {number}"))
    dialog.buttons(dialog.cancel_button())
    dialog.open()
    settle()
    room = dialog.findChild(ScrollContainer)
    assert room is not None
    assert room.verticalScrollBar().maximum() > 0
    dialog.reject()


@pytest.mark.parametrize("arabic", [False, True])
def test_the_buttons_of_a_dialog_are_never_beyond_the_window(
    theme: Theme, show: ShowWidget, settle: Callable[[], None], arabic: bool
) -> None:
    """At scale 2 a small screen has 512 by 300 of these pixels."""
    theme.set_arabic(arabic)
    page = QWidget()
    page.setLayoutDirection(Qt.LayoutDirection.RightToLeft if arabic else Qt.LayoutDirection.LeftToRight)
    show(page)
    page.resize(512, 300)
    dialog = Dialog(theme, page, "Long")
    dialog.setLayoutDirection(page.layoutDirection())
    for number in range(30):
        dialog.body.addWidget(Label(theme, f"Line {number}", wrap=True))
    buttons = dialog.cancel_button(), dialog.main_button("Save", dialog.accept)
    dialog.buttons(*buttons)
    dialog.open()
    settle()
    for button in buttons:
        corner = button.mapTo(dialog, QPoint(0, 0))
        assert dialog.rect().contains(QRect(corner, button.size()))
    dialog.reject()
