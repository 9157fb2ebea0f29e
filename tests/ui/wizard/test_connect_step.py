"""The step of the wizard that connects the shop's system: its key and its first call."""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QApplication, QLabel

from service.domain.keys import NewKey, Rights
from service.store.keys import match_key
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_calls import TOTAL
from tests.ui.ready_shop import ReadyShop
from tests.ui.wizard.wizard_driver import CONNECT, SYSTEM, First, Settle
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.i18n.bidi import strip_marks
from ui.wizard.wizard_answers import ConnectionKind


def test_a_till_that_calls_gets_its_key_shown_once(first: First, backend: ReadyShop) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    assert guide.wizard.at == SYSTEM
    shown = guide.name_key()
    assert backend.answers.last("keys.create") == (1, "Till 1", None, Rights.ALL)
    key = backend.read(lambda db: match_key(db, shown.field.value))
    assert key is not None
    assert key.name == "Till 1"
    assert "\u2068Sitra Auto Parts\u2069 · Live" in [label.text() for label in shown.findChildren(QLabel)]
    assert guide.wizard.at == SYSTEM
    shown.stored.setChecked(True)
    shown.done_button.click()
    guide.settle()
    assert guide.wizard.at == CONNECT
    guide.wizard.back.click()
    assert guide.system.main_text() == "Continue"


def test_the_wizard_keeps_no_key(first: First) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    shown = guide.name_key()
    full = shown.field.value
    shown.stored.setChecked(True)
    shown.done_button.click()
    guide.settle()
    del shown
    gc.collect()
    assert full.startswith("cp_live_")
    assert not [each for each in gc.get_objects() if isinstance(each, NewKey)]
    texts = [label.text() for label in guide.wizard.findChildren(QLabel)]
    assert not [text for text in texts if full in strip_marks(text)]
    assert full not in guide.connect.listening.command.value


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


def test_the_first_call_is_heard(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
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
    guide.store_key()
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
    backend.keys.create(1, "Old tablet")
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
    backend.use_key("Old tablet")
    settle()
    assert not guide.connect.listening.beacon.heard


def test_a_call_with_a_wrong_key_is_pointed_out(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.store_key()
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
    guide.store_key()
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
