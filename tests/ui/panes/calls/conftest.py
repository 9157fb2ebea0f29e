"""The pane on the fake's log, with a file dialog that answers at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import Show
from ui.panes.calls.pane import CallsPane
from ui.shell.desk import Desk


@dataclass
class Asked:
    """Where files are saved; `file` "" is a dialog that is left."""

    file: str = "/tmp/calls.csv"
    names: list[str] = field(default_factory=list)

    def __call__(self, parent: QWidget, title: str, name: str, kinds: str, chosen: Callable[[str], None]) -> None:
        self.names.append(name)
        if self.file:
            chosen(self.file)


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def pane(desk: Desk, asked: Asked, show: Show) -> CallsPane:
    pane = CallsPane(desk, asked)
    show(pane)
    return pane
