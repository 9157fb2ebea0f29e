"""What a run counts, and who asked for it."""

from __future__ import annotations

import pytest

from service.domain.pull.pulls import MAX_TRIES, Counts, PullSetup, Run, RunState, WatchProgress, parse_progress


def test_a_state_is_read_once() -> None:
    progress = WatchProgress()
    assert progress.may_read("a|1")
    progress = progress.begin("a|1").end("a|1")
    assert not progress.may_read("a|1")
    assert progress.may_read("b|2")


def test_a_state_that_ends_the_program_is_tried_three_times() -> None:
    progress, tries = WatchProgress("before"), 0
    while progress.may_read("bad"):
        progress = parse_progress(progress.begin("bad").text)
        tries += 1
    assert tries == MAX_TRIES
    assert progress.may_read("other")


def test_another_state_begins_with_its_first_try() -> None:
    assert WatchProgress("a", 2).begin("b") == WatchProgress("b", 1)
    assert WatchProgress("a", 1).begin("a") == WatchProgress("a", 2)


def test_what_is_stored_reads_back_as_it_was() -> None:
    assert parse_progress(WatchProgress("2026-11-20|77", 2).text) == WatchProgress("2026-11-20|77", 2)


@pytest.mark.parametrize("text", [None, "", "x", "x|y", "|a"])
def test_no_or_foreign_text_is_nothing_read(text: str | None) -> None:
    assert parse_progress(text) == WatchProgress()


def test_counts_of_two_parts_of_a_file_add_up() -> None:
    first = Counts(read=100, created=10, updated=20, unchanged=60, rejected=10, noted=3, inactive=1)
    second = Counts(read=7, created=1, updated=2, unchanged=3, rejected=1, noted=9, inactive=5)
    assert first + second == Counts(read=107, created=11, updated=22, unchanged=63, rejected=11, noted=12, inactive=6)
    assert (first + second).saved == 96


@pytest.mark.parametrize(("by", "by_hand"), [("owner", True), ("Till 2", True), ("time", False)])
def test_a_nightly_run_is_not_by_hand(by: str, by_hand: bool) -> None:
    run = Run(1, 1, 0, RunState.DONE, "stock.csv", by, PullSetup("/data/stock.csv", "{}"))
    assert run.by_hand is by_hand
