"""The pane with the ready log, and a file dialog that answers at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from ui.panes.calls.calls_pane import CallsPane
from ui.shell.pane_context import PaneContext


@pytest.fixture
def chooser(tmp_path: Path) -> FakeFileChooser:
    return FakeFileChooser(save_path=str(tmp_path / "calls.csv"))


@pytest.fixture
def pane(context: PaneContext, chooser: FakeFileChooser, show: ShowWidget) -> CallsPane:
    pane = CallsPane(context)
    show(pane)
    return pane
