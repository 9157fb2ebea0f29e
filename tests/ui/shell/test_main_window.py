"""The window: panes, badges, keys, staging, languages, host."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind
from service.domain.link.link_state import LinkState
from service.domain.sentences import verbatim
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_computer import BACKUPS
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import texts
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, MissingDataReport, StartEvent, StartReport
from ui.backend.settings_port import Libraries
from ui.backend.shops_port import Badges
from ui.i18n import Language, Translations
from ui.panes import PANES
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.start_notice import MissingDataPage, StartupErrorPage
from ui.shell.frame.help_page import HelpPage
from ui.shell.frame.keyboard import key_bindings
from ui.shell.frame.sidebar import Sidebar
from ui.shell.frame.topbar import StagingStrip
from ui.shell.main_window import MainWindow, WindowDependencies
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]


def _sidebar(window: MainWindow) -> Sidebar:
    assert window.sidebar is not None
    return window.sidebar


def test_it_opens_the_overview_with_badges(window: MainWindow) -> None:
    assert window.pane is not None
    assert window.pane.key is PaneKey.OVERVIEW
    assert window.pane.state == "content"
    assert _sidebar(window).buttons[PaneKey.ORDERS].accessibleDescription() == "3"
    assert _sidebar(window).buttons[PaneKey.WEBHOOKS].accessibleDescription() == "needs attention"
    assert _sidebar(window).buttons[PaneKey.OVERVIEW].isChecked()


def test_a_failure_outside_the_window_is_said_in_it(window: MainWindow) -> None:
    window.show_fault("ORD-1 was not accepted", BackendError("too late", code=ErrorCode.ACTION_NOT_ALLOWED))
    dialog = window.findChild(FaultDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "ORD-1 was not accepted"
    dialog.accept()


def test_a_link_with_a_problem_is_marked_at_the_side(window: MainWindow) -> None:
    marketplace = _sidebar(window).buttons[PaneKey.MARKETPLACE]
    assert marketplace.accessibleDescription() == ""
    _sidebar(window).show_badges(Badges(link=LinkState.REFUSED))
    assert marketplace.accessibleDescription() == "needs attention"
    _sidebar(window).show_badges(Badges())
    assert marketplace.accessibleDescription() == ""


def test_a_known_fault_of_a_library_is_said_under_about_alone(
    window: MainWindow, backend: ReadyShop, settle: Settle
) -> None:
    fault = "SQLite 3.40.1 can lose pages"
    backend.computer.libraries = Libraries((("SQLite", "3.40.1"),), (verbatim(fault),))
    said = []
    for key, target in (*((key, "") for key in PaneKey), (PaneKey.SETTINGS, "about")):
        window.go(key, target)
        settle()
        said += [target] * (fault in texts(window))
    assert said == ["about"]


def test_a_commit_reloads_the_visible_pane_once(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.asked.clear()
    backend.tell(ChangeKind.CALLS)
    backend.tell(ChangeKind.CALLS)
    settle()
    assert backend.answers.names().count("overview.read") == 1
    assert "shops.badges" not in backend.answers.names()


def test_a_commit_of_no_concern_reloads_nothing(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.asked.clear()
    backend.tell(ChangeKind.BRANCHES)
    settle()
    assert backend.answers.asked == []


def test_a_hidden_window_catches_up_when_it_is_shown(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    window.hide()
    backend.answers.asked.clear()
    backend.tell(ChangeKind.CALLS)
    settle()
    assert "overview.read" not in backend.answers.names()
    window.raise_window()
    settle()
    assert backend.answers.names().count("overview.read") == 1


def test_orders_renew_the_badges(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    backend.empty()
    backend.tell(ChangeKind.ORDERS)
    settle()
    assert _sidebar(window).buttons[PaneKey.ORDERS].accessibleDescription() == ""


def test_the_tray_hears_of_live_orders_while_staging_is_open(
    window: MainWindow, backend: ReadyShop, settle: Settle
) -> None:
    heard: list[Badges] = []
    window.badges_changed.connect(heard.append)
    window.choose_shop(1, staging=True)
    settle()
    assert _sidebar(window).buttons[PaneKey.ORDERS].accessibleDescription() == ""
    assert heard[-1].orders_waiting == 3


def test_badges_that_cannot_be_read_open_no_dialog(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("shops.badges", BackendError("down", code=ErrorCode.SERVICE_STOPPED))
    backend.tell(ChangeKind.ORDERS)
    settle()
    assert window.findChild(FaultDialog) is None


def test_an_order_that_rang_is_shown_in_its_own_twin(
    window: MainWindow, backend: ReadyShop, theme: Theme, settle: Settle
) -> None:
    window.choose_shop(1, staging=True)
    settle()
    window.show_order(1, "ORD-2026-000122")
    settle()
    assert not theme.staging
    assert window.pane is not None
    assert window.pane.key is PaneKey.ORDERS
    assert window.pane.subject == "ORD-2026-000122"
    assert [window.is_staging(shop) for shop in (1, 2)] == [False, True]
    window.show_order(2, "ORD-2026-000001")
    settle()
    assert theme.staging, "the colours are those of the displayed shop"


def test_the_strip_of_staging_stays_readable_when_the_system_goes_dark(
    window: MainWindow, theme: Theme, settle: Settle
) -> None:
    window.choose_shop(1, staging=True)
    settle()
    theme.set_scheme(Qt.ColorScheme.Dark)
    texts = window.findChildren(StagingStrip)[0].findChildren(QLabel)
    assert [text.palette().windowText().color() for text in texts] == [theme.tokens.on_staging] * 2
    theme.set_scheme(Qt.ColorScheme.Light)


def test_staging_looks_different_and_asks_for_the_twin(
    window: MainWindow, backend: ReadyShop, theme: Theme, settle: Settle
) -> None:
    window.choose_shop(1, staging=True)
    settle()
    assert backend.answers.last("overview.read") == (2,)
    assert theme.tokens.accent == theme.tokens.staging.fill
    assert window.findChildren(StagingStrip)
    window.choose_shop(1, staging=False)
    settle()
    assert not window.findChildren(StagingStrip)
    assert theme.tokens.accent != theme.tokens.staging.fill


def test_the_keyboard_asks_before_it_switches_the_twin(window: MainWindow, theme: Theme, settle: Settle) -> None:
    window._run_command("staging")
    dialog = window.findChild(ConfirmDialog)
    assert dialog is not None
    assert not theme.staging
    dialog.confirm.click()
    settle()
    assert theme.staging


def test_the_language_switches_at_run_time(window: MainWindow, settle: Settle) -> None:
    window.choose_language(Language.ARABIC)
    settle()
    assert _sidebar(window).buttons[PaneKey.ORDERS].text() == "الطلبات"
    assert window.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert _sidebar(window).x() > window.width() / 2
    window.choose_language(Language.ENGLISH)
    settle()
    assert _sidebar(window).buttons[PaneKey.ORDERS].text() == "Orders"


def test_a_narrow_window_shows_icons(window: MainWindow, settle: Settle) -> None:
    window.resize(1030, 700)
    settle()
    assert _sidebar(window).width() < 70
    assert _sidebar(window).buttons[PaneKey.ORDERS].toolTip() == "Orders"
    window.resize(1180, 760)
    settle()
    assert _sidebar(window).width() > 200


def test_a_taken_port_is_said_at_once(window: MainWindow, backend: ReadyShop, settle: Settle, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.host_changed):
        backend.publish_host(HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710))
    assert _sidebar(window)._state.text() == "Not listening"


def test_closing_hides_and_says_so(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.closed_to_tray):
        window.close()
    assert not window.isVisible()


@pytest.mark.qt_log_ignore(r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)")
def test_every_verb_of_the_keyboard_does_something(window: MainWindow, qtbot: QtBot, settle: Settle) -> None:
    for line in key_bindings():
        if line.command and not line.command.startswith("pane:"):
            window._run_command(line.command)
    settle()
    assert window.findChild(HelpPage) is not None
    with qtbot.waitSignal(window.quit_requested):
        window._run_command("quit")


def test_f6_goes_round_the_areas(window: MainWindow, settle: Settle) -> None:
    seen = []
    assert window.pane is not None
    for _ in range(len(window.pane.areas()) + 1):
        window._run_command("next_area")
        seen.append(window.focusWidget())
    assert len(set(seen)) == len(seen)


def test_a_shop_that_cannot_be_read_is_said_in_a_dialog(
    window: MainWindow, backend: ReadyShop, settle: Settle, qtbot: QtBot
) -> None:
    backend.answers.fail("shops.list", BackendError("x", code=ErrorCode.DATABASE_LOCKED))
    backend.tell(ChangeKind.SHOPS)
    settle()
    dialog = window.findChild(FaultDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "The data is in use by another program"
    dialog.accept()


def test_a_renamed_shop_keeps_the_pane(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    pane = window.pane
    backend.change(
        "UPDATE shops SET name = 'Sitra Parts', folded = 'sitra parts' WHERE id < 3", kinds=(ChangeKind.SHOPS,)
    )
    settle()
    assert window.pane is pane
    assert pane is not None
    assert pane.context.shop.name == "Sitra Parts"
    assert window._topbar is not None
    assert window._topbar.shop.text() == "Sitra Parts"


def test_a_window_without_data_offers_the_newest_backup_and_an_empty_start(
    theme: Theme, translations: Translations, backend: ReadyShop, qapp: QApplication, show: ShowWidget,
    settle: Settle, qtbot: QtBot,
) -> None:  # fmt: skip
    backend.computer.start_report = StartReport(StartEvent.DATA_MISSING, missing=MissingDataReport(BACKUPS[0], 260))
    backend.answers.fail("shops.list", BackendError("gone", code=ErrorCode.SERVICE_STOPPED))
    window = MainWindow(WindowDependencies(theme, translations, backend, backend.clock, qapp.clipboard(), PANES))
    show(window)
    window.start()
    settle()
    page = window.findChild(MissingDataPage)
    assert page is not None
    assert page.state.accessibleName() == "Your data is missing"
    assert "Newest backup: " in page.state.accessibleDescription()
    assert ", 260 parts." in page.state.accessibleDescription()
    assert page.restore is not None
    page.restore.click()
    settle()
    assert backend.answers.last("settings.restore") == (BACKUPS[0].path, None, True)
    page.empty.click()
    question = window.findChild(ConfirmDialog)
    assert question is not None
    with qtbot.waitSignal(window.wizard_requested):
        question.confirm.click()
        settle()
    assert "settings.start_empty" in backend.answers.names()
    window.shut()
    window.hide()


def test_a_window_without_any_shop_says_why_and_tries_again(
    theme: Theme,
    translations: Translations,
    backend: ReadyShop,
    qapp: QApplication,
    show: ShowWidget,
    settle: Settle,
) -> None:
    around = WindowDependencies(theme, translations, backend, backend.clock, qapp.clipboard(), PANES)
    well = backend.computer.host
    newer = verbatim("The data in use is of a newer version.")
    backend.computer.host = HostStatus(HostState.STOPPED, "", 8710, reason=newer)
    backend.answers.fail("shops.list", BackendError("down", code=ErrorCode.SERVICE_STOPPED))
    window = MainWindow(around)
    show(window)
    window.start()
    settle()
    page = window.findChild(StartupErrorPage)
    assert page is not None
    assert page.state is not None
    assert page.state.accessibleName() == "The service is not running"
    assert page.state.accessibleDescription().startswith("The data in use is of a newer version. The service")
    assert window.findChild(FaultDialog) is None
    backend.answers.mend("shops.list")
    backend.computer.host = well
    assert page.again is not None
    page.again.click()
    settle()
    assert window.pane is not None
    assert window.pane.state == "content"
    window.shut()
    window.hide()
