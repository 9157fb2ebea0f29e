"""Questions before the program ends or goes to staging."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from ui.backend.host_port import WaitingWork
from ui.theme import Theme
from ui.widgets.dialog import ConfirmDialog

translate = QCoreApplication.translate


def confirm_staging_switch(theme: Theme, window: QWidget, go: Callable[[], None]) -> None:
    """Asks; `go` runs on yes."""
    if theme.staging:
        title, action = translate("MainWindow", "Go to live?"), translate("MainWindow", "Go to live")
        text = translate("MainWindow", "What you do there counts: buyers and your real stock are involved.")
    else:
        title, action = translate("MainWindow", "Go to Staging (practice)?"), translate("MainWindow", "Go to Staging")
        text = translate("MainWindow", "Test data and test keys. Nothing there reaches a buyer or your real stock.")
    ConfirmDialog(theme, window, title, text, action, go).open()


class QuitQuestion(QObject):
    """Asks over a window, or quits at once if nothing waits; Esc leaves the program running."""

    def __init__(self, theme: Theme, window: QWidget, quit_now: Callable[[], None]) -> None:
        super().__init__(window)
        self._theme, self._window, self._quit_now = theme, window, quit_now
        self.is_open = False

    def ask(self, waiting: WaitingWork) -> None:
        """Asks if work would stay undone."""
        if not waiting.deliveries and not waiting.orders:
            self._quit_now()
            return
        texts = [self.tr("Your tills cannot call while Counterpart is closed.")]
        if waiting.orders:
            title = self.tr("Quit? %n order(s) still waiting.", "", waiting.orders)
            texts.append(self.tr("An order that nobody accepts in time is cancelled automatically."))
            if waiting.deliveries:
                texts.append(self.tr("%n event(s) go out after the next start.", "", waiting.deliveries))
        else:
            title = self.tr("Quit? %n event(s) still waiting.", "", waiting.deliveries)
            texts.append(self.tr("What waits is sent after the next start."))
        action = self.tr("Quit Counterpart")
        dialog = ConfirmDialog(
            self._theme, self._window, title, " ".join(texts), action, self._quit_now, destructive=True, icon="power"
        )
        dialog.finished.connect(self._on_answered)
        self.is_open = True
        dialog.open()

    def _on_answered(self) -> None:
        self.is_open = False


def finishing_text() -> str:
    """What the system displays next to the program's name while it waits for the end."""
    return translate("Quitting", "Counterpart is finishing what your systems have sent.")
