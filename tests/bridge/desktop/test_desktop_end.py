"""The program ends: the owner quits, or the session ends."""

from __future__ import annotations

from concurrent.futures import Future

import pytest
from pytestqt.qtbot import QtBot

from tests.bridge.desktop.desktop_fixture import WAIT_MS, Make
from ui.backend.host_port import WaitingWork
from ui.widgets import ConfirmDialog


def test_quitting_asks_once_where_something_waits(make: Make, qtbot: QtBot) -> None:
    stand = make()
    stand.report_host_status()
    for _ in range(2):
        stand.desktop.ask_to_quit()
        stand.settle()
    questions = [one for one in stand.window.findChildren(ConfirmDialog) if one.isVisible()]
    assert len(questions) == 1
    assert stand.thread.stopped == []
    questions[0].reject()
    stand.settle()
    stand.desktop.ask_to_quit()
    stand.settle()
    again = [one for one in stand.window.findChildren(ConfirmDialog) if one.isVisible()]
    again[0].confirm.click()
    qtbot.waitUntil(stand.is_stopped, timeout=WAIT_MS)


def test_quitting_ends_at_once_where_nothing_waits_and_stops_in_no_gui_thread(
    make: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand = make()
    stand.report_host_status()
    nothing: Future[WaitingWork] = Future()
    nothing.set_result(WaitingWork(0, 0))
    monkeypatch.setattr(stand.backend.host, "waiting_work", lambda: nothing)
    stand.desktop.ask_to_quit()
    qtbot.waitUntil(stand.is_stopped, timeout=WAIT_MS)
    assert stand.thread.stopped == ["stopping"]
    assert not stand.window.isVisible()
    assert stand.desktop.ended_cleanly


def test_quitting_an_attached_window_asks_nothing_as_the_service_goes_on(make: Make, qtbot: QtBot) -> None:
    stand = make(is_attached=True)
    stand.report_host_status()
    stand.desktop.ask_to_quit()
    qtbot.waitUntil(stand.is_stopped, timeout=WAIT_MS)
    assert not [one for one in stand.window.findChildren(ConfirmDialog) if one.isVisible()]
    assert stand.desktop.ended_cleanly


def test_the_end_of_the_session_ends_the_service_before_qt_goes_on(make: Make) -> None:
    stand = make()
    stand.report_host_status()
    stand.desktop.stop_before_quit()
    assert stand.thread.stopped == ["MainThread"]
    assert not stand.window.isVisible()
    assert stand.desktop.ended_cleanly
    stand.desktop.stop_before_quit()
    assert len(stand.thread.stopped) == 1


def test_the_end_of_the_session_reaches_a_program_that_was_opened_hidden(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.shell.tray.tray_icon.QSystemTrayIcon.isSystemTrayAvailable", lambda: True)
    stand = make(hidden=True)
    stand.report_host_status()
    assert stand.window.windowHandle() is not None
    assert not stand.window.isVisible()


def test_a_session_that_ends_during_the_wizard_is_not_refused_by_it(make: Make) -> None:
    stand = make(wizard_done=False)
    stand.report_host_status()
    wizard = stand.desktop._first_start.wizard
    stand.desktop.hide_all()
    assert not wizard.isVisible()
    assert not stand.window.isVisible()


def test_an_end_that_took_too_long_is_no_clean_one(make: Make, qtbot: QtBot) -> None:
    stand = make()
    stand.report_host_status()
    stand.thread.in_time = False
    stand.desktop.stop_and_quit()
    stand.desktop.stop_and_quit()
    qtbot.waitUntil(lambda: not stand.desktop.ended_cleanly, timeout=WAIT_MS)
    assert len(stand.thread.stopped) == 1
