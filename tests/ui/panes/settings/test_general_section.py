"""The switch for the service that runs without a login."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from service.domain.marketplace.ringing import RingSound
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import dialog
from ui.backend import BackendError, ErrorCode
from ui.backend.settings_port import PowerOnState, PowerOnStatus, SoundState
from ui.panes.settings.general_section import PowerOnRow
from ui.shell.dialogs.fault_dialog import FaultDialog

LINGER = "sudo loginctl enable-linger ali"


def test_sound_and_volume_are_chosen_and_tried(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    ring = opened().general.ring
    assert ring.choice.count() == len(RingSound) >= 4
    ring.choice.setFocus()
    QTest.keyClick(ring.choice, Qt.Key.Key_Down)
    settle()
    ring.volume.setCurrentIndex(2)
    settle()
    settings = backend.settings_now
    assert (settings.ring_sound, settings.ring_volume) == (RingSound.CHIME, 100)
    ring.test.click()
    assert not ring.test.isEnabled()
    settle()
    assert ring.test.isEnabled()
    assert backend.answers.last("settings.try_sound") == (RingSound.CHIME, 100)
    assert "It was played." in ring.test_row.text.text()


def test_a_muted_computer_and_one_without_sound_say_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.computer.sound = SoundState.MUTED
    ring = opened().general.ring
    settle()
    assert ring.test_row.text.text() == "This PC is muted: no ring can be heard. Switch its sound on."
    backend.computer.sound = SoundState.NO_DEVICE
    ring.test.click()
    settle()
    assert ring.test_row.text.text().startswith("This PC has nothing that plays sounds.")


def test_a_test_that_fails_says_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    ring = opened().general.ring
    backend.answers.fail("settings.try_sound", BackendError("full", code=ErrorCode.DISK_FULL))
    ring.test.click()
    settle()
    assert ring.test.isEnabled()
    assert ring.test_row.text.text() == ""
    dialog(FaultDialog).accept()


@pytest.fixture
def row(opened: Opened, settle: Settle) -> PowerOnRow:
    found = opened().general.power_on
    settle()
    return found


def show(row: PowerOnRow, backend: ReadyShop, settle: Settle, status: PowerOnStatus) -> None:
    backend.computer.power_on_status = status
    row.load()
    settle()


def test_it_is_switched_on_and_off_where_the_window_may(row: PowerOnRow, backend: ReadyShop, settle: Settle) -> None:
    assert "once somebody has logged in" in row.row.text.text()
    assert row.for_programmer.isHidden()
    row.switch.click()
    assert not row.switch.isEnabled(), "a second click would come before the first is done"
    settle()
    assert backend.answers.last("settings.set_power_on") == (True,)
    assert row.row.text.text() == "Tills are answered from power-on, before anybody logs in."
    assert (row.switch.isChecked(), row.switch.isEnabled()) == (True, True)
    row.switch.click()
    settle()
    assert backend.answers.last("settings.set_power_on") == (False,)
    assert not row.switch.isChecked()


@pytest.mark.parametrize(
    ("state", "command", "words"),
    [
        (PowerOnState.OFF, "counterpart service install", "quit Counterpart, then run this in a terminal"),
        (PowerOnState.ON, "counterpart service remove", "To turn it off, run this"),
        (PowerOnState.AT_LOGIN, LINGER, "starts when you log in"),
        (PowerOnState.STOPPED, "counterpart service install", "does not run"),
    ],
)
def test_where_it_may_not_the_command_can_be_copied(
    row: PowerOnRow, backend: ReadyShop, settle: Settle, state: PowerOnState, command: str, words: str
) -> None:
    show(row, backend, settle, PowerOnStatus(state, command=command))
    assert not row.switch.isEnabled()
    assert row.switch.isChecked() == (state is not PowerOnState.OFF)
    assert words in row.row.text.text()
    assert row.command.isVisible(), "the sentence above it ends with a colon"
    row.for_programmer.toggle.click()
    assert not row.command.isVisible()
    row.command.button.click()
    assert row.context.clipboard.text() == command


@pytest.mark.parametrize(
    ("state", "command", "words"),
    [(PowerOnState.AT_LOGIN, LINGER, "starts when you log in"), (PowerOnState.STOPPED, "", "Switch it off and on")],
)
def test_a_service_of_this_user_can_be_switched_off_whatever_it_lacks(
    row: PowerOnRow, backend: ReadyShop, settle: Settle, state: PowerOnState, command: str, words: str
) -> None:
    show(row, backend, settle, PowerOnStatus(state, can_switch=True, command=command))
    assert row.switch.isEnabled()
    assert words in row.row.text.text()
    assert row.for_programmer.isHidden() == (not command)


def test_a_system_without_it_says_why(row: PowerOnRow, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("settings.power_on", BackendError("This computer has no systemctl."))
    row.load()
    settle()
    assert row.row.text.text() == "This computer has no systemctl."
    assert not row.switch.isEnabled()
    assert row.for_programmer.isHidden()


def test_a_change_that_failed_is_said_and_the_state_asked_again(
    row: PowerOnRow, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("settings.set_power_on", BackendError("Unit is masked."))
    row.switch.click()
    settle()
    assert backend.answers.names().count("settings.power_on") == 2
    assert (row.switch.isChecked(), row.switch.isEnabled()) == (False, True)
