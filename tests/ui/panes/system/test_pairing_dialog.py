"""The dialog with a pairing code: what the owner sees until a till has its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.domain.pairing import PairedTill, PairingState, PairingStatus
from tests.ui.fake import FakeBackend
from tests.ui.fake.fake_network import CERTIFICATE
from tests.ui.panes.webhooks.widget_queries import dialog, texts
from ui.backend import BackendError
from ui.backend.host_port import HostState, HostStatus
from ui.panes.system.pairing_dialog import PairingDialog
from ui.panes.system.system_pane import SystemPane

Settle = Callable[[], None]
NETWORK = HostStatus(HostState.LISTENING, "https://till-server.local:8710", 8710)


@pytest.fixture
def shown(opened: Callable[..., SystemPane], settle: Settle) -> PairingDialog:
    """The dialog of a service that is open to the network."""
    pane = opened()
    pane.show_host(NETWORK)
    pane.keys.pair.click()
    settle()
    return dialog(PairingDialog)


def test_code_address_and_pin_are_shown_with_the_time_left(shown: PairingDialog, backend: FakeBackend) -> None:
    assert "K7QM-3XRD" in shown.code.text()
    assert "10:00" in shown.news.text()
    assert shown.address.value == "https://till-server.local:8710"
    assert shown.pin.value == CERTIFICATE.pin
    assert backend.answers.last("network.open_pairing") == (1,)
    shown.reject()


def test_the_owner_sees_who_paired_and_can_revoke_at_once(
    shown: PairingDialog, backend: FakeBackend, settle: Settle
) -> None:
    till = PairedTill(2, "Till 2", "192.168.1.30")
    backend.network.status = PairingStatus(PairingState.PAIRED, 1, till=till)
    shown.poll()
    settle()
    assert "Till 2" in shown.news.text()
    assert "192.168.1.30" in shown.news.text()
    assert shown.code.text() == ""
    shown.stop.click()
    settle()
    assert backend.answers.last("keys.revoke") == (1, 2)
    assert "network.close_pairing" not in backend.answers.names()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (PairingState.EXPIRED, "The 10 minutes are over"),
        (PairingState.USED_UP, "If it was not your till"),
        (PairingState.EXPOSED, "Enter the address in the till with https://"),
    ],
)
def test_a_code_that_ended_says_why_and_another_is_made(
    shown: PairingDialog, backend: FakeBackend, settle: Settle, state: PairingState, words: str
) -> None:
    backend.network.status = PairingStatus(state, 1)
    shown.poll()
    settle()
    assert words in shown.news.text()
    assert not shown.stop.isVisible()
    shown.again.click()
    settle()
    assert "K7QM-3XRD" in shown.code.text()
    assert not shown.again.isVisible()
    shown.reject()


def test_closing_ends_the_code(shown: PairingDialog, backend: FakeBackend, settle: Settle) -> None:
    shown.reject()
    settle()
    assert "network.close_pairing" in backend.answers.names()


def test_on_this_pc_alone_it_says_what_another_device_needs(
    opened: Callable[..., SystemPane], backend: FakeBackend, settle: Settle
) -> None:
    backend.network.present = None
    pane = opened()
    pane.show_host(replace(NETWORK, address="http://127.0.0.1:8710"))
    pane.pair()
    settle()
    assert "Only a till on this PC can use the code now" in texts(dialog(PairingDialog))
    assert not dialog(PairingDialog).pin_row.isVisible()
    dialog(PairingDialog).reject()


def test_a_fault_is_said(opened: Callable[..., SystemPane], backend: FakeBackend, settle: Settle) -> None:
    backend.answers.fail("network.open_pairing", BackendError("The service is not running."))
    pane = opened()
    pane.pair()
    settle()
    assert dialog(PairingDialog).news.text() == "The service is not running."
    assert dialog(PairingDialog).again.isVisible()
    dialog(PairingDialog).reject()
