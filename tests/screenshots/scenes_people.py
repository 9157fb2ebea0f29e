"""People: the section in Settings, and the button in the top bar."""

from __future__ import annotations

from service.domain.people import OWNER_ID
from tests.screenshots.scenes import Scene
from tests.ui.ready_shop import MARYAM, PIN, ReadyShop
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.counter.counter_controls import PersonButton
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _staff(backend: ReadyShop) -> None:
    backend.add_staff()
    backend.people.choose(MARYAM)


def _open_section(window: MainWindow) -> None:
    pane = window.pane
    assert isinstance(pane, SettingsPane)
    pane.open_target("people")


def _open_menu(window: MainWindow) -> None:
    window.findChildren(PersonButton)[-1].open_menu()


def _pins(backend: ReadyShop) -> None:
    backend.add_staff()
    backend.set_pin(OWNER_ID, MARYAM)
    backend.set(lock_minutes=10)
    backend.people.choose(MARYAM, PIN)


def _support(backend: ReadyShop) -> None:
    _staff(backend)
    backend.people.enter_support_view()


def _ask(window: MainWindow) -> None:
    window.counter.prompt._ask()


def _new_pin(window: MainWindow) -> None:
    _open_section(window)
    pane = window.pane
    assert isinstance(pane, SettingsPane)
    pane.people.set_pin.click()


def _lock(window: MainWindow) -> None:
    window.counter.lock.lock()


SCENES: tuple[Scene, ...] = (
    Scene("people-none", PaneKey.SETTINGS, act=_open_section),
    Scene("people-staff", PaneKey.SETTINGS, _staff, _open_section),
    Scene("people-pins", PaneKey.SETTINGS, _pins, _open_section),
    Scene("people-new-pin", PaneKey.SETTINGS, _staff, _new_pin),
    Scene("people-prompt", PaneKey.CATALOGUE, _pins, _ask),
    Scene("people-lock", PaneKey.ORDERS, _pins, _lock),
    Scene("people-support", PaneKey.ORDERS, _support),
    Scene("people-menu-pin", PaneKey.ORDERS, _pins, _open_menu),
    Scene("people-menu", PaneKey.ORDERS, _staff, _open_menu),
)
