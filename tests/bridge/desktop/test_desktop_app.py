"""Window, tray, wizard and service connected, over the fake backend."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bridge.desktop.composition import START_AGAIN
from bridge.desktop.desktop_app import UnhandledErrorHook, animations_disabled
from bridge.desktop.single_instance import show_running_window
from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.ringing import RingSound
from service.domain.sentences import message
from service.domain.times import MINUTE
from tests.bridge.desktop.desktop_fixture import LISTENING, WAIT_MS, Make
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus
from ui.i18n import Language
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.frame.topbar import StagingStrip
from ui.shell.pane_context import PaneKey
from ui.shell.tray.tray_icon import TrayState

STOPPED = HostStatus(HostState.STOPPED, "", 8710, reason=message("The disk is full."))

KEY = "cp_live_" + "A" * 36


@pytest.mark.parametrize(
    ("desktop", "answer", "still"),
    [
        ("GNOME", "false\n", True),
        ("ubuntu:GNOME", "false\n", True),
        ("GNOME", "true\n", False),
        ("GNOME", "", False),
        ("KDE", "false\n", False),
        ("", "false\n", False),
    ],
)
def test_only_a_gnome_that_says_so_is_still(desktop: str, answer: str, still: bool) -> None:
    assert animations_disabled({"XDG_CURRENT_DESKTOP": desktop}, lambda: answer) is still


def test_elsewhere_nothing_is_asked() -> None:
    def ask() -> str:
        raise AssertionError

    assert not animations_disabled({}, ask)


def test_the_window_comes_with_the_first_word_from_the_service(make: Make) -> None:
    stand = make()
    stand.settle()
    assert (stand.thread.started, stand.window) == (1, None)
    stand.report_host_status()
    assert stand.window.isVisible()
    window = stand.window
    stand.report_host_status()
    assert stand.window is window


def test_the_icon_is_there_before_the_service_has_answered(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.shell.tray.tray_icon.QSystemTrayIcon.isSystemTrayAvailable", lambda: True)
    stand = make()
    stand.settle()
    assert stand.window is None
    assert stand.desktop._tray.icon.isVisible()
    assert stand.desktop._tray.icon.toolTip() == "Counterpart is starting"


def test_the_window_comes_though_the_service_reported_before_anybody_listened(make: Make) -> None:
    stand = make(host=LISTENING)
    stand.settle()
    assert stand.window.isVisible()


def test_a_ring_has_the_chosen_sound_and_gets_louder(make: Make) -> None:
    stand = make(ring_sound=RingSound.KNOCK, ring_volume=50)
    stand.report_host_status()
    order = stand.backend.listed_order("ORD-2026-000123")
    now = stand.backend.clock.now()
    for left in (20 * MINUTE, MINUTE):
        stand.backend.ring(1, replace(order, accept_by=now + left))
    stand.settle()
    rings = stand.desktop._program.ring_player.rings
    assert rings == [(RingSound.KNOCK, 30), (RingSound.KNOCK, 50)]
    stand.backend.set(sound=False)
    stand.backend.tell(ChangeKind.SETTINGS)
    stand.settle()
    stand.backend.ring(1, order)
    stand.settle()
    assert len(rings) == 2


def test_the_scheme_and_the_language_count_from_the_start(make: Make) -> None:
    stand = make(scheme="dark", language="ar")
    stand.report_host_status()
    assert stand.desktop._theme._scheme == Qt.ColorScheme.Dark
    assert stand.desktop._translations.language is Language.ARABIC


def test_started_at_login_it_stays_in_the_tray_until_it_is_called(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.shell.tray.tray_icon.QSystemTrayIcon.isSystemTrayAvailable", lambda: True)
    stand = make(hidden=True)
    stand.report_host_status()
    assert not stand.window.isVisible()
    stand.desktop._tray.opened.emit()
    assert stand.window.isVisible()


@pytest.mark.parametrize("hidden", [True, False])
def test_the_orders_that_the_icon_is_asked_for_early_come_with_the_window(
    make: Make, monkeypatch: pytest.MonkeyPatch, hidden: bool
) -> None:
    monkeypatch.setattr("ui.shell.tray.tray_icon.QSystemTrayIcon.isSystemTrayAvailable", lambda: True)
    stand = make(hidden=hidden)
    stand.desktop._tray.orders_requested.emit()
    stand.report_host_status()
    assert stand.window.isVisible()
    assert stand.window.pane.key is PaneKey.ORDERS


def test_without_a_tray_the_window_is_shown_and_closing_leaves_it_in_the_task_bar(make: Make) -> None:
    stand = make(hidden=True)
    stand.report_host_status()
    assert stand.window.isVisible()
    stand.window.close()
    stand.settle()
    assert stand.window.isMinimized()


def test_closing_says_once_that_it_still_runs(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.shell.tray.tray_icon.QSystemTrayIcon.isSystemTrayAvailable", lambda: True)
    stand = make()
    stand.report_host_status()
    said: list[int] = []
    monkeypatch.setattr(stand.desktop._tray, "show_still_running", lambda: said.append(1))
    for _ in range(2):
        stand.window.close()
        stand.settle()
        assert not stand.window.isVisible()
        stand.window.show()
    assert said == [1]
    assert stand.backend.settings_now.told_running
    assert stand.thread.stopped == []


def test_what_was_said_in_an_earlier_run_is_not_said_again(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.shell.tray.tray_icon.QSystemTrayIcon.isSystemTrayAvailable", lambda: True)
    stand = make(told_running=True)
    stand.report_host_status()
    said: list[int] = []
    monkeypatch.setattr(stand.desktop._tray, "show_still_running", lambda: said.append(1))
    stand.window.close()
    stand.settle()
    assert said == []


def test_the_first_start_opens_the_wizard_and_a_service_that_is_down_the_window(make: Make) -> None:
    stand = make(wizard_done=False)
    stand.report_host_status()
    assert stand.desktop._first_start.wizard.isVisible()


def test_a_further_counter_has_no_first_start_of_its_own(make: Make) -> None:
    stand = make(wizard_done=False)
    stand.report_host_status(replace(LISTENING, counter_of="SHOP-PC"))
    assert stand.window.isVisible()
    assert stand.desktop._first_start.wizard is None


def test_a_computer_that_has_joined_goes_on_as_a_counter(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    stand = make(wizard_done=False)
    stand.report_host_status()
    monkeypatch.setattr(stand.desktop, "_app", SimpleNamespace(exit=codes.append))
    stand.desktop._first_start.joined.emit()
    stand.settle()
    stand.desktop._on_service_stopped(True)
    stand.settle()
    assert set(codes) == {START_AGAIN}
    assert stand.thread.stopped


def test_the_colours_after_the_wizard_are_those_of_the_displayed_shop(make: Make) -> None:
    """A click on the message of a test order opens Staging behind the wizard."""
    stand = make(wizard_done=False)
    stand.report_host_status()
    stand.window.show_order(2, "ORD-2026-000122")
    stand.settle()
    stand.desktop._first_start.wizard.finished.emit()
    stand.settle()
    assert stand.window.findChildren(StagingStrip)
    assert stand.desktop._theme.staging


def test_the_wizard_is_about_the_live_shop(make: Make) -> None:
    stand = make()
    stand.report_host_status()
    stand.window.choose_shop(1, staging=True)
    stand.settle()
    stand.window.wizard_requested.emit()
    stand.settle()
    assert not stand.window.findChildren(StagingStrip)
    assert not stand.desktop._theme.staging


def test_a_service_that_is_down_shows_the_window_that_says_why(make: Make) -> None:
    stand = make(wizard_done=False)
    stand.backend.answers.fail("settings.read", BackendError("It is not running.", code=ErrorCode.SERVICE_STOPPED))
    stand.report_host_status(STOPPED)
    assert stand.window.isVisible()
    assert stand.desktop._first_start.wizard is None
    assert stand.desktop._tray.state == TrayState.STOPPED
    stand.backend.answers.mend("settings.read")


def test_a_second_start_raises_the_window_also_before_there_is_one(
    make: Make, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.shell.tray.tray_icon.QSystemTrayIcon.isSystemTrayAvailable", lambda: True)
    stand = make(hidden=True)
    second = threading.Thread(target=show_running_window, args=(tmp_path,))
    second.start()
    qtbot.waitUntil(lambda: not stand.desktop._hidden, timeout=WAIT_MS)
    second.join()
    stand.report_host_status()
    assert stand.window.isVisible()


def test_the_tray_follows_host_orders_and_staging(make: Make) -> None:
    stand = make()
    stand.backend.computer.host = LISTENING
    stand.report_host_status()
    tray = stand.desktop._tray
    assert tray.state == TrayState.ATTENTION
    assert "8710" in tray.icon.toolTip()
    stand.report_host_status(STOPPED)
    assert tray.state == TrayState.STOPPED
    stand.report_host_status()
    badges = replace(stand.desktop._badges, orders_waiting=0, webhooks_in_trouble=False)
    stand.window.badges_changed.emit(badges)
    assert tray.state == TrayState.RUNNING
    pair = stand.window._pair
    stand.window.choose_shop(pair.live.id, staging=True)
    stand.settle()
    stand.window.badges_changed.emit(badges)
    assert tray.state == TrayState.STAGING


def test_settings_that_another_process_changed_are_followed_and_calls_are_no_reason_to_read_them(make: Make) -> None:
    stand = make()
    stand.report_host_status()
    answers = stand.backend.answers
    reads = answers.names().count("settings.read")
    stand.desktop._on_changes(Changes.of(ChangeKind.CALLS))
    stand.settle()
    assert answers.names().count("settings.read") == reads
    stand.backend.set(language="ar", scheme="dark")
    stand.backend.tell(ChangeKind.SETTINGS)
    stand.settle()
    assert stand.desktop._translations.language is Language.ARABIC
    assert stand.desktop._theme._scheme == Qt.ColorScheme.Dark


def test_what_nobody_caught_is_shown_one_at_a_time(make: Make) -> None:
    stand = make()
    stand.report_host_status()
    for _ in range(3):
        try:
            raise ValueError("nobody caught it")
        except ValueError as error:
            sys.excepthook(type(error), error, error.__traceback__)
        stand.settle()
    assert len([one for one in stand.window.findChildren(FaultDialog) if one.isVisible()]) == 1


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the log before it got."""
    heard: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda *told: heard.append(str(told[1])))
    monkeypatch.setattr(threading, "excepthook", lambda told: heard.append(str(told.exc_value)))
    return heard


