"""A stack of pages needs only the room of the page in front."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QWidget

from tests.ui.conftest import ShowWidget
from ui.widgets.page_stack import PageStack
from ui.widgets.scroll_container import ScrollContainer


def page_of(height: int) -> QWidget:
    page = QWidget()
    page.setMinimumSize(120, height)
    return page


def test_a_tall_page_gives_a_short_one_no_scroll_bar(show: ShowWidget, settle: Callable[[], None]) -> None:
    pages = PageStack()
    pages.addWidget(page_of(100))
    pages.addWidget(page_of(900))
    area = ScrollContainer(pages)
    area.setFixedSize(300, 200)
    show(area)
    settle()
    assert area.verticalScrollBar().maximum() == 0
    pages.setCurrentIndex(1)
    settle()
    assert area.verticalScrollBar().maximum() == 700
    pages.setCurrentIndex(0)
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
