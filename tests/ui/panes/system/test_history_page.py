"""Runs: the list, one run's numbers and rows, export, undo, approval."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel

from service.domain.export_table import TableWords
from service.domain.pull.pulls import Counts, Difference, RunState
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.sentence_data import HALF_THE_ROWS
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_data import FILE_OPEN, LAST_RUN, make_run
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.system.history_page import HistoryPage
from ui.panes.system.system_pane import SystemPane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]
DIFFERENCE = Difference(HALF_THE_ROWS, 1245, 612, 633, 0, 41)
HELD = make_run(moment(15, 3, 0), RunState.NEEDS_APPROVAL, Counts(612), held=DIFFERENCE)


@pytest.fixture
def history(opened: Opened, settle: Settle) -> Callable[[], tuple[SystemPane, HistoryPage]]:
    def make() -> tuple[SystemPane, HistoryPage]:
        pane = opened()
        pane.open_history()
        settle()
        return pane, pane.history

    return make


History = Callable[[], tuple[SystemPane, HistoryPage]]


def _rows(page: HistoryPage) -> list[list[str]]:
    model = page.detail.model
    return [[strip_marks(model.index(at, column).data()) for column in range(4)] for at in range(model.rowCount())]


def test_runs_stand_newest_first_in_a_sentence_each(history: History) -> None:
    _pane, page = history()
    QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal, page)
    said = [strip_marks(page.model.index(at, 0).data()) for at in range(4)]
    assert said == [
        "Today 02:00, Done, 1,243 saved, 2 rejected",
        "Yesterday 02:00, Done, 1,245 saved, 0 rejected",
        f"13 Nov 2026 02:00, Failed, {FILE_OPEN}",
        "12 Nov 2026 02:00, Nothing new, The same file as before",
    ]


def test_the_newest_run_shows_its_rows_with_line_numbers(history: History) -> None:
    _pane, page = history()
    QAbstractItemModelTester(page.detail.model, QAbstractItemModelTester.FailureReportingMode.Fatal, page)
    assert _rows(page) == [
        ["88", "21460-1LB0A", "Noted", 'Quantity: "-1" is below zero and counts as 0'],
        ["412", "48609-0K040", "Rejected", 'Shop price: "14,5OO" is no price, the held one stays'],
        ["731", "—", "Rejected", "Part number (SKU): is blank"],
    ]


def test_another_run_is_picked(history: History, backend: ReadyShop, settle: Settle) -> None:
    _pane, page = history()
    page.choose(3)
    settle()
    assert backend.answers.last("pulls.faults")[1] == 3
    assert _rows(page) == []
    assert page.detail.calm.isVisible()
    page.choose(2)
    settle()
    assert not page.detail.rows.isVisible()
    assert page.detail.undo is None


def test_rows_are_exported_where_the_owner_says(
    history: History, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    pane, page = history()
    page.detail.export.click()
    assert "pulls.export_faults" not in backend.answers.names()
    chooser.save_path = str(backend.folder / "rejected.csv")
    page.detail.export.click()
    settle()
    assert chooser.starts[-1] == "rejected-rows-2026-11-15.csv"
    *asked, words = backend.answers.last("pulls.export_faults")
    assert asked == [1, 4, chooser.save_path]
    assert isinstance(words, TableWords)
    assert words.headings["line"] == "Line"
    assert words.codes["result"] == {"rejected": "Rejected", "noted": "Noted"}
    assert words.codes["field"]["price_fils"] == "Shop price"
    assert pane.context.toasts.text == "3 rows written."


def test_an_export_that_fails_says_why(
    history: History, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    _pane, page = history()
    chooser.save_path = str(backend.folder / "rejected.csv")
    backend.answers.fail("pulls.export_faults", BackendError("no", code=ErrorCode.FILE_NOT_WRITABLE))
    page.detail.export.click()
    settle()
    assert page.window().findChild(FaultDialog) is not None


def test_a_run_is_taken_back_only_after_an_answer(history: History, backend: ReadyShop, settle: Settle) -> None:
    backend.set_up_file()
    backend.pulls.run(1, lambda _progress: None).result()
    _pane, page = history()
    assert page.detail.undo is not None
    page.detail.undo.click()
    dialog = page.window().findChild(ConfirmDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "Take back the run of Today 14:29?"
    dialog.confirm.click()
    settle()
    assert backend.answers.last("pulls.undo") == (1, 5)
    assert page.detail.run is not None
    assert page.detail.run.state is RunState.UNDONE
    assert page.detail.undo is None


def test_a_held_run_shows_its_difference_and_is_let_through(
    history: History, backend: ReadyShop, settle: Settle
) -> None:
    held = backend.add_run(HELD)
    pane, page = history()
    texts = [strip_marks(label.text()) for label in page.detail.findChildren(QLabel)]
    for text in (str(HALF_THE_ROWS), "612, last time 1,245", "633", "41"):
        assert text in texts
    assert page.detail.approve_button is not None
    page.detail.approve_button.click()
    dialog = pane.findChild(ConfirmDialog)
    assert dialog is not None
    dialog.confirm.click()
    settle()
    assert backend.answers.last("pulls.approve") == (1, held)
    assert pane.pages.currentIndex() == 0


def test_older_runs_come_as_the_list_is_scrolled(history: History, backend: ReadyShop, settle: Settle) -> None:
    for _again in range(116):
        backend.add_run(LAST_RUN)
    _pane, page = history()
    assert page.model.rowCount() == 50
    page.list.verticalScrollBar().setValue(page.list.verticalScrollBar().maximum())
    settle()
    assert backend.answers.last("pulls.history") == (1, 71, 50)
    assert page.model.rowCount() == 100


def test_before_the_first_run_it_says_what_will_stand_there(history: History, backend: ReadyShop) -> None:
    backend.forget_runs()
    _pane, page = history()
    assert page.empty.isVisible()
    assert not page.list.isVisible()


def test_a_history_that_cannot_be_read_says_so(history: History, backend: ReadyShop) -> None:
    backend.answers.fail("pulls.history", BackendError("no", code=ErrorCode.DATABASE_LOCKED))
    _pane, page = history()
    assert page.fault.isVisible()
    assert page.fault.title.text().startswith("Nothing was changed.")


def test_a_new_run_appears_while_one_is_looked_at(history: History, backend: ReadyShop, settle: Settle) -> None:
    _pane, page = history()
    page.choose(3)
    settle()
    backend.add_run(LAST_RUN)
    settle()
    assert page.model.rowCount() == 5
    assert page.detail.run is not None
    assert page.detail.run.id == 3
