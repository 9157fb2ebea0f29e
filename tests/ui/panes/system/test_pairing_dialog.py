"""The dialog with a pairing code: what the owner sees until a till has its key."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from service.domain.pairing import LIFE, MAX_TRIES_IN_ALL, PairedTill
from service.service import Service
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import dialog, texts
from ui.backend import BackendError
from ui.backend.host_port import HostState, HostStatus
from ui.i18n.bidi import strip_marks
from ui.panes.system.pairing_dialog import PairingDialog
from ui.panes.system.system_pane import SystemPane

Settle = Callable[[], None]
NETWORK = HostStatus(HostState.LISTENING, "https://till-server.local:8710", 8710)


@pytest.fixture
def shown(opened: Callable[..., SystemPane], backend: ReadyShop, settle: Settle) -> PairingDialog:
    """The dialog of a service that is open to the network."""
    backend.make_certificate()
    pane = opened()
    pane.show_host(NETWORK)
    pane.keys.pair.click()
    settle()
    return dialog(PairingDialog)


def test_code_address_and_pin_are_shown_with_the_time_left(shown: PairingDialog, backend: ReadyShop) -> None:
    certificate = backend.network.certificate().result()
    assert certificate is not None
    assert re.fullmatch("[0-9A-Z]{4}-[0-9A-Z]{4}", strip_marks(shown.code.text()))
    assert "10:00" in shown.news.text()
    assert shown.address.value == "https://till-server.local:8710"
    assert shown.pin.value == certificate.pin
    assert backend.answers.last("network.open_pairing") == (1,)
    shown.reject()


def test_the_owner_sees_who_paired_and_can_revoke_at_once(
    shown: PairingDialog, backend: ReadyShop, settle: Settle
) -> None:
    code = strip_marks(shown.code.text())

    async def pair(service: Service) -> None:
        offer = await service.pairing.take(code, None, "192.168.1.30")
        assert offer is not None
        service.pairing.note_paired(offer, PairedTill(2, "Till 2", "192.168.1.30"))

    backend.in_service(pair)
    shown.poll()
    settle()
    assert "Till 2" in shown.news.text()
    assert "192.168.1.30" in shown.news.text()
    assert shown.code.text() == ""
    shown.stop.click()
    settle()
    assert backend.answers.last("keys.revoke") == (1, 2)
    assert "network.close_pairing" not in backend.answers.names()


def _let_expire(backend: ReadyShop, _code: str) -> None:
    backend.clock.turn(LIFE)


def _try_in_vain(backend: ReadyShop, _code: str) -> None:
    async def try_codes(service: Service) -> None:
        for number in range(MAX_TRIES_IN_ALL):
            assert await service.pairing.take(None, "wrong", f"192.168.1.{number}") is None

    backend.in_service(try_codes)


def _send_in_the_clear(backend: ReadyShop, code: str) -> None:
    async def expose(service: Service) -> None:
        service.pairing.expose(code)

    backend.in_service(expose)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (_let_expire, "The 10 minutes are over"),
        (_try_in_vain, "If it was not your till"),
        (_send_in_the_clear, "Enter the address in the till with https://"),
    ],
)
def test_a_code_that_ended_says_why_and_another_is_made(
    shown: PairingDialog, backend: ReadyShop, settle: Settle, end: Callable[[ReadyShop, str], None], words: str
) -> None:
    first = strip_marks(shown.code.text())
    end(backend, first)
    shown.poll()
    settle()
    assert words in shown.news.text()
    assert not shown.stop.isVisible()
    shown.again.click()
    settle()
    assert strip_marks(shown.code.text()) not in ("", first)
    assert not shown.again.isVisible()
    shown.reject()


def test_closing_ends_the_code(shown: PairingDialog, backend: ReadyShop, settle: Settle) -> None:
    shown.reject()
    settle()
    assert "network.close_pairing" in backend.answers.names()


def test_on_this_pc_alone_it_says_what_another_device_needs(
    opened: Callable[..., SystemPane], backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    pane.show_host(replace(NETWORK, address="http://127.0.0.1:8710"))
    pane.pair()
    settle()
    assert "Only a till on this PC can use the code now" in texts(dialog(PairingDialog))
    assert not dialog(PairingDialog).pin_row.isVisible()
    dialog(PairingDialog).reject()


def test_a_fault_is_said(opened: Callable[..., SystemPane], backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("network.open_pairing", BackendError("The service is not running."))
    pane = opened()
    pane.pair()
    settle()
    assert dialog(PairingDialog).news.text() == "The service is not running."
    assert dialog(PairingDialog).again.isVisible()
    dialog(PairingDialog).reject()
