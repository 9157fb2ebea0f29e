"""Backups, restore, self-test and support bundle."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QTime
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from service.domain.settings import Settings
from tests.ui.conftest import MakeContext
from tests.ui.fake.fake_computer import BACKUPS
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, is_nowhere, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.settings_port import BackupKey
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.settings.backups_section import BackupPassphrase, RestoreDialog
from ui.panes.settings.health_section import BundleDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.widgets import ConfirmDialog

PHRASE = "camel harbour ninety"


def test_the_backups_are_listed(opened: Opened) -> None:
    pane = opened("backups")
    model = pane.backups.model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    rows = [[strip_marks(model.index(at, column).data()) for column in range(5)] for at in range(model.rowCount())]
    assert rows[0] == ["Today 03:00", "Daily", "counterpart-2026-11-15.db", "48.0\u00a0MB", "Checked"]
    assert rows[2][1] == "Weekly"


def test_backing_up_now_shows_progress_and_says_when_it_is_done(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened("backups")
    backend.answers.hold("settings.back_up")
    pane.backups.back_up_button.click()
    assert pane.backups.work.isVisible()
    assert not pane.backups.back_up_button.isEnabled()
    backend.answers.release("settings.back_up")
    settle()
    assert backend.answers.last("settings.back_up") == (None,)
    assert pane.context.toasts.text == "Backed up and checked, 48.0\u00a0MB."
    assert pane.backups.back_up_button.isEnabled()


def test_a_backup_can_be_stopped(opened: Opened, backend: ReadyShop) -> None:
    pane = opened("backups")
    backend.answers.hold("settings.back_up")
    pane.backups.back_up_button.click()
    pane.backups.work.stop.click()
    assert pane.backups.back_up_button.isEnabled()
    assert not pane.backups.work.isVisible()


def test_a_backup_that_cannot_be_written_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("settings.back_up", BackendError("no", code=ErrorCode.FILE_NOT_WRITABLE))
    pane = opened("backups")
    pane.backups.back_up_button.click()
    settle()
    assert "The file could not be written." in texts(dialog(FaultDialog))
    dialog(FaultDialog).accept()


def test_the_folder_and_the_time_are_kept(
    opened: Opened, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    pane = opened("backups")
    pane.backups.change_folder.click()
    assert "settings.choose_backup_folder" not in backend.answers.names()
    chooser.folder_path = "E:\\Counterpart"
    pane.backups.change_folder.click()
    settle()
    assert backend.answers.last("settings.choose_backup_folder") == ("E:\\Counterpart",)
    assert "E:\\Counterpart" in strip_marks(texts(pane.backups))
    pane.backups.time.setTime(QTime(2, 15))
    pane.backups.time.editingFinished.emit()
    settle()
    assert _settings(backend).backup_time == "02:15"


def test_encrypting_asks_for_a_passphrase_twice_and_forgets_it(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened("backups")
    pane.backups.encrypted.click()
    opened_dialog = dialog(BackupPassphrase)
    assert not pane.backups.encrypted.isChecked()
    opened_dialog.first.setText("short")
    opened_dialog.second.setText("other")
    opened_dialog.go.click()
    assert "This passphrase is too short." in texts(opened_dialog)
    assert "The two are not the same." in texts(opened_dialog)
    opened_dialog.first.setText(PHRASE)
    opened_dialog.second.setText(PHRASE)
    opened_dialog.go.click()
    settle()
    assert "settings.set_backup_passphrase" in backend.answers.names()
    assert pane.backups.encrypted.isChecked()
    assert is_nowhere(PHRASE)
    pane.backups.encrypted.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert not pane.backups.encrypted.isChecked()


def test_no_backup_yet_says_what_comes_next(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("backups")
    pane.backups._show(())
    assert "No backup yet." in texts(pane.backups)


def test_backups_that_cannot_be_read_are_tried_again(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("settings.backups", BackendError("gone", code=ErrorCode.FILE_NOT_FOUND))
    pane = opened("backups")
    assert "The file is not there." in texts(pane.backups)
    backend.answers.mend("settings.backups")
    button(pane.backups, "Try again").click()
    settle()
    assert pane.backups.model.rowCount() == 3


def _open_restore(opened: Opened) -> RestoreDialog:
    opened("backups").backups.restore.click()
    return dialog(RestoreDialog)


def test_restoring_shows_what_it_holds_before_anything_changes(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    opened_dialog = _open_restore(opened)
    assert not opened_dialog.passphrase.isVisible()
    opened_dialog.go.click()
    settle()
    assert backend.answers.last("settings.inspect") == (BACKUPS[0].path, None)
    said = texts(opened_dialog)
    for part in ("Sitra Auto Parts", "1,243", "42,318", "4, without secrets", "so you can go back"):
        assert part in said
    assert "settings.restore" not in backend.answers.names()
    backend.answers.hold("settings.restore")
    opened_dialog.go.click()
    assert opened_dialog.work.isVisible()
    opened_dialog.reject()
    assert opened_dialog.isVisible()
    backend.answers.release("settings.restore")
    settle()
    assert backend.answers.last("settings.restore") == (BACKUPS[0].path, None, False, None)
    assert "Restored. Everything runs with it now." in texts(opened_dialog)
    opened_dialog.go.click()


def test_orders_that_the_backup_does_not_know_are_named(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.computer.missing_orders = tuple(f"ORD-2026-{number:06d}" for number in range(1, 13))
    opened_dialog = _open_restore(opened)
    for _ in range(2):
        opened_dialog.go.click()
        settle()
    said = texts(opened_dialog)
    assert "no longer knows 12 orders" in said
    assert "ORD-2026-000012" in said
    assert "ORD-2026-000001" not in said, "the newest ones; the log and the command line name all"
    opened_dialog.go.click()


@pytest.mark.parametrize("wanted", [True, False])
def test_webhook_secrets_in_a_backup_come_back_unless_that_is_not_wanted(
    opened: Opened, backend: ReadyShop, settle: Settle, wanted: bool
) -> None:
    backend.computer.holds_secrets = True
    opened_dialog = _open_restore(opened)
    opened_dialog.go.click()
    settle()
    assert opened_dialog.with_secrets.isVisible()
    assert opened_dialog.with_secrets.isChecked()
    if not wanted:
        opened_dialog.with_secrets.click()
    opened_dialog.go.click()
    settle()
    assert backend.answers.last("settings.restore") == (BACKUPS[0].path, None, wanted, None)
    opened_dialog.go.click()


def test_a_stick_that_is_away_is_told_and_looked_for_again(
    opened: Opened, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    away = BackendError("gone", code=ErrorCode.BACKUP_FOLDER_AWAY)
    for asked in ("settings.backups", "settings.choose_backup_folder"):
        backend.answers.fail(asked, away)
    pane = opened("backups")
    assert "The folder for backups is not there" in texts(pane.backups)
    assert "Plug the stick or disk in, then try again." in texts(pane.backups)
    chooser.folder_path = "E:\\Counterpart"
    pane.backups.change_folder.click()
    settle()
    assert "E:\\Counterpart" not in strip_marks(texts(pane.backups))
    dialog(FaultDialog).accept()
    backend.answers.mend("settings.backups")
    button(pane.backups, "Try again").click()
    settle()
    assert pane.backups.model.rowCount() == 3


def test_where_nothing_says_which_keys_were_revoked_the_owner_ticks_those_that_go_on(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.computer.keys_to_confirm = (
        BackupKey(4, "Sitra Auto Parts", "Till 1", "cpl_ab12", None),
        BackupKey(7, "Sitra Auto Parts", "Till 2", "cpl_cd34", None),
    )
    opened_dialog = _open_restore(opened)
    opened_dialog.go.click()
    settle()
    assert opened_dialog.go.text() == "Next"
    opened_dialog.go.click()
    assert "settings.restore" not in backend.answers.names()
    assert "which keys were revoked" in texts(opened_dialog)
    for part in ("Till 2", "Sitra Auto Parts", "cpl_cd34"):
        assert part in opened_dialog.key_boxes[7].text()
    assert not any(box.isChecked() for box in opened_dialog.key_boxes.values())
    opened_dialog.key_boxes[7].setChecked(True)
    opened_dialog.go.click()
    settle()
    assert backend.answers.last("settings.restore") == (BACKUPS[0].path, None, False, frozenset({7}))
    opened_dialog.go.click()


def test_one_can_go_back_to_choose_another(
    opened: Opened, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    chooser.file_path = "E:\\old.db"
    opened_dialog = _open_restore(opened)
    opened_dialog.go.click()
    settle()
    opened_dialog.back.click()
    button(opened_dialog, "Another file…").click()
    assert opened_dialog.passphrase.isVisible()
    opened_dialog.go.click()
    settle()
    assert backend.answers.last("settings.inspect") == ("E:\\old.db", None)
    opened_dialog.reject()


def test_an_encrypted_backup_asks_for_its_passphrase_and_forgets_it(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("settings.inspect", BackendError("wrong", code=ErrorCode.WRONG_PASSPHRASE))
    pane = opened("backups")
    pane.backups.model.set_rows((replace(BACKUPS[0], encrypted=True),))
    pane.backups.restore.click()
    opened_dialog = dialog(RestoreDialog)
    assert opened_dialog.passphrase.isVisible()
    opened_dialog.passphrase.setText(PHRASE)
    opened_dialog.go.click()
    settle()
    assert "This passphrase does not open it." in texts(opened_dialog)
    assert opened_dialog.go.isEnabled()
    opened_dialog.reject()
    settle()
    assert is_nowhere(PHRASE)
    assert PHRASE not in repr(vars(pane.backups))


def test_a_damaged_backup_is_refused_with_a_sentence(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    error = BackendError("This backup is damaged. Choose another one.", code=ErrorCode.BACKUP_NOT_GOOD)
    backend.answers.fail("settings.inspect", error)
    opened_dialog = _open_restore(opened)
    opened_dialog.go.click()
    settle()
    assert "This backup is damaged. Choose another one." in texts(opened_dialog)
    opened_dialog.reject()


def test_the_self_test_lists_what_is_wrong_first(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("self-test")
    assert "2 things to look at." in texts(pane.health)
    assert [row.accessibleName() for row in pane.health.rows][:2] == [
        "Webhook target Till 2: does not work",
        "Free space: look at it soon",
    ]
    assert "Check that the receiver runs and the address is right." in texts(pane.health)
    pane.health.copy.click()
    assert pane.context.clipboard.text().startswith("good: Port. The program listens at 127.0.0.1:8710.")
    pane.health.run.click()
    settle()
    assert backend.answers.names().count("host.self_test") == 2
    assert len(pane.health.rows) == 4


def test_the_self_test_shows_progress_and_can_be_stopped(opened: Opened, backend: ReadyShop) -> None:
    backend.answers.hold("host.self_test")
    pane = opened("self-test")
    assert pane.health.work.isVisible()
    pane.health.work.stop.click()
    assert pane.health.run.isEnabled()
    assert pane.health.rows == []


def test_a_self_test_that_fails_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("host.self_test", BackendError("stopped", code=ErrorCode.SERVICE_STOPPED))
    opened("self-test")
    assert dialog(FaultDialog).windowTitle() == "The service is not running"
    dialog(FaultDialog).accept()


def test_the_bundle_is_shown_before_it_is_saved(
    opened: Opened, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    pane = opened("health")
    pane.health.bundle.click()
    settle()
    opened_dialog = dialog(BundleDialog)
    QAbstractItemModelTester(opened_dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert '"port": 8710' in opened_dialog.code.text()
    opened_dialog.table.choose("program.log")
    assert "answered" in opened_dialog.code.text()
    opened_dialog.save.click()
    assert "host.save_bundle" not in backend.answers.names()
    chooser.save_path = "E:\\support.zip"
    opened_dialog.save.click()
    settle()
    assert backend.answers.last("host.save_bundle") == ("E:\\support.zip",)
    assert pane.context.toasts.text == "Saved. Now send it to support."


def test_a_bundle_that_cannot_be_written_says_so(
    opened: Opened, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    chooser.save_path = "E:\\support.zip"
    backend.answers.fail("host.save_bundle", BackendError("no", code=ErrorCode.FILE_NOT_WRITABLE))
    pane = opened("health")
    pane.health.bundle.click()
    settle()
    opened_dialog = dialog(BundleDialog)
    opened_dialog.save.click()
    settle()
    assert "The file could not be written." in texts(opened_dialog)
    assert opened_dialog.save.isEnabled()
    opened_dialog.reject()


def _settings(backend: ReadyShop) -> Settings:
    settings = backend.answers.last("settings.change")[1]
    assert isinstance(settings, Settings)
    return settings


def test_times_run_left_to_right_in_arabic_too(make_context: MakeContext, opened: Opened, qapp: QApplication) -> None:
    context = make_context(language=Language.ARABIC)
    assert opened("backups", context).backups.time.text() == "01:30"
