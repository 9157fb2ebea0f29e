"""The states of the Orders pane and its dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QApplication

from bridge.remote.service_client import AWAY
from service.domain.marketplace.orders import EXPIRED_REASON, Action, Customer
from tests.screenshots.scenes import Scene
from tests.ui.fake.fake_clock import moment
from tests.ui.ready_data import STAGING
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.orders_pane import REQUESTS, OrdersPane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _pane(window: MainWindow) -> OrdersPane:
    assert isinstance(window.pane, OrdersPane)
    return window.pane


def _settle() -> None:
    for _ in range(8):
        QApplication.processEvents()


def _open(window: MainWindow, number: int) -> OrdersPane:
    _pane(window).open_target(f"ORD-2026-{number:06d}")
    _settle()
    return _pane(window)


def _show(number: int) -> Callable[[MainWindow], None]:
    def act(window: MainWindow) -> None:
        _open(window, number)

    return act


def _press(window: MainWindow, number: int, action: Action) -> None:
    _open(window, number).detail.bar.steps[action].click()


def _reject(window: MainWindow) -> None:
    _press(window, 123, Action.REJECT)


def _cancel(window: MainWindow) -> None:
    button = _open(window, 117).detail.bar.cancel
    assert button is not None
    button.click()


def _requests(window: MainWindow) -> None:
    segments = _pane(window).segments
    segments.setCurrentIndex(segments.count() - 1)
    assert segments.key == REQUESTS


def _phone(window: MainWindow) -> None:
    _requests(window)
    _settle()
    _pane(window).requests.detail.make.click()
    _settle()


def _customer(window: MainWindow) -> None:
    _settle()
    card = _pane(window).detail
    assert card.detail is not None
    customer = Customer("Ali Hassan", "+973 3300 1122", "Building 8, Road 12, Block 317, Manama", "Rings twice. " * 12)
    card.show_order(replace(card.detail, customer=customer), card.detail.order.placed_at)


def _phone_customer(window: MainWindow) -> None:
    _phone(window)
    dialog = window.findChild(NewOrderDialog)
    assert dialog is not None
    dialog.customer.name.setText("Ali Hassan")
    dialog.customer.phone.setText("+973 3300 1122")
    dialog.customer.note.setFocus()


def _searching_part(window: MainWindow) -> None:
    _phone(window)
    dialog = window.findChild(NewOrderDialog)
    assert dialog is not None
    dialog.picker.edit.setText("filter")
    dialog.picker._search("filter")


def _no_fit(window: MainWindow) -> None:
    _pane(window).list.search.edit.setText("Bentley")
    _pane(window).refresh()


def _nothing(backend: ReadyShop) -> None:
    backend.empty()


def _fails(backend: ReadyShop) -> None:
    backend.answers.fail("orders.find", BackendError("The data is in use.", code=ErrorCode.DATABASE_LOCKED))


def _detail_fails(backend: ReadyShop) -> None:
    backend.answers.fail("orders.detail", BackendError("It is gone.", code=ErrorCode.NOT_FOUND))


def _waits(backend: ReadyShop) -> None:
    backend.answers.hold("orders.find")


def _filled(backend: ReadyShop) -> None:
    backend.host.fill_sample(STAGING, lambda _progress: None).result()


def _bars(window: MainWindow) -> None:
    _pane(window)._skeleton.show_now()


def _read_only(backend: ReadyShop) -> None:
    backend.change("UPDATE shops SET read_only = 1 WHERE id = 1")


def _long(backend: ReadyShop) -> None:
    """Many parts, in its last five minutes; two others nobody has seen."""
    newest = "(SELECT id FROM orders WHERE reference = 'ORD-2026-000123')"
    backend.change(
        "INSERT INTO order_lines (order_id, position, item_id, sku, name, quantity, price_fils, total_fils) "
        f"SELECT {newest}, 100 + row_number() OVER (), item_id, sku, name, quantity, price_fils, total_fils "
        f"FROM order_lines WHERE order_id <> {newest} LIMIT 6"
    )
    backend.change("UPDATE orders SET accept_by = ? WHERE reference = 'ORD-2026-000123'", moment(15, 14, 33, 40))
    backend.unsee("ORD-2026-000122", "ORD-2026-000121")


def _expired(backend: ReadyShop) -> None:
    backend.change("UPDATE orders SET reason = ? WHERE reference = 'ORD-2026-000115'", EXPIRED_REASON)


def _service_away(window: MainWindow) -> None:
    window.show_host(HostStatus(HostState.STOPPED, "", 8710, reason=AWAY))


SCENES: tuple[Scene, ...] = (
    Scene("orders-fit-confirmed", PaneKey.ORDERS, act=_show(123), every_look=True),
    Scene("orders-confirmed", PaneKey.ORDERS, act=_show(119)),
    Scene("orders-ready-pickup", PaneKey.ORDERS, act=_show(118)),
    Scene("orders-on-the-way", PaneKey.ORDERS, act=_show(117)),
    Scene("orders-delivered", PaneKey.ORDERS, act=_show(116)),
    Scene("orders-cancelled", PaneKey.ORDERS, _expired, act=_show(115)),
    Scene("orders-long", PaneKey.ORDERS, _long, act=_show(123)),
    Scene("orders-accept", PaneKey.ORDERS, act=lambda window: _press(window, 123, Action.ACCEPT)),
    Scene("orders-reject", PaneKey.ORDERS, act=_reject),
    Scene("orders-cancel", PaneKey.ORDERS, act=_cancel),
    Scene("orders-export", PaneKey.ORDERS, act=lambda window: _pane(window).export(), every_look=True),
    Scene("orders-print", PaneKey.ORDERS, act=lambda window: _open(window, 119).print_shown(), every_look=True),
    Scene("orders-requests", PaneKey.ORDERS, act=_requests),
    Scene("orders-phone", PaneKey.ORDERS, act=_phone),
    Scene("orders-customer", PaneKey.ORDERS, act=_customer),
    Scene("orders-phone-customer", PaneKey.ORDERS, act=_phone_customer),
    Scene("orders-phone-search", PaneKey.ORDERS, act=_searching_part),
    Scene("orders-test-order", PaneKey.ORDERS, act=lambda window: _pane(window).new(), staging=True),
    Scene("orders-no-fit", PaneKey.ORDERS, act=_no_fit),
    Scene("orders-empty", PaneKey.ORDERS, _nothing),
    Scene("orders-empty-staging", PaneKey.ORDERS, staging=True),
    Scene("orders-staging", PaneKey.ORDERS, _filled, staging=True),
    Scene("orders-error", PaneKey.ORDERS, _fails),
    Scene("orders-detail-error", PaneKey.ORDERS, _detail_fails),
    Scene("orders-loading", PaneKey.ORDERS, _waits, _bars),
    Scene("orders-read-only", PaneKey.ORDERS, _read_only),
    Scene("orders-service-away", PaneKey.ORDERS, act=_service_away, every_look=True),
)
