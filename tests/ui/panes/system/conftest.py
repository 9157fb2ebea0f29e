"""The pane as the window opens it, with a chooser whose answers the test sets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.panes.system.system_pane import SystemPane
from ui.shell.pane_context import PaneContext

Opened = Callable[[], SystemPane]


@pytest.fixture
def opened(context: PaneContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget) -> Opened:
    def make() -> SystemPane:
        pane = SystemPane(context)
        pane.show_host(backend.computer.host)
        show(pane)
        return pane

    return make
