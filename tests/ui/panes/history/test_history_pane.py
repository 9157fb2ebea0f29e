"""The history page: what it lists, narrows and opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from service.domain.changes import ChangeKind, Changes
from service.domain.history import (
    CauseKind,
    Cursor,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    ItemWrite,
    SubjectKind,
    WriteCause,
)
from service.domain.sentences import message
from service.store.link.mirror import set_aside
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_clock import moment
from tests.ui.ready_data import ITEMS, UPLOAD
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.history_port import WritePage
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.history.history_pane import PAGE, HistoryPane, ReadLines
from ui.panes.shared.time_chip import Period
from ui.shell.pane_context import PaneKey
from ui.theme import Type
from ui.widgets import Button

LINE = HistoryLine(ItemWrite(1, 1, 1, WriteCause(CauseKind.CALL, 417), "ERP"), "A-1", "Pads", 1)
LINES = 4
Settle = Callable[[], None]
SMALLEST = 886
"""Pixels that a window of 960 leaves next to the sidebar and the scroll bar of the page."""

PADDING = 16 + 10
"""Pixels of a cell of the first column that are not text."""


def line(number: int) -> HistoryLine:
    return replace(LINE, write=replace(LINE.write, id=number, at=number))


def read_page(newest: int, before: Cursor | None, *, step: int, narrowed_to: int) -> WritePage:
    """Reads the writes `newest` to 1: a step of them, of which those are listed that the number
    divides.
    """
    start = newest if before is None else before[1] - 1
    numbers = range(start, max(start - step, 0), -1)
    end = None if not numbers or numbers[-1] == 1 else (numbers[-1], numbers[-1])
    found = tuple(line(number) for number in numbers if number % narrowed_to == 0)
    return WritePage(found, end, (start, start) if numbers else None)


@given(
    old=st.integers(0, 30),
    new=st.integers(0, 30),
    pages=st.integers(0, 9),
    step=st.integers(1, 6),
    narrowed_to=st.sampled_from([1, 2, 7, 50]),
)
def test_lines_have_no_gap_after_new_writes(old: int, new: int, pages: int, step: int, narrowed_to: int) -> None:
    read = ReadLines.begin(read_page(old, None, step=step, narrowed_to=narrowed_to))
    for _ in range(pages):
        if read.resume is not None:
            read = read.append(read_page(old, read.resume, step=step, narrowed_to=narrowed_to))
    newest = old + new
    read = read.renew(read_page(newest, None, step=step, narrowed_to=narrowed_to))
    lowest = 1 if read.resume is None else read.resume[1]
    listed = [one.write.id for one in read.rows]
    assert listed == [number for number in range(newest, lowest - 1, -1) if number % narrowed_to == 0]


def test_what_was_read_to_the_end_is_not_read_again_after_a_change() -> None:
    read = ReadLines.begin(read_page(20, None, step=LINES, narrowed_to=50))
    while read.resume is not None:
        read = read.append(read_page(20, read.resume, step=LINES, narrowed_to=50))
    assert read.renew(read_page(21, None, step=LINES, narrowed_to=50)).resume is None


def test_more_new_writes_than_a_page_leave_the_page_alone() -> None:
    read = ReadLines.begin(read_page(10, None, step=LINES, narrowed_to=1))
    renewed = read.renew(read_page(30, None, step=LINES, narrowed_to=1))
    assert [one.write.id for one in renewed.rows] == [30, 29, 28, 27]
    assert renewed.resume == (27, 27)


def _texts(pane: HistoryPane, column: int) -> list[str]:
    return [strip_marks(pane.model.columns[column].text(line)) for line in pane.model.rows]


def _asked(backend: ReadyShop) -> HistoryQuery:
    query = backend.answers.last("histories.writes")[1]
    assert isinstance(query, HistoryQuery)
    return query


def test_every_write_is_listed_with_cause_author_and_part(pane: HistoryPane) -> None:
    assert _texts(pane, 0)[:4] == ["Upload, call 417", "By hand", "Undo of an upload", "Upload, call 345"]
    second = pane.model.columns[1].second
    assert second is not None
    assert strip_marks(second(pane.model.row(0))) == "and 11 more"
    assert strip_marks(second(pane.model.row(1))) == "Front brake pads, LC200"
    assert "The history begins on" in pane.header.subtitle.text()


def test_a_part_is_named_in_the_language_of_the_window(
    make_context: MakeContext, show: ShowWidget, settle: Settle, backend: ReadyShop
) -> None:
    """As the Catalogue does; one without an Arabic name has its English one."""
    backend.upload({"sku": "A-1", "name": "Pads"})
    pane = HistoryPane(make_context(language=Language.ARABIC))
    show(pane)
    settle()
    second = pane.model.columns[1].second
    assert second is not None
    said = [strip_marks(second(line)) for line in pane.model.rows]
    assert (said[0], said[2]) == ("Pads", "فحمات بريك أمامية، لاندكروزر 200")


def test_the_newest_write_is_open_and_its_call_and_part_open_from_it(
    pane: HistoryPane, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    detail = pane.detail
    assert strip_marks(detail.title.text()) == "Upload, call 417"
    assert {row.entry.sku for row in detail.model.rows} == {item.sku for item in ITEMS}
    detail.open_cause.click()
    detail.table.selectRow(0)
    detail.table.setFocus()
    QTest.keyClick(detail.table, Qt.Key.Key_Return)
    assert opened_panes == [(PaneKey.CALLS, "417"), (PaneKey.CATALOGUE, detail.model.row(0).entry.sku)]


def test_more_of_a_large_write_loads_at_the_end(pane: HistoryPane, settle: Settle, backend: ReadyShop) -> None:
    backend.upload(*({"sku": f"S{number}", "name": "Pads"} for number in range(150)))
    pane.open_target(f"write:{backend.find_newest_write()}")
    settle()
    assert pane.detail.model.rowCount() == 100
    pane.detail.table.end_reached.emit()
    settle()
    assert backend.answers.last("histories.entries")[1:] == (backend.find_newest_write(), 100, 100)
    assert pane.detail.model.rowCount() == 150


@pytest.mark.parametrize(
    ("text", "subject", "chip"),
    [
        ("04465-60320", HistorySubject(SubjectKind.PART, "04465-60320"), "Part 04465-60320"),
        ("ORD-2026-000119", HistorySubject(SubjectKind.ORDER, "ORD-2026-000119"), "Order ORD-2026-000119"),
        ("415", HistorySubject(SubjectKind.CALL, "415"), "Call 415"),
    ],
)
def test_a_typed_part_order_or_call_narrows_until_its_chip_is_clicked(
    pane: HistoryPane, settle: Settle, backend: ReadyShop, text: str, subject: HistorySubject, chip: str
) -> None:
    pane.filters.search.edit.setText(text)
    pane.filters.search.search_now()
    settle()
    assert _asked(backend) == HistoryQuery(subject)
    assert strip_marks(pane.filters.chosen.text()) == chip
    assert pane.filters.time.isVisible()
    assert pane.filters.cause.isVisible()
    pane.filters.chosen.click()
    settle()
    assert _asked(backend) == HistoryQuery()
    assert pane.filters.search.text() == ""


def test_a_name_that_nothing_has_says_so(pane: HistoryPane, settle: Settle) -> None:
    pane.filters.search.edit.setText("nowhere")
    pane.filters.search.search_now()
    settle()
    assert pane.nothing.unknown is not None
    assert pane.nothing.unknown.isVisible()
    assert strip_marks(pane.nothing.unknown.accessibleName()) == "No part, order or call is named nowhere"


def test_a_name_asks_which_part_is_meant(pane: HistoryPane, settle: Settle, backend: ReadyShop) -> None:
    pane.filters.search.edit.setText("filter")
    pane.filters.search.search_now()
    settle()
    assert pane.nothing.unknown is not None
    assert pane.nothing.unknown.accessibleName() == "Which part is it?"
    choices = pane.nothing.unknown.findChildren(Button)
    assert len(choices) > 1
    choices[0].click()
    settle()
    subject = _asked(backend).subject
    assert subject is not None
    assert subject.kind is SubjectKind.PART
    assert strip_marks(choices[0].text()).endswith(subject.name)


def test_time_and_cause_narrow(pane: HistoryPane, settle: Settle, backend: ReadyShop) -> None:
    pane.filters.cause.choose("undo")
    settle()
    assert _asked(backend).kinds == (CauseKind.UPLOAD_UNDO, CauseKind.RUN_UNDO)
    assert _texts(pane, 0) == ["Undo of an upload"]
    pane.filters.time.choose(Period.TODAY.value)
    settle()
    assert _asked(backend).since == moment(15, 0, 0)


def test_a_part_is_narrowed_by_time_and_cause_and_a_link_shows_all_of_it(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    part = HistorySubject(SubjectKind.PART, "04465-60320")
    pane.open_target(part.target)
    pane.filters.cause.choose(CauseKind.CALL.value)
    pane.filters.time.choose(Period.TODAY.value)
    settle()
    assert _asked(backend) == HistoryQuery(part, (CauseKind.CALL,), moment(15, 0, 0))
    pane.filters.search.edit.setText("ORD-2026-000119")
    pane.filters.search.search_now()
    settle()
    assert _asked(backend).kinds == (CauseKind.CALL,), "what is typed is narrowed too"
    pane.open_target(part.target)
    settle()
    assert _asked(backend) == HistoryQuery(part)
    pane.open_target("write:11")
    settle()
    assert pane.filters.time.isHidden(), "a single write has one time"


@pytest.mark.parametrize("target", ["order:ORD-2026-000117", "call:417", "write:11", "part:04465-60320"])
def test_a_link_opens_one_subject(pane: HistoryPane, settle: Settle, backend: ReadyShop, target: str) -> None:
    pane.open_target(target)
    settle()
    subject = _asked(backend).subject
    assert subject is not None
    assert subject.target == target
    assert pane.detail.line in pane.model.rows


def test_a_part_has_its_changes_and_leads_to_all_parts_of_a_write(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    pane.open_target("part:04465-60320")
    settle()
    assert _texts(pane, 1)[0] == "Wholesale price"
    assert pane.detail.model.rowCount() == 1
    line = replace(pane.model.row(0), parts=3)
    pane.detail.show_line(line)
    pane.detail.all_parts.click()
    assert _asked(backend).subject == HistorySubject(SubjectKind.WRITE, str(line.write.id))


def test_an_undone_upload_and_its_undo_lead_to_each_other(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    pane.table.choose(8)
    assert pane.detail.badge.isVisible()
    pane.detail.other_write.click()
    settle()
    assert _asked(backend).subject == HistorySubject(SubjectKind.WRITE, "9")
    pane.detail.other_write.click()
    assert _asked(backend).subject == HistorySubject(SubjectKind.WRITE, "8")


def test_an_order_that_was_set_aside_says_why_and_leads_to_the_marketplace(
    pane: HistoryPane, settle: Settle, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    why = message("The order has no lines.")
    backend.change("DELETE FROM item_writes WHERE cause = 'link'")
    backend.write(lambda tx: set_aside(tx, 1, "ORD-8", b"{}", why, moment(15, 14, 0)))
    pane.filters.cause.choose(CauseKind.LINK.value)
    settle()
    assert _texts(pane, 0) == ["Order ORD-8 set aside"]
    assert _texts(pane, 1) == ["Nothing: not taken"]
    assert pane.detail.message.text() == "The order has no lines."
    assert pane.detail.model.rowCount() == 0
    pane.detail.open_cause.click()
    assert opened_panes == [(PaneKey.MARKETPLACE, "")]


def test_a_call_that_left_the_log_is_said_and_not_opened(pane: HistoryPane) -> None:
    pane.table.choose(1)
    assert pane.detail.open_cause.isHidden()
    assert pane.detail.message.text() == "The call is not in the call log any more."


def test_new_writes_appear_at_the_top_and_wait_while_the_user_reads_below(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    backend.edit_often("04465-60320", PAGE + 38)
    pane.reload()
    settle()
    pane.table.end_reached.emit()
    settle()
    assert pane.model.rowCount() == PAGE + 49
    chosen, newest = pane.table.current(), backend.find_newest_write()
    bar = pane.table.verticalScrollBar()
    bar.setValue(500)
    backend.upload({"sku": "04465-60320", "price_fils": 1})
    pane._refresh()
    settle()
    assert pane.model.row(0).write.id == newest
    bar.setValue(0)
    pane._refresh()
    settle()
    assert [line.write.id for line in pane.model.rows] == list(range(newest + 1, 0, -1))
    assert pane.table.current() == chosen


def test_writes_of_the_time_in_which_it_was_hidden_are_listed_when_it_appears(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    newest = backend.find_newest_write()
    pane.hide()
    backend.upload({"sku": "04465-60320", "price_fils": 1})
    pane._batch.stop()
    pane._refresh()
    settle()
    assert pane.model.row(0).write.id == newest
    pane.show()
    assert pane._batch.isActive()
    pane._refresh()
    settle()
    assert pane.model.row(0).write.id == newest + 1


def test_a_narrowed_part_is_read_step_by_step_until_a_page_is_full(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    """What was read to its end is not read again after a change."""
    pane.open_target("part:04465-60320")
    settle()
    calls = [line.write.cause.kind for line in pane.model.rows].count(CauseKind.CALL)
    backend.edit_often("04465-60320", 2 * PAGE)
    pane.filters.cause.choose(CauseKind.CALL.value)
    settle()
    assert pane.model.rowCount() == calls > 0, "the first steps find nothing"
    steps = backend.answers.names().count("histories.writes")
    pane.on_changes(Changes.of(ChangeKind.HISTORY))
    pane._refresh()
    settle()
    assert backend.answers.names().count("histories.writes") == steps + 1
    pane.filters.cause.choose(CauseKind.RUN_UNDO.value)
    settle()
    assert pane.nothing.unmatched.isVisible()


def test_an_empty_history_says_what_to_do(pane: HistoryPane, settle: Settle, backend: ReadyShop) -> None:
    backend.empty()
    pane.reload()
    settle()
    assert pane.nothing.never.isVisible()
    pane.filters.cause.choose(CauseKind.HAND.value)
    settle()
    assert pane.nothing.unmatched.isVisible()


def test_a_filter_that_was_chosen_while_the_service_was_away_counts_when_it_is_back(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    backend.answers.error = BackendError("Away.", code=ErrorCode.NOT_CONNECTED)
    pane.filters.cause.choose(CauseKind.CALL.value)
    settle()
    assert pane.state == "error"
    backend.answers.error = None
    pane.on_changes(Changes.make_all())
    settle()
    assert pane.state == "content"
    assert {line.write.cause.kind for line in pane.model.rows} == {CauseKind.CALL}


def test_the_chosen_write_is_displayed_again_when_the_list_says_more_of_it(
    pane: HistoryPane, settle: Settle, backend: ReadyShop
) -> None:
    pane.table.choose(11)
    assert pane.detail.badge.isHidden()
    backend.undo(UPLOAD)
    pane._refresh()
    settle()
    assert pane.table.current() == pane.detail.line
    assert pane.detail.badge.isVisible()


@pytest.mark.parametrize("language", Language)
def test_every_cause_is_readable_whole_in_the_smallest_window(
    make_context: MakeContext, show: ShowWidget, settle: Settle, language: Language
) -> None:
    pane = HistoryPane(make_context(language=language))
    show(pane)
    pane.resize(SMALLEST, 544)
    settle()
    metrics = QFontMetrics(pane.theme.font(Type.MEDIUM))
    texts = [strip_marks(pane.model.columns[0].text(line)) for line in pane.model.rows]
    assert any("ORD-2026-000117" in text for text in texts)
    room = pane.table.columnWidth(0) - PADDING
    assert [text for text in texts if metrics.horizontalAdvance(text) > room] == []
