"""What every section has: the desk, a courier, the settings in force, and how a refused change is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend import BackendError
from ui.backend.courier import Courier
from ui.backend.host import HostStatus
from ui.backend.settings import Settings
from ui.shell.desk import Desk
from ui.shell.fault import FaultDialog

T = TypeVar("T")


class Section(QWidget):
    """Fill `layout_`; override `show_settings`, `load` (what a section asks for itself) and `show_host`."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk, self.theme = desk, desk.theme
        self.courier = Courier(self)
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

    def take_desk(self, desk: Desk) -> None:
        """The same shop with another name or read-only state."""
        self.desk = desk

    def change(self, settings: Settings, then: Callable[[Settings], None] | None = None) -> None:
        """Keeps changed settings; shows what is in force in either case."""

        def kept(now: Settings) -> None:
            self.show_settings(now)
            if then:
                then(now)

        self.courier.fetch(self.desk.backend.settings.change(settings), kept, self.refused)

    def ask(self, future: Future[T], done: Callable[[T], None]) -> None:
        """A request whose failure is told in a dialog."""
        self.courier.fetch(future, done, self.refused)

    def refused(self, error: BackendError) -> None:
        """Says why, and shows what is in force."""
        self.show_settings(self.settings)
        FaultDialog(self.theme, self, error, self.desk.clipboard).open()
