"""One call in full, its links, its copy, and the export."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from service.domain.call_log.calls import Bodies, CallFilter
from service.domain.history import RowOutcome, UploadRow
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_calls import TOTAL
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.calls_port import ExportFormat
from ui.i18n.bidi import strip_marks
from ui.panes.calls.calls_pane import CallExportDialog, CallsPane
from ui.panes.calls.detail_panel import CallNote
from ui.shell.pane_context import PaneKey
from ui.theme import Theme, Tone
from ui.widgets import Dialog, LinkButton

Settle = Callable[[], None]
UPLOAD, NO_KEY, CONFIRMED, BROKEN = TOTAL - 3, TOTAL - 4, TOTAL - 1, TOTAL - 8


def test_a_number_in_the_title_is_never_cut(theme: Theme, show: ShowWidget, settle: Callable[[], None]) -> None:
    link = LinkButton(theme, "Show the rows")
    note = CallNote(theme, Tone.WARN, "Saved 159, rejected 143", ("Row 1: condition has an unknown value",), link)
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.addWidget(note)
    layout.addStretch(1)
    show(page)
    page.resize(300, 400)
    settle()
    title = note.title
    assert title.fontMetrics().horizontalAdvance(title.text()) > title.width(), "it needs two lines"
    assert title.height() >= 2 * title.fontMetrics().height()
    assert link.geometry().top() <= title.geometry().top() + title.fontMetrics().height() // 2


@pytest.fixture
def opened(pane: CallsPane, settle: Settle) -> Callable[[int], CallsPane]:
    """Opens a call as another pane would."""

    def open_call(call: int) -> CallsPane:
        pane.open_target(str(call))
        settle()
        return pane

    return open_call


def test_picking_a_row_opens_it_next_to_the_list(pane: CallsPane, qtbot: QtBot) -> None:
    pane.list.choose(UPLOAD)
    qtbot.waitUntil(pane.detail.isVisible, timeout=5000)
    assert pane.detail.detail is not None
    assert pane.detail.detail.call.id == UPLOAD


def test_an_upload_shows_its_rejected_rows_with_the_reason_on_the_line(opened: Callable[[int], CallsPane]) -> None:
    detail = opened(UPLOAD).detail
    assert detail.note is not None
    assert detail.note.title.text() == "Saved 998, rejected 2"
    assert [line.text() for line in detail.note.lines] == [
        "Unknown field ignored: price_fil",
        "Row 413: price_fils must be a whole number, 0 or more",
        "Row 732: name must not be empty",
    ]
    request = detail.bodies.request
    lines = request.code.text().split("\n")
    assert lines[2].strip() == "… 412 rows …"
    assert request.code._faults == {6: "must be a whole number, 0 or more", 12: "must not be empty"}
    assert '"price_fils": "14.500"' in lines[6]
    request.rows.click()
    assert request.code.text().count('"sku"') == 1000
    assert request.rows.text() == "Only these rows"
    assert [detail.tabs.tabText(at) for at in range(detail.tabs.count())] == [
        "Bodies", "The call", "999 parts", "Rows",
    ]  # fmt: skip


def test_the_rows_of_an_upload_say_result_old_and_new_values(
    opened: Callable[[int], CallsPane], settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    detail = opened(UPLOAD).detail
    detail.tabs.setCurrentIndex(3)
    settle()
    page = detail.rows
    assert page.isVisible()
    columns = page.model.columns
    assert [columns[2].text(row) for row in page.model.rows[:3]] == ["Changed", "Changed", "Same"]
    words = {outcome: page._describe_outcome(UploadRow(0, "A-1", outcome)) for outcome in RowOutcome}
    assert list(words.values()) == ["New", "Changed", "Same", "Saved", "Rejected", "Saved"]
    assert columns[1].second is not None
    seconds = [columns[1].second(row) for row in page.model.rows]
    assert strip_marks(seconds[0]) == "Wholesale price 22.800 → 23.940"
    assert strip_marks(seconds[412]) == "price_fils must be a whole number, 0 or more"
    page.table.choose(412)
    assert strip_marks(page.message.text()) == "Row 413 · Rejected · price_fils must be a whole number, 0 or more"
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert opened_panes == [(PaneKey.CATALOGUE, "48609-0K040")]


def test_rows_are_asked_for_once_they_are_visible_and_again_after_a_fault(
    opened: Callable[[int], CallsPane], settle: Settle, backend: ReadyShop
) -> None:
    backend.answers.fail("histories.rows", BackendError("The database is locked.", code=ErrorCode.DATABASE_LOCKED))
    detail = opened(UPLOAD).detail
    assert "histories.rows" not in backend.answers.names()
    detail.tabs.setCurrentIndex(3)
    settle()
    assert "Close the other program" in detail.rows.message.text()
    backend.answers.mend("histories.rows")
    detail.tabs.setCurrentIndex(0)
    detail.tabs.setCurrentIndex(3)
    settle()
    assert detail.rows.model.rowCount() == 1000
    opened(CONFIRMED)
    assert detail.tabs.count() == 3
    assert detail.rows.isHidden()


def test_broken_json_is_marked_where_it_breaks(opened: Callable[[int], CallsPane]) -> None:
    detail = opened(BROKEN).detail
    assert detail.note is not None
    assert detail.note.title.text() == "Not JSON at line 4"
    assert list(detail.bodies.request.code._faults) == [3]


def test_without_a_key_there_are_no_bodies_and_it_says_why(opened: Callable[[int], CallsPane]) -> None:
    detail = opened(NO_KEY).detail
    assert detail.bodies.request.code.isHidden()
    assert "Not kept" in detail.bodies.answer.nothing.text()
    assert "no known key" in detail.line.text()


def test_an_answer_that_was_cut_says_so(pane: CallsPane, backend: ReadyShop) -> None:
    detail = backend.calls.detail(1, UPLOAD).result()
    pane.detail.show_detail(replace(detail, bodies=Bodies(b"", b"{", response_cut=True)))
    assert "first 256\u00a0KB are kept" in pane.detail.bodies.answer.nothing.text()


def test_what_is_known_is_listed_and_headers_are_not_made_up(opened: Callable[[int], CallsPane]) -> None:
    facts = {fact.label: fact.value for fact in opened(CONFIRMED).detail.about.facts}
    assert facts["From"] == "192.168.1.20"
    assert facts["Error code"] == "action_not_allowed"


def test_orders_and_parts_open_in_their_own_panes(
    opened: Callable[[int], CallsPane], opened_panes: list[tuple[PaneKey, str]]
) -> None:
    related = opened(CONFIRMED).detail.related
    related.list.clicked.emit(related.model.index(0, 0))
    related = opened(UPLOAD).detail.related
    related.list.opened.emit(related.model.row(5))
    assert opened_panes == [(PaneKey.ORDERS, "ORD-2026-000119"), (PaneKey.CATALOGUE, "SKU-0005")]


def test_copying_as_curl_leaves_the_key_out(opened: Callable[[int], CallsPane], qapp: QApplication) -> None:
    pane = opened(UPLOAD)
    qapp.clipboard().clear()
    pane.copy_command()
    assert qapp.clipboard().text().startswith("curl -X POST http://127.0.0.1:8710/v1/items")
    assert "<key>" in qapp.clipboard().text()


@pytest.mark.qt_log_ignore(r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)")
def test_the_button_offers_a_command_for_each_shell(
    opened: Callable[[int], CallsPane], qapp: QApplication, qtbot: QtBot
) -> None:
    pane = opened(UPLOAD)
    pane.detail.copy.click()
    (menu,) = pane.detail.findChildren(QMenu)
    qtbot.waitUntil(menu.isVisible)
    texts = [action.text() for action in menu.actions()]
    assert texts == ["For Linux and macOS", "For the Windows Command Prompt (cmd)", "For Windows PowerShell"]
    menu.actions()[1].trigger()
    assert qapp.clipboard().text().startswith('curl.exe -X POST "http://127.0.0.1:8710/v1/items"')
    menu.close()


def test_a_body_is_copied_whole_by_its_button_and_by_ctrl_c(
    opened: Callable[[int], CallsPane], qapp: QApplication, qtbot: QtBot
) -> None:
    request = opened(UPLOAD).detail.bodies.request
    qapp.clipboard().clear()
    request.copy.click()
    assert qapp.clipboard().text().count('"sku"') == 1000
    qapp.clipboard().clear()
    request.window().activateWindow()
    request.code.setFocus()
    QTest.keyClick(request.code, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert qapp.clipboard().text().count('"sku"') == 1000


def test_esc_gives_the_list_all_the_room_again(opened: Callable[[int], CallsPane], qtbot: QtBot) -> None:
    pane = opened(UPLOAD)
    pane.list.choose(UPLOAD)
    QTest.keyClick(pane.list, Qt.Key.Key_Escape)
    assert pane.detail.isHidden()
    assert pane.list.current() is None


def test_a_call_that_is_gone_is_said(opened: Callable[[int], CallsPane]) -> None:
    pane = opened(99_999)
    assert pane.detail.isHidden()
    (dialog,) = pane.window().findChildren(Dialog)
    dialog.close()


def test_other_targets_are_ignored(pane: CallsPane, backend: ReadyShop) -> None:
    pane.open_target("nonsense")
    assert "calls.detail" not in backend.answers.names()


def export(pane: CallsPane) -> CallExportDialog:
    pane.export()
    (dialog,) = pane.window().findChildren(CallExportDialog)
    return dialog


def test_an_export_asks_for_a_place_and_shows_how_far_it_is(
    pane: CallsPane, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    pane.filters.classes.setCurrentIndex(2)
    settle()
    backend.answers.hold("calls.export")
    dialog = export(pane)
    dialog.json.setChecked(True)
    dialog.save.click()
    settle()
    assert chooser.starts == ["calls.jsonl"]
    which = CallFilter(since=moment(15, 0, 0), status_class=4)
    assert backend.answers.last("calls.export")[1:] == (which, chooser.save_path, ExportFormat.JSON, "", "")
    assert dialog.work.isVisible()
    backend.answers.release("calls.export")
    settle()
    assert pane.window().findChildren(CallExportDialog) == []


def test_an_export_holds_what_the_search_leaves(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    pane.filters.search.edit.setText("48609")
    dialog = export(pane)
    assert any("48609" in label.text() for label in dialog.findChildren(QLabel))
    dialog.save.click()
    settle()
    assert backend.answers.last("calls.export")[-2:] == ("48609", "")


def test_an_export_can_be_stopped(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("calls.export")
    dialog = export(pane)
    dialog.save.click()
    settle()
    dialog.work.stop.click()
    settle()
    assert dialog.work.isHidden()
    assert dialog.save.isEnabled()
    assert dialog._reply is not None
    assert dialog._reply._future.cancelled()
    dialog.reject()


def test_an_export_that_fails_says_why_in_its_dialog(pane: CallsPane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("calls.export", BackendError("no", code=ErrorCode.FILE_NOT_WRITABLE))
    dialog = export(pane)
    dialog.save.click()
    settle()
    assert "could not be written" in dialog.fault.text()
    assert dialog.save.isEnabled()
    dialog.reject()


def test_leaving_the_file_dialog_writes_nothing(pane: CallsPane, backend: ReadyShop, chooser: FakeFileChooser) -> None:
    chooser.save_path = ""
    dialog = export(pane)
    dialog.save.click()
    assert "calls.export" not in backend.answers.names()
    dialog.reject()


def test_bodies_stay_readable_when_many_calls_are_looked_at_in_turn(
    pane: CallsPane, show: ShowWidget, settle: Settle
) -> None:
    for call in (UPLOAD, NO_KEY, BROKEN, CONFIRMED, UPLOAD):
        pane.open_target(str(call))
        settle()
    assert pane.detail.tabs.count() == 4
    assert pane.detail.bodies.request.code.isVisible()


def test_the_line_of_an_upload_is_whole_in_a_narrow_panel(opened: Callable[[int], CallsPane]) -> None:
    """Moment, key and duration share the line with the link that undoes it."""
    detail = opened(UPLOAD).detail
    detail.setFixedWidth(340)
    detail.ensurePolished()
    QApplication.processEvents()
    assert detail.undo.isVisible()
    assert detail.line.height() >= detail.line.heightForWidth(detail.line.width())
    assert detail.line.heightForWidth(detail.line.width()) > detail.line.fontMetrics().height() * 1.5
