"""What a run counts, and who asked for it."""

from __future__ import annotations

import pytest

from service.domain.pull.pulls import Counts, PullSetup, Run, RunState


def test_counts_of_two_parts_of_a_file_add_up() -> None:
    first = Counts(read=100, created=10, updated=20, unchanged=60, rejected=10, noted=3, inactive=1)
    second = Counts(read=7, created=1, updated=2, unchanged=3, rejected=1, noted=9, inactive=5)
    assert first + second == Counts(read=107, created=11, updated=22, unchanged=63, rejected=11, noted=12, inactive=6)
    assert (first + second).saved == 96


@pytest.mark.parametrize(("by", "by_hand"), [("owner", True), ("Till 2", True), ("time", False)])
def test_a_nightly_run_is_not_by_hand(by: str, by_hand: bool) -> None:
    run = Run(1, 1, 0, RunState.DONE, "stock.csv", by, PullSetup("/data/stock.csv", "{}"))
    assert run.by_hand is by_hand
