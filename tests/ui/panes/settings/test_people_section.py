"""The staff in Settings: added, renamed, deactivated; loading, empty, failed."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from service.domain.people import OWNER_ID
from service.domain.sentences import message
from service.domain.settings import Settings
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ALI, ReadyShop
from tests.ui.widget_queries import dialog, is_nowhere, texts
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.settings.people_section import NewPinDialog, PeopleSection
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.name_dialog import NameDialog
from ui.widgets import ConfirmDialog


def _press(section: PeopleSection, spoken: str) -> None:
    found = [one for one in section.findChildren(QPushButton) if strip_marks(one.accessibleName()) == spoken]
    found[-1].click()


def test_without_names_it_says_who_is_recorded(opened: Opened) -> None:
    section = opened("people").people
    assert "recorded as done by the owner" in texts(section)


def test_a_name_is_added(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("people")
    pane.people.add.click()
    shown = dialog(NameDialog)
    shown.edit.setText("  Maryam  Ali ")
    shown.action.click()
    settle()
    assert backend.answers.last("people.add") == ("Maryam Ali",)
    assert "Maryam Ali" in texts(pane.people)


def test_names_are_renamed_and_deactivated(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.add_staff()
    pane = opened("people")
    _press(pane.people, "Rename Ali")
    shown = dialog(NameDialog)
    shown.edit.setText("Ali H.")
    shown.action.click()
    settle()
    assert backend.answers.last("people.rename") == (ALI, "Ali H.")
    _press(pane.people, "Deactivate Ali H.")
    settle()
    assert backend.answers.last("people.set_active") == (ALI, False)
    _press(pane.people, "Activate Old hand")
    settle()
    assert backend.answers.last("people.set_active") == (3, True)


def test_a_failed_write_and_a_failed_read_say_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.add_staff()
    pane = opened("people")
    full = BackendError(message("The disk is full."), code=ErrorCode.DISK_FULL)
    backend.answers.fail("people.set_active", full)
    _press(pane.people, "Deactivate Ali")
    settle()
    assert dialog(FaultDialog).isVisible()
    backend.answers.fail("people.read", full)
    pane.people.load()
    settle()
    assert "Free some space" in texts(pane.people)


def test_a_pin_is_set_changed_and_removed(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("people")
    assert not pane.people.lock.isEnabled()
    pane.people.set_pin.click()
    shown = dialog(NewPinDialog)
    assert "the passphrase of the backups or the PC's administrator removes it" in texts(shown)
    for first, second, fault in (("12", "12", "too short"), ("1234", "1235", "not the same")):
        shown.first.setText(first)
        shown.second.setText(second)
        shown.go.click()
        assert fault in texts(shown)
    shown.second.setText("1234")
    shown.go.click()
    settle()
    assert backend.answers.last("people.set_pin") == (0, "1234")
    assert is_nowhere("1234")
    assert pane.people.set_pin.text() == "Change…"
    pane.people.remove_pin.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert backend.answers.last("people.remove_pin") == (0,)


def test_a_person_has_an_own_pin_once_the_owner_has_one(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.add_staff()
    backend.set_pin(OWNER_ID, ALI)
    pane = opened("people")
    assert "With a PIN" in texts(pane.people)
    _press(pane.people, "PIN of Ali")
    shown = dialog(NewPinDialog)
    shown.remove.click()
    settle()
    assert backend.answers.last("people.remove_pin") == (ALI,)


def test_the_minutes_until_the_lock_are_a_setting(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.set_pin(OWNER_ID)
    pane = opened("people")
    assert pane.people.lock.text() == "Never"
    pane.people.lock.setValue(10)
    pane.people.lock.editingFinished.emit()
    settle()
    changed = backend.answers.last("settings.change")[1]
    assert isinstance(changed, Settings)
    assert changed.lock_minutes == 10
