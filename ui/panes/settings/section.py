"""What every section has: its context, a dispatcher, the settings in force, and how a change
that failed is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostStatus
from ui.backend.settings_port import Settings
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext


class Section(QWidget):
    """Fill `layout_`; override `show_settings`, `load` (a section's own requests)
    and `show_host`.
    """

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self.context, self.theme = context, context.theme
        self.dispatcher = GuiDispatcher(self)
        self.settings = Settings()
        self._is_shown = False
        self.page = QVBoxLayout(self)
        self.page.setContentsMargins(0, 0, 0, 0)
        self.page.setSpacing(16)

    def show_settings(self, settings: Settings) -> None:
        """Shows the settings in use."""
        self.settings = settings
        self._is_shown = True

    def is_typed(self, field: QWidget, value: object, before: object, now: object) -> bool:
        """Whether a field has a value that is not saved, and that a change of another setting must
        leave. Its own setting was `before` when it was shown, and is `now`.
        """
        return field.hasFocus() or (self._is_shown and before == now and value != before)

    def load(self) -> None:
        """Requests what the section needs in addition to the settings."""

    def show_host(self, status: HostStatus) -> None:
        """Shows the state of the service."""

    def update_context(self, context: PaneContext) -> None:
        """Uses the same shop with another name or read-only state."""
        self.context = context

    def change(self, settings: Settings, then: Callable[[], None] | None = None) -> None:
        """Stores changed settings, then does `then`; the pane reads what is in force by itself."""
        future = self.context.backend.settings.change(self.settings, settings)
        self.dispatcher.fetch(future, lambda _none: then() if then else None, self.on_failed)

    def send(self, write: Future[None]) -> None:
        """Watches a write; a failure is shown in a dialog."""
        self.dispatcher.send(write, self.on_failed)

    def on_failed(self, error: BackendError) -> None:
        """Shows the reason and the values in use."""
        self.show_settings(self.settings)
        FaultDialog(self.theme, self, error, self.context.clipboard).open()
