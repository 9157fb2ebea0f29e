"""The port, the network, and what the last start found, in Settings."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from service.domain.changes import ChangeKind
from service.domain.settings import Settings
from tests.ui.fake.fake_clock import moment
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, PortHolder, StartEvent, StartReport
from ui.widgets import ConfirmDialog


def _asked(backend: ReadyShop) -> Settings:
    settings = backend.answers.last("settings.change")[1]
    assert isinstance(settings, Settings)
    return settings


def test_a_taken_port_names_the_holder_and_is_tried_again(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    holder = PortHolder("node.exe", 4312, None, moment(15, 8, 2))
    backend.computer.host = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=holder)
    pane = opened("port")
    assert pane.chosen == "connection"
    assert "node.exe, process 4312 holds it." in texts(pane.connection)
    backend.computer.host = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)
    button(pane.connection, "Try again").click()
    settle()
    assert "host.try_again" in backend.answers.names()
    assert pane.connection.port_note is None


def test_another_users_counterpart_is_named(opened: Opened, backend: ReadyShop) -> None:
    holder = PortHolder("counterpart.exe", 4312, "Ahmed", None, ours=True)
    backend.computer.host = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=holder)
    assert "The Counterpart of Ahmed holds it." in texts(opened("port").connection)


def test_the_port_changes_after_a_question(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("port")
    assert not pane.connection.change_port_button.isEnabled()
    pane.connection.port.setValue(8720)
    pane.connection.change_port_button.click()
    assert "Every till that calls this PC needs the new address." in texts(dialog(ConfirmDialog))
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert backend.answers.last("host.change_port") == (8720,)
    assert pane.connection.address.value == "http://127.0.0.1:8720"
    assert not pane.connection.change_port_button.isEnabled()


def test_a_port_that_is_taken_too_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("host.change_port", BackendError("Port 80 is in use.", code=ErrorCode.PORT_TAKEN))
    pane = opened("port")
    pane.connection.port.setValue(80)
    pane.connection.change_port_button.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert pane.connection.fault.text() == "Port 80 is in use."


def test_opening_to_the_network_warns_first(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("connection")
    pane.connection.network.click()
    assert "guests in the same Wi-Fi too" in texts(dialog(ConfirmDialog))
    assert not pane.connection.network.isChecked()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert _asked(backend).open_to_network is True
    assert pane.connection.open_note.isVisible()
    pane.connection.network.click()
    settle()
    assert _asked(backend).open_to_network is False


def test_unencrypted_calls_are_offered_only_to_an_open_service_and_after_a_question(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened("connection")
    assert not pane.connection.plain_row.isVisible()
    backend.set(open_to_network=True)
    backend.tell(ChangeKind.SETTINGS)
    settle()
    pane.connection.plain.click()
    assert "can then read the keys, orders and prices" in texts(dialog(ConfirmDialog))
    assert not pane.connection.plain.isChecked()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert _asked(backend).network_http is True
    pane.connection.plain.click()
    settle()
    assert _asked(backend).network_http is False


def test_hosts_and_origins_are_kept_line_by_line(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("connection")
    assert not pane.connection.save.isEnabled()
    pane.connection.hosts.setPlainText("till-server.local\n192.168.1.10, till-server.local\n")
    pane.connection.origins.setPlainText("https://shop.example.bh")
    pane.connection.save.click()
    settle()
    assert _asked(backend).allowed_hosts == ("till-server.local", "192.168.1.10")
    assert _asked(backend).allowed_origins == ("https://shop.example.bh",)
    assert not pane.connection.save.isEnabled()


def test_a_wrong_host_is_told_next_to_the_field(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("settings.change", BackendError("allowed_hosts must be names; 'a b' is none."))
    pane = opened("connection")
    pane.connection.callers.toggle.click()
    pane.connection.hosts.setPlainText("no_host!")
    pane.connection.save.click()
    settle()
    assert "allowed_hosts must be names" in texts(pane.connection)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (StartEvent.UNCLEAN_END, "The program ended without closing last time"),
        (StartEvent.RECOVERED, "The data was damaged and could be recovered"),
        (StartEvent.DATABASE_DAMAGED, "Restore the newest backup under Backups."),
        (StartEvent.DATABASE_TOO_NEW, "The data was written by a newer version"),
    ],
)
def test_what_the_last_start_found_is_told(
    opened: Opened, backend: ReadyShop, event: StartEvent, expected: str
) -> None:
    backend.computer.start_report = StartReport(event, trace="Fatal Python error", set_aside="C:\\old.db")
    pane = opened("about")
    assert expected in texts(pane.about)
    button(pane.about, "Copy details for support").click()
    assert QApplication.clipboard().text() == "Fatal Python error"
