"""A secret is visible in its dialog only, and rotating breaks no receiver."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.panes.webhooks.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, is_nowhere, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.webhooks_port import TargetSecret
from ui.panes.webhooks.target_dialogs import AddTargetDialog
from ui.panes.webhooks.webhooks_pane import WebhooksPane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.widgets import ConfirmDialog, SecretDialog


def _add(pane: WebhooksPane, settle: Settle) -> SecretDialog:
    pane.new()
    form = dialog(AddTargetDialog)
    form.name.setText("Till 3")
    form.url.setText("http://192.168.1.23:9000/hook")
    form.save.click()
    settle()
    return dialog(SecretDialog)


def test_a_new_secret_is_shown_once(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    shown = _add(pane, settle)
    secret = shown.field.value
    assert secret == backend.newest_secret()
    assert not is_nowhere(secret)
    assert not shown.done_button.isEnabled()
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    assert shown.isVisible()
    shown.stored.click()
    shown.done_button.click()
    del shown
    settle()
    assert is_nowhere(secret)
    assert secret not in repr(vars(pane))


def test_the_clipboard_forgets_it(opened: Opened, settle: Settle) -> None:
    pane = opened()
    shown = _add(pane, settle)
    shown.field.copy()
    shown.field.button.click()
    assert pane.context.clipboard.text() == shown.field.value
    pane.context.clipboard_clearer.clear_now()
    assert pane.context.clipboard.text() == ""
    shown.stored.click()
    shown.done_button.click()


def test_the_message_for_the_seller_holds_no_secret(opened: Opened, settle: Settle) -> None:
    pane = opened()
    shown = _add(pane, settle)
    button(shown, "Copy a message for the seller of the till").click()
    assert "x-service-signature" in pane.context.clipboard.text()
    assert "Till 3" in pane.context.clipboard.text()
    assert shown.field.value not in pane.context.clipboard.text()
    shown.stored.click()
    shown.done_button.click()


def test_rotating_shows_the_next_secret_and_is_finished_later(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    pane.detail.head.rotate.click()
    assert "both secrets sign every event" in texts(dialog(ConfirmDialog))
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert backend.answers.last("webhooks.rotate") == (1, 2)
    opened_dialog = dialog(SecretDialog)
    secret = opened_dialog.field.value
    assert secret == backend.newest_secret()
    assert "The old secret still signs, so nothing breaks." in texts(opened_dialog)
    opened_dialog.stored.click()
    opened_dialog.done_button.click()
    del opened_dialog
    settle()
    assert is_nowhere(secret)
    assert "Two secrets sign at present" in texts(pane)
    button(pane, "Finish the rotation…").click()
    question = dialog(ConfirmDialog)
    assert "From now on only the new secret signs." in texts(question)
    question.confirm.click()
    settle()
    assert backend.answers.last("webhooks.finish_rotation") == (1, 2)
    assert "Two secrets sign at present" not in texts(pane)


def test_a_locked_keyring_stops_the_rotation_with_a_sentence(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("webhooks.rotate", BackendError("locked", code=ErrorCode.KEYRING_LOCKED))
    pane = opened()
    pane.detail.head.rotate.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert "The keyring is locked. Unlock it and try again." in texts(dialog(FaultDialog))
    dialog(FaultDialog).accept()


def test_the_repr_of_a_secret_says_nothing_of_it() -> None:
    assert "whsec_x" not in repr(TargetSecret(2, "whsec_x"))
