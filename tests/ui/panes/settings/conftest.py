"""The Settings pane as the window opens it, with a chooser that answers what a test wants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import ShowWidget
from tests.ui.fake import FakeBackend
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.pane_context import PaneContext

Opened = Callable[..., SettingsPane]
Settle = Callable[[], None]


@dataclass
class FakePathChooser:
    """`answer` is what the user chooses; `shown` lists the folders that were opened."""

    answer: str = ""
    opened_folders: list[str] = field(default_factory=list)

    def folder(self, parent: QWidget, title: str, start: str) -> str:
        return self.answer

    def open_file(self, parent: QWidget, title: str, start: str) -> str:
        return self.answer

    def save_file(self, parent: QWidget, title: str, start: str, kind: str) -> str:
        return self.answer

    def show_folder(self, path: str) -> None:
        self.opened_folders.append(path)


@pytest.fixture
def chooser() -> FakePathChooser:
    return FakePathChooser()


@pytest.fixture
def opened(
    context: PaneContext, backend: FakeBackend, show: ShowWidget, chooser: FakePathChooser, settle: Settle
) -> Opened:
    def make(target: str = "", at: PaneContext | None = None) -> SettingsPane:
        pane = SettingsPane(at or context, chooser)
        pane.show_host(backend.world.host)
        show(pane)
        if target:
            pane.open_target(target)
            settle()
        return pane

    return make
