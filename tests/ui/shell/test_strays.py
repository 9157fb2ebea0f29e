"""Only windows, dialogs and menus open as windows: a part displayed before it has a parent would
flash.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.orders_pane import OrdersPane
from ui.panes.settings.settings_pane import SettingsPane
from ui.panes.system.system_pane import SystemPane
from ui.panes.webhooks.target_dialogs import AddTargetDialog
from ui.shell.main_window import MainWindow
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneKey


class StrayWindows(QObject):
    """Notes each part that was shown without anything round it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() is QEvent.Type.Show:
            self._check(watched)
        return False

    def _check(self, shown: QObject) -> None:
        alone = isinstance(shown, QWidget) and shown.isWindow()
        if alone and not isinstance(shown, (QMenu, QDialog, MainWindow)):
            self.found.append(type(shown).__name__)


def open_late_parts(pane: Pane | None) -> None:
    """Opens the sections and pages that a pane builds when they are first opened."""
    if isinstance(pane, SettingsPane):
        for name in pane.buttons:
            pane.choose(name)
    if isinstance(pane, SystemPane):
        for page in (pane.set_up, pane.history, pane.audit):
            pane.pages.setCurrentWidget(page)


@pytest.fixture
def strays(qapp: QApplication) -> StrayWindows:
    return StrayWindows()


def test_no_part_of_a_pane_flashes_up_as_a_window(
    window: MainWindow, qapp: QApplication, strays: StrayWindows, settle: Callable[[], None]
) -> None:
    found = {}
    qapp.installEventFilter(strays)
    for key in PaneKey:
        window.go(key)
        settle()
        open_late_parts(window.pane)
        settle()
        found[key.value] = tuple(strays.found)
        strays.found.clear()
    qapp.removeEventFilter(strays)
    assert found == {key.value: () for key in PaneKey}


def test_no_part_of_a_form_flashes_up_as_a_window(
    window: MainWindow, qapp: QApplication, strays: StrayWindows, settle: Callable[[], None]
) -> None:
    window.go(PaneKey.ORDERS)
    settle()
    pane = window.pane
    assert isinstance(pane, OrdersPane)
    qapp.installEventFilter(strays)
    for dialog in (
        NewOrderDialog(pane.context, pane, lambda _detail: None, test=True),
        AddTargetDialog(pane.context, pane, ""),
    ):
        dialog.open()
        settle()
        dialog.close()
    qapp.removeEventFilter(strays)
    assert strays.found == []
