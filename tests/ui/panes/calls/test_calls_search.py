"""Searching the bodies of the call log."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from service.domain.call_log.calls import CallFilter
from service.domain.changes import ChangeKind, Changes
from tests.ui.fake import FakeBackend
from tests.ui.fake.fake_clock import moment
from ui.panes.calls.calls_pane import CallsPane
from ui.panes.calls.log.log_feed import PAGE

Settle = Callable[[], None]
TODAY = CallFilter(since=moment(15, 0, 0))


def test_a_search_shows_what_it_finds_while_it_runs_and_keeps_it_when_stopped(
    pane: CallsPane, backend: FakeBackend, settle: Settle
) -> None:
    backend.answers.hold("calls.search")
    pane.filters.search.edit.setText("48609")
    pane._begin()
    settle()
    assert backend.answers.last("calls.search")[1:4] == (TODAY, "48609", PAGE)
    assert pane.model.rowCount() == 4
    assert pane.search_line.work.isVisible()
    pane.search_line.work.stop.click()
    settle()
    assert pane.search_line.result.text() == "Stopped. 4 calls found. 210 of 420 calls looked at."
    backend.answers.release("calls.search")
    settle()
    assert pane.model.rowCount() == 4


def test_a_search_that_ends_at_once_loses_nothing(pane: CallsPane, settle: Settle) -> None:
    pane.filters.search.edit.setText("48609")
    pane._begin()
    settle()
    assert pane.search_line.result.text() == "140 calls found."
    assert pane.model.rowCount() == 140
    pane.filters.search.edit.setText("")
    pane._begin()
    settle()
    assert pane.model.rowCount() == PAGE
    assert pane.search_line.isHidden()


def test_typing_searches_by_itself(pane: CallsPane, backend: FakeBackend, qtbot: QtBot) -> None:
    pane.filters.search.edit.setText("x")
    qtbot.waitUntil(lambda: "calls.search" in backend.answers.names(), timeout=5000)


def test_what_arrives_during_a_search_does_not_disturb_it(
    pane: CallsPane, backend: FakeBackend, settle: Settle
) -> None:
    pane.filters.search.edit.setText("48609")
    pane._begin()
    settle()
    pages = backend.answers.names().count("calls.page")
    backend.calls.arrive(3, quietly=True)
    pane.on_changes(Changes.of(ChangeKind.CALLS))
    settle()
    assert backend.answers.names().count("calls.page") == pages


def test_calls_about_a_part_are_those_of_any_time_with_its_whole_number(
    pane: CallsPane, backend: FakeBackend, settle: Settle
) -> None:
    pane.open_target('part:A-"1')
    settle()
    _shop, which, text, *_ = backend.answers.last("calls.search")
    assert (which, text) == (CallFilter(), '"A-\\"1"')
    assert pane.filters.is_any_time
    pane.filters.clear()
    settle()
    assert pane.filters.search.text() == ""
