"""The pane on the fake's log, with a file dialog that answers at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import ShowWidget
from ui.panes.calls.calls_pane import CallsPane
from ui.shell.pane_context import PaneContext


@dataclass
class FakeSaveDialog:
    """Where files are saved; `file` "" is a dialog that is left."""

    file: str = "/tmp/calls.csv"
    names: list[str] = field(default_factory=list)

    def __call__(self, parent: QWidget, title: str, name: str, kinds: str, chosen: Callable[[str], None]) -> None:
        self.names.append(name)
        if self.file:
            chosen(self.file)


@pytest.fixture
def asked() -> FakeSaveDialog:
    return FakeSaveDialog()


@pytest.fixture
def pane(context: PaneContext, asked: FakeSaveDialog, show: ShowWidget) -> CallsPane:
    pane = CallsPane(context, asked)
    show(pane)
    return pane
