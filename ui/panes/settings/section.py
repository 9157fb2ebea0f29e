"""What every section has: the desk, a courier,
the settings in force, and how a refused change is told.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostStatus
from ui.backend.settings_port import Settings
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext

T = TypeVar("T")


class Section(QWidget):
    """Fill `layout_`; override `show_settings`,
    `load` (what a section asks for itself) and `show_host`.
    """

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self.context, self.theme = context, context.theme
        self.dispatcher = GuiDispatcher(self)
        self.settings = Settings()
        self.page = QVBoxLayout(self)
        self.page.setContentsMargins(0, 0, 0, 0)
        self.page.setSpacing(16)

    def show_settings(self, settings: Settings) -> None:
        """What is in force."""
        self.settings = settings

    def load(self) -> None:
        """What the section asks for beside the settings."""

    def show_host(self, status: HostStatus) -> None:
        """What the service does."""

    def update_context(self, context: PaneContext) -> None:
        """The same shop with another name or read-only state."""
        self.context = context

    def change(self, settings: Settings, then: Callable[[Settings], None] | None = None) -> None:
        """Keeps changed settings; shows what is in force in either case."""

        def on_saved(now: Settings) -> None:
            self.show_settings(now)
            if then:
                then(now)

        self.dispatcher.fetch(self.context.backend.settings.change(settings), on_saved, self.on_failed)

    def ask(self, future: Future[T], on_done: Callable[[T], None]) -> None:
        """A request whose failure is told in a dialog."""
        self.dispatcher.fetch(future, on_done, self.on_failed)

    def on_failed(self, error: BackendError) -> None:
        """Says why, and shows what is in force."""
        self.show_settings(self.settings)
        FaultDialog(self.theme, self, error, self.context.clipboard).open()
