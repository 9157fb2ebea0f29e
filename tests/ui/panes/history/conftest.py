"""The history pane over the fake."""

from __future__ import annotations

import pytest

from tests.ui.conftest import ShowWidget
from ui.panes.history.history_pane import HistoryPane
from ui.shell.pane_context import PaneContext


@pytest.fixture
def pane(context: PaneContext, show: ShowWidget) -> HistoryPane:
    pane = HistoryPane(context)
    show(pane)
    return pane
