"""The nightly file in the pane: run with progress and stop, dry run, waiting for approval, failed,
forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel

from service.domain.pull.pulls import NOT_CONFIRMED, Counts, Difference, RunState
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.sentence_data import HALF_THE_ROWS
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_data import FILE_OPEN, LAST_RUN, make_run
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import action, button
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.pulls_port import DryRun
from ui.i18n.bidi import strip_marks
from ui.panes.shared.run_facts import DryRunDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.theme import Theme, Type
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]
DIFFERENCE = Difference(HALF_THE_ROWS, 1245, 612, 633, 2, 41)
HELD = make_run(moment(15, 2, 0), RunState.NEEDS_APPROVAL, Counts(612), held=DIFFERENCE)


def test_it_says_what_is_read_when_and_how_it_went(opened: Opened) -> None:
    pane = opened()
    card = pane.pull
    assert card.badge.text() == "Every day 02:00"
    assert strip_marks(card.path.text()) == "D:\\Accounts\\Export\\prices.xlsx"
    assert card.last.text() == "Last run: 1,243 saved, 2 rejected"
    assert not card.begin.isVisible()


def test_before_the_set_up_its_sentence_is_in_the_font_of_texts(
    opened: Opened, backend: ReadyShop, theme: Theme
) -> None:
    backend.forget_pull()
    card = opened().pull
    assert card.path.text().startswith("Choose the file")
    assert card.path.font().families() == theme.font(Type.SMALL).families()


def test_a_folder_is_shown_with_its_pattern(opened: Opened, backend: ReadyShop) -> None:
    backend.change("UPDATE pull_sources SET path = ?, minute = 150, pattern = 'prices-*.xlsx'", "D:\\Accounts\\Export")
    pane = opened()
    assert strip_marks(pane.pull.path.text()) == "D:\\Accounts\\Export\\prices-*.xlsx"
    assert pane.pull.badge.text() == "Every day 02:30"


def test_run_now_shows_progress_and_can_be_stopped(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.hold("pulls.run")
    pane.pull.run.click()
    assert backend.answers.last("pulls.run") == (1, False)
    assert pane.pull.work.isVisible()
    pane.pull.show_progress(Progress(612, 1245))
    assert pane.pull.work._text.text() == "Reading the file  612 of 1,245"
    pane.pull.run.click()
    assert backend.answers.names().count("pulls.run") == 1
    pane.pull.work.stop.click()
    backend.answers.release("pulls.run")
    settle()
    assert not pane.pull.work.isVisible()
    assert pane.pull.run.isEnabled()
    assert backend.find_last_run().at == LAST_RUN.at


def test_a_run_that_ends_at_once_leaves_the_focus_at_its_button(opened: Opened, settle: Settle) -> None:
    pane = opened()
    pane.activateWindow()
    pane.pull.run.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    QTest.keyClick(pane.pull.run, Qt.Key.Key_Space)
    settle()
    assert pane.pull.run.isEnabled()
    assert QApplication.focusWidget() is pane.pull.run


def test_a_run_that_ends_is_shown(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.set_up_file()
    backend.forget_runs()
    pane = opened()
    assert pane.pull.last.text() == "Never read yet"
    pane.refresh()
    settle()
    assert pane.pull.last.text() == "Last run: 5 saved, 0 rejected"
    assert not pane.pull.work.isVisible()


def test_a_run_that_cannot_begin_says_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("pulls.run", BackendError("no", code=ErrorCode.FILE_NOT_FOUND))
    pane = opened()
    pane.pull.run.click()
    settle()
    dialog = pane.findChild(FaultDialog)
    assert dialog is not None
    assert "The file is not there. Check the folder, then try again." in [
        label.text() for label in dialog.findChildren(QLabel)
    ]
    assert pane.pull.run.isEnabled()


def test_reading_again_though_unchanged_is_asked_for(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    action(pane.pull.menu(), "Read again, though unchanged").trigger()
    settle()
    assert backend.answers.last("pulls.run") == (1, True)


def test_a_dry_look_shows_what_a_run_would_do(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.set_up_file()
    setup = backend.pulls.state(1).result().setup
    pane = opened()
    action(pane.pull.menu(), "Look without saving").trigger()
    settle()
    assert backend.answers.last("pulls.dry_run") == (1, setup)
    dialog = pane.findChild(DryRunDialog)
    assert dialog is not None
    QAbstractItemModelTester(dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal, dialog)
    figures = [label.text() for label in dialog.figures.findChildren(QLabel)]
    assert figures[:2] == ["5", "Rows read"]
    assert [dialog.model.index(at, 0).data() for at in range(2)] == ["6", "7"]
    assert "pulls.run" not in backend.answers.names()
    dialog.save.click()
    settle()
    assert backend.answers.last("pulls.confirm") == (1, setup)
    assert backend.answers.last("pulls.run") == (1, True)


def test_a_dry_look_says_that_the_file_would_be_held(opened: Opened, settle: Settle) -> None:
    pane = opened()
    dialog = DryRunDialog(pane.theme, pane, DryRun(HELD), pane.context.formats, lambda: None)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "It would be stopped and wait for you, because it changes very much." in texts
    assert strip_marks(str(HALF_THE_ROWS)) in texts, "why"
    assert "Rows: 612, last time 1,245 · Parts missing: 633 · Set to 0: 2 · Prices changed by over 30%: 41" in texts
    dialog.accept()


def test_a_held_run_waits_for_an_answer(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    held = backend.hold_file()
    pane = opened()
    assert pane.run_note.note is not None
    assert pane.run_note.note.title.text().startswith("The file was stopped")
    note = pane.run_note.note
    pane.reload()
    settle()
    assert pane.run_note.note is note, "a click on it must not be lost while tills call"
    button(pane, "Save it anyway…").click()
    dialog = pane.findChild(ConfirmDialog)
    assert dialog is not None
    assert "pulls.approve" not in backend.answers.names()
    dialog.confirm.click()
    settle()
    assert backend.answers.last("pulls.approve") == (1, held)
    assert not pane.run_note.isVisible()


def test_a_set_up_that_nobody_confirmed_leads_to_how_it_is_read(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    """Its note said that the file changes very much."""
    run = replace(HELD, held=replace(DIFFERENCE, reason=NOT_CONFIRMED))
    backend.set_up_file()
    backend.add_run(run)
    pane = opened()
    assert pane.run_note.note is not None
    assert pane.run_note.note.title.text() == "The file waits for your confirmation. Nothing was saved."
    button(pane, "Look at it").click()
    settle()
    assert pane.pages.currentWidget() is pane.set_up
    pane.set_up.save.click()
    settle()
    assert "pulls.save" in backend.answers.names()
    assert backend.answers.last("pulls.run") == (1, True), "it waited for this"


def test_a_held_run_leads_to_its_difference(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    held = backend.add_run(HELD)
    pane = opened()
    button(pane, "See the difference").click()
    settle()
    assert pane.pages.currentWidget() is pane.history
    assert pane.history.detail.run == replace(HELD, id=held)


def test_a_failed_run_says_why_and_offers_another(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    run = replace(HELD, state=RunState.FAILED, held=None, fault=FILE_OPEN)
    backend.set_up_file()
    backend.add_run(run)
    pane = opened()
    assert pane.run_note.note is not None
    assert pane.run_note.note.title.text() == "The file could not be read: Today 02:00"
    assert str(FILE_OPEN) in strip_marks(pane.run_note.note.accessibleDescription())
    button(pane, "Try again").click()
    settle()
    assert backend.answers.last("pulls.run") == (1, True)
    assert not pane.run_note.isVisible()


def test_a_file_is_forgotten_only_after_an_answer(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    action(pane.pull.menu(), "Forget this file…").trigger()
    dialog = pane.findChild(ConfirmDialog)
    assert dialog is not None
    dialog.confirm.click()
    settle()
    assert backend.answers.last("pulls.forget") == (1,)
    assert pane.pull.badge.text() == "Not set up"
    assert pane.pull.begin.isVisible()
    assert not pane.pull.run.isVisible()


def test_not_set_up_begins_with_the_choice_of_a_file(
    opened: Opened, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    backend.forget_pull()
    pane = opened()
    pane.pull.begin.click()
    settle()
    assert pane.pages.currentIndex() == 0
    chooser.file_path = str(backend.write_file())
    pane.pull.begin.click()
    settle()
    assert pane.pages.currentWidget() is pane.set_up


@pytest.mark.parametrize("target", ["pull", "pull-history", "new-key", "unknown"])
def test_others_open_one_thing_here(opened: Opened, settle: Settle, target: str) -> None:
    pane = opened()
    pane.open_target(target)
    settle()
    pages = {"pull": pane.set_up, "pull-history": pane.history}
    assert pane.pages.currentWidget() is pages.get(target, pane.pages.widget(0))


def test_a_target_asked_for_before_the_page_has_loaded(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("pulls.state")
    pane = opened()
    pane.open_target("pull")
    backend.answers.release("pulls.state")
    settle()
    assert pane.pages.currentWidget() is pane.set_up
