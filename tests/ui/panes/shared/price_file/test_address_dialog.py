"""A file that is not on this computer: its address is tried before it is used."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel

from service.domain.pull.place_address import READABLE, parse_place
from service.domain.pull.pull_choices import SetupChoices
from service.domain.sentences import verbatim
from service.domain.webhooks.webhook_secrets import Secret
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_clock import ZONE
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError
from ui.backend.pulls_port import PlaceTrial
from ui.i18n import Formats, Language, Translations
from ui.panes.shared.price_file.address_dialog import AddressDialog, FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.theme import Theme
from ui.widgets.containers import ScrollContainer

Settle = Callable[[], None]
ADDRESS = "sftp://till@shop.example/export"


@pytest.fixture
def flow(backend: ReadyShop, theme: Theme, translations: Translations, show: ShowWidget) -> FileFlow:
    """Over places that no test can reach."""
    backend.give_place()
    tools = FileTools(theme, backend, Formats(Language.ENGLISH, ZONE), FakeFileChooser(), 1)
    flow = FileFlow(tools, Purpose.NIGHTLY, lambda: None, lambda _run: None)
    show(flow)
    return flow


@pytest.fixture
def dialog(flow: FileFlow) -> AddressDialog:
    """The dialog over the flow of a file, for an SFTP server."""
    flow.file.place.click()
    dialog = flow.window().findChild(AddressDialog)
    assert isinstance(dialog, AddressDialog)
    dialog.kind.setCurrentIndex(dialog.kind.findData("sftp"))
    dialog.address.setText(ADDRESS)
    dialog.password.setText("hunter2")
    dialog.pattern.setText("stock*.csv")
    return dialog


def test_a_place_is_tried_used_and_stays_after_an_answer(
    dialog: AddressDialog, flow: FileFlow, backend: ReadyShop, settle: Settle
) -> None:
    assert not dialog.use.isEnabled()
    dialog.try_button.click()
    settle()
    _, setup, password = backend.answers.last("pulls.try_place")
    assert isinstance(setup, SetupChoices)
    assert (setup.path, setup.pattern, password) == (ADDRESS, "stock*.csv", Secret("hunter2"))
    assert "stock.csv" in dialog.found_text.text()
    dialog.use.click()
    settle()
    for _ in ("at first", "after an answer"):
        _, looked = backend.answers.last("pulls.preview")
        assert isinstance(looked, SetupChoices)
        assert (looked.path, looked.access.secret_name) == (ADDRESS, "typed-1")
        backend.answers.asked.clear()
        flow.columns.choose("Part No.", "")
        settle()


def test_the_result_is_visible_also_where_the_fields_need_more_than_the_window(
    dialog: AddressDialog, backend: ReadyShop, settle: Settle
) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData("sqlserver"))
    dialog.server.host.setText("till-pc")
    dialog.server.database.setText("pos")
    backend.answers.fail("pulls.try_place", BackendError(verbatim("wrong password")))
    dialog.try_button.click()
    settle()
    assert not dialog.fault.visibleRegion().isEmpty()


def test_the_rows_of_a_database_are_found_under_its_own_name(dialog: AddressDialog, settle: Settle) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData("sqlite"))
    dialog.database.line.setText("D:/pos/pos.db")
    dialog.try_button.click()
    settle()
    assert "pos.db" in dialog.found_text.text()
    assert "jsonl" not in dialog.found_text.text()


@pytest.mark.parametrize("words", [8, 9, 10, 11, 12, 13])
def test_a_fault_of_any_length_needs_no_scroll_bar(
    dialog: AddressDialog, backend: ReadyShop, settle: Settle, words: int
) -> None:
    """The dialog left out its frame, and a text that just fits without it got one line less."""
    dialog.kind.setCurrentIndex(dialog.kind.findData("smb"))
    dialog.address.setText("smb://till@127.0.0.1/share")
    backend.answers.fail("pulls.try_place", BackendError(verbatim("refused " * words)))
    dialog.try_button.click()
    settle()
    scroll = dialog.findChild(ScrollContainer)
    assert isinstance(scroll, ScrollContainer)
    assert not scroll.verticalScrollBar().isVisible()
    assert not dialog.fault.visibleRegion().isEmpty()


def test_an_edit_needs_another_try(dialog: AddressDialog, settle: Settle) -> None:
    dialog.try_button.click()
    settle()
    assert dialog.use.isEnabled()
    dialog.address.setText("sftp://other@shop.example/x")
    assert not dialog.use.isEnabled()
    assert dialog.found_text.isHidden()


def test_a_fault_is_shown_in_the_dialog(dialog: AddressDialog, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("pulls.try_place", BackendError(verbatim("wrong password")))
    dialog.try_button.click()
    settle()
    assert dialog.fault.text() == "wrong password"
    assert dialog.try_button.hasFocus(), "not the first field, as after a button that could not be pressed"
    assert not dialog.use.isEnabled()
    assert dialog.try_button.isEnabled()


def test_an_unknown_server_is_confirmed_once_and_forgotten_with_its_address(
    dialog: AddressDialog, backend: ReadyShop, settle: Settle
) -> None:
    unknown = PlaceTrial(SetupChoices(ADDRESS), unknown=verbatim("not known yet"), fingerprint="SHA256:abc")
    backend.give_place(unknown)
    dialog.try_button.click()
    settle()
    assert (dialog.fault.text(), dialog.confirm.isHidden()) == ("not known yet", False)
    dialog.confirm.click()
    settle()
    assert dialog.use.isEnabled()
    assert dialog.typed_setup().access.trust == "SHA256:abc"
    dialog.address.setText("sftp://other@shop.example/x")
    assert dialog.typed_setup().access.trust == ""


def test_a_fingerprint_is_no_wider_than_the_dialog(dialog: AddressDialog, backend: ReadyShop, settle: Settle) -> None:
    """As one word it moved the whole dialog to the side."""
    fingerprint = f"SHA256:{'ad91348e7528b23a' * 4}"
    unknown = verbatim(f"The certificate is not valid: confirm its fingerprint {fingerprint}")
    backend.give_place(PlaceTrial(SetupChoices(ADDRESS), unknown=unknown, fingerprint=fingerprint))
    dialog.try_button.click()
    settle()
    assert dialog.fault.text().replace("\u200b", "") == str(unknown)
    assert dialog.fault.minimumSizeHint().width() < dialog.address_row.width()
    dialog.confirm.click()
    assert dialog.typed_setup().access.trust == fingerprint


def test_each_kind_has_its_own_fields(dialog: AddressDialog) -> None:
    shown = {}
    for index in range(dialog.kind.count()):
        dialog.kind.setCurrentIndex(index)
        rows = (dialog.password_row, dialog.pattern_row, dialog.query_row)
        shown[dialog.kind.currentData()] = tuple(not row.isHidden() for row in rows)
        assert dialog.address.placeholderText().startswith(f"{dialog.kind.currentData()}://")
    assert shown == {
        "https": (True, False, False), "sftp": (True, True, False), "ftps": (True, True, False),
        "ftp": (True, True, False),
        "smb": (True, True, False), "imaps": (True, True, True),
        "postgresql": (True, False, True), "mysql": (True, False, True),
        "sqlserver": (True, False, True), "access": (True, False, True), "sqlite": (False, False, True),
        "odbc": (True, False, True),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "hint"), [("imaps", "The sender and the subject."), ("mysql", "One SELECT, which only reads.")]
)
def test_the_query_says_what_is_typed_there(dialog: AddressDialog, kind: str, hint: str) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    assert hint in [label.text() for label in dialog.query_row.findChildren(QLabel) if not label.isHidden()]


def test_a_sql_server_has_fields_of_its_own(dialog: AddressDialog, backend: ReadyShop, settle: Settle) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData("sqlserver"))
    assert (dialog.address_row.isHidden(), dialog.server.isHidden()) == (True, False)
    dialog.server.host.setText("till-pc")
    dialog.server.instance.setText("SQLEXPRESS")
    assert not dialog.try_button.isEnabled()
    dialog.server.database.setText("pos;PWD=x")
    dialog.server.user.setText("reader")
    dialog.query.setPlainText("SELECT 1")
    dialog.password.setText("hunter2")
    dialog.try_button.click()
    settle()
    _, setup, password = backend.answers.last("pulls.try_place")
    assert isinstance(setup, SetupChoices)
    assert (setup.path, password) == ("sqlserver://reader@till-pc/SQLEXPRESS/pos%3BPWD%3Dx", Secret("hunter2"))


@pytest.mark.parametrize("kind", ["access", "sqlite"])
def test_a_database_file_is_chosen_by_its_path(dialog: AddressDialog, kind: str) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    assert (dialog.address_row.isHidden(), dialog.database_row.isHidden()) == (True, False)
    for path in ("D:\\pos data\\100% a.mdb", "/srv/pos.mdb", "\\\\server\\pos\\a.mdb"):
        dialog.database.line.setText(path)
        assert parse_place(dialog.typed_setup().path).path == path


def test_a_key_file_is_part_of_what_is_tried_and_shown_again(dialog: AddressDialog, flow: FileFlow) -> None:
    dialog.key.line.setText("/home/till/my key")
    typed = dialog.typed_setup()
    assert parse_place(typed.path).key_file == "/home/till/my key"
    again = AddressDialog(dialog._tools, flow.window(), typed, lambda _setup: None)
    assert (again.address.text(), again.key.path) == (ADDRESS, "/home/till/my key")


def test_plain_ftp_warns_and_is_confirmed_in_its_own_words(
    dialog: AddressDialog, backend: ReadyShop, settle: Settle
) -> None:
    assert dialog.readable.isHidden()
    dialog.kind.setCurrentIndex(dialog.kind.findData("ftp"))
    assert not dialog.readable.isHidden()
    dialog.address.setText("ftp://till@shop.example/a.csv")
    trial = PlaceTrial(SetupChoices(ADDRESS), unknown=verbatim("readable by others"), fingerprint=READABLE)
    backend.give_place(trial)
    dialog.try_button.click()
    settle()
    assert dialog.confirm.text() == "Send it readable"
    dialog.confirm.click()
    settle()
    assert dialog.typed_setup().access.trust == READABLE
