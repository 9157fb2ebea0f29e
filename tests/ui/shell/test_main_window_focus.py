"""The focus in the real panes: a click that disables or rebuilds its control does not lose it to
the side bar.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from service.domain.marketplace.orders import Action
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError
from ui.i18n import Language
from ui.panes.orders.orders_pane import OrdersPane
from ui.panes.system.system_pane import SystemPane
from ui.panes.webhooks.webhooks_pane import WebhooksPane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the focus"
    return widget


def press(widget: QWidget) -> None:
    """As by keyboard: Tab to it, then Space."""
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    QTest.keyClick(widget, Qt.Key.Key_Space)


@pytest.fixture
def active(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    return window


def orders_of(window: MainWindow, settle: Settle) -> OrdersPane:
    window.go(PaneKey.ORDERS)
    settle()
    pane = window.pane
    assert isinstance(pane, OrdersPane)
    return pane


def confirm(window: MainWindow, qtbot: QtBot, settle: Settle) -> None:
    """Enter in the question that is open, then back in the window."""
    settle()
    dialog = next(one for one in window.findChildren(ConfirmDialog) if one.isVisible())
    QTest.keyClick(dialog.confirm, Qt.Key.Key_Space)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    settle()


def test_accepting_leaves_the_focus_at_the_next_step_of_the_order(
    active: MainWindow, qtbot: QtBot, settle: Settle
) -> None:
    pane = orders_of(active, settle)
    reference = pane.subject
    press(pane.detail.bar.steps[Action.ACCEPT])
    confirm(active, qtbot, settle)
    assert pane.subject == reference
    assert focused() is pane.detail.bar.steps[Action.READY]


def test_when_the_order_leaves_the_list_the_focus_goes_to_the_list(
    active: MainWindow, qtbot: QtBot, settle: Settle
) -> None:
    pane = orders_of(active, settle)
    pane.segments.setCurrentIndex(1)
    settle()
    reference = pane.subject
    press(pane.detail.bar.steps[Action.ACCEPT])
    confirm(active, qtbot, settle)
    assert pane.subject != reference
    assert focused() is pane.list.list


def test_confirming_the_fit_leaves_the_focus_in_the_bar(active: MainWindow, settle: Settle) -> None:
    pane = orders_of(active, settle)
    press(pane.detail.bar.steps[Action.CONFIRM_FITMENT])
    settle()
    assert focused() is pane.detail.bar.steps[Action.ACCEPT]


def test_a_refused_step_leaves_the_focus_at_its_button(
    active: MainWindow, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    pane = orders_of(active, settle)
    backend.answers.fail("orders.act", BackendError("The disk is full."))
    press(pane.detail.bar.steps[Action.CONFIRM_FITMENT])
    settle()
    fault = next(one for one in active.findChildren(FaultDialog) if one.isVisible())
    fault.accept()
    active.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is active)
    settle()
    assert focused() is pane.detail.bar.steps[Action.CONFIRM_FITMENT]


def test_a_target_switched_off_keeps_the_focus_at_its_switch(active: MainWindow, settle: Settle) -> None:
    active.go(PaneKey.WEBHOOKS)
    settle()
    pane = active.pane
    assert isinstance(pane, WebhooksPane)
    press(pane.detail.head.switch)
    settle()
    assert focused() is pane.detail.head.switch


def test_sending_a_delivery_again_keeps_the_focus_near_it(active: MainWindow, settle: Settle) -> None:
    active.go(PaneKey.WEBHOOKS)
    settle()
    pane = active.pane
    assert isinstance(pane, WebhooksPane)
    press(pane.detail.strip.send_again)
    settle()
    assert pane.detail.isAncestorOf(focused())


def test_a_revoked_key_leaves_the_focus_at_the_keys(active: MainWindow, qtbot: QtBot, settle: Settle) -> None:
    active.go(PaneKey.SYSTEM)
    settle()
    pane = active.pane
    assert isinstance(pane, SystemPane)
    more = pane.keys.table.indexWidget(pane.keys.model.index(0, len(pane.keys.model.columns) - 1))
    button = next(child for child in more.findChildren(QWidget) if child.accessibleName().startswith("More for"))
    button.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    menu = pane.keys.menu_of(pane.keys.model.row(0))
    next(action for action in menu.actions() if "Revoke" in action.text()).trigger()
    confirm(active, qtbot, settle)
    assert pane.keys.isAncestorOf(focused())


def test_running_the_pull_keeps_the_focus_in_its_card(active: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    active.go(PaneKey.SYSTEM)
    settle()
    pane = active.pane
    assert isinstance(pane, SystemPane)
    backend.answers.hold("pulls.run")
    press(pane.pull.run)
    settle()
    assert pane.pull.isAncestorOf(focused())
    backend.answers.release("pulls.run")
    settle()
    assert focused() is pane.pull.run


def test_another_language_keeps_the_focus_in_the_page(active: MainWindow, settle: Settle) -> None:
    pane = orders_of(active, settle)
    pane.list.list.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    active.choose_language(Language.ARABIC)
    settle()
    again = active.pane
    assert isinstance(again, OrdersPane)
    assert focused() is again.list.list


def test_live_and_staging_keep_the_focus_at_their_switch(active: MainWindow, settle: Settle) -> None:
    topbar = active.topbar
    assert topbar is not None
    topbar.staging_switch.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(topbar.staging_switch, Qt.Key.Key_Right)
    settle()
    assert active.topbar is not None
    assert focused() is active.topbar.staging_switch
