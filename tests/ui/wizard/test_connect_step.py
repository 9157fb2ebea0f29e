"""The step of the wizard that connects the shop's system: its key and its first call."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPropertyAnimation
from PySide6.QtWidgets import QApplication, QLabel

from service.domain.keys import NewKey
from service.domain.shops import Mode
from service.domain.webhooks.webhook_secrets import Secret
from service.store.keys import match_key
from service.store.shops import get_shop
from tests.ui.fake.fake_clock import NOW
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_calls import TOTAL
from tests.ui.ready_shop import ReadyShop
from tests.ui.wizard.wizard_driver import CONNECT, READY, First, Settle, WizardDriver
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.i18n.bidi import strip_marks
from ui.panes.shared.price_file.address_dialog import AddressDialog
from ui.theme import Theme
from ui.wizard.wizard_answers import ConnectionKind

PARTS = "Part No,Description,Retail BD,Qty\nA1,Brake pad,4.500,12\nA2,Oil filter,2.750,3\n"


def test_a_till_that_calls_gets_its_key_with_the_address(first: First, backend: ReadyShop) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    assert guide.wizard.at == CONNECT
    page = guide.connect.listening
    assert backend.answers.last("keys.create") == (1, "Till 1")
    key = backend.read(lambda db: match_key(db, page.key.value))
    assert key is not None
    assert key.name == "Till 1"
    assert page.address.value == "http://127.0.0.1:8710"
    assert page.headline.text() == "Waiting for the first call"
    assert not guide.wizard.main.isEnabled()
    assert guide.wizard.skip.isVisible()


def test_four_clicks_lead_to_a_first_call(first: First, backend: ReadyShop) -> None:
    """It took eight, a terminal, and a line to paste the key into."""
    backend.answers.give("host.test_call", lambda _shop, _key: 3)
    guide = first()
    guide.click_through(ConnectionKind.CALLS)
    page = guide.connect.listening
    full = page.key.value
    guide.click(page.trial)
    assert backend.answers.last("host.test_call") == (1, Secret(full))
    assert page.headline.text() == "It works: our test call was answered"
    assert guide.wizard.main.isEnabled()


def test_a_test_call_is_not_taken_for_the_till(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    page = guide.connect.listening
    backend.answers.give("host.test_call", lambda _shop, _key: 3)
    backend.answers.hold("host.test_call")
    page.trial.click()
    backend.use_key("Till 1")
    settle()
    backend.answers.release("host.test_call")
    settle()
    assert (page.beacon.heard, guide.connect.done) == (False, False)
    assert page.instructions.isVisible(), "the till still needs them"
    backend.clock.turn(1000)
    backend.use_key("Till 1")
    settle()
    assert (page.beacon.heard, guide.connect.done) == (True, True)


def test_a_trial_that_is_not_answered_yet_is_no_call(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    backend.answers.give("host.test_call", lambda _shop, _key: 3)
    backend.answers.hold("host.test_call")
    guide.connect.listening.trial.click()
    backend.use_key("Till 1")
    settle()
    assert not guide.wizard.main.isEnabled()
    backend.answers.release("host.test_call")


def test_the_page_has_its_key_again_after_the_window_was_hidden(first: First, theme: Theme) -> None:
    """A minimised wizard came back with an empty field and a still picture."""
    theme.motion = True
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    page = guide.connect.listening
    key, pulse = page.key.value, page.beacon.findChild(QPropertyAnimation)
    assert isinstance(pulse, QPropertyAnimation)
    guide.wizard.hide()
    assert (page.key.value, pulse.state()) == ("", QPropertyAnimation.State.Stopped)
    guide.wizard.show()
    assert (page.key.value, pulse.state()) == (key, QPropertyAnimation.State.Running)


def test_a_test_call_that_fails_says_why(first: First, backend: ReadyShop) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    page = guide.connect.listening
    backend.answers.fail("host.test_call", BackendError("no", code=ErrorCode.SERVICE_STOPPED))
    page.trial.click()
    guide.settle()
    assert page.fault.isVisible()
    assert page.trial.isEnabled()
    assert not guide.wizard.main.isEnabled()


def test_what_the_till_needs_makes_way_for_its_call(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    page = guide.connect.listening
    backend.use_key("Till 1")
    settle()
    assert not page.instructions.isVisible()
    assert not page.trial.isVisible()
    page.show_again.click()
    assert page.instructions.isVisible()


def test_the_wizard_drops_the_key_with_its_step(first: First) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    full = guide.connect.listening.key.value
    assert full.startswith("cp_live_")
    guide.wizard.skip.click()
    guide.settle()
    assert guide.wizard.at == READY
    gc.collect()
    assert not [each for each in gc.get_objects() if isinstance(each, NewKey)]
    texts = [label.text() for label in guide.wizard.findChildren(QLabel)]
    assert not [text for text in texts if full in strip_marks(text)]


def test_a_copied_key_leaves_the_clipboard_again(first: First, qapp: QApplication) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    page = guide.connect.listening
    page.key.button.click()
    assert qapp.clipboard().text() == page.key.value
    page._context.clipboard_clearer.clear_now()
    assert qapp.clipboard().text() == ""


def test_a_shop_with_a_key_gets_another_only_on_demand(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    backend.keys.create(1, "Old tablet")
    guide.choose(ConnectionKind.CALLS)
    page = guide.connect.listening
    assert not page.key_row.isVisible()
    assert strip_marks(page.known.text()).startswith("With the key for Old tablet, which begins with cp_live_")
    assert not page.trial.isVisible(), "its text is not known"
    backend.answers.hold("keys.create")
    made = backend.answers.names().count("keys.create")
    page.another.click()
    page.another.click()
    backend.answers.release("keys.create")
    settle()
    assert backend.answers.names().count("keys.create") == made + 1, "a double click makes one key"
    assert backend.answers.last("keys.create") == (1, "Till 2")
    assert page.key.value.startswith("cp_live_")
    assert page.trial.isVisible()


def test_the_first_call_is_heard(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    backend.use_key("Till 1")
    settle()
    page = guide.connect.listening
    assert page.headline.text() == "We heard from your system"
    assert strip_marks(page.detail.text()) == "Till 1, just now · GET /v1/orders · answered 200"
    assert page.beacon.heard
    assert guide.wizard.main.isEnabled()
    assert guide.connect.summary == "Heard"


def test_a_port_that_is_taken_is_told_where_the_first_call_is_waited_for(
    first: First, backend: ReadyShop, settle: Settle
) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    page = guide.connect.listening
    assert page.stopped.isHidden()
    taken = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710, holder=PortHolder("printd", 77))
    backend.publish_host(taken)
    settle()
    said = strip_marks(page.stopped.title.text())
    assert said == "Your till cannot reach this PC: printd holds port 8710. Close it, then try again."
    assert page.stopped.isVisible()
    backend.computer.host = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)
    page.again.click()
    settle()
    assert "host.try_again" in backend.answers.names()
    backend.publish_host(backend.computer.host)
    settle()
    assert page.stopped.isHidden()


def test_a_call_of_another_key_is_not_the_one_that_is_waited_for(
    first: First, backend: ReadyShop, settle: Settle
) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    backend.keys.create(1, "Old tablet")
    backend.use_key("Old tablet")
    settle()
    assert not guide.connect.listening.beacon.heard


def test_a_call_with_a_wrong_key_is_pointed_out(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    assert not guide.connect.listening.refused.isVisible()
    backend.clock.turn(1000)
    backend.call(number=TOTAL - 4)
    settle()
    note = guide.connect.listening.refused
    assert note.isVisible()
    assert strip_marks(note.title.text()) == "A call came at 14:29, but without a key that we know."


def test_a_failure_while_waiting_is_said_and_goes_by(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    backend.answers.fail("keys.list", BackendError("no", code=ErrorCode.DATABASE_LOCKED))
    guide.connect.listening.enter()
    settle()
    assert guide.connect.listening.fault.isVisible()
    backend.answers.mend("keys.list")
    backend.use_key("Till 1")
    settle()
    assert not guide.connect.listening.fault.isVisible()
    assert guide.connect.listening.beacon.heard


def test_a_message_for_the_seller_of_the_till_is_copied(first: First, qapp: QApplication) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    page = guide.connect.message
    page.copy.click()
    text = qapp.clipboard().text()
    assert text.startswith("Hello,")
    assert "127.0.0.1" not in text, "it leads the seller to his own computer"
    assert text.endswith("Sitra Auto Parts")
    assert page.copied.isVisible()


def test_the_file_to_attach_is_saved(first: First, backend: ReadyShop, chooser: FakeFileChooser) -> None:
    chooser.save_path = str(backend.folder / "interface.json")
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


@pytest.fixture
def file(tmp_path: Path, chooser: FakeFileChooser, backend: ReadyShop) -> Path:
    """What the owner chooses."""
    path = tmp_path / "prices.csv"
    path.write_text(PARTS, encoding="utf-8")
    os.utime(path, (NOW / 1000 - 3600, NOW / 1000 - 3600))
    chooser.file_path = str(path)
    return path


@pytest.fixture
def guide(first: First, file: Path) -> WizardDriver:
    """At the step, with the file chosen."""
    guide = first()
    guide.choose(ConnectionKind.FILE)
    return guide


def headline(guide: WizardDriver) -> str:
    return strip_marks(guide.connect.file.flow.file.headline.text())


def test_a_file_is_looked_at_saved_and_read_every_night(guide: WizardDriver, backend: ReadyShop, file: Path) -> None:
    assert headline(guide) == "prices.csv"
    assert guide.wizard.main.text() == "Save it"
    guide.main()
    assert headline(guide) == "Saved 2, rejected 0"
    assert guide.connect.done
    assert guide.connect.summary == "Saved 2, rejected 0"
    state = backend.pulls.state(1).result()
    assert state.setup is not None
    assert (state.on, state.setup.path) == (True, str(file))
    assert backend.read(lambda db: get_shop(db, 1)).has(Mode.SCHEDULED_PULL)
    assert guide.wizard.main.text() == "Continue"
    guide.main()
    assert guide.wizard.at == READY


def test_four_clicks_and_the_choice_of_the_file_lead_to_a_read_file(first: First, file: Path) -> None:
    guide = first()
    guide.click_through(ConnectionKind.FILE)
    guide.click(guide.wizard.main)
    assert headline(guide) == "Saved 2, rejected 0"


def test_a_file_without_a_part_number_is_no_dead_end(
    first: First, file: Path, chooser: FakeFileChooser, settle: Settle
) -> None:
    file.write_text("What,Name of it,How much\nA-1x,Pad,4.500\nB-2x,Disc,5.500\n", encoding="utf-8")
    guide = first()
    guide.choose(ConnectionKind.FILE)
    flow = guide.connect.file.flow
    assert not guide.wizard.main.isEnabled()
    flow.questions.buttons["column-sku"]["What"].click()
    settle()
    for header, field in (("Name of it", "name"), ("How much", "price_fils")):
        flow.columns.choose(header, field)
        settle()
    guide.main()
    assert headline(guide) == "Saved 2, rejected 0"


def test_a_step_that_was_skipped_is_not_called_done(guide: WizardDriver) -> None:
    """It was ticked, "Recognised and read"."""
    guide.wizard.skip.click()
    assert guide.wizard.at == READY
    assert not guide.connect.done
    assert guide.wizard.steps_list.summary_of(CONNECT) == "Not now"


def test_a_place_is_offered_too(guide: WizardDriver) -> None:
    guide.connect.file.flow.file.place.click()
    assert isinstance(guide.wizard.findChild(AddressDialog), AddressDialog)


def test_another_language_keeps_the_chosen_file(guide: WizardDriver, settle: Settle, chooser: FakeFileChooser) -> None:
    chosen = guide.connect.file.flow.setup
    chooser.file_path = "another.csv"
    guide.wizard.language_requested.emit()
    settle()
    assert guide.connect.file.flow.setup == chosen
    assert headline(guide) == "prices.csv"
    assert guide.wizard.main.text() == "احفظه"


def test_another_language_keeps_what_was_saved(guide: WizardDriver, backend: ReadyShop, settle: Settle) -> None:
    guide.main()
    for _ in range(2):
        guide.wizard.language_requested.emit()
        settle()
    assert headline(guide) == "Saved 2, rejected 0"
    assert guide.connect.file.flow.halves.isHidden()
    assert backend.answers.names().count("pulls.run") == 1


def test_no_file_chosen_leaves_the_step_as_it_is(first: First, chooser: FakeFileChooser, backend: ReadyShop) -> None:
    chooser.file_path = ""
    guide = first()
    guide.choose(ConnectionKind.FILE)
    assert "pulls.recognise" not in backend.answers.names()
    assert guide.wizard.main.text() == "Choose a file…"
    guide.wizard.skip.click()
    assert guide.wizard.at == READY


def test_reading_can_be_stopped(guide: WizardDriver, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("pulls.run")
    guide.main()
    flow = guide.connect.file.flow
    assert flow.work.isVisible()
    assert not guide.wizard.main.isEnabled()
    flow.work.stop.click()
    backend.answers.release("pulls.run")
    settle()
    assert not flow.work.isVisible()
    assert guide.wizard.main.isEnabled()
    assert not guide.connect.done
