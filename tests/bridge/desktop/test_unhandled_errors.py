"""An uncaught exception reaches the earlier hook, and the GUI thread without a secret in it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bridge.desktop.unhandled_errors import UnhandledErrorHook
from ui.backend import BackendError, ErrorCode

KEY = "cp_live_" + "A" * 36


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
