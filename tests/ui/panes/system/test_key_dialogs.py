"""The last day of a key: what its row says, and how it is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QDate

from service.domain.keys import Rights
from service.domain.pairing import LIFE, MAX_TRIES_IN_ALL, PairedTill
from service.domain.times import DAY
from service.service import Service
from tests.ui.fake.fake_clock import ZONE, moment
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import action, dialog, texts
from ui.backend import BackendError
from ui.backend.host_port import HostState, HostStatus
from ui.i18n import Formats, Language, isolate_name
from ui.i18n.bidi import strip_marks
from ui.panes.system.key_dialogs import ExpiryDialog, NewKeyDialog, PairingDialog
from ui.panes.system.keys_card import key_state, name_text
from ui.panes.system.system_pane import SystemPane
from ui.theme import Tone
from ui.widgets import SecretDialog

Settle = Callable[[], None]
FORMATS = Formats(Language.ENGLISH, ZONE)

NETWORK = HostStatus(HostState.LISTENING, "https://till-server.local:8710", 8710)


@pytest.mark.parametrize(
    ("used", "revoked", "state"),
    [
        (0, None, ("In use", Tone.GOOD)),
        (29 * DAY, None, ("In use", Tone.GOOD)),
        (31 * DAY, None, ("Not used for 31 days", Tone.NEUTRAL)),
        (None, None, ("Not used yet", Tone.NEUTRAL)),
        (0, 1, ("Revoked", Tone.NEUTRAL)),
    ],
)
def test_the_state_of_a_key(
    backend: ReadyShop,
    opened: Opened,
    used: int | None,
    revoked: int | None,
    state: tuple[str, Tone],
) -> None:
    opened()
    now = backend.clock.now()
    row = backend.keys.list(1).result()[0]
    last = None if used is None else now - used
    key = replace(row.key, last_used_at=last, revoked_at=None if revoked is None else now)
    assert key_state(replace(row, key=key), FORMATS, now) == state


@pytest.mark.parametrize(
    ("expired", "revoked", "state"),
    [
        (False, None, ("Until 29 Nov 2026", Tone.WARN)),
        (True, None, ("Expired", Tone.BAD)),
        (True, 1, ("Revoked", Tone.NEUTRAL)),
    ],
)
def test_the_state_of_a_key_that_ends(
    backend: ReadyShop, expired: bool, revoked: int | None, state: tuple[str, Tone]
) -> None:
    row = backend.keys.list(1).result()[0]
    key = replace(row.key, expires_at=moment(29, 20, 59), revoked_at=revoked)
    ending = replace(row, key=key, expired=expired, expires_soon=not expired)
    assert key_state(ending, FORMATS, backend.clock.now()) == state


def test_a_new_key_gets_its_last_day(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.keys.make.click()
    dialog = pane.findChild(NewKeyDialog)
    assert dialog is not None
    assert not dialog.expiry.day_row.isVisible()
    dialog.edit.setText("Loan")
    dialog.expiry.kind.setCurrentIndex(1)
    assert dialog.expiry.day_row.isVisible()
    dialog.expiry.day.setDate(QDate(2026, 12, 24))
    dialog.action.click()
    settle()
    assert backend.answers.last("keys.create") == (1, "Loan", date(2026, 12, 24), Rights.ALL)
    shown = pane.findChild(SecretDialog)
    assert shown is not None
    shown.stored.setChecked(True)
    shown.done_button.click()


def test_a_new_key_gets_its_rights_and_the_list_says_them(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.keys.make.click()
    dialog = pane.findChild(NewKeyDialog)
    assert dialog is not None
    assert dialog.rights.currentText() == "Do everything"
    dialog.edit.setText("Stock board")
    dialog.rights.setCurrentIndex(dialog.rights.findText("Only read"))
    dialog.action.click()
    settle()
    assert backend.answers.last("keys.create") == (1, "Stock board", None, Rights.READ)
    shown = pane.findChild(SecretDialog)
    assert shown is not None
    shown.stored.setChecked(True)
    shown.done_button.click()
    settle()
    names = [name_text(row) for row in pane.keys.model.rows]
    assert [name for name in names if "Only" in name] == [f"{isolate_name('Stock board')} · Only read"]


def test_the_last_day_is_changed_and_removed(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    action(pane.keys.menu_of(pane.keys.model.row(3)), "Last day…").trigger()
    dialog = pane.findChild(ExpiryDialog)
    assert dialog is not None
    assert dialog.expiry.last_day == date(2026, 12, 31)
    dialog.expiry.day.setDate(QDate(2027, 2, 28))
    dialog.action.click()
    settle()
    assert backend.answers.last("keys.change_expiry") == (1, 4, date(2027, 2, 28))
    action(pane.keys.menu_of(pane.keys.model.row(3)), "Last day…").trigger()
    again = pane.findChild(ExpiryDialog)
    assert again is not None
    again.expiry.kind.setCurrentIndex(0)
    again.action.click()
    settle()
    assert backend.answers.last("keys.change_expiry") == (1, 4, None)


def test_a_last_day_that_is_refused_is_said_at_its_field(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.fail("keys.change_expiry", BackendError("Choose a later day."))
    action(pane.keys.menu_of(pane.keys.model.row(3)), "Last day…").trigger()
    dialog = pane.findChild(ExpiryDialog)
    assert dialog is not None
    dialog.action.click()
    settle()
    assert dialog.expiry.day_row._fault.text() == "Choose a later day."
    assert dialog.action.isEnabled()
    dialog.reject()


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
