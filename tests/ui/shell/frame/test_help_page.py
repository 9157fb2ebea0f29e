"""The help of each pane."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel

from ui.shell.frame.help_page import HelpPage, help_texts, pane_keys
from ui.shell.frame.keyboard import KeyHelp
from ui.shell.frame.sidebar import pane_name
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


@pytest.mark.parametrize("key", PaneKey)
def test_each_pane_has_its_page(key: PaneKey) -> None:
    about, things = help_texts(key)
    assert all(text.endswith(".") for text in (about, *things))
    assert pane_keys(key)


def test_the_page_is_about_the_open_pane_and_leads_to_all_keys(window: MainWindow, settle: Callable[[], None]) -> None:
    window.go(PaneKey.HISTORY)
    window.show_help()
    page = window.findChild(HelpPage)
    assert page is not None
    texts = [label.text() for label in page.findChildren(QLabel)]
    assert pane_name(PaneKey.HISTORY) in texts
    assert "1. Search for a part, an order or a call." in texts
    page.keys.click()
    settle()
    keys = window.findChild(KeyHelp)
    assert keys is not None
    keys.reject()
