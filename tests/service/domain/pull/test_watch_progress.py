"""A state of a watched file is read once, and three times at most if the program ends in it."""

from __future__ import annotations

import pytest

from service.domain.pull.watch_progress import MAX_TRIES, WatchProgress, parse_progress


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
