"""A person uses the program: a key, also one that is a shortcut."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.ui.conftest import ShowWidget
from ui.widgets.window_use import NextUse, list_windows


class Window(QWidget):
    """A window that only the garbage collector deletes."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self


@pytest.fixture
def thresholds(qapp: QApplication) -> Iterator[None]:
    """Puts the collector back as it was. It passes over what is there before, which it would look
    through at every new object.
    """
    gc.collect()
    gc.freeze()
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.enable()
    gc.collect()


def make_garbage() -> None:
    """Leaves windows to a collector that then runs at every new object."""
    gc.disable()
    for _ in range(50):
        Window()
    gc.enable()
    gc.set_threshold(1, 1, 1)


@pytest.mark.usefixtures("thresholds")
def test_windows_that_are_collected_at_any_moment_crash_nothing(qtbot: QtBot) -> None:
    """Without the pause of the collector the process ends with a segmentation fault."""
    mine = QWidget()
    qtbot.addWidget(mine)
    for _ in range(20):
        make_garbage()
        for _ in range(3):
            listed = list_windows()
            assert mine in listed
            assert all(map(isValid, listed))
            del listed
        assert gc.isenabled()
        gc.set_threshold(700, 10, 10)
        gc.collect()


def test_a_collector_that_is_off_stays_off(qapp: QApplication) -> None:
    gc.disable()
    try:
        list_windows()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_key_and_a_shortcut_are_uses_and_the_wait_ends_with_the_first(show: ShowWidget) -> None:
    widget = QWidget()
    uses: list[int] = []
    pressed: list[int] = []
    show(widget)
    widget.activateWindow()
    shortcut = QShortcut(QKeySequence("Ctrl+2"), widget)
    shortcut.activated.connect(lambda: pressed.append(2))
    wait = NextUse(widget)
    for held in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        before = len(uses)
        wait.wait(lambda: uses.append(1))
        for _ in range(2):
            QTest.keyClick(widget, Qt.Key.Key_2, held)
        assert len(uses) == before + 1
    assert pressed == [2, 2], "the shortcut is carried out"
