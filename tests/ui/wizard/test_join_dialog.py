"""The first start of a further counter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.fake.fake_counters import NEARBY, OFFER
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import dialog
from tests.ui.wizard.wizard_driver import WizardDriver
from ui.backend import BackendError
from ui.backend.counters_port import SeenService
from ui.wizard.first_start import FirstStart, JoinDialog, LanguageStep

Settle = Callable[[], None]


@pytest.fixture
def first_start(first: Callable[[], WizardDriver]) -> FirstStart:
    return first().start


@pytest.fixture
def joining(first_start: FirstStart, settle: Settle) -> JoinDialog:
    return ask(first_start, settle)


def ask(first_start: FirstStart, settle: Settle) -> JoinDialog:
    step = first_start.steps[0]
    assert isinstance(step, LanguageStep)
    step.counter.click()
    settle()
    return dialog(JoinDialog)


def test_a_computer_becomes_a_counter_after_its_words_were_compared(
    joining: JoinDialog, first_start: FirstStart, backend: ReadyShop, settle: Settle
) -> None:
    joined: list[bool] = []
    first_start.joined.connect(lambda: joined.append(True))
    joining.address.setText("192.168.1.10")
    joining.code.setText("k7qm 3xrd")
    joining.go.click()
    settle()
    assert OFFER.words in joining.words.text()
    assert "counters.join" not in backend.answers.names()
    joining.same.click()
    settle()
    seen = SeenService("192.168.1.10", "sha256//p", OFFER.words)
    assert backend.answers.last("counters.join") == (seen, "k7qm 3xrd")
    assert joined == [True]


def test_another_address_has_other_words(joining: JoinDialog, settle: Settle) -> None:
    joining.address.setText("192.168.1.10")
    joining.code.setText("K7QM-3XRD")
    joining.go.click()
    settle()
    joining.address.setText("192.168.1.11")
    assert not joining.same.isVisible()
    assert joining.go.isVisible()


def test_words_that_come_late_are_not_those_of_another_address(
    joining: JoinDialog, backend: ReadyShop, settle: Settle
) -> None:
    """Their button joined the address that was typed before."""
    joining.address.setText("192.168.1.10")
    joining.code.setText("K7QM-3XRD")
    backend.answers.hold("counters.look")
    joining.go.click()
    joining.address.setText("192.168.1.11")
    backend.answers.release("counters.look")
    settle()
    assert not joining.same.isVisible()
    assert joining.go.isEnabled()


def test_what_is_missing_or_wrong_is_said_and_can_be_typed_again(
    joining: JoinDialog, backend: ReadyShop, settle: Settle
) -> None:
    joining.go.click()
    assert joining.address_row.is_faulty
    assert joining.code_row.is_faulty
    joining.address.setText("192.168.1.10")
    joining.code.setText("K7QM-3XRD")
    backend.answers.fail("counters.look", BackendError("Nobody answers."))
    joining.go.click()
    settle()
    assert "Nobody answers" in joining.fault.text()
    assert joining.go.isEnabled()
    backend.answers.mend("counters.look")
    joining.go.click()
    settle()
    backend.answers.fail("counters.join", BackendError("The code is wrong."))
    joining.same.click()
    settle()
    assert "The code is wrong" in joining.fault.text()
    assert not joining.same.isVisible()


def test_the_computer_that_the_network_names_is_there_already(
    first_start: FirstStart, backend: ReadyShop, settle: Settle
) -> None:
    backend.counters.nearby = NEARBY
    assert ask(first_start, settle).address.text() == "192.168.1.10"
