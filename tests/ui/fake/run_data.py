"""Runs of the pull in the fake's history."""

from __future__ import annotations

from service.domain.actors import TIME
from service.domain.pull.pulls import Counts, Difference, PullSetup, Run, RunState
from service.domain.sentences import Sentence
from service.domain.times import Millis
from tests.ui.fake.fake_clock import moment
from tests.ui.ready_data import LIVE

FILE = "D:\\Accounts\\Export\\prices.xlsx"


def make_run(
    number: int,
    at: Millis,
    state: RunState,
    counts: Counts | None = None,
    *,
    held: Difference | None = None,
    fault: Sentence | None = None,
) -> Run:
    """A run of the nightly file in the live shop."""
    return Run(number, LIVE, at, state, FILE, TIME, PullSetup(FILE, ""), counts or Counts(), fault=fault, held=held)


LAST_RUN = Run(
    9,
    LIVE,
    moment(15, 2, 0),
    RunState.DONE,
    FILE,
    TIME,
    PullSetup(FILE, ""),
    Counts(read=1245, created=12, updated=1231, rejected=2, noted=3),
    duration_ms=8200,
    can_undo=True,
)
