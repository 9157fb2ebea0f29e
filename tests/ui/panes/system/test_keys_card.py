"""Keys: the table, creating one (displayed once), renaming, revoking; and that no key text stays
anywhere.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel, QWidget

from service.domain.changes import ChangeKind
from service.domain.keys import NewKey, Rights
from service.domain.times import SECOND
from service.store.keys import match_key
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.every_text import list_every_text
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import action, button
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.system.key_dialogs import NewKeyDialog, RenameKeyDialog
from ui.panes.system.system_pane import SystemPane
from ui.shell.pane_context import PaneKey
from ui.widgets import Badge, ConfirmDialog, IconButton, SecretDialog

Settle = Callable[[], None]


def _names(pane: SystemPane) -> list[str]:
    return [row.key.name for row in pane.keys.model.rows]


def _make(pane: SystemPane, name: str, settle: Settle) -> NewKeyDialog | None:
    pane.keys.make.click()
    dialog = pane.findChild(NewKeyDialog)
    assert dialog is not None
    dialog.edit.setText(name)
    dialog.action.click()
    settle()
    return pane.findChild(NewKeyDialog)


def test_the_table_says_who_uses_which_key(opened: Opened) -> None:
    pane = opened()
    QAbstractItemModelTester(pane.keys.model, QAbstractItemModelTester.FailureReportingMode.Fatal, pane)
    shown = [[strip_marks(pane.keys.model.index(at, column).data()) for column in range(6)] for at in range(4)]
    assert shown[0] == ["Till 1", "cp_live_8fK2…", "—", "12 seconds ago", "192.168.1.20", "175"]
    assert shown[1][4] == "This PC"
    assert shown[3] == ["Old tablet", "cp_live_t0Bz…", "31 Dec 2026", "3 Oct 2026", "—", "0"]
    states = [badge.text() for badge in pane.keys.table.findChildren(Badge)]
    assert states == ["In use", "In use", "In use", "Not used for 43 days"]


def test_last_used_grows_older_without_asking(opened: Opened, backend: ReadyShop) -> None:
    pane = opened()
    backend.answers.asked.clear()
    backend.clock.turn(4 * SECOND)
    pane.tick(backend.clock.now())
    assert pane.keys.model.index(0, 3).data() == "16 seconds ago"
    assert backend.answers.asked == []


def test_the_table_sorts_by_what_is_asked_for(opened: Opened) -> None:
    pane = opened()
    pane.keys.table.sort_requested.emit("calls", False)
    assert _names(pane) == ["Old tablet", "Till 2", "ERP", "Till 1"]
    pane.keys.table.sort_requested.emit("name", False)
    assert _names(pane) == ["ERP", "Old tablet", "Till 1", "Till 2"]


def test_a_key_is_made_and_shown_once(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    assert _make(pane, "  Till   3 ", settle) is None
    assert backend.answers.last("keys.create") == (1, "Till 3", None, Rights.ALL)
    dialog = pane.findChild(SecretDialog)
    assert dialog is not None
    key = backend.read(lambda db: match_key(db, dialog.field.value))
    assert key is not None
    assert key.name == "Till 3"
    assert dialog.windowTitle() == "Key for \u2068Till 3\u2069"
    assert not dialog.done_button.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    dialog.stored.setChecked(True)
    dialog.done_button.click()
    settle()
    assert "Till 3" in _names(pane)


def test_no_key_text_is_left_when_its_dialog_has_gone(
    opened: Opened, make_context: MakeContext, settle: Settle
) -> None:
    pane = opened()
    _make(pane, "Till 3", settle)
    dialog = pane.findChild(SecretDialog)
    assert dialog is not None
    full = dialog.field.value
    dialog.field.button.click()
    dialog.stored.setChecked(True)
    dialog.done_button.click()
    del dialog
    settle()
    gc.collect()
    assert not [shown for shown in list_every_text() if full in strip_marks(shown)]
    assert not [each for each in gc.get_objects() if isinstance(each, NewKey)]
    clipboard = pane.context.clipboard
    assert clipboard.text() == full
    pane.context.clipboard_clearer.clear_now()
    assert clipboard.text() == ""
    assert pane.context.clipboard_clearer._secret == ""


def test_the_message_for_the_seller_holds_no_key(opened: Opened, settle: Settle) -> None:
    pane = opened()
    _make(pane, "Till 3", settle)
    dialog = pane.findChild(SecretDialog)
    assert dialog is not None
    copy = button(dialog, "Copy a message for the seller of the till")
    copy.click()
    assert copy.text() == "Copied"
    text = pane.context.clipboard.text()
    assert "On our PC its address is http://127.0.0.1:8710" in text, "the seller's own has another"
    assert "cp_live_" not in text
    dialog.stored.setChecked(True)
    dialog.done_button.click()


def test_a_name_is_asked_for_before_anything_else(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    dialog = _make(pane, "   ", settle)
    assert dialog is not None
    assert dialog.field._fault.text().startswith("Write a name first")
    assert "keys.create" not in backend.answers.names()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (ErrorCode.NAME_TAKEN, "This name is in use. Choose another one."),
        (ErrorCode.READ_ONLY, "This shop is read-only. Switch that off under Settings first."),
    ],
)
def test_a_key_that_cannot_be_made_is_said_at_its_name(
    opened: Opened, backend: ReadyShop, settle: Settle, code: ErrorCode, expected: str
) -> None:
    pane = opened()
    backend.answers.fail("keys.create", BackendError("no", code=code))
    dialog = _make(pane, "Till 1", settle)
    assert dialog is not None
    assert dialog.field._fault.text() == expected
    assert dialog.action.isEnabled()


def test_a_key_is_renamed(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    action(pane.keys.menu_of(pane.keys.model.row(1)), "Rename…").trigger()
    dialog = pane.findChild(RenameKeyDialog)
    assert dialog is not None
    assert dialog.edit.text() == "Till 2"
    dialog.edit.setText("Counter")
    dialog.action.click()
    settle()
    assert backend.answers.last("keys.rename") == (1, 2, "Counter")


def test_a_key_is_revoked_only_after_an_answer(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    action(pane.keys.menu_of(pane.keys.model.row(1)), "Revoke…").trigger()
    dialog = pane.findChild(ConfirmDialog)
    assert dialog is not None
    assert strip_marks(dialog.windowTitle()) == "Revoke “Till 2”? It stops at once."
    assert "keys.revoke" not in backend.answers.names()
    dialog.confirm.click()
    settle()
    assert backend.answers.last("keys.revoke") == (1, 2)


def test_revoked_keys_are_put_away_and_can_be_seen(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.keys.revoke(1, 2)
    pane = opened()
    assert _names(pane) == ["Till 1", "ERP", "Old tablet"]
    assert pane.keys.revoked.text() == "Show 1 revoked key"
    pane.keys.revoked.click()
    assert _names(pane) == ["Till 1", "ERP", "Old tablet", "Till 2"]
    menu = pane.keys.menu_of(pane.keys.model.row(3))
    assert [each.text() for each in menu.actions()] == ["Show its calls"]


def test_a_key_leads_to_its_calls(opened: Opened, opened_panes: list[tuple[PaneKey, str]]) -> None:
    pane = opened()
    action(pane.keys.menu_of(pane.keys.model.row(0)), "Show its calls").trigger()
    assert opened_panes == [(PaneKey.CALLS, "key:Till 1")]


def test_keys_are_worked_by_the_keyboard(opened: Opened, settle: Settle) -> None:
    pane = opened()
    pane.activateWindow()
    pane.keys.table.setFocus()
    pane.keys.table.choose(3)
    settle()
    QTest.keyClick(pane.keys.table, Qt.Key.Key_F2)
    renaming = pane.findChild(RenameKeyDialog)
    assert renaming is not None
    assert renaming.edit.text() == "ERP"
    QTest.keyClick(renaming, Qt.Key.Key_Escape)
    settle()
    pane.activateWindow()
    pane.keys.table.setFocus()
    settle()
    QTest.keyClick(pane.keys.table, Qt.Key.Key_Delete)
    asking = pane.findChild(ConfirmDialog)
    assert asking is not None
    assert "ERP" in asking.windowTitle()
    QTest.keyClick(asking, Qt.Key.Key_Escape)


def test_without_keys_the_card_says_what_they_are_for(opened: Opened, backend: ReadyShop) -> None:
    backend.remove_keys()
    pane = opened()
    assert pane.keys.empty.isVisible()
    assert not pane.keys.table.isVisible()


def test_a_staging_key_is_said_to_be_one(
    make_context: MakeContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget, settle: Settle
) -> None:
    pane = SystemPane(make_context(staging=True))
    show(pane)
    pane.open_target("new-key")
    dialog = pane.findChild(NewKeyDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "Make a key · Staging"
    labels = [strip_marks(label.text()) for label in dialog.findChildren(QLabel)]
    assert "Sitra Auto Parts · Staging" in labels
    dialog.reject()


def test_every_end_of_a_row_is_a_real_button(opened: Opened) -> None:
    pane = opened()
    last = len(pane.keys.model.columns) - 1
    ends = [pane.keys.table.indexWidget(pane.keys.model.index(at, last)) for at in range(4)]
    assert all(isinstance(end, QWidget) for end in ends)
    assert strip_marks(button(ends[0], "").accessibleName()) == "More for Till 1"


def test_the_rows_are_drawn_anew_only_when_an_age_reads_differently(opened: Opened) -> None:
    pane = opened()
    context = pane.context
    drawn: list[int] = []
    pane.keys.model.dataChanged.connect(lambda *_: drawn.append(1))
    pane.keys.tick(context.now())
    drawn.clear()
    pane.keys.tick(context.now())
    assert drawn == []
    pane.keys.tick(context.now() + 60_000)
    assert drawn != []


def test_the_buttons_of_a_row_stay_while_tills_call(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    before = pane.keys.table.findChildren(IconButton)
    backend.tell(ChangeKind.CALLS)
    pane.reload()
    settle()
    assert backend.answers.names().count("keys.list") == 2
    assert pane.keys.table.findChildren(IconButton) == before
    backend.keys.rename(1, 1, "Till 9")
    pane.reload()
    settle()
    assert any("Till 9" in button.accessibleName() for button in pane.keys.table.findChildren(IconButton))
