"""The findings of the last start are displayed when the window opens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from service.domain.sentences import verbatim
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, StartEvent, StartReport
from ui.i18n import Translations
from ui.i18n.bidi import strip_marks
from ui.shell.dialogs.start_notice import StartDialog, StartNotice, StartupErrorPage
from ui.shell.pane_context import PaneKey
from ui.theme import Theme

Settle = Callable[[], None]
TRACE = "Fatal Python error: Segmentation fault"


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, translations: Translations, backend: ReadyShop, qapp: QApplication,
    opened_panes: list[tuple[PaneKey, str]],
) -> QWidget:  # fmt: skip
    widget = QWidget()
    qtbot.addWidget(widget)
    StartNotice(backend, theme, widget, qapp.clipboard(), lambda key, target: opened_panes.append((key, target)))
    return widget


def test_a_damage_is_told_once_with_the_way_to_the_backups(
    window: QWidget, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.computer.start_report = StartReport(StartEvent.DATABASE_DAMAGED, set_aside="/data/damaged.db")
    settle()
    assert backend.answers.names() == [], "nobody sees it yet"
    window.show()
    settle()
    dialog = window.findChild(StartDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "The data is damaged"
    said = [strip_marks(label.text()) for label in dialog.findChildren(QLabel)]
    assert "Restore the newest backup under Backups. The damaged file is kept: /data/damaged.db" in said
    assert dialog.copy is None
    dialog.restore.click()
    settle()
    assert opened_panes == [(PaneKey.SETTINGS, "backups")]
    window.hide()
    window.show()
    settle()
    assert backend.answers.names() == ["host.start_report"]


def test_what_a_crash_left_is_offered_to_support(
    window: QWidget, backend: ReadyShop, settle: Settle, qapp: QApplication
) -> None:
    backend.computer.start_report = StartReport(StartEvent.UNCLEAN_END, trace=TRACE)
    window.show()
    settle()
    dialog = window.findChild(StartDialog)
    assert dialog is not None
    assert dialog.copy is not None
    dialog.copy.click()
    assert qapp.clipboard().text() == TRACE
    dialog.accept()


@pytest.mark.parametrize("event", [StartEvent.CLEAN, StartEvent.UNCLEAN_END])
def test_a_power_cut_that_harmed_nothing_is_no_news(
    window: QWidget, backend: ReadyShop, settle: Settle, event: StartEvent
) -> None:
    backend.computer.start_report = StartReport(event)
    window.show()
    settle()
    assert backend.answers.names() == ["host.start_report"]
    assert window.findChild(StartDialog) is None


def test_what_could_not_be_asked_is_asked_when_the_window_is_shown_again(
    window: QWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.computer.start_report = StartReport(StartEvent.RECOVERED, set_aside="/data/damaged.db")
    backend.answers.fail("host.start_report", BackendError("down", code=ErrorCode.SERVICE_STOPPED))
    window.show()
    settle()
    assert window.findChild(StartDialog) is None
    backend.answers.mend("host.start_report")
    window.hide()
    window.show()
    settle()
    dialog = window.findChild(StartDialog)
    assert dialog is not None
    dialog.reject()


def test_a_window_without_its_service_says_once_why(
    qtbot: QtBot, theme: Theme, translations: Translations, qapp: QApplication
) -> None:
    """The error has the reason of an earlier moment."""
    error = BackendError("No connection to PC since 05:37:22.", code=ErrorCode.NOT_CONNECTED)
    page = StartupErrorPage(theme, qapp.clipboard(), error, lambda: None)
    qtbot.addWidget(page)
    page.show_host(HostStatus(HostState.STOPPED, "", 0, reason=verbatim("No connection to PC since 05:37:36.")))
    assert page.state is not None
    assert page.state.accessibleDescription() == "No connection to PC since 05:37:36."
