"""The last step of the wizard: the sample, the start with the PC, practice."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.ui.ready_shop import ReadyShop
from tests.ui.wizard.wizard_driver import READY, First, Settle
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.wizard.wizard_answers import ConnectionKind


def test_a_sample_fills_staging_in_one_click(first: First, backend: ReadyShop) -> None:
    guide = first()
    guide.choose(ConnectionKind.NONE)
    guide.connect.sample.button.click()
    guide.settle()
    assert backend.answers.last("host.fill_sample") == (2,)
    assert guide.connect.sample.headline.text() == "Staging holds 450 sample parts"
    assert not guide.connect.sample.button.isVisible()


def test_a_sample_that_fails_says_why(first: First, backend: ReadyShop) -> None:
    backend.answers.fail("host.fill_sample", BackendError("no", code=ErrorCode.DISK_FULL))
    guide = first()
    guide.choose(ConnectionKind.NONE)
    guide.connect.sample.fill()
    guide.settle()
    assert guide.connect.sample.fault.isVisible()
    assert guide.connect.sample.button.isEnabled()


def test_the_last_step_says_what_is_set_up(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.CALLS)
    guide.wizard.skip.click()
    assert guide.wizard.at == READY
    texts = [strip_marks(label.text()) for label in guide.ready.findChildren(QLabel)]
    assert "Key made for Till 1" in texts
    assert "No call yet; we keep listening" in texts
    assert guide.ready.switch.isChecked(), "on unless the owner switches it off"
    assert backend.answers.last("settings.set_start_at_login") == (True,)
    guide.ready.switch.click()
    settle()
    assert backend.answers.last("settings.set_start_at_login") == (False,)


def test_starting_with_the_pc_that_fails_goes_back(first: First, backend: ReadyShop, settle: Settle) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    backend.answers.fail("settings.set_start_at_login", BackendError("no"))
    guide.main()
    settle()
    assert not guide.ready.switch.isChecked()
    assert guide.ready.fault.isVisible()


def test_a_start_that_was_switched_off_stays_off(first: First, backend: ReadyShop) -> None:
    backend.set(wizard_done=True, start_at_login=False)
    guide = first()
    guide.choose(ConnectionKind.ASK)
    guide.main()
    assert not guide.ready.switch.isChecked()
    assert "settings.set_start_at_login" not in backend.answers.names()


def test_the_end_is_remembered(first: First, backend: ReadyShop, qtbot: QtBot) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    guide.main()
    with qtbot.waitSignal(guide.start.finished):
        guide.main()
    guide.settle()
    assert backend.settings_now.wizard_done
    assert guide.start.wizard is None


def test_the_last_step_lets_an_owner_practise_without_an_account(first: First, backend: ReadyShop) -> None:
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
