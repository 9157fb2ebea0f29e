"""The pane as the window opens it, with a chooser whose answers the test sets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.panes.system.system_pane import SystemPane
from ui.shell.pane_context import PaneContext
from ui.widgets import Button

Opened = Callable[[], SystemPane]


@pytest.fixture
def chooser() -> FakeFileChooser:
    return FakeFileChooser()


@pytest.fixture
def opened(context: PaneContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget) -> Opened:
    def make() -> SystemPane:
        pane = SystemPane(context, chooser)
        pane.show_host(backend.computer.host)
        show(pane)
        return pane

    return make


def button(parent: QWidget, text: str) -> Button:
    """The visible button with this text."""
    return next(each for each in parent.findChildren(Button) if each.text() == text and each.isVisible())


def action(menu: QMenu, text: str) -> QAction:
    """The entry with this text, in submenus too."""
    for each in menu.actions():
        inner = each.menu()
        if isinstance(inner, QMenu):
            found = [one for one in inner.actions() if one.text() == text]
            if found:
                return found[0]
        elif each.text() == text:
            return each
    raise LookupError(text)
