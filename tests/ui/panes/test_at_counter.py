"""A further counter offers nothing that only the computer with the service may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from shiboken6 import isValid

from service.domain.pull.pulls import NOT_CONFIRMED, Difference, Run, RunState
from service.domain.update_rules import UpdateStatus
from tests.ui.conftest import ShowWidget
from tests.ui.fake.sentence_data import STICK_AWAY
from tests.ui.ready_data import FILE_OPEN, LAST_RUN
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import texts
from ui.backend.access import is_at_service_only
from ui.backend.host_port import HostStatus
from ui.backend.protocol import list_ports
from ui.i18n.bidi import strip_marks
from ui.panes import PANES
from ui.panes.overview.overview_pane import OverviewPane
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.main_window import MainWindow
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import Button, Label

Settle = Callable[[], None]
HELD = replace(LAST_RUN, state=RunState.NEEDS_APPROVAL, held=Difference(NOT_CONFIRMED, 0, 3, 0, 0, 0))
FAILED = replace(LAST_RUN, state=RunState.FAILED, fault=FILE_OPEN)
FOUND = UpdateStatus("0.2.0", is_ready=True)
AT_SERVICE = {
    PaneKey.OVERVIEW: {"Read it now", "Look at it", "Choose where", "Open the backups", "Choose it"},
    PaneKey.CATALOGUE: {"Load a file"},
    PaneKey.SYSTEM: {"How it is read", "Run now", "More for the nightly file", "Look at it", "Try again"},
    PaneKey.SETTINGS: {"Open the guide"},
}


@pytest.fixture
def host(backend: ReadyShop) -> HostStatus:
    """That of a further counter."""
    backend.computer.host = replace(backend.computer.host, counter_of="SHOP-PC")
    return backend.computer.host


def _names(pane: Pane) -> set[str]:
    return {button.accessibleName() for button in pane.findChildren(Button) if button.isVisibleTo(pane)}


@pytest.mark.parametrize("run", [HELD, FAILED], ids=["held", "failed"])
@pytest.mark.parametrize("key", AT_SERVICE)
def test_what_the_service_refuses_to_a_counter_is_not_offered(
    host: HostStatus, context: PaneContext, backend: ReadyShop, show: ShowWidget, key: PaneKey, run: Run
) -> None:
    """Each ended in a refusal."""
    backend.want_outside_backup()
    backend.computer.backup_fault = STICK_AWAY
    backend.add_run(run)
    pane = PANES[key](context)
    if pane.listens_to_host:
        pane.show_host(host)
    show(pane)
    if isinstance(pane, OverviewPane):
        pane.alerts.more.click()
    assert pane.state == "content"
    assert not _names(pane) & AT_SERVICE[key]
    pane.refresh()
    assert not {"pulls.run", "pulls.preview"} & set(backend.answers.names())


def test_a_file_that_is_not_set_up_is_chosen_at_the_computer_with_the_service(
    host: HostStatus, context: PaneContext, backend: ReadyShop, show: ShowWidget
) -> None:
    backend.forget_pull()
    pane = PANES[PaneKey.SYSTEM](context)
    show(pane)
    assert not _names(pane) & {"Choose a file", "Elsewhere"}
    said = [strip_marks(label.text()) for label in pane.findChildren(Label)]
    assert any("chosen at the computer with the service: SHOP-PC" in text for text in said)


def test_a_window_that_learns_late_that_it_is_a_counter_is_built_again(
    window: MainWindow, backend: ReadyShop, settle: Settle
) -> None:
    window.go(PaneKey.CATALOGUE, "")
    settle()
    before = window.pane
    window.show_host(replace(backend.computer.host, counter_of="SHOP-PC"))
    settle()
    assert window.pane is not None
    assert window.pane is not before
    assert "Load a file" not in _names(window.pane)


def _list_at_service() -> set[str]:
    """What the service refuses to counters."""
    return {
        f"{port}.{name}"
        for port, methods in list_ports().items()
        for name in vars(methods)
        if is_at_service_only(getattr(methods, name))
    }


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("key", PANES)
def test_no_button_of_a_counter_ends_in_a_refusal(
    host: HostStatus, context: PaneContext, backend: ReadyShop, show: ShowWidget, settle: Settle, key: PaneKey
) -> None:
    backend.computer.updates.newest = FOUND
    pane = PANES[key](context)
    if pane.listens_to_host:
        pane.show_host(host)
    show(pane)
    sections = pane.buttons if isinstance(pane, SettingsPane) else ("",)
    pressed = []
    for section in sections:
        if isinstance(pane, SettingsPane):
            pane.open_target(section)
            settle()
        for button in pane.findChildren(Button):
            if isValid(button) and button.isVisibleTo(pane) and button.isEnabled():
                pressed.append((section, button.accessibleName()))
                button.click()
                settle()
                for dialog in QApplication.topLevelWidgets():
                    if isinstance(dialog, QDialog):
                        dialog.close()
                settle()
    assert pressed
    assert not _list_at_service() & set(backend.answers.names()), pressed


def test_a_counter_says_where_updates_are_installed(
    host: HostStatus, context: PaneContext, backend: ReadyShop, show: ShowWidget, settle: Settle
) -> None:
    backend.computer.updates.newest = FOUND
    pane = SettingsPane(context)
    pane.show_host(host)
    show(pane)
    pane.open_target("about")
    settle()
    assert pane.about.updates.isHidden()
    assert "first at the computer with the service, SHOP-PC" in strip_marks(texts(pane.about))
