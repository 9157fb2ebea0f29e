"""The certificate of an open service: shown, copied, saved and replaced."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import dialog, texts
from ui.backend import BackendError
from ui.backend.host_port import HostState, HostStatus
from ui.panes.settings.connection_section import CertificateCard
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.widgets import ConfirmDialog


@pytest.fixture
def card(opened: Opened, backend: ReadyShop, settle: Settle) -> CertificateCard:
    """The card of a service that is open to the network."""
    backend.set(open_to_network=True)
    backend.make_certificate()
    backend.computer.host = HostStatus(HostState.LISTENING, "https://till-server.local:8710", 8710)
    pane = opened("connection")
    settle()
    return pane.connection.certificate


def test_it_is_hidden_while_only_this_pc_may_call(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("connection")
    settle()
    assert not pane.connection.certificate.isVisible()
    assert "network.certificate" not in backend.answers.names()


def test_it_shows_pin_names_and_a_line_to_try_it(card: CertificateCard, backend: ReadyShop) -> None:
    assert card.isVisible()
    certificate = backend.network.certificate().result()
    assert certificate is not None
    assert card.pin.value == certificate.pin
    line = f'curl -k --pinnedpubkey "{certificate.pin}" https://till-server.local:8710/health'
    assert card.line.value == line
    card.line.copy()
    assert QApplication.clipboard().text() == line
    assert "192.168.1.20" in texts(card)


def test_with_http_allowed_the_line_is_encrypted_all_the_same(card: CertificateCard) -> None:
    card.load("http://till-server.local:8710", wanted=True)
    assert " https://till-server.local:8710/" in card.line.value


def test_it_is_saved_where_the_owner_says(
    card: CertificateCard, chooser: FakeFileChooser, backend: ReadyShop, settle: Settle
) -> None:
    chooser.save_path = str(backend.folder / "saved.pem")
    card.save.click()
    settle()
    assert "BEGIN CERTIFICATE" in (backend.folder / "saved.pem").read_text(encoding="ascii")


def test_it_is_replaced_after_a_warning(card: CertificateCard, backend: ReadyShop, settle: Settle) -> None:
    before = card.pin.value
    card.replace.click()
    assert "Every till on another device refuses this PC" in texts(dialog(ConfirmDialog))
    assert "network.replace_certificate" not in backend.answers.names()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert card.pin.value != before


def test_faults_are_said(card: CertificateCard, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("network.certificate", BackendError("The certificate cannot be used."))
    card.load("", wanted=True)
    settle()
    assert card.fault.text() == "The certificate cannot be used."
    backend.answers.fail("network.replace_certificate", BackendError("The disk is full."))
    card.replace.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert "The disk is full." in texts(dialog(FaultDialog))
    dialog(FaultDialog).accept()
