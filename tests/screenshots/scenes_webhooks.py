"""The Webhooks pane's other states and its dialogs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtWidgets import QApplication

from service.domain.sentences import Sentence, encode_sentence
from service.domain.webhooks.signing import SignatureFault
from service.domain.webhooks.webhook_secrets import SECRET_MISSING, SecretStoreState
from tests.screenshots.scenes import Scene
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.sentence_data import NO_NETWORK
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import KeyringStatus
from ui.backend.webhooks_port import Received, ReceiverState
from ui.panes.shared.keyring_notes import PassphraseDialog
from ui.panes.webhooks.delivery_list import DeliveryDialog
from ui.panes.webhooks.target_actions import ReceiverDialog
from ui.panes.webhooks.target_dialogs import AddTargetDialog, SendTestDialog
from ui.panes.webhooks.webhooks_pane import WebhooksPane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.widgets import Dialog

D = TypeVar("D", bound=Dialog)


def _settle() -> None:
    for _ in range(12):
        QApplication.processEvents()


def _pane(window: MainWindow) -> WebhooksPane:
    pane = window.pane
    assert isinstance(pane, WebhooksPane)
    return pane


def _dialog(window: MainWindow, kind: type[D]) -> D:
    return next(one for one in window.findChildren(kind) if one.isVisible())


def _empty(backend: ReadyShop) -> None:
    backend.change("UPDATE targets SET removed_at = 1")


def _fails(backend: ReadyShop) -> None:
    backend.answers.fail("webhooks.targets", BackendError("locked", code=ErrorCode.DATABASE_LOCKED))


def _mode_off(backend: ReadyShop) -> None:
    backend.change("UPDATE shops SET webhooks = 0")


def _held_up(note: Sentence) -> Callable[[ReadyShop], None]:
    def prepare(backend: ReadyShop) -> None:
        backend.change("UPDATE targets SET note = ? WHERE id = 2", encode_sentence(note))

    return prepare


def _keyring(state: SecretStoreState, *, opened: bool = True) -> Callable[[ReadyShop], None]:
    def prepare(backend: ReadyShop) -> None:
        backend.computer.secrets.show(KeyringStatus(state, "GNOME Keyring", opened))

    return prepare


def _rotating(backend: ReadyShop) -> None:
    backend.change("UPDATE targets SET next_secret_name = 'next' WHERE id = 1")


def _click(name: str) -> Callable[[MainWindow], None]:
    def act(window: MainWindow) -> None:
        head = _pane(window).detail.head
        {"test": head.test, "rotate": head.rotate, "edit": head.edit, "remove": head.remove}[name].click()

    return act


def _choose(target: str) -> Callable[[MainWindow], None]:
    return lambda window: _pane(window).open_target(target)


def _add(window: MainWindow) -> None:
    _pane(window).new()


def _add_wrong(window: MainWindow) -> None:
    pane = _pane(window)
    pane.new()
    dialog = _dialog(window, AddTargetDialog)
    dialog.url.setText("till2:9000/hook")
    dialog.save.click()


def _secret(window: MainWindow) -> None:
    pane = _pane(window)
    pane.new()
    dialog = _dialog(window, AddTargetDialog)
    dialog.name.setText("Till 3")
    dialog.url.setText("http://192.168.1.23:9000/hook")
    dialog.save.click()


def _rotated(window: MainWindow) -> None:
    _pane(window).target_actions.rotate()


def _switch_on(window: MainWindow) -> None:
    pane = _pane(window)
    pane.open_target("4")
    _settle()
    pane.detail.head.switch.click()


def _tested(window: MainWindow) -> None:
    _click("test")(window)
    _dialog(window, SendTestDialog).go.click()


def _since(window: MainWindow) -> None:
    _pane(window).since.click()


def _body(window: MainWindow) -> None:
    _pane(window).detail.strip.read.click()


def _answers(window: MainWindow) -> None:
    _body(window)
    _dialog(window, DeliveryDialog).views.setCurrentIndex(1)


def _receiver(window: MainWindow) -> None:
    _pane(window).targets.receiver.click()
    _settle()
    dialog = _dialog(window, ReceiverDialog)
    body = b'{"event":"order.placed","test":true}'
    right = Received(moment(15, 14, 28), "order.placed", "dlv_1", "", body)
    wrong = Received(moment(15, 14, 27), "order.status", "dlv_2", "wrong", body, (SignatureFault.WRONG_SECRET,))
    dialog._show(ReceiverState(True, dialog.address.value, (right, wrong)))
    dialog.table.choose(dialog.model.key_of(dialog.model.row(1)))


def _passphrase(window: MainWindow) -> None:
    pane = _pane(window)
    PassphraseDialog(pane.context, pane, new=True).open()


SCENES: tuple[Scene, ...] = (
    Scene("webhooks-held-up", PaneKey.WEBHOOKS, _held_up(NO_NETWORK), _choose("2")),
    Scene("webhooks-secret-gone", PaneKey.WEBHOOKS, _held_up(SECRET_MISSING), _choose("2")),
    Scene("webhooks-empty", PaneKey.WEBHOOKS, _empty),
    Scene("webhooks-staging", PaneKey.WEBHOOKS, staging=True),
    Scene("webhooks-error", PaneKey.WEBHOOKS, _fails),
    Scene("webhooks-mode-off", PaneKey.WEBHOOKS, _mode_off),
    Scene("webhooks-keyring-locked", PaneKey.WEBHOOKS, _keyring(SecretStoreState.LOCKED)),
    Scene("webhooks-keyring-slow", PaneKey.WEBHOOKS, _keyring(SecretStoreState.SLOW)),
    Scene("webhooks-keyring-absent", PaneKey.WEBHOOKS, _keyring(SecretStoreState.ABSENT)),
    Scene("webhooks-rotating", PaneKey.WEBHOOKS, _rotating, _choose("1")),
    Scene("webhooks-off", PaneKey.WEBHOOKS, act=_choose("4")),
    Scene("webhooks-add", PaneKey.WEBHOOKS, act=_add),
    Scene("webhooks-add-wrong", PaneKey.WEBHOOKS, act=_add_wrong),
    Scene("webhooks-secret", PaneKey.WEBHOOKS, act=_secret),
    Scene("webhooks-next-secret", PaneKey.WEBHOOKS, act=_rotated),
    Scene("webhooks-edit", PaneKey.WEBHOOKS, act=_click("edit")),
    Scene("webhooks-remove", PaneKey.WEBHOOKS, act=_click("remove")),
    Scene("webhooks-rotate", PaneKey.WEBHOOKS, act=_click("rotate")),
    Scene("webhooks-switch-on", PaneKey.WEBHOOKS, act=_switch_on),
    Scene("webhooks-test", PaneKey.WEBHOOKS, act=_tested),
    Scene("webhooks-since", PaneKey.WEBHOOKS, act=_since),
    Scene("webhooks-body", PaneKey.WEBHOOKS, act=_body),
    Scene("webhooks-answers", PaneKey.WEBHOOKS, act=_answers),
    Scene("webhooks-receiver", PaneKey.WEBHOOKS, act=_receiver),
    Scene("webhooks-passphrase", PaneKey.WEBHOOKS, act=_passphrase),
)
