"""Typed orders: by phone, from a request for quotation, and test orders in staging."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Customer, Method, Vehicle
from service.domain.money import format_bhd
from service.domain.quantity import format_quantity
from service.domain.sentences import message
from service.domain.times import HOUR
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.panes.orders.conftest import dialogs
from tests.ui.ready_data import STAGING
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import texts
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.i18n.formats import parse_fils, parse_milli
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.orders_pane import OrdersPane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import ConfirmDialog, FormRow

Settle = Callable[[], None]


def _open(pane: OrdersPane, settle: Settle) -> NewOrderDialog:
    pane.new()
    settle()
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, NewOrderDialog)
    return dialog


def _add(dialog: NewOrderDialog, text: str, qtbot: QtBot) -> None:
    """As a person without a mouse does it."""
    dialog.picker.edit.setFocus()
    dialog.picker.edit.setText(text)
    qtbot.waitUntil(lambda: dialog.picker.model.rowCount() > 0)
    QTest.keyClick(dialog.picker.edit, Qt.Key.Key_Return)


@pytest.mark.parametrize(("vat", "name"), [(0, "Price, BHD"), (1000, "Price without VAT, BHD")])
def test_only_a_shop_with_vat_has_a_price_without_it(
    context: PaneContext, show: ShowWidget, qtbot: QtBot, settle: Settle, vat: int, name: str
) -> None:
    pane = OrdersPane(replace(context, shop=replace(context.shop, vat=vat)))
    show(pane)
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    assert dialog.lines.fields[0].price.accessibleName() == name
    assert name in texts(dialog.lines).split(" | ")


def test_a_phone_order_is_typed_without_a_mouse(
    pane: OrdersPane, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    dialog = _open(pane, settle)
    assert not dialog.generated.isVisible()
    assert not dialog.place.isEnabled()
    _add(dialog, "90915", qtbot)
    _add(dialog, "04465", qtbot)
    lines = dialog.lines.fields
    lines[0].quantity.setText("1.5")
    lines[1].price.setText("28.500")
    dialog.fee.setText("1.500")
    dialog.car.make.setText("Toyota")
    dialog.car.model.setText("Land Cruiser")
    dialog.car.year.setText("2019")
    dialog.customer.name.setText("Ali Hassan")
    dialog.customer.phone.setText("+973 3300 1122")
    dialog.customer.note.setText(" Rings twice. ")
    assert dialog.total.text().replace("\u00a0", " ") == "Customer pays BHD 39.698"
    assert dialog.vat.text().replace("\u00a0", " ") == "VAT BHD 3.473"
    dialog.place.click()
    settle()
    expected = OrderRequest(
        (LineRequest("90915-YZZD4", 1500, 4150), LineRequest("04465-60320", 1000, 28500)),
        "Main",
        Vehicle("Toyota", "Land Cruiser", 2019),
        Method.COURIER,
        1500,
    )
    customer = Customer("Ali Hassan", "+973 3300 1122", "", "Rings twice.")
    assert backend.answers.last("orders.place") == (1, expected, customer)
    assert dialogs(pane) == []
    assert pane.detail.head.reference.text() == "ORD-2026-000124"


def test_a_part_chosen_twice_is_one_line_with_more_units(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    _add(dialog, "90915", qtbot)
    assert [fields.quantity.text() for fields in dialog.lines.fields] == ["2"]
    dialog.lines.fields[0].drop.click()
    assert dialog.lines.fields == []
    assert not dialog.place.isEnabled()


@pytest.mark.parametrize(
    ("typed", "faults"),
    [
        (("Toyota", "", "", ""), ["Write the model too."]),
        (("", "Camry", "", ""), ["Write the make too."]),
        (("", "", "2019", ""), ["Write the make too.", "Write the model too."]),
        (("Toyota", "Camry", "19", ""), ["Write a year like 2019."]),
        (("Toyota", "Camry", "٢٠١٩", "1,5"), ["Write an amount like 1.500."]),
    ],
)
def test_a_fault_in_the_fields_is_named_when_the_order_is_entered(
    pane: OrdersPane, backend: ReadyShop, qtbot: QtBot, settle: Settle, typed: tuple[str, ...], faults: list[str]
) -> None:
    """The button was grey, and nothing said why."""
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    car = dialog.car
    for edit, text in zip((car.make, car.model, car.year, dialog.fee), typed, strict=True):
        edit.setText(text)
    dialog.place.click()
    settle()
    shown = [label.text() for one in dialog.findChildren(FormRow) for label in (one._fault,) if label.isVisible()]
    assert shown == faults
    assert backend.answers.names().count("orders.place") == 0
    assert dialog.focusWidget().property("fault") == "true"
    car.make.setText("Kia")
    assert not any(one._fault.isVisible() for one in dialog.findChildren(FormRow))


def test_a_fault_below_one_field_moves_none_of_the_others(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    dialog.car.year.setText("19")
    dialog.fee.setText("1,5")
    dialog.place.click()
    settle()
    for line in ((dialog.method, dialog.fee, dialog.branch), (dialog.car.make, dialog.car.model, dialog.car.year)):
        lower_edges = {field.mapTo(dialog, field.rect().bottomLeft()).y() for field in line}
        assert max(lower_edges) - min(lower_edges) <= 2
    dialog.accept()
    settle()


def test_a_typed_order_is_not_lost_by_a_key(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    dialog = _open(pane, settle)
    QTest.keyClicks(dialog.customer.phone, "3300 1122")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    (question,) = dialog.findChildren(ConfirmDialog)
    assert dialog.isVisible()
    question.confirm.click()
    settle()
    assert dialogs(pane) == []


def test_a_picked_part_is_not_lost_by_a_key(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert dialog.findChildren(ConfirmDialog)
    assert dialog.isVisible()


def test_an_empty_order_closes_at_once(pane: OrdersPane, settle: Settle) -> None:
    dialog = _open(pane, settle)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert dialogs(pane) == []


def test_a_key_while_it_is_sent_does_not_send_it_twice(
    pane: OrdersPane, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    backend.answers.hold("orders.place")
    dialog.place.click()
    QTest.keyClicks(dialog.customer.name, "Ali")
    QTest.keyClicks(dialog.fee, "1")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert backend.answers.names().count("orders.place") == 1
    backend.answers.release("orders.place")
    settle()
    assert dialogs(pane) == []


@pytest.mark.parametrize("by_mouse", [False, True])
def test_after_a_part_was_chosen_in_the_list_the_next_one_can_be_scanned(
    pane: OrdersPane, qtbot: QtBot, settle: Settle, *, by_mouse: bool
) -> None:
    """The focus was in the quantity of the first line, and the barcode went there."""
    dialog = _open(pane, settle)
    qtbot.waitUntil(dialog.isActiveWindow)
    _add(dialog, "90915", qtbot)
    dialog.picker.edit.setFocus()
    QTest.keyClicks(dialog.picker.edit, "04465")
    results = dialog.picker.results
    qtbot.waitUntil(results.isVisible)
    if by_mouse:
        place = results.visualRect(results.model().index(0, 0)).center()
        QTest.mousePress(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle()
        QTest.mouseRelease(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    else:
        QTest.keyClick(dialog.picker.edit, Qt.Key.Key_Down)
        settle()
        QTest.keyClick(results, Qt.Key.Key_Return)
    settle()
    assert len(dialog.lines.fields) == 2
    assert dialog.picker.edit.hasFocus()


@pytest.mark.parametrize(
    ("field", "text"), [("quantity", "0"), ("quantity", "1,5"), ("price", "12.5000"), ("price", ""), ("price", "x")]
)
def test_a_line_that_cannot_be_read_says_so_and_is_not_sent(
    pane: OrdersPane, backend: ReadyShop, qtbot: QtBot, settle: Settle, field: str, text: str
) -> None:
    """The button was grey, and nothing said why."""
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    edit = getattr(dialog.lines.fields[0], field)
    edit.setText(text)
    assert edit.property("fault") == "true"
    dialog.place.click()
    assert dialog.lines_fault.text() == "Each part needs a quantity above 0 and a price."
    assert edit.hasFocus()
    assert edit.accessibleDescription()
    assert "orders.place" not in backend.answers.names()
    edit.setText("2")
    assert dialog.lines_fault.isHidden()
    dialog.place.click()
    settle()
    assert "orders.place" in backend.answers.names()


def test_pickup_has_no_fee(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    dialog = _open(pane, settle)
    _add(dialog, "90915", qtbot)
    dialog.fee.setText("1.500")
    dialog.method.setCurrentIndex(1)
    order = dialog.order()
    assert order is not None
    assert (order.method, order.fee_fils) == (Method.PICKUP, 0)
    assert not dialog.fee.isVisible()


def test_a_refusal_is_told_in_the_dialog_and_nothing_is_lost(
    pane: OrdersPane, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    fault = message("{sku} has {free} free at {branch}.", sku="90915-YZZD4", free="2", branch="Main")
    refusal = message("Line {line}: {fault}", line=2, fault=fault)
    backend.answers.fail("orders.place", BackendError(refusal, code=ErrorCode.NOT_ENOUGH_STOCK))
    dialog = _open(pane, settle)
    _add(dialog, "04465", qtbot)
    _add(dialog, "90915", qtbot)
    backend.answers.hold("orders.place")
    dialog.place.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    QTest.keyClick(dialog.place, Qt.Key.Key_Space)
    settle()
    backend.answers.release("orders.place")
    settle()
    assert dialog.lines_fault.text() == str(refusal)
    assert not dialog.lines_fault.visibleRegion().isEmpty(), "it is scrolled to"
    first, second = dialog.lines.fields
    assert second.quantity.hasFocus()
    assert second.quantity.accessibleDescription() == str(refusal)
    assert first.quantity.accessibleDescription() == ""
    assert dialog.place.isEnabled()
    second.quantity.setText("2")
    assert second.quantity.accessibleDescription() == ""
    assert dialog.lines_fault.isHidden()


def test_a_search_without_a_part_says_so(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    dialog = _open(pane, settle)
    dialog.picker.edit.setText("turbo")
    qtbot.waitUntil(lambda: dialog._hint.text() == "No part fits this search.")
    dialog.picker.edit.clear()
    qtbot.waitUntil(lambda: dialog._hint.text().startswith("Type above"))


def test_results_are_reached_by_arrow(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    dialog = _open(pane, settle)
    QAbstractItemModelTester(dialog.picker.model, QAbstractItemModelTester.FailureReportingMode.Fatal, dialog)
    dialog.picker.edit.setText("filter")
    qtbot.waitUntil(lambda: dialog.picker.model.rowCount() == 3)
    said = [strip_marks(dialog.picker.model.index(row, 0).data()).replace("\u00a0", " ") for row in range(3)]
    assert said[0] == "Air filter 17801-38051 BHD 11.660 with VAT", "a caller is told what is paid"
    QTest.keyClick(dialog.picker.edit, Qt.Key.Key_Down)
    QTest.keyClick(dialog.picker.results, Qt.Key.Key_Down)
    QTest.keyClick(dialog.picker.results, Qt.Key.Key_Return)
    assert [fields.item.sku for fields in dialog.lines.fields] == ["90915-YZZD4"]
    assert "Price without VAT, BHD" in texts(dialog)
    dialog.lines.fields[0].drop.click()
    assert "Price without VAT, BHD" not in texts(dialog)


def test_staging_places_a_made_up_order(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.upload({"sku": "FLT-1", "name": "Filter", "price_fils": 1000, "quantity": 4}, shop=STAGING)
    pane = OrdersPane(make_context(staging=True))
    show(pane)
    pane.empty.main.click()
    settle()
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, NewOrderDialog)
    assert dialog.windowTitle() == "Place a test order · Staging"
    assert dialog.generated.isChecked()
    assert not dialog.form.isVisible()
    dialog.place.click()
    settle()
    assert backend.answers.last("orders.place_test") == (2,)
    assert pane.list.model.rowCount() == 1
    assert pane.detail.head.badge.text() == "Waiting for you"


def test_staging_lets_you_choose_too(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    backend.upload({"sku": "FLT-1", "name": "Filter", "price_fils": 1000, "quantity": 4}, shop=STAGING)
    pane = OrdersPane(make_context(staging=True))
    show(pane)
    dialog = _open(pane, settle)
    dialog.manual.setChecked(True)
    assert dialog.form.isVisible()
    _add(dialog, "flt", qtbot)
    dialog.place.click()
    settle()
    assert backend.answers.last("orders.place")[0] == STAGING


def test_price_requests_are_shown_and_become_orders(
    pane: OrdersPane, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    pane.segments.setCurrentIndex(pane.segments.count() - 1)
    settle()
    assert pane.requests.isVisible()
    assert pane.requests.detail.reference.text() == "RFQ-2026-000002"
    pane.requests.detail.table.opened.emit(pane.requests.detail.model.row(0))
    assert opened_panes == [(PaneKey.CATALOGUE, "81150-60K60")]
    pane.requests.detail.make.click()
    settle()
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, NewOrderDialog)
    assert [fields.item.sku for fields in dialog.lines.fields] == ["81150-60K60"]
    car = dialog.car
    assert (car.make.text(), car.model.text(), car.year.text()) == ("Toyota", "Land Cruiser", "2019")


def test_a_dialog_closed_before_its_parts_came_is_left_alone(
    pane: OrdersPane, backend: ReadyShop, settle: Settle
) -> None:
    pane.segments.setCurrentIndex(pane.segments.count() - 1)
    settle()
    backend.answers.hold("catalogue.item")
    pane.requests.detail.make.click()
    settle()
    dialogs(pane)[0].reject()
    settle()
    backend.answers.release("catalogue.item")
    settle()
    assert dialogs(pane) == []


def test_price_requests_are_searched(pane: OrdersPane, settle: Settle, qtbot: QtBot) -> None:
    pane.segments.setCurrentIndex(pane.segments.count() - 1)
    pane.focus_filter()
    pane.requests.search.edit.setText("radiator")
    qtbot.waitUntil(lambda: pane.requests.model.rowCount() == 1)
    assert pane.requests.detail.reference.text() == "RFQ-2026-000001"
    assert not pane.requests.detail.make.isVisible()


def test_the_ages_of_price_requests_go_on(pane: OrdersPane, settle: Settle, context: PaneContext, qtbot: QtBot) -> None:
    pane.segments.setCurrentIndex(pane.segments.count() - 1)
    settle()
    now = context.now()
    pane.tick(now)
    with qtbot.assertNotEmitted(pane.requests.model.dataChanged):
        pane.tick(now)
    with qtbot.waitSignal(pane.requests.model.dataChanged):
        pane.tick(now + HOUR)


def test_no_price_requests(make_context: MakeContext, show: ShowWidget, backend: ReadyShop) -> None:
    backend.change("DELETE FROM rfqs")
    pane = OrdersPane(make_context())
    show(pane)
    pane.segments.setCurrentIndex(pane.segments.count() - 1)
    assert pane.requests.count == 0
    assert pane.requests._stack.currentIndex() == 1


@given(st.integers(0, 10**12))
def test_amounts_read_back_what_the_window_writes(value: int) -> None:
    assert parse_fils(format_bhd(value)) == value
    assert parse_milli(format_quantity(value)) == value


@pytest.mark.parametrize("text", ["", "-1", "1,200", "1e3", "1.", ".5", "1.2345", "12 BHD", "9" * 17])
def test_amounts_are_exact_or_not_taken(text: str) -> None:
    assert parse_fils(text) is None
    assert parse_milli(text) is None


def test_arabic_digits_are_read() -> None:
    assert parse_fils("٢٨٫٥٠٠") == 28500


def test_a_barcode_reader_adds_its_own_part(pane: OrdersPane, qtbot: QtBot, settle: Settle) -> None:
    """Enter comes before the search has answered: what was in the list is another part."""
    dialog = _open(pane, settle)
    dialog.picker.edit.setText("fuel pump")
    qtbot.waitUntil(lambda: dialog.picker.model.rowCount() == 1)
    dialog.picker._typing_timer.setInterval(60_000)
    dialog.picker.edit.clear()
    QTest.keyClicks(dialog.picker.edit, "90915-YZZD4")
    QTest.keyClick(dialog.picker.edit, Qt.Key.Key_Return)
    settle()
    assert [fields.item.sku for fields in dialog.lines.fields] == ["90915-YZZD4"]


def test_enter_counts_only_for_the_text_it_was_pressed_on(pane: OrdersPane, backend: ReadyShop, settle: Settle) -> None:
    dialog = _open(pane, settle)
    dialog.picker._typing_timer.setInterval(60_000)
    backend.answers.hold("catalogue.page")
    QTest.keyClicks(dialog.picker.edit, "90915")
    QTest.keyClick(dialog.picker.edit, Qt.Key.Key_Return)
    dialog.picker.edit.setText("fuel pump")
    dialog.picker._typing_timer.timeout.emit()
    backend.answers.release("catalogue.page")
    settle()
    assert dialog.picker.model.rowCount() == 1
    assert dialog.lines.fields == []
