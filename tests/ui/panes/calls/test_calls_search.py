"""Searching the bodies of the call log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from service.domain.call_log.calls import CallFilter
from service.domain.changes import ChangeKind, Changes
from tests.ui.fake.fake_clock import moment
from tests.ui.ready_shop import ReadyShop
from ui.backend import Progress
from ui.panes.calls.calls_pane import CallExportDialog, CallsPane
from ui.panes.calls.log_feed import PAGE
from ui.widgets import Label

Settle = Callable[[], None]
TODAY = CallFilter(since=moment(15, 0, 0))


def test_a_search_shows_what_it_finds_while_it_runs_and_keeps_it_when_stopped(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    found = backend.calls.page(1, CallFilter(), 8).result().rows
    backend.answers.hold("calls.search")
    pane.filters.search.edit.setText("48609")
    pane._begin()
    settle()
    assert backend.answers.last("calls.search")[1:4] == (TODAY, "48609", PAGE)
    progress, on_hits = backend.answers.listeners["calls.search"]
    on_hits(found[:4])
    progress(Progress(210, 420, 4))
    settle()
    assert pane.model.rowCount() == 4
    assert pane.search_line.work.isVisible()
    pane.search_line.work.stop.click()
    on_hits(found[4:])
    settle()
    assert pane.search_line.result.text() == "Stopped. 4 calls found. 210 of 420 calls looked at."
    backend.answers.release("calls.search")
    settle()
    assert pane.model.rowCount() == 4


def test_a_search_that_ends_at_once_loses_nothing(pane: CallsPane, settle: Settle) -> None:
    pane.filters.search.edit.setText("48609")
    pane._begin()
    settle()
    assert pane.search_line.result.text() == "70 calls found."
    assert pane.filters.chosen_part.isHidden()
    assert pane.model.rowCount() == 70
    pane.filters.search.edit.setText("")
    pane._begin()
    settle()
    assert pane.model.rowCount() == PAGE
    assert pane.search_line.isHidden()


@pytest.mark.parametrize(("text", "name"), [("48609", "Calls"), ("nowhere", "Clear the filters")])
@pytest.mark.parametrize("rests", [True, False])
def test_at_the_end_of_a_search_the_focus_moves_from_stop_to_the_result(
    pane: CallsPane, backend: ReadyShop, settle: Settle, text: str, name: str, rests: bool
) -> None:
    """Where it had been on "Stop" for a moment, it went to "Pause"."""
    pane.activateWindow()
    backend.answers.hold("calls.search")
    pane.filters.search.edit.setText(text)
    pane.filters.search.search_now()
    settle()
    pane.search_line.work.stop.setFocus(Qt.FocusReason.TabFocusReason)
    if rests:
        settle()
    backend.answers.release("calls.search")
    settle()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.accessibleName() == name


def test_a_search_leaves_the_focus_in_its_field(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    pane.activateWindow()
    pane.filters.search.edit.setFocus()
    pane.filters.search.edit.setText("nowhere")
    pane.filters.search.search_now()
    settle()
    assert QApplication.focusWidget() is pane.filters.search.edit


def test_typing_searches_by_itself(pane: CallsPane, backend: ReadyShop, qtbot: QtBot) -> None:
    pane.filters.search.edit.setText("x")
    qtbot.waitUntil(lambda: "calls.search" in backend.answers.names(), timeout=5000)


def test_what_arrives_during_a_search_does_not_disturb_it(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    pane.filters.search.edit.setText("48609")
    pane._begin()
    settle()
    pages = backend.answers.names().count("calls.page")
    backend.call(3, quietly=True)
    pane.on_changes(Changes.of(ChangeKind.CALLS))
    settle()
    assert backend.answers.names().count("calls.page") == pages


def test_calls_about_a_part_are_looked_for_by_its_number_at_any_time(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    pane.open_target("part:04465-60320")
    settle()
    assert backend.answers.last("calls.search")[1:] == (CallFilter(), "", PAGE, None, "04465-60320")
    assert pane.filters.is_any_time
    assert pane.filters.search.text() == ""
    assert (pane.filters.chosen_part.isVisible(), "04465-60320" in pane.filters.chosen_part.text()) == (True, True)
    assert pane.search_line.result.text() == "105 calls found."
    pane.filters.chosen_part.click()
    settle()
    assert pane.search_line.isHidden()
    assert pane.model.rowCount() == PAGE


def test_a_part_number_with_a_quote_is_looked_for_as_it_is(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    pane.open_target('part:A-"1')
    settle()
    assert backend.answers.last("calls.search")[-1] == 'A-"1'
    assert 'A-"1' in pane.filters.chosen_part.text()
    assert pane.model.rowCount() == 0


def test_a_text_narrows_the_calls_about_a_part(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    pane.open_target("part:10")
    pane.filters.search.edit.setText("brake")
    pane._begin()
    settle()
    assert backend.answers.last("calls.search")[2:] == ("brake", PAGE, None, "10")
    pane.open_target("part:11")
    settle()
    assert backend.answers.last("calls.search")[2:] == ("", PAGE, None, "11")


def test_the_export_of_calls_about_a_part_has_these_alone(
    pane: CallsPane, backend: ReadyShop, settle: Settle, tmp_path: Path
) -> None:
    pane.open_target("part:10")
    settle()
    pane.export()
    (dialog,) = pane.findChildren(CallExportDialog)
    words = " ".join(label.text() for label in dialog.findChildren(Label))
    assert "Only calls about the part \u206810\u2069 are written." in words
    dialog.write(str(tmp_path / "calls.csv"))
    assert backend.answers.last("calls.export")[-2:] == ("", "10")


def test_calls_about_an_order_are_looked_for_by_its_path_at_any_time(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    pane.open_target("order:ORD-2026-000119")
    settle()
    assert backend.answers.last("calls.page")[1] == CallFilter(path="/orders/ORD-2026-000119")
    assert pane.filters.is_any_time
    assert "/orders/ORD-2026-000119" in pane.filters.path.text()
    pane.filters.clear()
    settle()
    assert backend.answers.last("calls.page")[1] == CallFilter()
