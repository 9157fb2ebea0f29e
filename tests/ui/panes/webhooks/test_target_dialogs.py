"""Adding, editing and removing a target."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from service.domain.webhooks.events import EventKind
from tests.ui.panes.webhooks.conftest import Opened, Settle
from tests.ui.ready_data import TARGET_EVENTS
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.webhooks_port import NewTarget
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.target_dialogs import AddTargetDialog, EditTargetDialog
from ui.panes.webhooks.webhook_words import address_fault
from ui.widgets import ConfirmDialog, SecretDialog


def test_adding_checks_the_address_first(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.new()
    form = dialog(AddTargetDialog)
    form.url.setText("till3:9000/hook")
    form.save.click()
    assert "The address begins with http:// or https://." in texts(form)
    assert "webhooks.add" not in backend.answers.names()
    form.url.setText("http://192.168.1.23:9000/hook")
    form.name.setText("Till 3")
    form.events.boxes[EventKind.RFQ_NEW].click()
    form.save.click()
    settle()
    new = NewTarget("http://192.168.1.23:9000/hook", frozenset(EventKind), "Till 3")
    assert backend.answers.last("webhooks.add") == (1, new)
    dialog(SecretDialog).stored.click()
    dialog(SecretDialog).done_button.click()
    settle()
    assert pane.detail.target is not None
    assert pane.detail.target.name == "Till 3"


def test_a_target_needs_an_event(opened: Opened, backend: ReadyShop) -> None:
    pane = opened()
    pane.new()
    form = dialog(AddTargetDialog)
    form.url.setText("http://192.168.1.23:9000/hook")
    for box in form.events.boxes.values():
        box.setChecked(False)
    form.save.click()
    assert "Choose at least one" in texts(form)
    assert "webhooks.add" not in backend.answers.names()
    form.reject()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (ErrorCode.BAD_ADDRESS, "This is no web address."),
        (ErrorCode.KEYRING_LOCKED, "The keyring is locked."),
        (ErrorCode.NAME_TAKEN, "This name is in use."),
    ],
)
def test_what_the_service_refuses_stands_in_the_form(
    opened: Opened, backend: ReadyShop, settle: Settle, code: ErrorCode, expected: str
) -> None:
    backend.answers.fail("webhooks.add", BackendError("no", code=code))
    pane = opened()
    pane.new()
    form = dialog(AddTargetDialog)
    form.url.setText("http://192.168.1.23:9000/hook")
    form.save.click()
    settle()
    assert expected in texts(form)
    assert form.save.isEnabled()
    form.reject()


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("http://192.168.1.20:9000/hook", False),
        ("https://board.sitraparts.bh/in", False),
        ("ftp://till", True),
        ("http://a:b@till/", True),
        ("http://169.254.169.254/", True),
        ("", True),
    ],
)
def test_an_address_is_judged_as_it_is_typed(url: str, wrong: bool) -> None:
    assert bool(address_fault(url)) is wrong


def test_editing_keeps_what_changed_and_the_catch_up(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.detail.head.edit.click()
    form = dialog(EditTargetDialog)
    assert (form.name.text(), form.url.text()) == ("Till 2", "http://192.168.1.21:9000/hook")
    form.name.setText("Till two")
    form.catch_up.click()
    form.save.click()
    settle()
    asked = backend.answers.last("webhooks.edit")
    assert asked[:2] == (1, 2)
    assert asked[2] == NewTarget("http://192.168.1.21:9000/hook", frozenset(TARGET_EVENTS), "Till two")
    assert backend.answers.last("webhooks.set_catch_up") == (1, 2, False)
    assert strip_marks(pane.detail.head.name.text()) == "Till two"


def test_removing_asks_first(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.detail.head.remove.click()
    assert "the 3 waiting events included" in texts(dialog(ConfirmDialog))
    QTest.keyClick(dialog(ConfirmDialog), Qt.Key.Key_Return)
    settle()
    assert "webhooks.remove" not in backend.answers.names()
    pane.detail.head.remove.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert backend.answers.last("webhooks.remove") == (1, 2)
    assert pane.targets.model.find(2) == -1
