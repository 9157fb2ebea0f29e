"""The Settings pane's sections, states and dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from service.domain.alerts import AlertKind, PostOutcome, PostResult, describe_result
from service.domain.sentences import encode_sentence
from service.domain.webhooks.webhook_secrets import SecretStoreState
from tests.screenshots.scenes import Scene
from tests.screenshots.scenes_overview import offer_update
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_counters import COUNTERS
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.alerts_port import NewChannel
from ui.backend.host_port import HostState, HostStatus, KeyringStatus, PortHolder, StartEvent, StartReport
from ui.backend.settings_port import PowerOnState, PowerOnStatus, SoundState
from ui.panes.settings.backups_section import BackupPassphrase, RestoreDialog
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _settle() -> None:
    for _ in range(12):
        QApplication.processEvents()


def _pane(window: MainWindow) -> SettingsPane:
    pane = window.pane
    assert isinstance(pane, SettingsPane)
    return pane


def _dialog(window: MainWindow) -> RestoreDialog:
    return next(one for one in window.findChildren(RestoreDialog) if one.isVisible())


def _open(target: str) -> Callable[[MainWindow], None]:
    return lambda window: _pane(window).open_target(target)


def _alerts(backend: ReadyShop) -> None:
    some = frozenset({AlertKind.NEW_ORDER, AlertKind.TIME_SHORT, AlertKind.LAPSED_ORDER})
    for name, kinds in (("Maryam's phone", some), ("Office mail", frozenset(AlertKind))):
        backend.alerts.add(NewChannel(name, "ntfy://ntfy.test/topic", kinds, with_buyer=False)).result()
    backend.alerts.set_heartbeat("https://hc-ping.com/secret", 5).result()
    backend.change("UPDATE heartbeat SET last_answer_at = ?", backend.clock.now())
    fault = encode_sentence(describe_result(PostResult(PostOutcome.UNREACHABLE)))
    backend.change("UPDATE alert_channels SET service = 'E-Mail', fault = ?, dropped = 2 WHERE id = 2", fault)
    backend.change("UPDATE alert_channels SET last_sent_at = ? WHERE id = 1", moment(15, 8, 41))


def _counters(backend: ReadyShop) -> None:
    backend.counters.listed = COUNTERS
    backend.set(counters=True)


def _be_counter(backend: ReadyShop) -> None:
    backend.computer.host = replace(backend.computer.host, counter_of="SHOP-PC")


def _add_counter(window: MainWindow) -> None:
    _open("counters")(window)
    _settle()
    _pane(window).counters.add.click()


def _try_alert(window: MainWindow) -> None:
    _open("alerts")(window)
    _settle()
    _pane(window).alerts.tests[1].click()


def _add_alert(window: MainWindow) -> None:
    _open("alerts")(window)
    _settle()
    _pane(window).alerts.add.click()


def _set_heartbeat(window: MainWindow) -> None:
    _open("alerts")(window)
    _settle()
    _pane(window).alerts.switch.click()


def _muted(backend: ReadyShop) -> None:
    backend.computer.sound = SoundState.MUTED


def _ask_terminal(backend: ReadyShop) -> None:
    command = "sudo loginctl enable-linger ali"
    backend.computer.power_on_status = PowerOnStatus(PowerOnState.AT_LOGIN, can_switch=True, command=command)


def _scroll_to_ring(window: MainWindow) -> None:
    _settle()
    _pane(window).general.ring.choice.setFocus(Qt.FocusReason.TabFocusReason)


def _port_taken(backend: ReadyShop) -> None:
    holder = PortHolder("node.exe", 4312, None, moment(15, 8, 2))
    backend.computer.host = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=holder)


def _open_network(backend: ReadyShop) -> None:
    backend.set(open_to_network=True, allowed_hosts=("till-server.local", "192.168.1.10"))


def _ask_network(window: MainWindow) -> None:
    _open("connection")(window)
    _pane(window).connection.network.click()


def _ask_port(window: MainWindow) -> None:
    _open("port")(window)
    _pane(window).connection.port.setValue(8720)
    _pane(window).connection.change_port_button.click()


def _rename_branch(window: MainWindow) -> None:
    _open("shop")(window)
    _settle()
    _pane(window).shop._rename_branch("Riffa")


def _passphrase(window: MainWindow) -> None:
    _open("backups")(window)
    pane = _pane(window)
    BackupPassphrase(pane.context, pane).open()


def _restore(window: MainWindow) -> None:
    _open("backups")(window)
    _settle()
    _pane(window).backups.restore.click()


def _restore_contents(window: MainWindow) -> None:
    _restore(window)
    _dialog(window).go.click()


def _restored(window: MainWindow) -> None:
    _restore_contents(window)
    _settle()
    _dialog(window).go.click()


def _bundle(window: MainWindow) -> None:
    _open("health")(window)
    _pane(window).health.bundle.click()


def _licences(window: MainWindow) -> None:
    _open("about")(window)
    _pane(window).about.licences.click()


def _fails(backend: ReadyShop) -> None:
    backend.answers.fail("settings.read", BackendError("stopped", code=ErrorCode.SERVICE_STOPPED))


def _backups_fail(backend: ReadyShop) -> None:
    backend.answers.fail("settings.backups", BackendError("gone", code=ErrorCode.FILE_NOT_FOUND))


def _vault(backend: ReadyShop) -> None:
    backend.computer.secrets.show(KeyringStatus(SecretStoreState.ENCRYPTED_FILE, "", opened=False))


def _unclean(backend: ReadyShop) -> None:
    backend.computer.start_report = StartReport(StartEvent.UNCLEAN_END, trace="Fatal Python error")


SCENES: tuple[Scene, ...] = (
    Scene("settings-power-on", PaneKey.SETTINGS, _ask_terminal),
    Scene("settings-ring", PaneKey.SETTINGS, _muted, _scroll_to_ring),
    Scene("settings-alerts-empty", PaneKey.SETTINGS, act=_open("alerts")),
    Scene("settings-alerts", PaneKey.SETTINGS, _alerts, _try_alert),
    Scene("settings-alerts-add", PaneKey.SETTINGS, _alerts, _add_alert),
    Scene("settings-alerts-heartbeat", PaneKey.SETTINGS, act=_set_heartbeat),
    Scene("settings-connection", PaneKey.SETTINGS, act=_open("connection")),
    Scene("settings-port-taken", PaneKey.SETTINGS, _port_taken, _open("port")),
    Scene("settings-network", PaneKey.SETTINGS, _open_network, _open("connection")),
    Scene("settings-ask-network", PaneKey.SETTINGS, act=_ask_network),
    Scene("settings-ask-port", PaneKey.SETTINGS, act=_ask_port),
    Scene("settings-shop", PaneKey.SETTINGS, act=_open("shop")),
    Scene("settings-branch", PaneKey.SETTINGS, act=_rename_branch),
    Scene("settings-counters", PaneKey.SETTINGS, _counters, _open("counters")),
    Scene("settings-counters-add", PaneKey.SETTINGS, _counters, _add_counter),
    Scene("settings-counters-elsewhere", PaneKey.SETTINGS, _be_counter, _open("backups")),
    Scene("settings-log", PaneKey.SETTINGS, act=_open("log")),
    Scene("settings-secrets", PaneKey.SETTINGS, act=_open("secrets")),
    Scene("settings-vault", PaneKey.SETTINGS, _vault, _open("secrets")),
    Scene("settings-backups", PaneKey.SETTINGS, act=_open("backups")),
    Scene("settings-backups-error", PaneKey.SETTINGS, _backups_fail, _open("backups")),
    Scene("settings-passphrase", PaneKey.SETTINGS, act=_passphrase),
    Scene("settings-restore", PaneKey.SETTINGS, act=_restore),
    Scene("settings-restore-contents", PaneKey.SETTINGS, act=_restore_contents),
    Scene("settings-restored", PaneKey.SETTINGS, act=_restored),
    Scene("settings-self-test", PaneKey.SETTINGS, act=_open("self-test")),
    Scene("settings-bundle", PaneKey.SETTINGS, act=_bundle),
    Scene("settings-about", PaneKey.SETTINGS, _unclean, _open("about")),
    Scene("settings-update", PaneKey.SETTINGS, offer_update, _open("about"), every_look=True),
    Scene("settings-licences", PaneKey.SETTINGS, act=_licences),
    Scene("settings-error", PaneKey.SETTINGS, _fails),
    Scene("settings-staging", PaneKey.SETTINGS, staging=True),
)
