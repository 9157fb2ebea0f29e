"""Where a dialog refuses what was typed, the keyboard is at the field, and not at the button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from service.domain.alerts import AlertKind, refuse_address
from service.domain.catalogue.stock import Cause
from service.domain.people import Person
from service.domain.webhooks.events import EventKind
from tests.ui.conftest import ShowWidget
from tests.ui.ready_shop import ReadyShop, read_records
from ui.backend import BackendError, ErrorCode
from ui.panes.calls.filter_bar import PathDialog
from ui.panes.catalogue.ledger import MovementDialog
from ui.panes.settings.alerts_section import AddChannelDialog, HeartbeatDialog
from ui.panes.settings.backups_section import BackupPassphrase
from ui.panes.settings.people_section import NewPinDialog
from ui.panes.shared.keyring_notes import PassphraseDialog
from ui.panes.shared.time_chip import Span, SpanDialog
from ui.panes.system.key_dialogs import NewKeyDialog
from ui.panes.webhooks.target_dialogs import AddTargetDialog
from ui.shell.counter.pin_prompt import PinDialog
from ui.shell.pane_context import PaneContext
from ui.widgets import Dialog

LONG = "correct horse battery"
REFUSED = BackendError("Another value, please.")


@dataclass(frozen=True)
class Refusal:
    """A dialog with what was typed, the button that is pressed, and the field that it is about."""

    dialog: Dialog
    button: QPushButton
    field: QWidget


def _new_key(context: PaneContext, parent: QWidget, name: str) -> Refusal:
    keys, shop = context.backend.keys, context.shop
    formats, now = context.formats, context.now()
    dialog = NewKeyDialog(context.theme, parent, keys, shop, lambda _key: None, formats=formats, now=now)
    dialog.edit.setText(name)
    return Refusal(dialog, dialog.action, dialog.edit)


def _heartbeat(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = HeartbeatDialog(context, parent)
    dialog.address.setText("ping.example")
    return Refusal(dialog, dialog.save, dialog.address)


def _channel(context: PaneContext, parent: QWidget) -> AddChannelDialog:
    dialog = AddChannelDialog(context, parent)
    dialog.name.setText("My phone")
    dialog.address.setText("nonsense")
    return dialog


def _channel_address(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = _channel(context, parent)
    return Refusal(dialog, dialog.save, dialog.address)


def _channel_name(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = _channel(context, parent)
    dialog.name.clear()
    return Refusal(dialog, dialog.save, dialog.name)


def _channel_events(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = _channel(context, parent)
    for box in dialog.boxes.values():
        box.setChecked(False)
    return Refusal(dialog, dialog.save, dialog.boxes[AlertKind.NEW_ORDER])


def _new_pin(context: PaneContext, parent: QWidget, typed: tuple[str, str]) -> Refusal:
    dialog = NewPinDialog(context, parent, Person(3, "Maryam"), "Maryam")
    dialog.first.setText(typed[0])
    dialog.second.setText(typed[1])
    differs = typed[0] != typed[1] and len(typed[0]) > 2
    return Refusal(dialog, dialog.go, dialog.second if differs else dialog.first)


def _backup_passphrase(context: PaneContext, parent: QWidget, second: str) -> Refusal:
    dialog = BackupPassphrase(context, parent)
    dialog.first.setText(LONG)
    dialog.second.setText(second)
    return Refusal(dialog, dialog.go, dialog.first if second == LONG else dialog.second)


def _vault(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = PassphraseDialog(context, parent, new=False)
    dialog.first.setText(LONG)
    return Refusal(dialog, dialog.go, dialog.first)


def _target(context: PaneContext, parent: QWidget, url: str) -> Refusal:
    dialog = AddTargetDialog(context, parent, url)
    return Refusal(dialog, dialog.save, dialog.url)


def _target_events(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = AddTargetDialog(context, parent, "http://127.0.0.1:9000/")
    for box in dialog.events.boxes.values():
        box.setChecked(False)
    return Refusal(dialog, dialog.save, dialog.events.boxes[next(iter(EventKind))])


def _movement(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = MovementDialog(context, parent, read_records().items[0], Cause.COUNT, "Main")
    dialog.quantity.setText("40")
    return Refusal(dialog, dialog.record, dialog.quantity)


def _pin(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = PinDialog(context.theme, parent, "PIN", "Type it.", context.backend.people.unlock)
    dialog.edit.setText("1234")
    return Refusal(dialog, dialog.action, dialog.edit)


def _span(context: PaneContext, parent: QWidget) -> Refusal:
    now = context.now()
    dialog = SpanDialog(context, parent, Span(now, now - 60_000), lambda _span: None, title="Between")
    return Refusal(dialog, dialog.show_button, dialog.until)


def _path(context: PaneContext, parent: QWidget) -> Refusal:
    dialog = PathDialog(context, parent, "", lambda _path: None)
    (button,) = [one for one in dialog.findChildren(QPushButton) if one.isDefault()]
    return Refusal(dialog, button, dialog.field)


Make = Callable[[PaneContext, QWidget], Refusal]
AT_ONCE: dict[str, Make] = {
    "a key without a name": lambda context, parent: _new_key(context, parent, ""),
    "an alert without a name": _channel_name,
    "an alert without an event": _channel_events,
    "a short PIN": lambda context, parent: _new_pin(context, parent, ("12", "12")),
    "two PINs": lambda context, parent: _new_pin(context, parent, ("1234", "1235")),
    "two passphrases": lambda context, parent: _backup_passphrase(context, parent, "another one than that"),
    "a target without an address": lambda context, parent: _target(context, parent, "nonsense"),
    "a target without an event": _target_events,
    "an end before its beginning": _span,
    "a path without a text": _path,
}
AFTER_AN_ANSWER: dict[str, tuple[Make, str, BackendError]] = {
    "a key": (lambda context, parent: _new_key(context, parent, "Till 1"), "keys.create", REFUSED),
    "a heartbeat": (_heartbeat, "alerts.set_heartbeat", REFUSED),
    "an alert": (_channel_address, "alerts.add", BackendError(refuse_address())),
    "a PIN": (lambda context, parent: _new_pin(context, parent, ("1234", "1234")), "people.set_pin", REFUSED),
    "backups": (
        lambda context, parent: _backup_passphrase(context, parent, LONG),
        "settings.set_backup_passphrase",
        REFUSED,
    ),
    "the vault": (_vault, "host.open_vault", BackendError("wrong", code=ErrorCode.WRONG_PASSPHRASE)),
    "a target": (
        lambda context, parent: _target(context, parent, "http://127.0.0.1:9000/"),
        "webhooks.add",
        BackendError("no", code=ErrorCode.BAD_ADDRESS),
    ),
    "a movement": (_movement, "catalogue.move", BackendError("held", code=ErrorCode.STOCK_HELD)),
    "a wrong PIN": (_pin, "people.unlock", REFUSED),
}
ONCE_MORE = ("a key", "a heartbeat", "a PIN", "backups", "a movement")


@pytest.fixture
def parent(show: ShowWidget) -> QWidget:
    widget = QWidget()
    widget.resize(1024, 700)
    show(widget)
    return widget


def _press(refusal: Refusal, settle: Callable[[], None]) -> None:
    refusal.dialog.open()
    settle()
    refusal.button.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    QTest.keyClick(refusal.button, Qt.Key.Key_Space)
    settle()


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_is_refused_at_once_has_the_keyboard(
    context: PaneContext, parent: QWidget, settle: Callable[[], None], qapp: QApplication, name: str
) -> None:
    refusal = AT_ONCE[name](context, parent)
    _press(refusal, settle)
    assert qapp.focusWidget() is refusal.field
    refusal.dialog.done(0)


@pytest.mark.parametrize("name", AFTER_AN_ANSWER)
def test_what_an_answer_refuses_has_the_keyboard(
    context: PaneContext,
    backend: ReadyShop,
    parent: QWidget,
    settle: Callable[[], None],
    qapp: QApplication,
    name: str,
) -> None:
    make, asked, error = AFTER_AN_ANSWER[name]
    refusal = make(context, parent)
    backend.answers.fail(asked, error)
    backend.answers.hold(asked)
    _press(refusal, settle)
    backend.answers.release(asked)
    settle()
    assert qapp.focusWidget() is refusal.field
    refusal.dialog.done(0)


@pytest.mark.parametrize("name", ONCE_MORE)
def test_the_button_has_it_where_another_value_would_not_help(
    context: PaneContext,
    backend: ReadyShop,
    parent: QWidget,
    settle: Callable[[], None],
    qapp: QApplication,
    name: str,
) -> None:
    make, asked, _error = AFTER_AN_ANSWER[name]
    refusal = make(context, parent)
    backend.answers.fail(asked, BackendError("closed", code=ErrorCode.PIN_NEEDED))
    backend.answers.hold(asked)
    _press(refusal, settle)
    backend.answers.release(asked)
    settle()
    assert qapp.focusWidget() is refusal.button
    refusal.dialog.done(0)
