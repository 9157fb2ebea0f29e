"""The staff in Settings: added, renamed, deactivated; loading, empty, failed."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from service.domain.sentences import message
from tests.ui.fake import FakeBackend
from tests.ui.fake.fake_people import ALI, STAFF
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.panes.webhooks.widget_queries import dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.settings.people_section import PeopleSection
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.name_dialog import NameDialog


def _press(section: PeopleSection, spoken: str) -> None:
    found = [one for one in section.findChildren(QPushButton) if strip_marks(one.accessibleName()) == spoken]
    found[-1].click()


def test_without_names_it_says_who_is_recorded(opened: Opened) -> None:
    section = opened("people").people
    assert "recorded as done by the owner" in texts(section)


def test_a_name_is_added(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened("people")
    pane.people.add.click()
    shown = dialog(NameDialog)
    shown.edit.setText("  Maryam  Ali ")
    shown.action.click()
    settle()
    assert backend.answers.last("people.add") == ("Maryam Ali",)
    assert "Maryam Ali" in texts(pane.people)


def test_names_are_renamed_and_deactivated(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.people.state = STAFF
    pane = opened("people")
    _press(pane.people, "Rename Ali")
    shown = dialog(NameDialog)
    shown.edit.setText("Ali H.")
    shown.action.click()
    settle()
    assert backend.answers.last("people.rename") == (ALI.id, "Ali H.")
    _press(pane.people, "Deactivate Ali H.")
    settle()
    assert backend.answers.last("people.set_active") == (ALI.id, False)
    _press(pane.people, "Activate Old hand")
    settle()
    assert backend.answers.last("people.set_active") == (3, True)


def test_a_failed_write_and_a_failed_read_say_why(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.people.state = STAFF
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
