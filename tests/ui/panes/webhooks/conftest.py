"""The Webhooks pane as the window opens it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.conftest import ShowWidget
from ui.panes.webhooks.webhooks_pane import WebhooksPane
from ui.shell.pane_context import PaneContext

Opened = Callable[[], WebhooksPane]
Settle = Callable[[], None]


@pytest.fixture
def opened(context: PaneContext, show: ShowWidget) -> Opened:
    def make() -> WebhooksPane:
        pane = WebhooksPane(context)
        show(pane)
        return pane

    return make
