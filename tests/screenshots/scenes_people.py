"""People: the section in Settings, and the button in the top bar."""

from __future__ import annotations

from dataclasses import replace

from tests.screenshots.scenes import Scene
from tests.ui.fake import FakeBackend
from tests.ui.fake.fake_people import MARYAM, STAFF
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.frame.person_button import PersonButton
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _staff(backend: FakeBackend) -> None:
    backend.people.state = replace(STAFF, at_counter=MARYAM)


def _open_section(window: MainWindow) -> None:
    pane = window.pane
    assert isinstance(pane, SettingsPane)
    pane.open_target("people")


def _open_menu(window: MainWindow) -> None:
    window.findChildren(PersonButton)[-1].open_menu()


SCENES: tuple[Scene, ...] = (
    Scene("people-none", PaneKey.SETTINGS, act=_open_section),
    Scene("people-staff", PaneKey.SETTINGS, _staff, _open_section),
    Scene("people-menu", PaneKey.ORDERS, _staff, _open_menu),
)
