"""The list: its requests, its scroll position, its states and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from service.domain.call_log.calls import CallFilter
from service.domain.changes import ChangeKind, Changes
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_clock import moment
from tests.ui.ready_calls import TOTAL
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.calls.calls_pane import CallsPane, DayDialog
from ui.panes.calls.log_feed import PAGE
from ui.panes.shared.time_chip import Period, Span, SpanDialog
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme.metrics import LOG_ROW
from ui.widgets import Dialog

Settle = Callable[[], None]
TODAY = CallFilter(since=moment(15, 0, 0))


def top(pane: CallsPane) -> int:
    """The id of the row at the upper edge."""
    return pane.model.rows[pane.list.first_row()].call.id


def publish_calls(pane: CallsPane, backend: ReadyShop, qtbot: QtBot, count: int) -> None:
    """So many calls come in, and the pane has heard of them."""
    with qtbot.waitSignal(pane.feed.arrived, timeout=5000):
        backend.call(count, quietly=True)
        pane.on_changes(Changes.of(ChangeKind.CALLS))


def test_the_day_is_a_chart_with_its_figures_and_a_table(pane: CallsPane, settle: Settle) -> None:
    pane.head.day.click()
    settle()
    (dialog,) = pane.window().findChildren(DayDialog)
    card = dialog.card
    assert [figure.text() for figure in card._figures.values()] == ["420", "210", "3 ms"]
    assert card.chart._summary == "420 calls, 210 faults, most at 06:00"
    QAbstractItemModelTester(card.model, QAbstractItemModelTester.FailureReportingMode.Fatal, dialog)
    card._toggle.click()
    assert card.table.isVisible()
    assert card.model.rowCount() == 24
    dialog.reject()


def test_it_opens_with_todays_calls_their_counts_and_keys(pane: CallsPane, backend: ReadyShop) -> None:
    assert pane.state == "content"
    assert backend.answers.last("calls.page")[1:] == (TODAY, PAGE, None, None)
    assert pane.model.rows[0].outcome == "3 orders"
    assert [segment.count for segment in pane.filters.classes._segments] == ["", "210", "175", "35", ""]
    assert [strip_marks(pane.filters.classes.tabToolTip(at)) for at in range(5)][1:] == [
        "Answered: 2xx",
        "Refused, the call has to be another: 4xx",
        "Failed here: 5xx",
        "With notes or rejected rows",
    ]
    assert "420 entries. Kept 90 days." in pane.head.header.subtitle.text()
    assert pane.filters._keys()[0][1] == "All keys"
    assert len(pane.filters._keys()) == 5


def test_scrolling_down_asks_for_older_pages_until_there_are_none(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    bar = pane.list.verticalScrollBar()
    for _ in range(4):
        bar.setValue(bar.maximum())
        settle()
    assert [row.call.id for row in pane.model.rows] == list(range(TOTAL, 0, -1))
    assert not pane.model.older


def test_whoever_asks_for_more_without_pause_gets_each_call_once(
    context: PaneContext, backend: ReadyShop, show: ShowWidget, qtbot: QtBot, settle: Settle
) -> None:
    pane = CallsPane(context)
    QAbstractItemModelTester(pane.model, QAbstractItemModelTester.FailureReportingMode.Fatal, pane)
    show(pane)
    qtbot.waitUntil(lambda: not pane.model.older, timeout=5000)
    publish_calls(pane, backend, qtbot, 3)
    assert [row.call.id for row in pane.model.rows] == list(range(TOTAL + 3, 0, -1))


def test_new_calls_come_in_on_top(pane: CallsPane, backend: ReadyShop, qtbot: QtBot, settle: Settle) -> None:
    publish_calls(pane, backend, qtbot, 3)
    assert top(pane) == TOTAL + 3
    assert not pane.head.news.isVisible()


def test_further_down_the_place_is_kept_and_new_calls_are_counted(
    pane: CallsPane, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    pane.list.verticalScrollBar().setValue(100 * LOG_ROW)
    settle()
    before = top(pane)
    pane.list.choose(before)
    publish_calls(pane, backend, qtbot, 5)
    publish_calls(pane, backend, qtbot, 2)
    settle()
    assert top(pane) == before
    row = pane.list.current()
    assert row is not None
    assert row.call.id == before
    assert pane.head.news.text() == "7 new calls"
    pane.head.news.click()
    settle()
    assert top(pane) == TOTAL + 7
    assert not pane.head.news.isVisible()


def test_more_than_a_page_at_once_leaves_no_gap_for_who_reads_below(
    pane: CallsPane, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    pane.list.verticalScrollBar().setValue(100 * LOG_ROW)
    settle()
    before = top(pane)
    publish_calls(pane, backend, qtbot, PAGE + 50)
    settle()
    assert top(pane) == before
    assert pane.head.news.text() == "New calls"
    bar = pane.list.verticalScrollBar()
    for _ in range(4):
        bar.setValue(0)
        settle()
    ids = [row.call.id for row in pane.model.rows]
    assert ids == list(range(TOTAL + PAGE + 50, ids[-1] - 1, -1))


def test_more_than_a_page_at_once_begins_anew_for_who_looks_at_the_top(
    pane: CallsPane, backend: ReadyShop, qtbot: QtBot
) -> None:
    publish_calls(pane, backend, qtbot, PAGE + 50)
    assert top(pane) == TOTAL + PAGE + 50
    assert pane.model.older


def test_space_holds_the_list_and_goes_on(pane: CallsPane, backend: ReadyShop, qtbot: QtBot, settle: Settle) -> None:
    pane.activateWindow()
    pane.list.setFocus()
    export, edge = pane.head.export.geometry(), pane.head.pause.geometry().right()
    QTest.keyClick(pane.list, Qt.Key.Key_Space)
    settle()
    assert pane.head.live.text() == "Paused"
    assert pane.head.go_on.geometry().right() == edge, "a second click goes on"
    assert pane.head.export.geometry().right() <= export.right(), "and does not export"
    asked = len(backend.answers.asked)
    backend.call(2, quietly=True)
    pane.on_changes(Changes.of(ChangeKind.CALLS))
    settle()
    assert len(backend.answers.asked) == asked
    assert top(pane) == TOTAL
    with qtbot.waitSignal(pane.feed.arrived, timeout=5000):
        pane.head.go_on.click()
    assert top(pane) == TOTAL + 2
    assert pane.head.live.text() == "Following"


def test_nothing_is_followed_while_the_service_is_away(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    listening = backend.computer.host
    for state in (HostState.STOPPED, HostState.LISTENING):
        backend.publish_host(replace(listening, state=state))
        settle()
        assert pane.head.live.isVisible() == (state is HostState.LISTENING)


def test_while_hidden_nothing_is_asked_and_all_is_caught_up(
    pane: CallsPane, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    pane.hide()
    asked = len(backend.answers.asked)
    backend.call(2, quietly=True)
    pane.on_changes(Changes.of(ChangeKind.CALLS))
    settle()
    assert len(backend.answers.asked) == asked
    with qtbot.waitSignal(pane.feed.arrived, timeout=5000):
        pane.show()
    assert top(pane) == TOTAL + 2


def test_each_filter_asks_for_what_it_says(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    def asked() -> CallFilter:
        settle()
        which = backend.answers.last("calls.page")[1]
        assert isinstance(which, CallFilter)
        return which

    pane.filters.time.choose(Period.ANY.value)
    assert asked() == CallFilter()
    pane.filters.key.choose("ERP")
    assert asked() == CallFilter(key="ERP")
    pane.filters.path.choose("/v1/items")
    assert asked() == CallFilter(key="ERP", path="/v1/items")
    pane.filters.classes.setCurrentIndex(2)
    assert asked() == CallFilter(key="ERP", path="/v1/items", status_class=4)
    assert {row.status for row in pane.model.rows} == {"400", "413"}
    assert [segment.count for segment in pane.filters.classes._segments] == ["", "35", "70", "35", ""]
    pane.filters.classes.setCurrentIndex(4)
    assert asked() == CallFilter(key="ERP", path="/v1/items", noted=True)
    pane.filters.clear()
    assert asked() == CallFilter()


def test_a_span_is_asked_for_and_leaving_its_dialog_changes_nothing(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    pane.filters.time.choose(Period.SPAN.value)
    settle()
    (dialog,) = pane.window().findChildren(Dialog)
    dialog.reject()
    settle()
    assert pane.filters.time.key == Period.TODAY.value
    pane.filters.time.choose_span(Span(moment(15, 13, 0), moment(15, 14, 0)))
    settle()
    assert backend.answers.last("calls.page")[1] == CallFilter(moment(15, 13, 0), moment(15, 14, 0))
    assert pane.filters.time.text() == "Today 13:00 to 14:00"


def test_a_span_dialog_speaks_local_time_and_refuses_an_end_before_its_beginning(
    pane: CallsPane, settle: Settle
) -> None:
    took: list[Span] = []
    dialog = SpanDialog(pane.context, pane, Span(moment(15, 13, 0), moment(15, 14, 0)), took.append, title="Between")
    dialog.open()
    assert dialog.since.text() == "15 Nov 2026  13:00"
    dialog.until.setDateTime(dialog.since.dateTime().addSecs(-60))
    dialog.show_button.click()
    assert took == []
    dialog.until.setDateTime(dialog.since.dateTime().addSecs(60))
    dialog.show_button.click()
    assert took == [Span(moment(15, 13, 0), moment(15, 13, 1))]


def test_an_empty_log_leads_to_a_first_key(
    context: PaneContext, backend: ReadyShop, show: ShowWidget, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.change("DELETE FROM calls")
    pane = CallsPane(context)
    show(pane)
    assert pane.nothing.currentWidget() is pane.nothing.never
    next(button for button in pane.nothing.never.findChildren(QPushButton) if "key" in button.text()).click()
    assert opened_panes == [(PaneKey.SYSTEM, "new-key")]


def test_a_quiet_day_offers_any_time(
    context: PaneContext, backend: ReadyShop, show: ShowWidget, settle: Settle
) -> None:
    backend.clock.turn(86_400_000)
    pane = CallsPane(context)
    show(pane)
    assert pane._lists.currentWidget() is pane.nothing
    assert pane.nothing.currentWidget() is pane.nothing.quiet
    pane.nothing.any_time.click()
    settle()
    assert pane.model.rowCount() == PAGE
    assert pane.model.rows[0].day == "15 Nov"


def test_no_match_offers_to_clear_the_filters(pane: CallsPane, settle: Settle) -> None:
    pane.filters.path.key = "other"
    pane.filters._on_path_typed("nowhere")
    settle()
    assert pane.nothing.currentWidget() is pane.nothing.unmatched
    pane.nothing.clear.click()
    settle()
    assert pane.model.rowCount() == PAGE


def test_the_failure_of_a_later_page_is_a_dialog(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("calls.page", BackendError("The disk is full.", code=ErrorCode.DISK_FULL))
    pane.list.verticalScrollBar().setValue(pane.list.verticalScrollBar().maximum())
    settle()
    (dialog,) = pane.window().findChildren(Dialog)
    assert "disk is full" in dialog.accessibleName()
    dialog.close()


def test_a_filter_that_was_chosen_while_the_service_was_away_counts_when_it_is_back(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.error = BackendError("Away.", code=ErrorCode.NOT_CONNECTED)
    pane.filters.time.choose(Period.ANY.value)
    settle()
    assert pane.state == "error"
    backend.answers.error = None
    pane.on_changes(Changes.make_all())
    settle()
    assert pane.state == "content"
    assert pane.feed.query.which == CallFilter()


def test_a_new_day_lists_that_day(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    backend.clock.turn(86_400_000)
    pane.tick(backend.clock.now())
    settle()
    assert backend.answers.last("calls.page")[1] == CallFilter(since=moment(16, 0, 0))


def test_the_keyboard_goes_through_filter_list_and_detail(
    pane: CallsPane, qtbot: QtBot, settle: Settle, qapp: QApplication
) -> None:
    pane.activateWindow()
    pane.focus_filter()
    assert qapp.focusWidget() is pane.filters.search.edit
    assert pane.areas() == (pane.filters.search.edit, pane.list)
    pane.list.setFocus()
    QTest.keyClick(pane.list, Qt.Key.Key_Down)
    QTest.keyClick(pane.list, Qt.Key.Key_Return)
    settle()
    assert pane.areas()[-1] is pane.detail.tabs
    assert qapp.focusWidget() is pane.detail.tabs
    QTest.keyClick(pane.detail.tabs, Qt.Key.Key_Escape)
    assert pane.detail.isHidden()
    assert qapp.focusWidget() is pane.list


@pytest.mark.parametrize("language", list(Language))
def test_it_is_drawn_in_both_directions(make_context: MakeContext, show: ShowWidget, language: Language) -> None:
    pane = CallsPane(make_context(language=language))
    show(pane)
    pane.list.choose(TOTAL - 3)
    assert not pane.grab().isNull()
    assert len({title for _place, title, _side in pane.columns.columns(700)}) == 5


def test_numbers_of_the_statuses_give_way_in_a_narrow_window(pane: CallsPane) -> None:
    bar = pane.filters
    whole = bar._line.totalMinimumSize().width()
    bar.resize(bar.minimumSizeHint().width(), bar.height())
    assert [segment.count for segment in bar.classes._segments] == [""] * 5
    assert bar.minimumSizeHint().width() <= whole - 1
    bar.resize(whole, bar.height())
    assert [segment.count for segment in bar.classes._segments] == ["", "210", "175", "35", ""]
