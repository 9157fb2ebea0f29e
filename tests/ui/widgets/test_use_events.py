"""A person uses the program: a key, also one that is a shortcut."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import ShowWidget
from ui.widgets.use_events import NextUse


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
