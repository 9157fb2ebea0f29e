"""A service that goes away while a pane is open: the window says so, and no dialog comes up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Customer, Method
from service.domain.sentences import verbatim
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus
from ui.panes.catalogue.item_editor import ItemEditor
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.orders_pane import OrdersPane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.frame.pane_stack import HostStrip
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import NEW_PART, PaneKey
from ui.widgets import Button

Settle = Callable[[], None]

_WHY = "The service does not answer."
_AWAY = HostStatus(HostState.STOPPED, "", 8710, reason=verbatim(_WHY))


def go_away(backend: ReadyShop, settle: Settle, code: ErrorCode = ErrorCode.NOT_CONNECTED) -> None:
    backend.answers.error = BackendError(_WHY, code=code)
    backend.publish_host(_AWAY)
    settle()


def find_strip(window: MainWindow) -> HostStrip:
    strip = window.findChild(HostStrip)
    assert strip is not None
    return strip


def fire_timers(window: MainWindow) -> None:
    """What would happen within the next seconds, at once."""
    for timer in window.findChildren(QTimer):
        if timer.isActive() and timer.isSingleShot():
            timer.timeout.emit()


@pytest.mark.parametrize("key", [key for key in PaneKey if key is not PaneKey.OVERVIEW])
def test_what_is_displayed_may_be_out_of_date(
    window: MainWindow, backend: ReadyShop, settle: Settle, key: PaneKey
) -> None:
    window.go(key)
    settle()
    strip, listening = find_strip(window), backend.computer.host
    assert not strip.isVisible()
    go_away(backend, settle)
    assert window.pane is not None
    assert window.pane.state == "content"
    assert strip.isVisible()
    assert strip.reason.text() == _WHY
    backend.answers.error = None
    backend.publish_host(listening)
    settle()
    assert not strip.isVisible()


@pytest.mark.parametrize("key", PaneKey)
def test_what_could_not_be_read_again_stays(
    window: MainWindow, backend: ReadyShop, settle: Settle, key: PaneKey
) -> None:
    """A commit while the pane was hidden is read when it appears, and again when it can be."""
    window.go(key)
    settle()
    window.go(PaneKey.ORDERS if key is PaneKey.OVERVIEW else PaneKey.OVERVIEW)
    settle()
    backend.tell(*ChangeKind)
    settle()
    listening = backend.computer.host
    go_away(backend, settle)
    for _ in range(2):
        window.go(key)
        settle()
        assert window.pane is not None
        assert window.pane.state == "content"
        assert find_strip(window).isVisible() == (key is not PaneKey.OVERVIEW)
        assert texts(window).count(_WHY) == 1, "said once"
    backend.answers.error = None
    backend.answers.asked.clear()
    backend.publish_host(listening)
    backend.tell(*ChangeKind)
    settle()
    fire_timers(window)
    settle()
    assert any(name.endswith((".read", ".page", ".list", ".writes", ".targets")) for name in backend.answers.names())
    assert window.pane is not None
    assert window.pane.state == "content"


def test_the_overview_says_it_itself(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    go_away(backend, settle)
    assert not find_strip(window).isVisible()
    window.choose_shop(1, staging=True)
    window.go(PaneKey.ORDERS)
    settle()
    assert window.pane is not None
    assert window.pane.state == "error"
    assert not find_strip(window).isVisible()


@pytest.mark.parametrize("code", [ErrorCode.NOT_CONNECTED, ErrorCode.SERVICE_STOPPED])
@pytest.mark.parametrize("key", PaneKey)
def test_what_a_pane_reads_by_itself_opens_no_dialog(
    window: MainWindow, backend: ReadyShop, settle: Settle, key: PaneKey, code: ErrorCode
) -> None:
    """A commit was reported just before, and its panes read what it changed."""
    for opened in (key, PaneKey.OVERVIEW):
        window.go(opened)
        settle()
        backend.tell(*ChangeKind)
        settle()
        fire_timers(window)
        settle()
    window.go(key)
    settle()
    backend.tell(*ChangeKind)
    go_away(backend, settle, code)
    fire_timers(window)
    settle()
    backend.tell(*ChangeKind)
    settle()
    fire_timers(window)
    settle()
    assert window.findChild(FaultDialog) is None


def lose_for_a_while(window: MainWindow, backend: ReadyShop, settle: Settle, pressed: Button | None) -> None:
    """The service goes and comes back; what is pressed meanwhile is refused."""
    listening = backend.computer.host
    go_away(backend, settle)
    if pressed is not None:
        pressed.click()
        settle()
    backend.answers.error = None
    backend.publish_host(listening)
    backend.tell(*ChangeKind)
    settle()
    fire_timers(window)
    settle()


@pytest.mark.parametrize("is_tried", [True, False])
def test_a_part_that_is_half_typed_stays_and_is_saved_afterwards(
    window: MainWindow, backend: ReadyShop, settle: Settle, is_tried: bool
) -> None:
    window.go(PaneKey.CATALOGUE, NEW_PART)
    settle()
    part = dialog(ItemEditor)
    part.fields.edits["sku"].setText("A-1")
    part.fields.edits["name"].setText("Oil")
    part.levels.edits["Main"].setText("4")
    lose_for_a_while(window, backend, settle, part.save if is_tried else None)
    assert dialog(ItemEditor) is part
    part.fields.edits["name"].setText("Oil filter")
    part.save.click()
    settle()
    item = backend.item("A-1")
    assert (item.name, [(level.branch, level.quantity) for level in item.stock]) == ("Oil filter", [("Main", 4000)])


@pytest.mark.parametrize("is_tried", [True, False])
def test_a_phone_order_that_is_half_typed_stays_and_is_placed_afterwards(
    window: MainWindow, backend: ReadyShop, settle: Settle, qtbot: QtBot, is_tried: bool
) -> None:
    window.go(PaneKey.ORDERS)
    settle()
    assert isinstance(window.pane, OrdersPane)
    window.pane.new()
    settle()
    order = dialog(NewOrderDialog)
    order.picker.edit.setText("90915")
    qtbot.waitUntil(lambda: order.picker.model.rowCount() > 0)
    QTest.keyClick(order.picker.edit, Qt.Key.Key_Return)
    order.customer.name.setText("Ali Hassan")
    order.customer.note.setText("Rings twice.")
    lose_for_a_while(window, backend, settle, order.place if is_tried else None)
    assert dialog(NewOrderDialog) is order
    order.place.click()
    settle()
    placed = (1, OrderRequest((LineRequest("90915-YZZD4", 1000, 4150),), "Main", None, Method.COURIER, 0))
    assert backend.answers.last("orders.place") == (*placed, Customer("Ali Hassan", "", "", "Rings twice."))
