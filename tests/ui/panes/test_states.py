"""What a pane shows while its page is read, where that fails, and after another try."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.conftest import ShowWidget
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button
from ui.backend import BackendError, ErrorCode
from ui.panes import PANES
from ui.shell.pane_context import PaneContext, PaneKey

QUESTIONS = {
    PaneKey.OVERVIEW: "overview.read",
    PaneKey.ORDERS: "orders.find",
    PaneKey.CATALOGUE: "catalogue.page",
    PaneKey.HISTORY: "histories.writes",
    PaneKey.SYSTEM: "webhooks.targets",
    PaneKey.WEBHOOKS: "webhooks.targets",
    PaneKey.MARKETPLACE: "marketplace.view",
    PaneKey.CALLS: "calls.page",
    PaneKey.SETTINGS: "settings.read",
}
"""What each pane's page needs."""


def test_every_pane_is_tried() -> None:
    assert QUESTIONS.keys() == PANES.keys()


@pytest.mark.parametrize("key", QUESTIONS)
def test_loading_then_error_then_content(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Callable[[], None], key: PaneKey
) -> None:
    question = QUESTIONS[key]
    backend.answers.hold(question)
    pane = PANES[key](context)
    show(pane)
    assert pane.state == "loading"
    backend.answers.fail(question, BackendError("full", code=ErrorCode.DISK_FULL))
    backend.answers.release(question)
    settle()
    assert pane.state == "error"
    button(pane, "Copy details for support").click()
    assert context.clipboard.text() == "disk_full: full"
    backend.answers.mend(question)
    button(pane, "Try again").click()
    settle()
    assert pane.state == "content"
