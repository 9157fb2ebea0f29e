"""The Settings pane as the window opens it, with a chooser whose answers the test sets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.pane_context import PaneContext

Opened = Callable[..., SettingsPane]
Settle = Callable[[], None]


@pytest.fixture
def opened(
    context: PaneContext, backend: ReadyShop, show: ShowWidget, chooser: FakeFileChooser, settle: Settle
) -> Opened:
    def make(target: str = "", at: PaneContext | None = None) -> SettingsPane:
        pane = SettingsPane(at or context)
        pane.show_host(backend.computer.host)
        show(pane)
        if target:
            pane.open_target(target)
            settle()
        return pane

    return make
