"""The set-up page of the nightly file, with a file that was inspected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.panes.system.conftest import Opened
from ui.panes.system.pull.setup_page import SetupPage

Settle = Callable[[], None]
Page = Callable[[], SetupPage]


@pytest.fixture
def page(opened: Opened, settle: Settle) -> Page:
    """The set-up of the file that is kept."""

    def make() -> SetupPage:
        pane = opened()
        pane.open_set_up()
        settle()
        return pane.set_up

    return make
