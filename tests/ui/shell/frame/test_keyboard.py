"""The keys of the window next to a text field that would take them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.shell.frame.keyboard import bind_keys


class GreedyField(QLineEdit):
    """Claims each key, as Qt's field does with Ctrl E and Ctrl U on Linux."""

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


@pytest.mark.parametrize(("key", "command"), [(Qt.Key.Key_E, "export"), (Qt.Key.Key_U, "person")])
def test_a_field_with_the_focus_takes_no_key_of_the_window(qtbot: QtBot, key: Qt.Key, command: str) -> None:
    run: list[str] = []
    window, field = QWidget(), GreedyField("typed")
    QVBoxLayout(window).addWidget(field)
    bind_keys(window, run.append)
    _show(qtbot, window, field)
    QTest.keyClick(field, key, Qt.KeyboardModifier.ControlModifier)
    assert run == [command]
    assert field.text() == "typed"
    QTest.keyClick(field, Qt.Key.Key_A)
    assert run == [command]


def test_a_field_of_a_dialog_keeps_its_keys(qtbot: QtBot) -> None:
    run: list[str] = []
    window = QWidget()
    bind_keys(window, run.append)
    dialog = QDialog(window)
    field = GreedyField(dialog)
    _show(qtbot, dialog, field)
    QTest.keyClick(field, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert run == []


def _show(qtbot: QtBot, window: QWidget, field: QLineEdit) -> None:
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
