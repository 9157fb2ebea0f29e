"""A first run that would save doubtful values waits; a dry run predicts the run; undo returns to
the start.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from service.domain.pull.pulls import RunState
from service.files.file_errors import FileError
from service.pull.spool import BATCH
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def pulling(shop: ShopFixture, tmp_path: Path) -> PullFixture:
    return PullFixture(shop, tmp_path)


def test_a_first_file_with_doubtful_values_waits_and_can_be_approved(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*[(f"P{place}", "Part", place + 1, place + 1) for place in range(40)]))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.NEEDS_APPROVAL
    assert run.held is not None
    assert "the price is the quantity" in str(run.held.reason)
    assert pulling.shop.count("items") == 0
    assert pulling.approve(run).counts.created == 40


def test_a_later_run_is_compared_with_what_was_saved_only(pulling: PullFixture) -> None:
    pulling.pull(*rows_of(40))
    run = pulling.pull(*[(f"P{number:06d}", f"Part {number}", 5, 5) for number in range(40)], approved=True)
    assert run.state is RunState.DONE
    again = pulling.pull(*[(f"P{number:06d}", f"Part {number}", 5, 5) for number in range(39)])
    assert again.state is RunState.DONE


def test_a_run_that_saves_nothing_has_failed_and_says_why(pulling: PullFixture) -> None:
    nameless = [(f"P{number}", "", "1.5", 1) for number in range(3)]
    setup = pulling.setup(pulling.file(*nameless))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup)
    assert looked.state is run.state is RunState.FAILED
    assert "No row of the file could be saved. Line 2: name: is required" in str(run.fault)
    assert str(looked.fault) == str(run.fault)
    empty = pulling.run(pulling.setup(pulling.file()))
    assert (empty.state, str(empty.fault)) == (
        RunState.FAILED,
        "The file holds no rows below its column names. Nothing was saved.",
    )


def test_a_dry_run_says_what_the_run_does_where_new_rows_without_a_name_come_twice(pulling: PullFixture) -> None:
    rows = [(f"P{number}", "", "1.5", 1) for number in range(BATCH)]
    setup = pulling.setup(pulling.file(("A", "Pad", "1.5", 1), *rows, *rows))
    looked, _ = pulling.run_dry(setup)
    run = pulling.run(setup, approved=True)
    assert looked.counts == run.counts
    assert (run.counts.saved, run.counts.rejected) == (1, 2 * BATCH)


def test_a_dry_run_of_a_file_that_was_read_says_unchanged(pulling: PullFixture) -> None:
    setup = pulling.setup(pulling.file(*rows_of(3)))
    pulling.run(setup)
    looked, _ = pulling.run_dry(setup)
    assert looked.state is pulling.run(setup).state is RunState.UNCHANGED


def test_several_runs_taken_back_newest_first_leave_nothing_of_the_first(pulling: PullFixture) -> None:
    before = pulling.read_everything()
    runs = [
        pulling.pull(*rows_of(5)),
        pulling.pull(*rows_of(5, price=1.6)),
        pulling.pull(*rows_of(6, price=1.6, quantity=6)),
    ]
    for run in reversed(runs):
        assert pulling.undo(run).state is RunState.UNDONE
    assert pulling.read_everything() == before
    assert pulling.shop.count("items") == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_named_pipe_is_refused_at_once(tmp_path: Path, pulling: PullFixture) -> None:
    os.mkfifo(tmp_path / "list.csv")
    with pytest.raises(FileError, match="is a pipe or a device"):
        pulling.setup(tmp_path / "list.csv")
