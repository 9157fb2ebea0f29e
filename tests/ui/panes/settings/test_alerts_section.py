"""Alerts in Settings: adding, trying, changing and removing addresses, and the heartbeat."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from service.domain.alerts import AlertKind, PostOutcome, PostResult, refuse_address
from service.domain.sentences import encode_sentence, message
from service.store import alert_channels
from service.store.engine.transaction import Tx
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, is_nowhere, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.alerts_port import NewChannel
from ui.panes.settings.alerts_section import AddChannelDialog, EditChannelDialog, HeartbeatDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.widgets import ConfirmDialog


@pytest.fixture
def phone(backend: ReadyShop) -> None:
    _add(backend, "Maryam's phone")


def _add(backend: ReadyShop, name: str) -> None:
    kinds = frozenset({AlertKind.NEW_ORDER, AlertKind.TIME_SHORT, AlertKind.LAPSED_ORDER})
    backend.alerts.add(NewChannel(name, "ntfy://ntfy.test/topic", kinds, with_buyer=False)).result()


def test_an_address_is_added_and_dropped_from_the_window(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    section = opened("alerts").alerts
    assert "No address yet." in texts(section)
    section.add.click()
    form = dialog(AddChannelDialog)
    form.name.setText(" My phone ")
    form.address.setText(" ntfy://secret-topic ")
    assert form.address.echoMode() is not QLineEdit.EchoMode.Normal
    form.boxes[AlertKind.TIME_SHORT].click()
    form.with_buyer.click()
    form.save.click()
    settle()
    kinds = frozenset({AlertKind.NEW_ORDER, AlertKind.LAPSED_ORDER})
    new = NewChannel("My phone", "ntfy://secret-topic", kinds, with_buyer=True)
    assert backend.answers.last("alerts.add") == (new,)
    assert "secret-topic" not in repr(new)
    assert is_nowhere("secret-topic")
    assert "My phone" in texts(section)


def test_without_an_event_or_with_a_bad_address_the_form_says_why(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    section = opened("alerts").alerts
    section.add.click()
    form = dialog(AddChannelDialog)
    form.name.setText("My phone")
    for box in form.boxes.values():
        box.setChecked(False)
    form.save.click()
    assert "Choose at least one event." in texts(form)
    assert "alerts.add" not in backend.answers.names()
    form.boxes[AlertKind.NEW_ORDER].click()
    backend.answers.fail("alerts.add", BackendError(message("The alert address cannot be read.")))
    form.save.click()
    settle()
    assert "The alert address cannot be read." in texts(form)
    assert form.save.isEnabled()
    form.reject()


def test_a_refused_name_or_address_is_said_at_its_field(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    opened("alerts").alerts.add.click()
    form = dialog(AddChannelDialog)
    form.address.setText("nonsense")
    form.save.click()
    settle()
    assert form.name.accessibleDescription() == "Give the alert address a name of 1 to 60 characters."
    assert form.name.hasFocus()
    assert "alerts.add" not in backend.answers.names()
    form.name.setText("My phone")
    backend.answers.fail("alerts.add", BackendError(refuse_address()))
    form.save.click()
    settle()
    assert form.name.accessibleDescription() == ""
    assert form.address.accessibleDescription() == str(refuse_address())
    assert form.address.hasFocus()
    assert form.fault.isHidden()
    assert form.save.isEnabled()
    form.reject()


def test_a_test_says_how_it_ended(opened: Opened, backend: ReadyShop, settle: Settle, phone: None) -> None:
    section = opened("alerts").alerts
    backend.answers.hold("alerts.test")
    section.tests[1].click()
    settle()
    assert "Sending…" in texts(section)
    section.tests[1].click()
    settle()
    assert backend.answers.names().count("alerts.test") == 1, "a second press sends no second message"
    backend.answers.release("alerts.test")
    settle()
    assert "It was handed over." in texts(section)
    backend.post.answers["ntfy://ntfy.test/topic"] = PostResult(PostOutcome.REFUSED, "ntfy", 403)
    section.tests[1].click()
    settle()
    assert "The receiver refused it with 403." in texts(section)
    backend.answers.fail("alerts.test", BackendError("x", code=ErrorCode.KEYRING_LOCKED))
    section.tests[1].click()
    settle()
    assert section.tests[1].isEnabled()
    assert backend.answers.names().count("alerts.test") == 3


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_the_keyboard_stays_at_the_button_while_a_test_runs(
    opened: Opened, backend: ReadyShop, settle: Settle, qapp: QApplication, key: Qt.Key
) -> None:
    """It went to "Add an address…", and stayed there."""
    for name in ("Phone", "Mail"):
        _add(backend, name)
    section = opened("alerts").alerts
    backend.answers.hold("alerts.test", is_done=True)
    section.tests[1].setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    for _ in range(2):
        QTest.keyClick(section.tests[1], key)
        settle()
        assert qapp.focusWidget() is section.tests[1]
    assert section.tests[1].accessibleDescription() == "Busy"
    assert not section.tests[2].isEnabled(), "one is tried at a time"
    QTest.mouseClick(section.tests[1], Qt.MouseButton.LeftButton)
    settle()
    assert backend.answers.names().count("alerts.test") == 1
    backend.answers.release("alerts.test")
    settle()
    assert qapp.focusWidget() is section.tests[1]
    QTest.keyClick(section.tests[1], key)
    settle()
    assert backend.answers.names().count("alerts.test") == 2


def test_the_state_of_an_address_is_said(opened: Opened, backend: ReadyShop, phone: None) -> None:
    def fail(tx: Tx) -> None:
        alert_channels.change_channel(tx, 1, kinds=tuple(AlertKind), with_buyer=False)
        alert_channels.mark_failed(tx, 1, message("It is offline."), 1, 0)
        tx.update("UPDATE alert_channels SET dropped = 1")
        for subject in ("ORD-1", "ORD-2"):
            tx.update(
                "INSERT INTO alerts (channel_id, kind, shop_id, subject, at, expires_at) "
                "VALUES (1, 'new_order', 1, ?, 0, 1)",
                (subject,),
            )

    backend.write(fail)
    section = opened("alerts").alerts
    assert "ntfy · Every event\nIt is offline.\n2 waiting\n1 came too late and was not sent" in texts(section)


def test_the_events_change_and_the_address_goes(
    opened: Opened, backend: ReadyShop, settle: Settle, phone: None
) -> None:
    section = opened("alerts").alerts
    button(section, "Change…").click()
    form = dialog(EditChannelDialog)
    form.boxes[AlertKind.NEW_ORDER].click()
    form.save.click()
    settle()
    kinds = frozenset({AlertKind.TIME_SHORT, AlertKind.LAPSED_ORDER})
    assert backend.answers.last("alerts.change") == (1, kinds, False)
    button(section, "Remove…").click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert backend.answers.last("alerts.remove") == (1,)
    assert "No address yet." in texts(section)


def test_the_heartbeat_is_set_and_switched_off(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    section = opened("alerts").alerts
    section.switch.click()
    form = dialog(HeartbeatDialog)
    backend.answers.fail("alerts.set_heartbeat", BackendError(message("It must begin with https://")))
    form.address.setText("http://x")
    form.save.click()
    settle()
    assert "It must begin with https://" in texts(form)
    backend.answers.mend("alerts.set_heartbeat")
    form.address.setText("https://hc-ping.com/uuid")
    form.minutes.setCurrentIndex(2)
    form.save.click()
    settle()
    assert backend.answers.last("alerts.set_heartbeat") == ("https://hc-ping.com/uuid", 15)
    assert "https://hc-ping.com/…, every 15 minutes\nNot called yet." in texts(section)
    section.switch.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert "alerts.remove_heartbeat" in backend.answers.names()


def test_a_heartbeat_that_fails_says_why(opened: Opened, backend: ReadyShop) -> None:
    backend.alerts.set_heartbeat("https://x/secret", 1).result()
    backend.change("UPDATE heartbeat SET fault = ?", encode_sentence(message("It answered 404.")))
    assert "https://x/…, every minute\nIt answered 404." in texts(opened("alerts").alerts)


def test_what_cannot_be_read_is_asked_again(opened: Opened, backend: ReadyShop, settle: Settle, phone: None) -> None:
    backend.answers.fail("alerts.read", BackendError("stopped", code=ErrorCode.SERVICE_STOPPED))
    section = opened("alerts").alerts
    backend.answers.mend("alerts.read")
    button(section, "Try again").click()
    settle()
    assert "Maryam's phone" in texts(section)
    backend.answers.fail("alerts.remove", BackendError("stopped", code=ErrorCode.SERVICE_STOPPED))
    button(section, "Remove…").click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    dialog(FaultDialog).accept()
