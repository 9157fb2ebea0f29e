"""The pane with the fake's log, and a file dialog that answers at once."""

from __future__ import annotations

import pytest

from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from ui.panes.calls.calls_pane import CallsPane
from ui.shell.pane_context import PaneContext


@pytest.fixture
def chooser() -> FakeFileChooser:
    return FakeFileChooser(save_path="/tmp/calls.csv")


@pytest.fixture
def pane(context: PaneContext, chooser: FakeFileChooser, show: ShowWidget) -> CallsPane:
    pane = CallsPane(context, chooser)
    show(pane)
    return pane
