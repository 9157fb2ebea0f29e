"""The undo of an upload: a preview, then the undo itself, or why it cannot be."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.ready_calls import TOTAL
from tests.ui.ready_data import PUSHED
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.calls.calls_pane import CallsPane
from ui.panes.calls.uploads import UndoDialog
from ui.shell.pane_context import PaneKey

Settle = Callable[[], None]
UPLOAD, ORDERS = TOTAL - 3, TOTAL


def _open(pane: CallsPane, settle: Settle) -> UndoDialog:
    """The dialog as it opens, before its preview is there."""
    pane.open_target(str(UPLOAD))
    settle()
    pane.detail.undo.click()
    dialog = pane.window().findChild(UndoDialog)
    assert dialog is not None
    return dialog


@pytest.fixture
def uploaded(backend: ReadyShop) -> None:
    """The upload changed two parts, made one, and changed one that was changed since."""
    backend.change("DELETE FROM item_writes WHERE cause_id = ?", UPLOAD)
    backend.upload(
        {"sku": "04465-60320", "quantity": 4, "branch": "Riffa"},
        {"sku": "90915-YZZD4", "active": False},
        {"sku": "40206-1LB0A", "price_fils": 1000},
        {"sku": "NEW-1", "name": "New part"},
        call=UPLOAD,
        at=PUSHED,
    )
    backend.upload({"sku": "40206-1LB0A", "price_fils": 2000})


@pytest.fixture
def dialog(uploaded: None, pane: CallsPane, settle: Settle) -> UndoDialog:
    return _open(pane, settle)


def test_a_call_that_is_shown_is_not_built_again_when_its_row_is_chosen(
    pane: CallsPane, settle: Settle, qtbot: QtBot
) -> None:
    pane.list.choose(UPLOAD)
    pane.open_target(str(UPLOAD))
    settle()
    note = pane.detail.note
    assert note is not None
    qtbot.waitUntil(lambda: not pane._pick_timer.isActive())
    settle()
    assert pane.detail.note is note
    pane.list.choose(ORDERS)
    qtbot.waitUntil(lambda: pane.detail.detail is not None and pane.detail.detail.call.id == ORDERS)
    pane.close_detail()
    pane.list.choose(UPLOAD)
    qtbot.waitUntil(pane.detail.isVisible)


def test_the_answer_for_a_row_that_was_left_again_is_not_shown(
    pane: CallsPane, backend: ReadyShop, settle: Settle, qtbot: QtBot
) -> None:
    pane.list.choose(UPLOAD)
    qtbot.waitUntil(lambda: pane.detail.detail is not None)
    backend.answers.hold("calls.detail")
    pane.list.choose(ORDERS)
    qtbot.waitUntil(lambda: not pane._pick_timer.isActive())
    pane.list.choose(UPLOAD)
    qtbot.waitUntil(lambda: not pane._pick_timer.isActive())
    backend.answers.release("calls.detail")
    settle()
    assert pane.detail.detail is not None
    assert pane.detail.detail.call.id == UPLOAD


def test_only_an_upload_that_saved_something_can_be_undone(pane: CallsPane, settle: Settle) -> None:
    pane.open_target(str(ORDERS))
    settle()
    assert not pane.detail.undo.isVisibleTo(pane.detail)
    pane.open_target(str(UPLOAD))
    settle()
    assert pane.detail.undo.isVisibleTo(pane.detail)


def test_it_shows_what_goes_back_what_goes_and_what_stays(
    dialog: UndoDialog, backend: ReadyShop, settle: Settle
) -> None:
    settle()
    assert backend.answers.last("histories.plan_undo")[1] == UPLOAD
    assert dialog.summary.text() == "2 parts get values back. 1 new part is removed. 1 part was changed since."
    rows = [(row.sku, strip_marks(row.what), strip_marks(row.now), row.then) for row in dialog.model.rows]
    assert [*sorted(rows[:2]), *rows[2:]] == [
        ("04465-60320", "On hand at Riffa", "4", "5"),
        ("90915-YZZD4", "Active", "No", "Yes"),
        ("NEW-1", "New part", "", "Removed"),
        ("40206-1LB0A", "Changed since, and stays: Shop price.", "", "Stays"),
    ]


def test_nothing_is_undone_before_the_preview_is_there(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("histories.plan_undo")
    dialog = _open(pane, settle)
    settle()
    assert not dialog.undo.isEnabled()
    backend.answers.release("histories.plan_undo")
    settle()
    assert dialog.undo.isEnabled()


def test_undoing_closes_it(dialog: UndoDialog, pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    settle()
    backend.answers.hold("histories.undo")
    dialog.undo.click()
    assert not dialog.undo.isEnabled(), "a second click does nothing"
    backend.answers.release("histories.undo")
    settle()
    assert backend.answers.last("histories.undo")[1] == UPLOAD
    assert not any(one.isVisible() for one in pane.window().findChildren(UndoDialog))


def test_an_undo_that_is_refused_can_be_tried_again(dialog: UndoDialog, backend: ReadyShop, settle: Settle) -> None:
    """Its button stayed disabled after the question for the PIN was closed."""
    settle()
    summary = dialog.summary.text()
    backend.answers.fail("histories.undo", BackendError("The PIN was not entered."))
    dialog.undo.click()
    settle()
    assert dialog.note.isVisible()
    assert dialog.summary.text() == summary
    assert dialog.undo.isEnabled()


def test_an_undone_upload_leads_to_its_undo_instead(
    dialog: UndoDialog, pane: CallsPane, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    settle()
    assert pane.detail.undone_link.isHidden()
    dialog.undo.click()
    settle()
    assert pane.detail.undo.isHidden()
    pane.detail.undone_link.click()
    assert opened_panes == [(PaneKey.HISTORY, f"write:{backend.find_newest_write()}")]


def test_an_undo_by_somebody_else_shows_without_opening_the_call_again(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    _open(pane, settle).reject()
    tabs = pane.detail.tabs
    tabs.setCurrentIndex(1)
    backend.undo(UPLOAD)
    pane.undo_watch.timer.timeout.emit()
    settle()
    assert pane.detail.undo.isHidden()
    assert not pane.detail.undone_link.isHidden()
    assert tabs.currentIndex() == 1


def test_the_rows_of_an_upload_have_the_room_of_its_note(pane: CallsPane, settle: Settle) -> None:
    _open(pane, settle).reject()
    assert pane.detail.note is not None
    assert not pane.detail.note.isHidden()
    pane.detail.tabs.setCurrentIndex(pane.detail.tabs.count() - 1)
    assert pane.detail.rows.isVisible()
    assert pane.detail.note.isHidden()
    pane.detail.tabs.setCurrentIndex(0)
    assert not pane.detail.note.isHidden()


def test_a_refusal_is_shown_and_nothing_can_be_undone(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("histories.plan_undo", BackendError("Call 417 is undone already.", code=ErrorCode.OTHER))
    dialog = _open(pane, settle)
    settle()
    assert dialog.note.isVisibleTo(dialog)
    assert "undone already" in dialog.note.title.text()
    assert not dialog.undo.isEnabled()


def test_an_upload_of_new_parts_alone_speaks_of_no_values(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    backend.change("DELETE FROM item_writes WHERE cause_id = ?", UPLOAD)
    backend.upload({"sku": "NEW-1", "name": "New part"}, call=UPLOAD, at=PUSHED)
    dialog = _open(pane, settle)
    settle()
    assert dialog.summary.text() == "1 new part is removed."


def test_where_all_was_changed_since_there_is_nothing_to_undo(
    pane: CallsPane, backend: ReadyShop, settle: Settle
) -> None:
    backend.change("DELETE FROM item_writes WHERE cause_id = ?", UPLOAD)
    backend.upload({"sku": "40206-1LB0A", "price_fils": 1000}, call=UPLOAD, at=PUSHED)
    backend.upload({"sku": "40206-1LB0A", "price_fils": 2000})
    dialog = _open(pane, settle)
    settle()
    assert len(dialog.model.rows) == 1
    assert not dialog.undo.isEnabled()
