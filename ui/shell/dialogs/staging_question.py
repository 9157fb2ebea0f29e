"""The question before a key switches between live and staging: what counts there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.theme import Theme
from ui.widgets.dialogs.confirm_dialog import ConfirmDialog

translate = QCoreApplication.translate


def confirm_staging_switch(theme: Theme, window: QWidget, go: Callable[[], None]) -> None:
    """Asks; `go` runs on yes."""
    if theme.staging:
        title, action = translate("MainWindow", "Go to live?"), translate("MainWindow", "Go to live")
        text = translate("MainWindow", "What you do there counts: buyers and your real stock are involved.")
    else:
        title, action = translate("MainWindow", "Go to staging?"), translate("MainWindow", "Go to staging")
        text = translate("MainWindow", "Test data and test keys. Nothing there reaches a buyer or your real stock.")
    ConfirmDialog(theme, window, title, text, action, go).open()
