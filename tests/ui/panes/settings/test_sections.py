"""General, connection, shop, log, secrets, about: their values, and the requests of
each control.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel

from bridge.doctor.library_faults import LibraryVersions, find_library_faults
from service.domain.changes import ChangeKind, Changes
from service.domain.settings import SETTINGS, SYSTEM, Settings
from service.domain.webhooks.webhook_secrets import SecretStoreState
from service.store.call_log.pruning import count_stored_bytes
from service.version import VERSION
from tests.ui.conftest import MakeContext
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import KeyringStatus
from ui.backend.settings_port import Libraries
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.settings.about_section import LicencesDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.name_dialog import NameDialog
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets.keyboard_focus import list_tab_stops


def _asked(backend: ReadyShop) -> Settings:
    settings = backend.answers.last("settings.change")[1]
    assert isinstance(settings, Settings)
    return settings


def test_every_section_opens_and_asks_nothing_of_the_others(opened: Opened, backend: ReadyShop) -> None:
    pane = opened()
    assert pane.state == "content"
    assert "settings.backups" not in backend.answers.names()
    for key, chosen in pane.buttons.items():
        chosen.click()
        assert [name for name, button in pane.buttons.items() if button.isChecked()] == [pane.chosen] == [key]
        assert pane.section(key).isVisible()


def test_every_setting_that_is_no_note_has_its_row(opened: Opened) -> None:
    pane = opened()
    shown = {label.text() for key in pane.buttons for label in pane.section(key).findChildren(QLabel)}
    assert {str(setting.label) for setting in SETTINGS if setting.card is not None} <= shown


def test_the_sections_are_walked_by_keyboard(opened: Opened) -> None:
    pane = opened()
    pane.focus_filter()
    QTest.keyClick(pane.buttons["general"], Qt.Key.Key_Tab)
    QTest.keyClick(pane.buttons["connection"], Qt.Key.Key_Space)
    assert pane.chosen == "connection"


def test_secrets_are_for_the_programmer(opened: Opened) -> None:
    pane = opened()
    assert [name for name, button in pane.buttons.items() if not button.isVisible()] == ["secrets"]
    pane.open_target("secrets")
    assert pane.buttons["secrets"].isVisible()


def test_the_arrow_keys_pass_the_section_that_nobody_sees(opened: Opened) -> None:
    pane = opened("log")
    pane.focus_filter()
    QTest.keyClick(pane.buttons["log"], Qt.Key.Key_Down)
    assert pane.chosen != "secrets"
    assert not pane.for_programmer.toggle.isChecked()


def test_a_section_that_is_hidden_again_is_left(opened: Opened) -> None:
    pane = opened("secrets")
    pane.for_programmer.toggle.click()
    assert pane.chosen == "general"
    assert [one for one in list_tab_stops(pane) if one in pane.buttons.values()] == [pane.buttons["general"]]
    pane.for_programmer.toggle.click()
    pane.buttons["secrets"].click()
    assert pane.chosen == "secrets"


def test_the_language_is_kept_then_changed(
    context: PaneContext, opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    chosen: list[str] = []
    pane = opened(at=replace(context, choose_language=chosen.append))
    pane.general.language.setCurrentIndex(2)
    settle()
    assert _asked(backend).language == "ar"
    assert chosen == ["ar"]
    pane.general.language.setCurrentIndex(0)
    settle()
    assert _asked(backend).language == SYSTEM


def test_light_and_dark_change_at_once(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.general.scheme.setCurrentIndex(2)
    settle()
    assert _asked(backend).scheme == "dark"
    assert pane.theme.tokens.dark
    pane.general.scheme.setCurrentIndex(1)
    settle()
    assert not pane.theme.tokens.dark


def test_sound_start_at_login_and_the_guide(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    pane = opened()
    pane.general.ring.switches["sound"].click()
    pane.general.start.click()
    settle()
    assert _asked(backend).sound is False
    assert backend.answers.last("settings.set_start_at_login") == (True,)
    pane.general.guide.click()
    assert opened_panes == [(PaneKey.SETTINGS, "wizard")]


def test_the_vat_rate_is_set_when_its_field_is_left(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.shop.vat.editingFinished.emit()
    settle()
    assert "shops.set_vat" not in backend.answers.names(), "it is as it was"
    pane.shop.vat.setValue(7.5)
    pane.shop.vat.editingFinished.emit()
    settle()
    assert backend.answers.last("shops.set_vat") == (1, 750)


def test_the_vat_number_is_set_when_its_field_is_left(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.shop.vat_number.editingFinished.emit()
    settle()
    assert "shops.set_vat_number" not in backend.answers.names(), "it is as it was"
    pane.shop.vat_number.setText("200012345600002")
    pane.shop.vat_number.editingFinished.emit()
    settle()
    assert backend.answers.last("shops.set_vat_number") == (1, "200012345600002")


def test_a_refused_change_goes_back_and_says_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("settings.change", BackendError("full", code=ErrorCode.DISK_FULL))
    pane = opened()
    pane.general.ring.switches["sound"].click()
    settle()
    assert pane.general.ring.switches["sound"].isChecked()
    assert dialog(FaultDialog).windowTitle() == "The disk is full"
    dialog(FaultDialog).accept()


def test_the_shop_is_renamed_and_another_added(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("shop")
    pane.shop.rename.click()
    dialog(NameDialog).edit.setText("Sitra Parts")
    dialog(NameDialog).action.click()
    settle()
    assert backend.answers.last("shops.rename") == (1, "Sitra Parts")
    pane.shop.add.click()
    dialog(NameDialog).action.click()
    assert "Write a name first." in texts(dialog(NameDialog))
    assert "shops.add" not in backend.answers.names()
    dialog(NameDialog).edit.setText("Isa Town Parts")
    dialog(NameDialog).action.click()
    settle()
    assert backend.answers.last("shops.add") == ("Isa Town Parts",)


def test_a_name_that_is_taken_stays_in_its_dialog(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("shops.add", BackendError("taken", code=ErrorCode.NAME_TAKEN))
    pane = opened("shop")
    pane.shop.add.click()
    dialog(NameDialog).edit.setText("Zallaq Tyres")
    dialog(NameDialog).action.click()
    settle()
    assert "This name is in use." in texts(dialog(NameDialog))
    dialog(NameDialog).reject()


def test_read_only_is_switched(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("shop")
    pane.shop.read_only.click()
    settle()
    assert backend.answers.last("shops.set_read_only") == (1, True)


def test_branches_are_renamed_and_one_is_made_main(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("branches")
    assert "11 parts in stock there" in texts(pane.shop)
    button(pane.shop, "Make it the main one").click()
    settle()
    assert backend.answers.last("shops.make_main") == (1, "Hamad Town")
    pane.shop._rename_branch("Hamad Town")
    dialog(NameDialog).edit.setText("Hamad")
    dialog(NameDialog).action.click()
    settle()
    assert backend.answers.last("shops.rename_branch") == (1, "Hamad Town", "Hamad")
    assert "Hamad |" in texts(pane.shop)


def test_a_branch_is_added_by_hand(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("branches")
    pane.shop.add_branch.click()
    dialog(NameDialog).edit.setText("Aali")
    dialog(NameDialog).action.click()
    settle()
    assert backend.answers.last("shops.add_branch") == (1, "Aali")
    assert "Aali |" in texts(pane.shop)


def test_branches_that_cannot_be_read_are_tried_again(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("shops.branches", BackendError("locked", code=ErrorCode.DATABASE_LOCKED))
    pane = opened("shop")
    assert "Nothing was changed." in texts(pane.shop)
    backend.answers.mend("shops.branches")
    button(pane.shop, "Try again").click()
    settle()
    assert "Riffa" in texts(pane.shop)


def test_the_log_says_what_it_takes_and_is_limited(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened("log")
    used = backend.read(count_stored_bytes)
    assert used > 0
    assert pane.log.used.text() == f"{pane.context.formats.bytes(used)} of 1.0\u00a0GB used"
    assert not pane.log.save.isEnabled()
    pane.log.days.setValue(30)
    pane.log.max_size.setValue(512)
    pane.log.save.click()
    settle()
    assert (_asked(backend).log_days, _asked(backend).log_mib) == (30, 512)
    assert not pane.log.save.isEnabled()


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (KeyringStatus(SecretStoreState.WORKS, "GNOME Keyring"), "Secrets are stored in GNOME Keyring"),
        (KeyringStatus(SecretStoreState.ENCRYPTED_FILE), "Secrets are stored in an encrypted file, and it is open"),
        (KeyringStatus(SecretStoreState.LOCKED), "The keyring that holds the webhook secrets is locked"),
        (KeyringStatus(SecretStoreState.ABSENT), "This computer has no keyring"),
    ],
)
def test_where_secrets_lie(opened: Opened, backend: ReadyShop, status: KeyringStatus, expected: str) -> None:
    backend.computer.secrets.show(status)
    assert expected in texts(opened("secrets").secrets)


def test_a_keyring_that_cannot_be_asked_says_so(opened: Opened, backend: ReadyShop) -> None:
    backend.answers.fail("host.keyring", BackendError("slow", code=ErrorCode.KEYRING_SLOW))
    assert "The keyring did not answer in time." in texts(opened("secrets").secrets)


def test_about_shows_version_folder_and_licences(opened: Opened, backend: ReadyShop, chooser: FakeFileChooser) -> None:
    pane = opened("about")
    assert strip_marks(pane.about.version.text()) == f"Version {VERSION}"
    pane.about.open.click()
    assert chooser.shown_folders == [pane.about.folder.value] == [str(backend.folder)]
    pane.about.licences.click()
    opened_dialog = dialog(LicencesDialog)
    QAbstractItemModelTester(opened_dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert "Qt and PySide6" in [opened_dialog.model.index(at, 0).data() for at in range(opened_dialog.model.rowCount())]
    assert not opened_dialog.texts.isVisible(), "a copy of the source has no such folder"
    opened_dialog.accept()


def test_about_names_what_is_wrong_with_a_library(opened: Opened, backend: ReadyShop) -> None:
    faults = tuple(fault.sentence for fault in find_library_faults(LibraryVersions(sqlite=(3, 40, 1)), 0))
    libraries = Libraries((("SQLite", "3.40.1"),), faults)
    backend.computer.libraries = libraries
    versions, fault = strip_marks(opened("about").about.libraries.text()).splitlines()
    assert versions == "SQLite\u00a03.40.1"
    assert fault.startswith("SQLite 3.40.1 can lose pages")


def test_the_texts_of_the_licences_are_opened_where_they_lie(
    opened: Opened, backend: ReadyShop, chooser: FakeFileChooser
) -> None:
    backend.computer.licences = Path("/usr/lib/counterpart/licences")
    opened("about").about.licences.click()
    opened_dialog = dialog(LicencesDialog)
    opened_dialog.texts.click()
    assert chooser.shown_folders == [str(Path("/usr/lib/counterpart/licences"))]
    opened_dialog.accept()


def test_what_another_changes_is_shown_but_not_over_what_is_typed(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened("log")
    pane.window().activateWindow()
    pane.log.days.setFocus()
    pane.log.days.setValue(31)
    backend.set(sound=False, log_days=60)
    pane.on_changes(Changes.of(ChangeKind.SETTINGS))
    settle()
    assert not pane.general.ring.switches["sound"].isChecked()
    assert pane.log.days.value() == 31


@pytest.mark.parametrize("section", ["log", "connection"])
def test_a_typed_value_stays_when_another_setting_changes(
    opened: Opened, backend: ReadyShop, settle: Settle, section: str
) -> None:
    """It was lost when the focus had left its field, as on the way to "Save"."""
    pane = opened(section)
    pane.log.days.setValue(31)
    pane.connection.hosts.setPlainText("till-server.local")
    backend.set(sound=False)
    pane.on_changes(Changes.of(ChangeKind.SETTINGS))
    settle()
    assert (pane.log.days.value(), pane.connection.hosts.toPlainText()) == (31, "till-server.local")
    backend.set(log_days=60, allowed_hosts=("erp",))
    pane.on_changes(Changes.of(ChangeKind.SETTINGS))
    settle()
    assert (pane.log.days.value(), pane.connection.hosts.toPlainText()) == (60, "erp"), "what was saved since counts"


def test_a_strange_target_is_ignored(opened: Opened) -> None:
    assert opened("nowhere").chosen == "general"


def test_arabic_says_it_all_in_arabic(make_context: MakeContext, opened: Opened) -> None:
    pane = opened("self-test", make_context(language=Language.ARABIC))
    said = texts(pane.health)
    assert "الحر حيث تُحفظ البيانات 412 ميبيبايت." in said
    assert "Make room" not in said
