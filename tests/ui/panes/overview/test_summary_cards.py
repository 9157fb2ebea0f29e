"""Waiting orders and the nightly file on the Overview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from service.domain.pull.pulls import NOT_CONFIRMED, Difference, RunState
from service.domain.sentences import Sentence, join_sentences, message
from service.domain.times import MINUTE
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.ready_data import FILE_OPEN, LAST_RUN
from tests.ui.ready_shop import ReadyShop
from ui.panes.overview.overview_pane import OrdersCard, OverviewPane
from ui.shell.pane_context import PaneKey
from ui.widgets import Button

Settle = Callable[[], None]
Opened = Callable[[], OverviewPane]


def test_an_order_without_a_known_end_comes_after_urgent_ones_and_shows_no_countdown(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop
) -> None:
    context = make_context()
    now = context.now()
    one = backend.listed_order("ORD-2026-000123")
    urgent = replace(one, reference="ORD-2026-000002", accept_by=now + 5 * MINUTE)
    unknown = replace(one, reference="ORD-2026-000001", accept_by=None)
    card = OrdersCard(context)
    show(card)
    card.show_orders((unknown, urgent), now)
    said = [card.model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) for row in range(2)]
    assert said[0].startswith("ORD-2026-000002, 5:00, ")
    assert said[1].startswith("ORD-2026-000001, BHD")
    assert not card.grab().isNull()


def test_the_pull_runs_now(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.hold("pulls.run")
    pane.connections.run.click()
    assert pane.connections.work.isVisible()
    assert not pane.connections.run.isEnabled()
    backend.answers.release("pulls.run")
    settle()
    assert not pane.connections.work.isVisible()
    assert pane.connections.run.isEnabled()


def test_a_run_goes_on_being_shown_while_tills_call(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.hold("pulls.run")
    pane.connections.run.click()
    pane.reload()
    settle()
    assert backend.answers.names().count("overview.read") == 2
    assert pane.connections.work.isVisible()
    assert not pane.connections.run.isEnabled()
    backend.answers.release("pulls.run")
    settle()
    assert pane.connections.work.isHidden()


@pytest.mark.parametrize(
    ("state", "expected"),
    [(RunState.UNCHANGED, "nothing new"), (RunState.UNDONE, "taken back"), (RunState.DONE, "saved")],
)
def test_how_the_last_run_ended_is_said(opened: Opened, backend: ReadyShop, state: RunState, expected: str) -> None:
    backend.add_run(replace(LAST_RUN, state=state))
    pane = opened()
    assert expected in pane.connections.file.detail.text()


def test_a_run_can_be_stopped(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.hold("pulls.run")
    pane.connections.run.click()
    pane.connections.work.stop.click()
    backend.answers.release("pulls.run")
    settle()
    assert pane.connections.run.isEnabled()
    assert backend.find_last_run().at == LAST_RUN.at


def test_a_file_that_does_not_change_is_a_sentence(opened: Opened, backend: ReadyShop) -> None:
    for _night in range(3):
        backend.add_run(replace(LAST_RUN, state=RunState.UNCHANGED))
    titles = [alert.title for alert in opened().alerts.alerts]
    assert titles[1].startswith("The file has been the same for 3 nights")


def test_a_failed_night_is_a_sentence(opened: Opened, backend: ReadyShop) -> None:
    run = replace(LAST_RUN, state=RunState.FAILED, fault=FILE_OPEN)
    backend.add_run(run)
    pane = opened()
    assert str(FILE_OPEN) in [line for alert in pane.alerts.alerts for line in alert.lines]


@pytest.mark.parametrize("reason", [NOT_CONFIRMED, join_sentences([message("Half is gone."), NOT_CONFIRMED], " ")])
def test_a_set_up_that_nobody_confirmed_waits_for_the_owner_and_is_not_called_a_change(
    opened: Opened, backend: ReadyShop, reason: Sentence, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    """It said that the file changes very much, and led to the difference."""
    run = replace(LAST_RUN, state=RunState.NEEDS_APPROVAL, held=Difference(reason, 0, 3, 0, 0, 0))
    backend.add_run(run)
    pane = opened()
    titles = [alert.title for alert in pane.alerts.alerts]
    assert "The file waits for your confirmation. Nothing was saved." in titles
    next(button for button in pane.alerts.findChildren(Button) if button.text() == "Look at it").click()
    assert opened_panes == [(PaneKey.SYSTEM, "pull")]
