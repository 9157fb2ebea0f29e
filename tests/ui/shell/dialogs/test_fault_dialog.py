"""The dialog for an error after a button."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.backend import BackendError, ErrorCode
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.theme import Theme


@pytest.mark.parametrize(("code", "opens"), [(ErrorCode.OTHER, True), (ErrorCode.PIN_NEEDED, False)])
def test_a_pin_that_was_not_entered_is_no_fault(theme: Theme, qtbot: QtBot, code: ErrorCode, opens: bool) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    error = BackendError("Nothing was changed.", code=code)
    dialog = FaultDialog(theme, parent, error, QGuiApplication.clipboard())
    dialog.open()
    assert dialog.isVisible() is opens
    dialog.reject()