@pytest.fixture
def unhandled(qapp: QApplication, before: list[str]) -> Iterator[tuple[UnhandledErrorHook, list[BackendError]]]:
    told: list[BackendError] = []
    assert before == []
    made = UnhandledErrorHook(qapp)
    made.happened.connect(told.append)
    yield made, told
    made.close()


def test_one_of_the_gui_thread_is_told_with_its_traceback_and_blotted(
    unhandled: tuple[UnhandledErrorHook, list[BackendError]], before: list[str]
) -> None:
    try:
        raise ValueError(f"it was {KEY}")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    told = unhandled[1][0]
    assert told.code is ErrorCode.BUG
    assert "ValueError" in told.details
    assert "test_one_of_the_gui_thread" in told.details
    assert KEY not in told.details
    assert len(before) == 1


def test_one_of_another_thread_comes_to_the_gui_thread(
    qtbot: QtBot, unhandled: tuple[UnhandledErrorHook, list[BackendError]], before: list[str]
) -> None:
    def fail() -> None:
        raise RuntimeError("in a thread")

    one = threading.Thread(target=fail)
    one.start()
    one.join()
    qtbot.waitUntil(lambda: bool(unhandled[1]), timeout=20_000)
    assert "in a thread" in unhandled[1][0].details
    assert before == ["in a thread"]


def test_after_the_end_the_listeners_before_are_back(qapp: QApplication, before: list[str]) -> None:
    was = sys.excepthook, threading.excepthook
    UnhandledErrorHook(qapp).close()
    assert (sys.excepthook, threading.excepthook) == was
    assert before == []
