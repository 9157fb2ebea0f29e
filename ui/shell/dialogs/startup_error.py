"""Replaces the window's content while no shop is readable: what is wrong, what is safe, and another
try.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend import BackendError
from ui.backend.host_port import HostStatus
from ui.i18n import translate_sentence
from ui.i18n.error_texts import fault_text, fault_title
from ui.theme import Theme
from ui.theme.metrics import PAGE_PADDING
from ui.widgets.controls.button import Button, Kind
from ui.widgets.page_states import ErrorState


class StartupErrorPage(QWidget):
    """`again` tries once more; the host's own reason, if any, comes before the general sentence."""

    def __init__(self, theme: Theme, clipboard: QClipboard, error: BackendError, again: Callable[[], None]) -> None:
        super().__init__()
        self._theme, self._clipboard, self._error, self._again = theme, clipboard, error, again
        self.state: ErrorState | None = None
        self.again: Button | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(PAGE_PADDING, PAGE_PADDING, PAGE_PADDING, PAGE_PADDING)
        self._layout.addStretch(1)

    def show_host(self, status: HostStatus) -> None:
        """Shows the host's state."""
        if self.state:
            self._layout.removeWidget(self.state)
            self.state.deleteLater()
        text = " ".join(filter(None, (translate_sentence(status.reason), fault_text(self._error))))
        details = f"{self._error.details}\n{status.state.value} {status.address} {status.reason}"
        self.again = Button(self._theme, self.tr("Try again"), Kind.PRIMARY, icon="rotate-ccw")
        self.again.clicked.connect(self._again)
        copy = Button(self._theme, self.tr("Copy details for support"), Kind.GHOST, icon="copy")
        copy.clicked.connect(lambda: self._clipboard.setText(details))
        self.state = ErrorState(self._theme, fault_title(self._error), text, self.again, copy)
        self._layout.insertWidget(0, self.state)
