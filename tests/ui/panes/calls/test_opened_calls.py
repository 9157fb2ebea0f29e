"""Calls that another page opens: one by its number, or all of a key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.conftest import ShowWidget
from tests.ui.ready_calls import TOTAL
from ui.panes.calls.calls_pane import CallsPane
from ui.shell.pane_context import PaneContext

Settle = Callable[[], None]


def test_the_row_of_a_call_that_another_page_opens_is_selected(pane: CallsPane, settle: Settle) -> None:
    """The row of the call before stayed selected while another was shown."""
    pane.list.choose(TOTAL - 1)
    settle()
    pane.open_target(str(TOTAL - 4))
    settle()
    row = pane.list.current()
    assert row is not None
    assert row.call.id == TOTAL - 4
    pane.open_target("1")
    settle()
    assert pane.list.current() is None
    assert pane.detail.detail is not None
    assert pane.detail.detail.call.id == 1


def test_it_is_selected_too_when_the_list_comes_after_it(
    context: PaneContext, show: ShowWidget, settle: Settle
) -> None:
    pane = CallsPane(context)
    pane.open_target(str(TOTAL - 4))
    show(pane)
    settle()
    row = pane.list.current()
    assert row is not None
    assert row.call.id == TOTAL - 4


def test_the_calls_of_one_key_can_be_asked_for(context: PaneContext, show: ShowWidget) -> None:
    pane = CallsPane(context)
    show(pane)
    pane.open_target("key:ERP")
    assert pane.filters.query().which.key == "ERP"
    assert pane.filters.is_any_time


@pytest.mark.parametrize("target", ["key:ERP", "part:10", "order:ORD-2026-000119"])
def test_calls_about_something_are_listed_without_the_one_shown_before(
    pane: CallsPane, settle: Settle, target: str
) -> None:
    """The detail of another call stayed next to them."""
    pane.open_target(str(TOTAL - 4))
    settle()
    assert pane.detail.isVisible()
    pane.open_target(target)
    settle()
    assert not pane.detail.isVisible()
