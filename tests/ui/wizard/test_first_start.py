"""The first start: the questions of each step, a key displayed once, the first call noticed, and it
can be left.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from service.domain.host.host_state import HostState, PortHolder
from service.domain.keys import NewKey
from service.domain.pull.pulls import RunState
from service.domain.shops import Mode, Shop
from tests.ui.fake import NOW, ZONE, FakeBackend
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.fake_keys_pulls import FULL_KEY
from tests.ui.fake.price_list_data import FILE
from tests.ui.fake.sentence_data import FILE_OPEN
from tests.ui.fake.shop_data import PAIRS
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostStatus
from ui.backend.pulls_port import PullState
from ui.backend.shops_port import ShopPair
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.panes.system.keys.key_dialogs import NewKeyDialog
from ui.shell.wizard_frame import Wizard
from ui.theme import Theme
from ui.widgets import SecretDialog
from ui.wizard.connect_step import ConnectStep
from ui.wizard.first_start import FirstStart, WizardDependencies
from ui.wizard.language_step import LanguageStep
from ui.wizard.ready_step import ReadyStep
from ui.wizard.shop_step import ShopStep
from ui.wizard.system_step import SystemStep
from ui.wizard.wizard_answers import ConnectionKind

Settle = Callable[[], None]
LANGUAGE, SHOP, SYSTEM, CONNECT, READY = range(5)


class WizardDriver:
    """Walks through the wizard as an owner would."""

    def __init__(self, start: FirstStart, settle: Settle) -> None:
        self.start, self.settle = start, settle

    @property
    def wizard(self) -> Wizard:
        assert self.start.wizard is not None
        return self.start.wizard

    @property
    def shop(self) -> ShopStep:
        step = self.start.steps[SHOP]
        assert isinstance(step, ShopStep)
        return step

    @property
    def system(self) -> SystemStep:
        step = self.start.steps[SYSTEM]
        assert isinstance(step, SystemStep)
        return step

    @property
    def connect(self) -> ConnectStep:
        step = self.start.steps[CONNECT]
        assert isinstance(step, ConnectStep)
        return step

    @property
    def ready(self) -> ReadyStep:
        step = self.start.steps[READY]
        assert isinstance(step, ReadyStep)
        return step

    def main(self) -> None:
        self.wizard.main.click()
        self.settle()

    def name_shop(self, name: str = "Sitra Auto Parts") -> None:
        self.main()
        self.shop.shop.setText(name)
        self.main()

    def choose(self, way: ConnectionKind) -> None:
        self.name_shop()
        self.system.cards[way].click()
        self.main()

    def name_key(self, name: str = "Till 1") -> SecretDialog:
        dialog = self.wizard.findChild(NewKeyDialog)
        assert dialog is not None
        dialog.edit.setText(name)
        dialog.action.click()
        self.settle()
        shown = self.wizard.findChild(SecretDialog)
        assert shown is not None
        return shown

    def store_key(self) -> None:
        shown = self.name_key()
        shown.stored.setChecked(True)
        shown.done_button.click()
        self.settle()


@pytest.fixture
def chooser() -> FakeFileChooser:
    return FakeFileChooser(FILE)


@pytest.fixture
def first(
    theme: Theme,
    translations: Translations,
    backend: FakeBackend,
    qapp: QApplication,
    chooser: FakeFileChooser,
    settle: Settle,
) -> Iterator[Callable[[], WizardDriver]]:
    """Opens the wizard over a shop that the first start has just made."""
    world = backend.world
    live = Shop(1, "My shop", staging=False)
    world.pairs = (ShopPair(live, Shop(2, "My shop", staging=True)),)
    world.settings = replace(world.settings, wizard_done=False)
    world.pull = PullState(False, None, None, None)
    backend.keys._rows = []
    opened: list[FirstStart] = []

    def make() -> WizardDriver:
        setting = WizardDependencies(
            theme,
            translations,
            backend,
            world.clock,
            qapp.clipboard(),
            chooser,
            lambda language: Formats(language, ZONE),
        )
        start = FirstStart(setting)
        opened.append(start)
        start.open()
        settle()
        return WizardDriver(start, settle)

    yield make
    for start in opened:
        start.close()
        start.deleteLater()
    settle()


First = Callable[[], WizardDriver]


def test_it_begins_with_the_language(first: First) -> None:
    guide = first()
    assert guide.wizard.at == LANGUAGE
    assert [step.name for step in guide.start.steps] == [
        "Language",
        "Your shop",
        "Your system",
        "First call",
        "Ready",
    ]
    assert not guide.wizard.skip.isVisible()


def test_the_other_language_rebuilds_it_at_the_same_step(first: First, qtbot: QtBot, settle: Settle) -> None:
    guide = first()
    step = guide.start.steps[LANGUAGE]
    assert isinstance(step, LanguageStep)
    with qtbot.waitSignal(guide.start.language_chosen) as told:
        step.cards[Language.ARABIC].click()
    settle()
    assert told.args == ["ar"]
    assert guide.start.steps[SHOP].name == "محلك"
    guide.main()
    guide.wizard.language_requested.emit()
    settle()
    assert guide.wizard.at == SHOP
    assert guide.start.steps[SHOP].name == "Your shop"


def test_the_shop_and_its_branch_get_their_names(first: First, backend: FakeBackend) -> None:
    guide = first()
    guide.main()
    assert guide.shop.shop.text() == ""
    assert not guide.wizard.main.isEnabled()
    guide.shop.shop.setText("  Sitra  Auto Parts ")
    guide.shop.branch.setText("Sitra")
    guide.main()
    assert backend.answers.last("shops.rename") == (1, "Sitra Auto Parts")
    assert backend.answers.last("shops.rename_branch") == (1, "Main", "Sitra")
    assert guide.wizard.at == SYSTEM
    assert strip_marks(guide.shop.summary) == "Sitra Auto Parts · Sitra"


def test_a_double_click_goes_on_by_one_step(first: First, backend: FakeBackend, settle: Settle) -> None:
    backend.world.update_shop(1, webhooks=False)
    guide = first()
    guide.main()
    guide.shop.shop.setText("Sitra Auto Parts")
    for _ in range(2):
        guide.wizard.main.click()
    settle()
    assert guide.wizard.at == SYSTEM
    for _ in range(2):
        guide.wizard.main.click()
    settle()
    assert len(guide.wizard.findChildren(NewKeyDialog)) == 1
    guide.wizard.findChildren(NewKeyDialog)[0].reject()


def test_without_any_shop_one_is_made(first: First, backend: FakeBackend) -> None:
    backend.world.pairs = ()
    guide = first()
    guide.name_shop("Riffa Tyres")
    assert backend.answers.last("shops.add") == ("Riffa Tyres",)
    assert guide.wizard.at == SYSTEM


def test_a_name_that_cannot_be_kept_is_said_at_its_field(first: First, backend: FakeBackend) -> None:
    backend.answers.fail("shops.rename", BackendError("no", code=ErrorCode.NAME_TAKEN))
    guide = first()
    guide.name_shop()
    assert guide.wizard.at == SHOP
    assert guide.shop.shop_row._fault.text() == "This name is in use. Choose another one."


def test_enter_goes_on_from_the_name(first: First, settle: Settle) -> None:
    guide = first()
    guide.main()
    guide.shop.shop.setText("Sitra")
    QTest.keyClick(guide.shop.shop, Qt.Key.Key_Return)
    settle()
    assert guide.wizard.at == SYSTEM


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_goes_on_from_an_answer(first: First, backend: FakeBackend, settle: Settle, key: Qt.Key) -> None:
    guide = first()
    guide.wizard.activateWindow()
    english = guide.wizard.focusWidget()
    assert english.accessibleName() == "English"
    QTest.keyClick(english, key)
    settle()
    assert guide.wizard.at == SHOP
    guide.shop.shop.setText("Sitra")
    guide.main()
    guide.system.cards[ConnectionKind.NONE].setChecked(True)
    QTest.keyClick(guide.system.cards[ConnectionKind.NONE], key)
    settle()
    assert guide.wizard.at == CONNECT
    assert "keys.create" not in backend.answers.names()


def test_answers_are_chosen_by_the_arrow_keys(first: First, settle: Settle) -> None:
    guide = first()
    guide.name_shop()
    guide.wizard.activateWindow()
    guide.system.cards[ConnectionKind.CALLS].setFocus()
    QTest.keyClick(guide.system.cards[ConnectionKind.CALLS], Qt.Key.Key_Down)
    settle()
    assert guide.system.cards[ConnectionKind.FILE].isChecked()
    assert guide.wizard.main.text() == "Choose the file"
    assert guide.connect.name == "Your file"


def test_a_till_that_calls_gets_its_key_shown_once(first: First, backend: FakeBackend) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    assert guide.wizard.at == SYSTEM
    shown = guide.name_key()
    assert backend.answers.last("keys.create") == (1, "Till 1", None)
    assert shown.field.value == FULL_KEY
    assert "\u2068Sitra Auto Parts\u2069 · Live" in [label.text() for label in shown.findChildren(QLabel)]
    assert guide.wizard.at == SYSTEM
    shown.stored.setChecked(True)
    shown.done_button.click()
    guide.settle()
    assert guide.wizard.at == CONNECT
    guide.wizard.back.click()
    assert guide.system.main_text() == "Go on"


def test_the_wizard_keeps_no_key(first: First) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    gc.collect()
    assert not [each for each in gc.get_objects() if isinstance(each, NewKey)]
    texts = [label.text() for label in guide.wizard.findChildren(QLabel)]
    assert not [text for text in texts if FULL_KEY in strip_marks(text)]
    assert FULL_KEY not in guide.connect.listening.command.value


def test_it_waits_for_the_first_call_with_a_line_to_try(first: First) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    page = guide.connect.listening
    assert page.headline.text() == "Waiting for the first call"
    assert page.address.value == "http://127.0.0.1:8710"
    assert page.command.value == ('curl -H "Authorization: Bearer YOUR-KEY" "http://127.0.0.1:8710/v1/items?limit=1"')
    assert not guide.wizard.main.isEnabled()
    assert guide.wizard.skip.isVisible()


def test_the_first_call_is_heard(first: First, backend: FakeBackend, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    backend.keys.use("Till 1")
    settle()
    page = guide.connect.listening
    assert page.headline.text() == "We heard from your system"
    assert strip_marks(page.detail.text()) == "Till 1, just now · GET /v1/orders · answered 200"
    assert page.beacon.heard
    assert guide.wizard.main.isEnabled()
    assert guide.connect.summary == "Heard"


def test_a_port_that_is_taken_is_told_where_the_first_call_is_waited_for(
    first: First, backend: FakeBackend, settle: Settle
) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    page = guide.connect.listening
    assert page.stopped.isHidden()
    taken = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=PortHolder("printd", 77))
    backend.publish_host(taken)
    settle()
    said = strip_marks(page.stopped.title.text())
    assert said == "Your till cannot reach this PC: printd holds port 8710. Close it, then try again."
    assert page.stopped.isVisible()
    backend.world.host = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)
    page.again.click()
    settle()
    assert "host.try_again" in backend.answers.names()
    backend.publish_host(backend.world.host)
    settle()
    assert page.stopped.isHidden()


def test_a_call_of_another_key_is_not_the_one_that_is_waited_for(
    first: First, backend: FakeBackend, settle: Settle
) -> None:
    guide = first()
    backend.keys.create(1, "Old tablet")
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    backend.keys.use("Old tablet")
    settle()
    assert not guide.connect.listening.beacon.heard


def test_a_call_with_a_wrong_key_is_pointed_out(first: First, backend: FakeBackend, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    assert not guide.connect.listening.refused.isVisible()
    refused = next(call for call in backend.calls.rows if call.status == 401)
    backend.calls.rows.insert(0, replace(refused, id=999, at=NOW + 1000))
    backend.calls.arrive(0)
    settle()
    note = guide.connect.listening.refused
    assert note.isVisible()
    assert strip_marks(note.title.text()) == "A call came at 14:29, but without a key that we know."


def test_a_failure_while_waiting_is_said_and_goes_by(first: First, backend: FakeBackend, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    backend.answers.fail("keys.list", BackendError("no", code=ErrorCode.DATABASE_LOCKED))
    guide.store_key()
    assert guide.connect.listening.fault.isVisible()
    backend.answers.mend("keys.list")
    backend.keys.use("Till 1")
    settle()
    assert not guide.connect.listening.fault.isVisible()
    assert guide.connect.listening.beacon.heard


@pytest.mark.parametrize(
    ("way", "modes"),
    [
        (ConnectionKind.CALLS, []),
        (ConnectionKind.FILE, [(Mode.API_PUSH, False), (Mode.WEBHOOKS, False)]),
        (ConnectionKind.NONE, [(Mode.API_PUSH, False), (Mode.WEBHOOKS, False)]),
        (ConnectionKind.ASK, []),
    ],
)
def test_the_answer_sets_the_modes(
    first: First, backend: FakeBackend, way: ConnectionKind, modes: list[tuple[Mode, bool]]
) -> None:
    guide = first()
    guide.choose(way)
    asked = [arguments[1:] for name, arguments in backend.answers.asked if name == "shops.set_mode"]
    assert asked == modes


def test_a_mode_that_cannot_be_set_keeps_the_step(first: First, backend: FakeBackend) -> None:
    backend.answers.fail("shops.set_mode", BackendError("no", code=ErrorCode.READ_ONLY))
    guide = first()
    guide.choose(ConnectionKind.NONE)
    assert guide.wizard.at == SYSTEM
    assert guide.system.fault.isVisible()


def test_a_shop_without_a_system_goes_on_to_enter_its_parts(first: First) -> None:
    guide = first()
    wanted: list[int] = []
    guide.start.parts_wanted.connect(wanted.append)
    guide.choose(ConnectionKind.NONE)
    guide.main()
    assert guide.wizard.main.text() == "Enter the first part"
    assert wanted == []
    guide.main()
    assert wanted == [1]


def test_any_other_answer_asks_for_no_part(first: First) -> None:
    guide = first()
    wanted: list[int] = []
    guide.start.parts_wanted.connect(wanted.append)
    guide.choose(ConnectionKind.ASK)
    guide.main()
    guide.main()
    assert wanted == []


def test_a_file_is_recognised_and_read(first: First, backend: FakeBackend) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    page = guide.connect.file
    assert backend.answers.last("pulls.recognise")[:2] == (1, FILE)
    assert strip_marks(page.headline.text()) == "prices.xlsx"
    assert page.detail.text() == "Excel (XLSX) · Rows: 1,245"
    assert guide.wizard.main.text() == "Read it now"
    guide.main()
    assert backend.answers.last("pulls.run") == (1, True)
    assert backend.answers.last("shops.set_mode") == (1, Mode.SCHEDULED_PULL, True)
    assert page.headline.text() == "Saved 1,243, rejected 2"
    assert guide.wizard.main.text() == "Go on"
    guide.main()
    assert guide.wizard.at == READY


def test_a_file_that_cannot_be_read_is_chosen_again(first: First, backend: FakeBackend) -> None:
    backend.answers.fail("pulls.recognise", BackendError("prices.xlsx is cut off.", code=ErrorCode.FILE_NOT_READABLE))
    guide = first()
    guide.choose(ConnectionKind.FILE)
    page = guide.connect.file
    assert page.note.title.text() == "prices.xlsx is cut off."
    assert guide.wizard.main.text() == "Choose a file…"
    backend.answers.mend("pulls.recognise")
    guide.main()
    assert not page.note.isVisible()
    assert guide.wizard.main.text() == "Read it now"


def test_no_file_chosen_leaves_the_step_as_it_is(first: First, chooser: FakeFileChooser, backend: FakeBackend) -> None:
    chooser.file_path = ""
    guide = first()
    guide.choose(ConnectionKind.FILE)
    assert "pulls.recognise" not in backend.answers.names()
    assert guide.wizard.main.text() == "Choose a file…"
    guide.wizard.skip.click()
    assert guide.wizard.at == READY


def test_reading_can_be_stopped(first: First, backend: FakeBackend, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    backend.answers.hold("pulls.run")
    guide.main()
    page = guide.connect.file
    assert page.work.isVisible()
    assert not guide.wizard.main.isEnabled()
    page.work.stop.click()
    backend.answers.release("pulls.run")
    settle()
    assert not page.work.isVisible()
    assert guide.wizard.main.isEnabled()
    assert not page.done


def test_a_first_run_that_fails_says_why(first: First, backend: FakeBackend) -> None:
    guide = first()
    guide.choose(ConnectionKind.FILE)
    failed = replace(backend.pulls.runs[0], state=RunState.FAILED, fault=FILE_OPEN)
    guide.connect.file._on_run_finished(replace(backend.world.pull, last=failed))
    assert guide.connect.file.note.title.text() == str(FILE_OPEN)
    assert not guide.connect.file.done


def test_a_message_for_the_supplier_is_copied(first: First, qapp: QApplication) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    page = guide.connect.message
    page.copy.click()
    text = qapp.clipboard().text()
    assert text.startswith("Hello,")
    assert "http://127.0.0.1:8710/docs" in text
    assert text.endswith("Sitra Auto Parts")
    assert page.copy.text() == "Copied"


def test_the_file_to_attach_is_saved(first: First, backend: FakeBackend, chooser: FakeFileChooser) -> None:
    chooser.save_path = "interface.json"
    guide = first()
    guide.choose(ConnectionKind.ASK)
    page = guide.connect.message
    backend.answers.fail("host.save_description", BackendError("no", code=ErrorCode.DISK_FULL))
    page.save.click()
    guide.settle()
    assert page.fault.isVisible()
    backend.answers.mend("host.save_description")
    page.save.click()
    guide.settle()
    assert not page.fault.isVisible()
    assert page.save.text() == "Saved"


def test_a_sample_fills_staging_in_one_click(first: First, backend: FakeBackend) -> None:
    guide = first()
    guide.choose(ConnectionKind.NONE)
    guide.connect.sample.button.click()
    guide.settle()
    assert backend.answers.last("host.fill_sample") == (2,)
    assert guide.connect.sample.headline.text() == "Staging holds 240 sample parts"
    assert not guide.connect.sample.button.isVisible()


def test_a_sample_that_fails_says_why(first: First, backend: FakeBackend) -> None:
    backend.answers.fail("host.fill_sample", BackendError("no", code=ErrorCode.DISK_FULL))
    guide = first()
    guide.choose(ConnectionKind.NONE)
    guide.connect.sample.fill()
    guide.settle()
    assert guide.connect.sample.fault.isVisible()
    assert guide.connect.sample.button.isEnabled()


def test_the_last_step_says_what_is_set_up(first: First, backend: FakeBackend, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    guide.wizard.skip.click()
    assert guide.wizard.at == READY
    texts = [strip_marks(label.text()) for label in guide.ready.findChildren(QLabel)]
    assert "Key made for Till 1" in texts
    assert "No call yet; we go on listening" in texts
    assert guide.ready.switch.isChecked(), "on unless the owner switches it off"
    assert backend.answers.last("settings.set_start_at_login") == (True,)
    guide.ready.switch.click()
    settle()
    assert backend.answers.last("settings.set_start_at_login") == (False,)


def test_starting_with_the_pc_that_fails_goes_back(first: First, backend: FakeBackend, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    backend.answers.fail("settings.set_start_at_login", BackendError("no"))
    guide.main()
    settle()
    assert not guide.ready.switch.isChecked()
    assert guide.ready.fault.isVisible()


def test_a_start_that_was_switched_off_stays_off(first: First, backend: FakeBackend) -> None:
    backend.world.settings = replace(backend.world.settings, wizard_done=True, start_at_login=False)
    guide = first()
    guide.choose(ConnectionKind.ASK)
    guide.main()
    assert not guide.ready.switch.isChecked()
    assert "settings.set_start_at_login" not in backend.answers.names()


def test_the_end_is_remembered(first: First, backend: FakeBackend, qtbot: QtBot) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    guide.main()
    with qtbot.waitSignal(guide.start.finished):
        guide.main()
    guide.settle()
    assert backend.world.settings.wizard_done
    assert guide.start.wizard is None


def test_it_can_be_left_and_opens_where_it_was(first: First, backend: FakeBackend, qtbot: QtBot) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    with qtbot.waitSignal(guide.start.closed_early):
        guide.wizard.close()
    guide.settle()
    settings = backend.world.settings
    assert (settings.wizard_done, settings.wizard_step) == (False, CONNECT)
    again = first()
    assert again.wizard.at == CONNECT


def test_reopened_when_done_it_begins_anew_and_stays_done(first: First, backend: FakeBackend) -> None:
    backend.world.settings = replace(backend.world.settings, wizard_done=True, wizard_step=3)
    guide = first()
    assert guide.wizard.at == LANGUAGE
    guide.wizard.close()
    guide.settle()
    assert backend.world.settings.wizard_done


def test_over_staging_it_is_still_about_the_live_shop(first: First, theme: Theme) -> None:
    theme.set_staging(True)
    guide = first()
    assert not theme.staging
    guide.choose(ConnectionKind.CALLS)
    dialog = guide.wizard.findChild(NewKeyDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "Make a key"
    dialog.reject()
    guide.wizard.close()
    assert theme.staging


def test_a_wizard_that_cannot_open_leaves_staging_amber(first: First, theme: Theme, backend: FakeBackend) -> None:
    guide = first()
    guide.wizard.close()
    guide.settle()
    theme.set_staging(True)
    backend.answers.fail("host.status", BackendError("down", code=ErrorCode.SERVICE_STOPPED))
    guide.start.open()
    guide.settle()
    assert guide.start.wizard is None
    assert theme.staging


def test_opening_twice_raises_the_one_that_is_there(first: First) -> None:
    guide = first()
    wizard = guide.wizard
    guide.start.open()
    guide.settle()
    assert guide.wizard is wizard


def test_a_shop_that_only_reads_a_file_opens_with_that_answer(first: First, backend: FakeBackend) -> None:
    live = replace(PAIRS[0].live, api_push=False, scheduled_pull=True)
    backend.world.pairs = (replace(PAIRS[0], live=live),)
    guide = first()
    assert guide.system.cards[ConnectionKind.FILE].isChecked()
    assert guide.connect.name == "Your file"


def test_the_last_step_lets_an_owner_practise_without_an_account(first: First, backend: FakeBackend) -> None:
    guide = first()
    card = guide.ready.marketplace
    backend.answers.fail("marketplace.practise", BackendError("no", code=ErrorCode.DISK_FULL))
    card.button.click()
    guide.settle()
    assert not card.fault.isHidden()
    backend.answers.mend("marketplace.practise")
    card.button.click()
    guide.settle()
    assert backend.answers.last("marketplace.practise") == (2, True)
    assert card.button.isHidden()
    assert card.fault.isHidden()
