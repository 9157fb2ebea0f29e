"""The Webhooks pane as the window opens it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.conftest import Show
from ui.panes.webhooks.pane import WebhooksPane
from ui.shell.desk import Desk

Opened = Callable[[], WebhooksPane]
Settle = Callable[[], None]


@pytest.fixture
def opened(desk: Desk, show: Show) -> Opened:
    def make() -> WebhooksPane:
        pane = WebhooksPane(desk)
        show(pane)
        return pane

    return make
