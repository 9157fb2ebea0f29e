"""The actions for an order in each status, the questions before them, and the requests to the
backend.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from service.domain.marketplace.orders import MAX_REASON, Action, Status
from tests.ui.conftest import ShowWidget
from tests.ui.panes.orders.conftest import Open, dialogs
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.panes.orders.order_actions import CancelDialog, ReasonDialog, RejectDialog
from ui.panes.orders.orders_pane import OrdersPane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import Button, ConfirmDialog, Kind

Settle = Callable[[], None]


def _buttons(pane: OrdersPane) -> list[str]:
    found = [button for button in pane.detail.bar.findChildren(Button) if button.isVisible() and button.text()]
    return [button.text() for button in sorted(found, key=lambda button: button.x())]


def _press(pane: OrdersPane, action: Action) -> None:
    pane.detail.bar.steps[action].click()


def _confirm(pane: OrdersPane) -> None:
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, ConfirmDialog)
    dialog.confirm.click()


@pytest.mark.parametrize(
    ("number", "buttons"),
    [
        (121, ["Accept order", "Confirm fit", "Reject…"]),
        (123, ["Accept order", "Fit confirmed", "Reject…"]),
        (119, ["Mark ready", "Accepted", "Cancel order…"]),
        (118, ["Picked up", "Marked ready", "Cancel order…"]),
        (117, ["Delivered", "Sent", "Cancel order…"]),
        (116, ["Handed over"]),
        (115, []),
    ],
)
def test_only_what_the_status_allows(pane: OrdersPane, open_order: Open, number: int, buttons: list[str]) -> None:
    open_order(number)
    assert _buttons(pane) == buttons


def test_finished_steps_can_not_be_pressed(pane: OrdersPane, open_order: Open) -> None:
    open_order(119)
    done = [button for button in pane.detail.bar.findChildren(Button) if button.kind is Kind.DONE]
    assert [button.text() for button in done] == ["Accepted"]
    assert not done[0].isEnabled()


def test_accepting_takes_two_clicks(pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle) -> None:
    open_order(123)
    _press(pane, Action.ACCEPT)
    assert "orders.act" not in backend.answers.names()
    _confirm(pane)
    settle()
    assert backend.answers.last("orders.act") == (1, "ORD-2026-000123", Action.ACCEPT, None)
    assert pane.detail.head.badge.text() == "Confirmed"
    assert "Mark ready" in _buttons(pane)


def test_accepting_says_when_the_fit_is_not_confirmed(pane: OrdersPane, open_order: Open) -> None:
    open_order(122)
    _press(pane, Action.ACCEPT)
    said = " ".join(label.text() for label in dialogs(pane)[0].findChildren(QLabel))
    assert "Accept ORD-2026-000122?" in said
    assert "You have not confirmed the fit yet." in said


def test_escape_is_the_harmless_choice(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    open_order(123)
    for action in (Action.ACCEPT, Action.REJECT):
        _press(pane, action)
        QTest.keyClick(dialogs(pane)[0], Qt.Key.Key_Escape)
        settle()
        assert dialogs(pane) == []
    assert "orders.act" not in backend.answers.names()


@pytest.mark.parametrize("action", [Action.CONFIRM_FITMENT])
def test_fit_is_confirmed_at_once(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle, action: Action
) -> None:
    open_order(122)
    _press(pane, action)
    settle()
    assert backend.answers.last("orders.act") == (1, "ORD-2026-000122", action, None)
    assert "Fit confirmed" in _buttons(pane)


def test_the_whole_way_to_delivered(pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle) -> None:
    open_order(119)
    _press(pane, Action.READY)
    settle()
    for action in (Action.DISPATCHED, Action.DELIVERED):
        _press(pane, action)
        _confirm(pane)
        settle()
    assert backend.order("ORD-2026-000119").status is Status.DELIVERED
    assert _buttons(pane) == ["Handed over"]


def test_a_pickup_can_still_go_by_courier(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle
) -> None:
    open_order(118)
    texts = {action.text(): action for action in pane.detail.bar.menu.actions()}
    texts["Sent with courier"].trigger()
    _confirm(pane)
    settle()
    assert backend.answers.last("orders.act")[2] is Action.DISPATCHED


def test_the_screen_answers_before_the_service_does(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle
) -> None:
    open_order(123)
    backend.answers.hold("orders.act")
    _press(pane, Action.ACCEPT)
    _confirm(pane)
    assert pane.detail.bar.steps[Action.ACCEPT].text() == "Working…"
    assert pane.detail.bar.steps[Action.REJECT].accessibleDescription() == "Busy"
    _press(pane, Action.ACCEPT)
    assert dialogs(pane) == []
    backend.answers.release("orders.act")
    settle()
    assert backend.answers.names().count("orders.act") == 1
    assert "Mark ready" in _buttons(pane)


def test_a_press_counts_while_other_orders_change(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle
) -> None:
    """The button was made again between press and release."""
    open_order(123)
    button = pane.detail.bar.steps[Action.ACCEPT]
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    backend.place("90915-YZZD4")
    settle()
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert isinstance(dialogs(pane)[0], ConfirmDialog)


def test_reject_waits_for_the_reason_that_the_buyer_reads(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle
) -> None:
    open_order(123)
    _press(pane, Action.REJECT)
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, RejectDialog)
    assert not dialog.confirm.isEnabled()
    dialog.reason.setPlainText("   ")
    assert not dialog.confirm.isEnabled()
    dialog.quick[0].click()
    assert dialog.confirm.isEnabled()
    dialog.confirm.click()
    settle()
    assert backend.answers.last("orders.act") == (1, "ORD-2026-000123", Action.REJECT, "Not in stock")
    assert pane.detail.head.badge.text() == "Cancelled"


def test_an_order_by_phone_speaks_of_no_refund(context: PaneContext, pane: OrdersPane, open_order: Open) -> None:
    open_order(118)
    assert pane.detail.detail is not None
    detail = replace(pane.detail.detail, by_phone=True)
    for dialog in (
        RejectDialog(context, pane, detail, lambda _reason: None),
        CancelDialog(context, pane, detail, lambda _reason, _back: None),
    ):
        texts = " ".join(label.text() for label in dialog.findChildren(QLabel))
        assert "Reason" in texts
        assert "money" not in texts
        assert "buyer" not in texts.lower()
    cancelled = replace(detail.order, status=Status.CANCELLED, reason="Withdrawn", fee_fils=1500)
    pane.detail.show_order(replace(detail, order=cancelled), context.now())
    texts = " ".join(label.text() for label in pane.detail.findChildren(QLabel))
    assert "Withdrawn" in texts
    assert "money back" not in texts
    assert "Refunded" not in texts


def test_courier_and_vat_are_in_what_the_customer_pays(
    context: PaneContext, pane: OrdersPane, open_order: Open, settle: Settle
) -> None:
    open_order(118)
    assert pane.detail.detail is not None
    order = replace(pane.detail.detail.order, items_fils=28_250, fee_fils=1_500)
    pane.detail.show_order(replace(pane.detail.detail, order=order), context.now())
    settle()
    texts = [label.text().replace("\u00a0", " ") for label in pane.detail.findChildren(QLabel)]
    assert texts[texts.index("VAT 10%") + 1] == "BHD 2.825"
    assert texts[texts.index("Customer pays") + 1] == "BHD 32.575"


def test_a_reason_ends_where_the_service_cuts_it(pane: OrdersPane, open_order: Open) -> None:
    open_order(123)
    _press(pane, Action.REJECT)
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, RejectDialog)
    dialog.reason.setPlainText("x" * (MAX_REASON + 40))
    assert len(dialog.text()) == MAX_REASON


@pytest.mark.parametrize("back", [True, False])
def test_cancelling_asks_whether_parts_come_back(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle, back: bool
) -> None:
    open_order(117)
    assert pane.detail.bar.cancel is not None
    pane.detail.bar.cancel.click()
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, CancelDialog)
    assert dialog.restock.isVisible()
    (dialog.restock if back else dialog.no_restock).setChecked(True)
    dialog.reason.setPlainText("The buyer withdrew.")
    dialog.confirm.click()
    settle()
    assert backend.answers.last("orders.cancel") == (1, "ORD-2026-000117", "The buyer withdrew.", back)


def test_parts_that_have_not_left_are_not_asked_about(pane: OrdersPane, open_order: Open) -> None:
    open_order(118)
    assert pane.detail.bar.cancel is not None
    pane.detail.bar.cancel.click()
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, CancelDialog)
    assert not dialog.restock.isVisible()


def test_an_accepted_order_ends_in_one_way(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle
) -> None:
    open_order(119)
    assert "Cancel order…" not in [action.text() for action in pane.detail.bar.menu.actions()]
    _press(pane, Action.REJECT)
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, RejectDialog)
    assert (dialog.windowTitle(), dialog.confirm.text()) == ("Cancel ORD-2026-000119?", "Cancel order")
    dialog.quick[0].click()
    dialog.confirm.click()
    settle()
    assert backend.answers.last("orders.act") == (1, "ORD-2026-000119", Action.REJECT, "The buyer withdrew")


def test_the_reference_can_be_copied(pane: OrdersPane, open_order: Open) -> None:
    open_order(123)
    next(action for action in pane.detail.bar.menu.actions() if action.text() == "Copy the reference").trigger()
    assert QApplication.clipboard().text() == "ORD-2026-000123"


@pytest.mark.parametrize("code", [ErrorCode.ACTION_NOT_ALLOWED, ErrorCode.READ_ONLY, ErrorCode.BUG])
def test_a_refused_step_is_told_and_the_order_looked_at_again(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle, code: ErrorCode
) -> None:
    open_order(122)
    backend.answers.fail("orders.act", BackendError("Refused.", code=code))
    looks = backend.answers.names().count("orders.detail")
    _press(pane, Action.CONFIRM_FITMENT)
    settle()
    assert isinstance(dialogs(pane)[0], FaultDialog)
    assert backend.answers.names().count("orders.detail") > looks
    assert pane.detail.bar.isEnabled()


AWAY = BackendError("The service is away.", code=ErrorCode.NOT_CONNECTED)


def test_an_order_can_be_accepted_again_after_the_service_was_away(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle
) -> None:
    """Its buttons said "Working…" until the service was back."""
    open_order(123)
    backend.answers.error = AWAY
    _press(pane, Action.ACCEPT)
    _confirm(pane)
    settle()
    assert isinstance(dialogs(pane)[0], FaultDialog)
    dialogs(pane)[0].accept()
    assert _buttons(pane) == ["Accept order", "Fit confirmed", "Reject…"]
    backend.answers.error = None
    _press(pane, Action.ACCEPT)
    _confirm(pane)
    settle()
    assert pane.detail.head.badge.text() == "Confirmed"


@pytest.mark.parametrize(("number", "request_name"), [(123, "orders.act"), (117, "orders.cancel")])
def test_a_typed_reason_is_kept_while_the_service_is_away(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle, number: int, request_name: str
) -> None:
    open_order(number)
    cancel = pane.detail.bar.cancel
    (pane.detail.bar.steps[Action.REJECT] if cancel is None else cancel).click()
    first = dialogs(pane)[0]
    assert isinstance(first, ReasonDialog)
    first.reason.setPlainText("The box fell from the shelf.")
    if isinstance(first, CancelDialog):
        first.no_restock.setChecked(True)
    backend.answers.error = AWAY
    first.confirm.click()
    settle()
    (again,) = dialogs(pane)
    assert isinstance(again, ReasonDialog)
    assert (again.text(), again.form.is_faulty) == ("The box fell from the shelf.", True)
    backend.answers.error = None
    again.confirm.click()
    settle()
    assert dialogs(pane) == []
    sent = backend.answers.last(request_name)
    assert "The box fell from the shelf." in sent
    assert cancel is None or sent[-1] is False
    assert pane.detail.head.badge.text() == "Cancelled"


def test_keys_of_the_list(pane: OrdersPane, open_order: Open, backend: ReadyShop, qtbot: QtBot, settle: Settle) -> None:
    open_order(122)
    pane.list.list.setFocus()
    QTest.keyClick(pane.list.list, Qt.Key.Key_F)
    settle()
    assert backend.answers.last("orders.act")[2] is Action.CONFIRM_FITMENT
    QTest.keyClick(pane.list.list, Qt.Key.Key_R)
    assert isinstance(dialogs(pane)[0], RejectDialog)
    dialogs(pane)[0].reject()
    pane.activateWindow()
    settle()
    pane.list.list.setFocus()
    QTest.keyClick(pane.list.list, Qt.Key.Key_A)
    dialog = dialogs(pane)[0]
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    settle()
    assert backend.answers.last("orders.act")[2] is Action.ACCEPT


def test_keys_do_nothing_elsewhere_or_where_the_status_forbids(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, qtbot: QtBot
) -> None:
    open_order(116)
    pane.list.list.setFocus()
    QTest.keyClick(pane.list.list, Qt.Key.Key_A)
    assert dialogs(pane) == []
    open_order(123)
    pane.list.search.edit.setFocus()
    QTest.keyClick(pane.list.search.edit, Qt.Key.Key_A)
    assert dialogs(pane) == []
    assert pane.list.search.text() == "a"


def test_enter_in_the_list_goes_to_the_first_step(pane: OrdersPane, open_order: Open, qtbot: QtBot) -> None:
    open_order(123)
    pane.activateWindow()
    pane.list.list.setFocus()
    QTest.keyClick(pane.list.list, Qt.Key.Key_Return)
    assert pane.focusWidget() is pane.detail.bar.steps[Action.ACCEPT]


def test_a_read_only_shop_shows_its_steps_but_takes_none(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]], qtbot: QtBot
) -> None:
    shop = replace(context.shop, read_only=True)
    pane = OrdersPane(replace(context, shop=shop))
    show(pane)
    assert not any(button.isEnabled() for button in pane.detail.bar.steps.values())
    pane.list.list.setFocus()
    QTest.keyClick(pane.list.list, Qt.Key.Key_F)
    assert "orders.act" not in backend.answers.names()
    settings = next(button for button in pane.detail.findChildren(Button) if button.text() == "Settings")
    settings.click()
    assert opened_panes == [(PaneKey.SETTINGS, "")]
