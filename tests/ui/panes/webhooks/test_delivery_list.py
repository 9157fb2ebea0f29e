"""Deliveries: by state, with attempts and bodies, sent again alone or all since a time."""

from __future__ import annotations

from dataclasses import replace
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from PySide6.QtCore import QDate, QDateTime, QTime
from PySide6.QtTest import QAbstractItemModelTester

from service.domain.webhooks.events import DeliveryState
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretPair
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_clock import NOW, moment
from tests.ui.panes.webhooks.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.webhooks_port import DeliveryPage
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.delivery_list import PAGE, DeliveryDialog, DeliveryList
from ui.panes.webhooks.target_actions import ReceiverDialog
from ui.panes.webhooks.target_dialogs import AddTargetDialog, ResendSinceDialog, SendTestDialog
from ui.panes.webhooks.webhook_words import delivery_title
from ui.shell.pane_context import PaneContext


def test_the_one_that_is_stuck_is_shown_with_its_tries(opened: Opened) -> None:
    pane = opened()
    strip = pane.detail.strip
    assert strip_marks(strip.title.text()) == "New order · ORD-2026-000123"
    assert [node.state for node in strip.attempts.nodes] == ["bad", "bad", "bad", "next", "later", "later"]
    assert "14:32:02 next try" in strip.attempts.accessibleDescription()
    assert strip_marks(strip.answer.text()) == '{"error": "signature mismatch"}'


@pytest.mark.parametrize(("state", "count"), [("waiting", 3), ("delivered", 2), ("failed", 1), ("skipped", 0)])
def test_the_states_are_asked_for(opened: Opened, backend: ReadyShop, settle: Settle, state: str, count: int) -> None:
    pane = opened()
    keys = ["", "waiting", "delivered", "failed", "skipped"]
    pane.detail.deliveries.filter.setCurrentIndex(keys.index(state))
    settle()
    assert backend.answers.last("webhooks.deliveries") == (1, 2, DeliveryState(state), None, PAGE)
    shown = [row.delivery.state for row in pane.detail.deliveries.model.rows]
    assert shown == [DeliveryState(state)] * count
    assert pane.detail.strip.isVisible() is bool(count)


