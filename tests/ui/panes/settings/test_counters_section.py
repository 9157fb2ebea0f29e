"""Counters: the list, the code for a new one, and what a counter itself sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.pairing import PairedTill, PairingState, PairingStatus
from tests.ui.fake.fake_counters import COUNTERS, OFFER
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, texts
from ui.backend import BackendError
from ui.i18n.bidi import strip_marks
from ui.panes.settings.counters_section import AddCounterDialog, AtServiceSection, CountersSection
from ui.widgets import ConfirmDialog


def test_each_counter_has_its_last_use_and_is_revoked_after_a_question(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.counters.listed = COUNTERS
    section = opened("counters").section("counters")
    shown = strip_marks(texts(section))
    assert "YARD-PC" in shown
    assert "192.168.1.31" in shown
    assert "Not used yet" in shown
    button(section, "Revoke…").click()
    button(dialog(ConfirmDialog), "Revoke").click()
    settle()
    assert backend.answers.last("counters.revoke") == ("YARD-PC",)
    assert "YARD-PC" not in strip_marks(texts(section))


def test_the_code_for_a_new_counter_comes_with_address_and_words(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    section = opened("counters").section("counters")
    assert isinstance(section, CountersSection)
    assert "None yet" in texts(section)
    section.add.click()
    settle()
    shown = dialog(AddCounterDialog)
    assert "K7QM-3XRD" in shown.code.text()
    assert shown.address.value == "192.168.1.10"
    assert OFFER.words in shown.words.text()
    backend.counters.status = PairingStatus(PairingState.USED_UP)
    shown.poll()
    settle()
    assert "somebody in your network" in shown.news.text()
    backend.answers.hold("counters.open_code")
    opened_codes = backend.answers.names().count("counters.open_code")
    shown.again.click()
    shown.again.click()
    backend.answers.release("counters.open_code")
    settle()
    assert backend.answers.names().count("counters.open_code") == opened_codes + 1
    assert "K7QM-3XRD" in shown.code.text()
    backend.counters.status = PairingStatus(PairingState.PAIRED, till=PairedTill(3, "Desk", "192.168.1.33"))
    shown.poll()
    settle()
    assert "Desk" in shown.news.text()
    assert not shown.again.isVisible()
    shown.reject()


def test_a_code_that_nobody_used_ends_with_the_dialog(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    section = opened("counters").section("counters")
    assert isinstance(section, CountersSection)
    section.add.click()
    settle()
    dialog(AddCounterDialog).reject()
    settle()
    assert "counters.close_code" in backend.answers.names()


@pytest.mark.parametrize("key", ["backups", "connection", "counters"])
def test_a_counter_says_what_is_done_at_the_first_computer(opened: Opened, backend: ReadyShop, key: str) -> None:
    backend.computer.host = replace(backend.computer.host, counter_of="SHOP-PC")
    pane = opened(key)
    assert isinstance(pane.section(key), AtServiceSection)
    assert "SHOP-PC" in strip_marks(texts(pane.section(key)))
    assert not isinstance(pane.section("people"), AtServiceSection)


def test_counters_that_cannot_be_read_say_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("counters.list", BackendError("The disk is gone."))
    section = opened("counters").section("counters")
    settle()
    assert "The disk is gone" in texts(section)
