"""General, connection, shop, log, secrets, about: their values, and the requests of
each control.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from service.domain.changes import ChangeKind, Changes
from service.domain.host.host_state import HostState, PortHolder
from tests.ui.conftest import MakeContext
from tests.ui.fake import FakeBackend
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.panes.webhooks.widget_queries import button, dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostStatus, KeyringState, KeyringStatus, StartEvent, StartReport
from ui.backend.settings_port import Settings
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.settings.licences_dialog import LicencesDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.name_dialog import NameDialog
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import ConfirmDialog


def _asked(backend: FakeBackend) -> Settings:
    settings = backend.answers.last("settings.change")[1]
    assert isinstance(settings, Settings)
    return settings


def test_every_section_opens_and_asks_nothing_of_the_others(opened: Opened, backend: FakeBackend) -> None:
    pane = opened()
    assert pane.state == "content"
    assert "settings.backups" not in backend.answers.names()
    for key, chosen in pane.buttons.items():
        chosen.click()
        assert pane.chosen == key
        assert pane.sections[key].isVisible()


def test_the_sections_are_walked_by_keyboard(opened: Opened) -> None:
    pane = opened()
    pane.focus_filter()
    QTest.keyClick(pane.buttons["general"], Qt.Key.Key_Tab)
    QTest.keyClick(pane.buttons["connection"], Qt.Key.Key_Space)
    assert pane.chosen == "connection"


def test_the_language_is_kept_then_changed(
    context: PaneContext, opened: Opened, backend: FakeBackend, settle: Settle
) -> None:
    chosen: list[str] = []
    pane = opened(at=replace(context, choose_language=chosen.append))
    pane.general.language.setCurrentIndex(2)
    settle()
    assert _asked(backend).language == "ar"
    assert chosen == ["ar"]
    pane.general.language.setCurrentIndex(0)
    settle()
    assert _asked(backend).language == ""


def test_light_and_dark_change_at_once(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened()
    pane.general.scheme.setCurrentIndex(2)
    settle()
    assert _asked(backend).scheme == "dark"
    assert pane.theme.tokens.dark
    pane.general.scheme.setCurrentIndex(1)
    settle()
    assert not pane.theme.tokens.dark


def test_sound_start_at_login_and_the_guide(
    opened: Opened, backend: FakeBackend, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    pane = opened()
    pane.general.ring.sound.click()
    pane.general.start.click()
    settle()
    assert _asked(backend).sound is False
    assert backend.answers.last("settings.set_start_at_login") == (True,)
    pane.general.guide.click()
    assert opened_panes == [(PaneKey.SETTINGS, "wizard")]


def test_the_vat_rate_is_set_when_its_field_is_left(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened()
    pane.shop.vat.editingFinished.emit()
    settle()
    assert "shops.set_vat" not in backend.answers.names(), "it is as it was"
    pane.shop.vat.setValue(7.5)
    pane.shop.vat.editingFinished.emit()
    settle()
    assert backend.answers.last("shops.set_vat") == (1, 750)


def test_the_vat_number_is_set_when_its_field_is_left(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened()
    pane.shop.vat_number.editingFinished.emit()
    settle()
    assert "shops.set_vat_number" not in backend.answers.names(), "it is as it was"
    pane.shop.vat_number.setText("200012345600002")
    pane.shop.vat_number.editingFinished.emit()
    settle()
    assert backend.answers.last("shops.set_vat_number") == (1, "200012345600002")


def test_a_refused_change_goes_back_and_says_why(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.answers.fail("settings.change", BackendError("full", code=ErrorCode.DISK_FULL))
    pane = opened()
    pane.general.ring.sound.click()
    settle()
    assert pane.general.ring.sound.isChecked()
    assert dialog(FaultDialog).windowTitle() == "The disk is full"
    dialog(FaultDialog).accept()


def test_a_taken_port_names_the_holder_and_is_tried_again(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    holder = PortHolder("node.exe", 4312, None, moment(15, 8, 2))
    backend.world.host = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=holder)
    pane = opened("port")
    assert pane.chosen == "connection"
    assert "node.exe, process 4312 holds it." in texts(pane.connection)
    backend.world.host = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)
    button(pane.connection, "Try again").click()
    settle()
    assert "host.try_again" in backend.answers.names()
    assert pane.connection.port_note is None


def test_another_users_counterpart_is_named(opened: Opened, backend: FakeBackend) -> None:
    holder = PortHolder("counterpart.exe", 4312, "Ahmed", None, ours=True)
    backend.world.host = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=holder)
    assert "The Counterpart of Ahmed holds it." in texts(opened("port").connection)


def test_the_port_changes_after_a_question(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened("port")
    assert not pane.connection.change_port_button.isEnabled()
    pane.connection.port.setValue(8720)
    pane.connection.change_port_button.click()
    assert "Every till that calls this PC needs the new address." in texts(dialog(ConfirmDialog))
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert backend.answers.last("host.change_port") == (8720,)
    assert pane.connection.address.value == "http://127.0.0.1:8720"
    assert not pane.connection.change_port_button.isEnabled()


def test_a_port_that_is_taken_too_says_so(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.answers.fail("host.change_port", BackendError("Port 80 is in use.", code=ErrorCode.PORT_TAKEN))
    pane = opened("port")
    pane.connection.port.setValue(80)
    pane.connection.change_port_button.click()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert pane.connection.fault.text() == "Port 80 is in use."


def test_opening_to_the_network_warns_first(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened("connection")
    pane.connection.network.click()
    assert "guests in the same Wi-Fi too" in texts(dialog(ConfirmDialog))
    assert not pane.connection.network.isChecked()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert _asked(backend).open_to_network is True
    assert pane.connection.open_note.isVisible()
    pane.connection.network.click()
    settle()
    assert _asked(backend).open_to_network is False


def test_unencrypted_calls_are_offered_only_to_an_open_service_and_after_a_question(
    opened: Opened, backend: FakeBackend, settle: Settle
) -> None:
    pane = opened("connection")
    assert not pane.connection.plain_row.isVisible()
    backend.world.settings = replace(backend.world.settings, open_to_network=True)
    backend.tell(ChangeKind.SETTINGS)
    settle()
    pane.connection.plain.click()
    assert "can then read the keys, orders and prices" in texts(dialog(ConfirmDialog))
    assert not pane.connection.plain.isChecked()
    dialog(ConfirmDialog).confirm.click()
    settle()
    assert _asked(backend).network_http is True
    pane.connection.plain.click()
    settle()
    assert _asked(backend).network_http is False


def test_hosts_and_origins_are_kept_line_by_line(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened("connection")
    assert not pane.connection.save.isEnabled()
    pane.connection.hosts.setPlainText("till-server.local\n192.168.1.10, till-server.local\n")
    pane.connection.origins.setPlainText("https://shop.example.bh")
    pane.connection.save.click()
    settle()
    assert _asked(backend).allowed_hosts == ("till-server.local", "192.168.1.10")
    assert _asked(backend).allowed_origins == ("https://shop.example.bh",)
    assert not pane.connection.save.isEnabled()


def test_a_wrong_host_is_told_next_to_the_field(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.answers.fail("settings.change", BackendError("allowed_hosts must be names; 'a b' is none."))
    pane = opened("connection")
    pane.connection.hosts.setPlainText("no_host!")
    pane.connection.save.click()
    settle()
    assert "allowed_hosts must be names" in texts(pane.connection)


def test_the_shop_is_renamed_and_another_added(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
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


def test_a_name_that_is_taken_stays_in_its_dialog(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.answers.fail("shops.add", BackendError("taken", code=ErrorCode.NAME_TAKEN))
    pane = opened("shop")
    pane.shop.add.click()
    dialog(NameDialog).edit.setText("Riffa Tyres")
    dialog(NameDialog).action.click()
    settle()
    assert "This name is in use." in texts(dialog(NameDialog))
    dialog(NameDialog).reject()


def test_read_only_is_switched(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened("shop")
    pane.shop.read_only.click()
    settle()
    assert backend.answers.last("shops.set_read_only") == (1, True)


def test_branches_are_renamed_and_one_is_made_main(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened("branches")
    assert "1,243 parts in stock there" in texts(pane.shop)
    button(pane.shop, "Make it the main one").click()
    settle()
    assert backend.answers.last("shops.make_main") == (1, "Riffa")
    pane.shop._rename_branch("Hamad Town")
    dialog(NameDialog).edit.setText("Hamad")
    dialog(NameDialog).action.click()
    settle()
    assert backend.answers.last("shops.rename_branch") == (1, "Hamad Town", "Hamad")
    assert "Hamad |" in texts(pane.shop)


def test_branches_that_cannot_be_read_are_tried_again(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.answers.fail("shops.branches", BackendError("locked", code=ErrorCode.DATABASE_LOCKED))
    pane = opened("shop")
    assert "Nothing was changed." in texts(pane.shop)
    backend.answers.mend("shops.branches")
    button(pane.shop, "Try again").click()
    settle()
    assert "Riffa" in texts(pane.shop)


def test_the_log_says_what_it_takes_and_is_limited(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    pane = opened("log")
    assert pane.log.used.text() == "312.0 MB of 1.0 GB used"
    assert not pane.log.save.isEnabled()
    pane.log.days.setValue(30)
    pane.log.max_size.setValue(512)
    pane.log.save.click()
    settle()
    assert (_asked(backend).log_days, _asked(backend).log_bytes) == (30, 512 << 20)
    assert not pane.log.save.isEnabled()


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (KeyringStatus(KeyringState.WORKS, "GNOME Keyring"), "Secrets are stored in GNOME Keyring"),
        (KeyringStatus(KeyringState.ENCRYPTED_FILE), "Secrets are stored in an encrypted file, and it is open"),
        (KeyringStatus(KeyringState.LOCKED), "The keyring that holds the webhook secrets is locked"),
        (KeyringStatus(KeyringState.ABSENT), "This computer has no keyring"),
    ],
)
def test_where_secrets_lie(opened: Opened, backend: FakeBackend, status: KeyringStatus, expected: str) -> None:
    backend.world.keyring = status
    assert expected in texts(opened("secrets").secrets)


def test_a_keyring_that_cannot_be_asked_says_so(opened: Opened, backend: FakeBackend) -> None:
    backend.answers.fail("host.keyring", BackendError("slow", code=ErrorCode.KEYRING_SLOW))
    assert "The keyring did not answer within 5 seconds." in texts(opened("secrets").secrets)


def test_about_shows_version_folder_and_licences(opened: Opened, chooser: FakeFileChooser) -> None:
    pane = opened("about")
    assert strip_marks(pane.about.version.text()) == "Version 1.0.0"
    pane.about.open.click()
    assert chooser.shown_folders == [pane.about.folder.value]
    pane.about.licences.click()
    opened_dialog = dialog(LicencesDialog)
    QAbstractItemModelTester(opened_dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert "Qt and PySide6" in [opened_dialog.model.index(at, 0).data() for at in range(opened_dialog.model.rowCount())]
    assert not opened_dialog.texts.isVisible(), "a copy of the source has no such folder"
    opened_dialog.accept()


def test_the_texts_of_the_licences_are_opened_where_they_lie(
    opened: Opened, backend: FakeBackend, chooser: FakeFileChooser
) -> None:
    backend.world.settings = replace(backend.world.settings, licences_folder="/usr/lib/counterpart/licences")
    opened("about").about.licences.click()
    opened_dialog = dialog(LicencesDialog)
    opened_dialog.texts.click()
    assert chooser.shown_folders == ["/usr/lib/counterpart/licences"]
    opened_dialog.accept()


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (StartEvent.UNCLEAN_END, "The program ended without closing last time"),
        (StartEvent.RECOVERED, "The data was damaged and could be recovered"),
        (StartEvent.DATABASE_DAMAGED, "Restore the newest backup under Backups."),
        (StartEvent.DATABASE_TOO_NEW, "The data was written by a newer version"),
    ],
)
def test_what_the_last_start_found_is_told(
    opened: Opened, backend: FakeBackend, event: StartEvent, expected: str
) -> None:
    backend.world.start_report = StartReport(event, trace="Fatal Python error", set_aside="C:\\old.db")
    pane = opened("about")
    assert expected in texts(pane.about)
    button(pane.about, "Copy details for support").click()
    assert QApplication.clipboard().text() == "Fatal Python error"


def test_loading_then_error_then_content(opened: Opened, backend: FakeBackend, settle: Settle) -> None:
    backend.answers.hold("settings.read")
    pane = opened()
    assert pane.state == "loading"
    backend.answers.fail("settings.read", BackendError("stopped", code=ErrorCode.SERVICE_STOPPED))
    backend.answers.release("settings.read")
    settle()
    assert pane.state == "error"
    backend.answers.mend("settings.read")
    button(pane, "Try again").click()
    settle()
    assert pane.state == "content"


def test_what_another_changes_is_shown_but_not_over_what_is_typed(
    opened: Opened, backend: FakeBackend, settle: Settle
) -> None:
    pane = opened("log")
    pane.window().activateWindow()
    pane.log.days.setFocus()
    pane.log.days.setValue(31)
    backend.world.settings = replace(backend.world.settings, sound=False, log_days=60)
    pane.on_changes(Changes.of(ChangeKind.SETTINGS))
    settle()
    assert not pane.general.ring.sound.isChecked()
    assert pane.log.days.value() == 31


def test_a_strange_target_is_ignored(opened: Opened) -> None:
    assert opened("nowhere").chosen == "general"


def test_arabic_says_it_all_in_arabic(make_context: MakeContext, opened: Opened) -> None:
    pane = opened("self-test", make_context(language=Language.ARABIC))
    said = texts(pane.health)
    assert "الحر حيث تُحفظ البيانات 412 ميبيبايت." in said
    assert "Make room" not in said