def test_one_is_sent_again(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    shown = pane.detail.deliveries.model.row(0).delivery
    pane.detail.strip.send_again.click()
    settle()
    assert backend.answers.last("webhooks.resend") == (1, shown.id)


def test_a_target_that_is_off_sends_nothing_again(opened: Opened, backend: ReadyShop) -> None:
    backend.change("UPDATE targets SET is_on = 0, trouble_since = NULL WHERE id = 2")
    pane = opened()
    pane.open_target("2")
    assert not pane.detail.strip.send_again.isVisible()


def test_the_body_and_every_answer_can_be_read(opened: Opened) -> None:
    pane = opened()
    pane.detail.strip.read.click()
    opened_dialog = dialog(DeliveryDialog)
    assert '"event": "order.placed"' in opened_dialog.code.text()
    assert [opened_dialog.model.index(at, 0).data() for at in range(3)] == ["3", "2", "1"]
    opened_dialog.views.setCurrentIndex(1)
    assert "signature mismatch" in opened_dialog.answer.text()
    QAbstractItemModelTester(opened_dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    button(opened_dialog, "Copy the body").click()
    event = pane.detail.deliveries.model.row(0).delivery.event_id
    assert pane.context.clipboard.text().startswith(f'{{"id":"{event}","event":"order.placed"')
    opened_dialog.accept()


def test_further_pages_come_at_the_end(context: PaneContext, show: ShowWidget) -> None:
    asked: list[str] = []
    deliveries = DeliveryList(context, lambda: None, asked.append)
    show(deliveries)
    deliveries.show_page(DeliveryPage((), True, "1763208302000 8c1f"), on=True)
    deliveries.table.end_reached.emit()
    deliveries.table.end_reached.emit()
    assert asked == ["1763208302000 8c1f"]


def test_deliveries_that_cannot_be_read_leave_the_rest(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("webhooks.deliveries", BackendError("locked", code=ErrorCode.DATABASE_LOCKED))
    pane = opened()
    assert pane.state == "content"
    assert "The data is in use by another program" in texts(pane.detail.deliveries)
    backend.answers.mend("webhooks.deliveries")
    button(pane.detail.deliveries, "Try again").click()
    settle()
    assert pane.detail.deliveries.model.rowCount() == 6


def test_a_target_without_deliveries_says_what_comes_next(opened: Opened, backend: ReadyShop) -> None:
    backend.forget_deliveries(1)
    pane = opened()
    pane.open_target("1")
    assert pane.detail.deliveries.model.rowCount() == 0


def _open_resend(opened: Opened, settle: Settle) -> ResendSinceDialog:
    opened().since.click()
    settle()
    return dialog(ResendSinceDialog)


def test_all_since_a_time_are_counted_first(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    opened_dialog = _open_resend(opened, settle)
    assert opened_dialog.target.count() == 3
    assert backend.answers.last("webhooks.count_since") == (1, 2, moment(14, 14, 29))
    assert "1 event given up since then will be sent again." in texts(opened_dialog)
    assert opened_dialog.go.text() == "Send 1 again"
    opened_dialog.since.setDateTime(QDateTime(QDate(2026, 11, 15), QTime(9, 0)))
    opened_dialog.count()
    settle()
    assert backend.answers.last("webhooks.count_since") == (1, 2, moment(15, 9, 0))
    backend.answers.hold("webhooks.resend_since")
    opened_dialog.go.click()
    assert opened_dialog.work.isVisible()
    backend.answers.release("webhooks.resend_since")
    settle()
    assert backend.answers.last("webhooks.resend_since") == (1, 2, moment(15, 9, 0))
    assert "1 event is on its way again." in texts(opened_dialog)
    opened_dialog.reject()


def test_sending_again_can_be_stopped(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    opened_dialog = _open_resend(opened, settle)
    backend.answers.hold("webhooks.resend_since")
    opened_dialog.go.click()
    opened_dialog.work.stop.click()
    backend.answers.release("webhooks.resend_since")
    settle()
    assert not opened_dialog.work.isVisible()
    assert opened_dialog.go.isEnabled()
    opened_dialog.reject()


def test_another_choice_while_it_is_sent_sends_nothing_twice(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    opened_dialog = _open_resend(opened, settle)
    backend.answers.hold("webhooks.resend_since")
    opened_dialog.go.click()
    opened_dialog.target.setCurrentIndex(2)
    settle()
    opened_dialog.go.click()
    assert backend.answers.names().count("webhooks.resend_since") == 1
    backend.answers.release("webhooks.resend_since")
    settle()
    assert "1 event is on its way again." in texts(opened_dialog)
    opened_dialog.reject()


def test_a_time_that_was_not_counted_yet_is_not_sent(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    opened_dialog = _open_resend(opened, settle)
    opened_dialog.since.setDateTime(QDateTime(QDate(2026, 11, 1), QTime(9, 0)))
    assert not opened_dialog.go.isEnabled()
    opened_dialog.count()
    settle()
    assert opened_dialog.go.isEnabled()
    opened_dialog.reject()


def test_a_count_that_fails_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("webhooks.count_since", BackendError("stopped", code=ErrorCode.SERVICE_STOPPED))
    opened_dialog = _open_resend(opened, settle)
    assert "Your data is safe." in texts(opened_dialog)
    assert not opened_dialog.go.isEnabled()
    dialog(ResendSinceDialog).reject()


def _post(dialog: ReceiverDialog, secret: Secret) -> None:
    """A delivery arrives, signed with this secret."""
    body = b'{"event":"order.placed","test":true}'
    headers = make_delivery_headers(SecretPair(secret), delivery_id="dlv_1", event="order.placed", body=body, at=NOW)
    caller = HTTPConnection(urlsplit(dialog.address.value).netloc, timeout=20)
    try:
        caller.request("POST", "/", body, headers)
        caller.getresponse().read()
    finally:
        caller.close()


def test_the_receiver_checks_and_names_the_fault(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.targets.receiver.click()
    settle()
    opened_dialog = dialog(ReceiverDialog)
    assert backend.answers.last("webhooks.start_receiver") == (None,)
    known = make_secret()
    _post(opened_dialog, known)
    opened_dialog.secret.setText(known.text)
    opened_dialog.check.click()
    settle()
    assert backend.answers.last("webhooks.start_receiver") == (known.text,)
    assert opened_dialog.secret.text() == ""
    _post(opened_dialog, known)
    _post(opened_dialog, make_secret())
    opened_dialog.poll()
    settle()
    said = [opened_dialog.model.index(at, 2).data() for at in range(3)]
    assert said == ["Wrong", "Signature right", "Not checked"]
    QAbstractItemModelTester(opened_dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    opened_dialog.table.choose(opened_dialog.model.key_of(opened_dialog.model.row(0)))
    assert "Wrong secret: this was signed with another one." in strip_marks(opened_dialog.verdict.text())
    opened_dialog.reject()
    settle()
    assert not backend.webhooks.receiver().result().running


def test_the_receiver_becomes_a_target(opened: Opened, settle: Settle) -> None:
    pane = opened()
    pane.targets.receiver.click()
    settle()
    button(dialog(ReceiverDialog), "Make it a target…").click()
    assert dialog(AddTargetDialog).url.text() == dialog(ReceiverDialog).address.value
    dialog(AddTargetDialog).reject()
    dialog(ReceiverDialog).reject()


def test_a_test_is_sent_next_to_the_receiver(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.targets.receiver.click()
    settle()
    opened_dialog = dialog(ReceiverDialog)
    opened_dialog.test.click()
    settle()
    assert "Make it a target first" in opened_dialog.fault.text()
    backend.change("UPDATE targets SET url = ? WHERE id = 1", opened_dialog.address.value)
    opened_dialog.test.click()
    settle()
    assert dialog(SendTestDialog).isVisible()
    dialog(SendTestDialog).reject()
    opened_dialog.reject()


def test_a_test_delivery_is_called_one(opened: Opened, backend: ReadyShop) -> None:
    pane = opened()
    formats = pane.context.formats
    real = pane.detail.deliveries.model.row(0).delivery
    assert delivery_title(replace(real, test=True), formats).startswith("Test · ")
    assert not delivery_title(real, formats).startswith("Test")


def test_a_receiver_that_cannot_start_says_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("webhooks.start_receiver", BackendError("No port is free.", code=ErrorCode.OTHER))
    pane = opened()
    pane.targets.receiver.click()
    settle()
    assert "No port is free." in texts(dialog(ReceiverDialog))
    dialog(ReceiverDialog).reject()
