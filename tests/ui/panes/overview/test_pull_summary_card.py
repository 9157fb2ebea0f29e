"""The card of the nightly file on the overview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.domain.pull.pulls import RunState
from tests.ui.fake import FakeBackend
from tests.ui.fake.run_data import LAST_RUN
from tests.ui.fake.sentence_data import FILE_OPEN
from ui.panes.overview.overview_pane import OverviewPane
from ui.widgets import ElidedLabel

Settle = Callable[[], None]
Opened = Callable[[], OverviewPane]


def test_the_pull_runs_now(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened()
    backend.answers.hold("pulls.run")
    pane.pull.run.click()
    assert pane.pull.work.isVisible()
    assert not pane.pull.run.isEnabled()
    backend.answers.release("pulls.run")
    settle()
    assert not pane.pull.work.isVisible()
    assert pane.pull.run.isEnabled()


def test_a_run_goes_on_being_shown_while_tills_call(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened()
    backend.answers.hold("pulls.run")
    pane.pull.run.click()
    pane.reload()
    settle()
    assert backend.answers.names().count("overview.read") == 2
    assert pane.pull.work.isVisible()
    assert not pane.pull.run.isEnabled()
    backend.answers.release("pulls.run")
    settle()
    assert pane.pull.work.isHidden()


@pytest.mark.parametrize(
    ("state", "expected"),
    [(RunState.UNCHANGED, "nothing new"), (RunState.UNDONE, "taken back"), (RunState.DONE, "saved")],
)
def test_how_the_last_run_ended_is_said(opened: Opened, backend: FakeBackend, state: RunState, expected: str) -> None:
    backend.world.pull = replace(backend.world.pull, last=replace(LAST_RUN, state=state))
    pane = opened()
    assert any(expected in label.text() for label in pane.pull.findChildren(ElidedLabel))


def test_a_run_can_be_stopped(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened()
    backend.answers.hold("pulls.run")
    pane.pull.run.click()
    pane.pull.work.stop.click()
    backend.answers.release("pulls.run")
    settle()
    assert pane.pull.run.isEnabled()
    assert backend.world.pull.last == LAST_RUN


def test_a_failed_night_is_a_sentence(opened: Opened, backend: FakeBackend) -> None:
    run = replace(LAST_RUN, state=RunState.FAILED, fault=FILE_OPEN)
    backend.world.pull = replace(backend.world.pull, last=run)
    pane = opened()
    assert pane.pull.fault.isVisible()
    assert pane.pull.fault.text() == str(FILE_OPEN)
