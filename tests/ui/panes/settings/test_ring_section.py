"""The ring in Settings: its sound, its volume, its test."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from service.domain.marketplace.ringing import RingSound
from tests.ui.fake import FakeBackend
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.panes.webhooks.widget_queries import dialog
from ui.backend import BackendError, ErrorCode
from ui.backend.settings_port import SoundState
from ui.shell.dialogs.fault_dialog import FaultDialog


def test_sound_and_volume_are_chosen_and_tried(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    ring = opened().general.ring
    assert ring.choice.count() == len(RingSound) >= 4
    ring.choice.setFocus()
    QTest.keyClick(ring.choice, Qt.Key.Key_Down)
    settle()
    ring.volume.setCurrentIndex(2)
    settle()
    settings = backend.world.settings
    assert (settings.ring_sound, settings.ring_volume) == (RingSound.CHIME, 100)
    ring.test.click()
    assert not ring.test.isEnabled()
    settle()
    assert ring.test.isEnabled()
    assert backend.answers.last("settings.try_sound") == (RingSound.CHIME, 100)
    assert "It was played." in ring.test_row.text.text()


def test_a_muted_computer_and_one_without_sound_say_so(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.settings.sound = SoundState.MUTED
    ring = opened().general.ring
    settle()
    assert ring.test_row.text.text() == "This PC is muted: no ring can be heard. Switch its sound on."
    backend.settings.sound = SoundState.NO_DEVICE
    ring.test.click()
    settle()
    assert ring.test_row.text.text().startswith("This PC has nothing that plays sounds.")


def test_a_test_that_fails_says_why(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    ring = opened().general.ring
    backend.answers.fail("settings.try_sound", BackendError("full", code=ErrorCode.DISK_FULL))
    ring.test.click()
    settle()
    assert ring.test.isEnabled()
    assert ring.test_row.text.text() == ""
    dialog(FaultDialog).accept()
