"""The Overview pane as the window opens it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.conftest import ShowWidget
from tests.ui.ready_shop import ReadyShop
from ui.panes.overview.overview_pane import OverviewPane
from ui.shell.pane_context import PaneContext

Opened = Callable[[], OverviewPane]


@pytest.fixture
def opened(context: PaneContext, backend: ReadyShop, show: ShowWidget) -> Opened:
    """Opens the pane as the window does."""

    def make() -> OverviewPane:
        pane = OverviewPane(context)
        pane.show_host(backend.computer.host)
        show(pane)
        return pane

    return make
