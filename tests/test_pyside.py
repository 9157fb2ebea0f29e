"""The locked PySide6 must not lose references to None (6.12.0 does, on CPython 3.11, until it
crashes).
"""

import sys

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

CALLS = 2_000
# What the interpreter itself may add or drop meanwhile; a leak would be all of the calls.
STIR = 200


def test_core_calls_without_result_keep_none_alive() -> None:
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        thing.setObjectName("till")
        thing.blockSignals(False)
    assert abs(sys.getrefcount(None) - before) < STIR


def test_widget_calls_without_result_keep_none_alive(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for number in range(CALLS):
        label.setText(str(number))
        label.setEnabled(True)
    assert abs(sys.getrefcount(None) - before) < STIR


def test_calls_that_emit_signals_keep_none_alive(qtbot: QtBot) -> None:
    timer, model = QTimer(), QStandardItemModel()
    seen: list[int] = []
    model.rowsInserted.connect(lambda *_: seen.append(1))
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        timer.setInterval(5)
        model.insertRow(0)
    assert len(seen) == CALLS
    assert abs(sys.getrefcount(None) - before) < STIR
