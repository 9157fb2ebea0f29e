"""The first start: the questions of each step, a key displayed once, the first call noticed, and it
can be left.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from service.domain.shops import Mode
from tests.ui.ready_shop import ReadyShop
from tests.ui.wizard.wizard_driver import CONNECT, LANGUAGE, SHOP, SYSTEM, First, Settle
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.wizard.first_start import LanguageStep
from ui.wizard.wizard_answers import ConnectionKind


def test_it_begins_with_the_language(first: First) -> None:
    guide = first()
    assert guide.wizard.at == LANGUAGE
    assert [step.name for step in guide.start.steps] == [
        "Language",
        "Your shop",
        "Your system",
        "Connection",
        "Ready",
    ]
    assert not guide.wizard.skip.isVisible()


def test_the_chosen_language_is_saved(first: First, backend: ReadyShop, settle: Settle) -> None:
    """It was lost with the next start, where the system's language is another."""
    guide = first()
    guide.wizard.language_requested.emit()
    settle()
    guide.main()
    settle()
    assert backend.settings_now.language == "ar"


def test_the_other_language_builds_it_again(first: First, qtbot: QtBot, settle: Settle) -> None:
    guide = first()
    step = guide.start.steps[LANGUAGE]
    assert isinstance(step, LanguageStep)
    with qtbot.waitSignal(guide.start.language_chosen) as told:
        QTest.mouseClick(step.cards[Language.ARABIC], Qt.MouseButton.LeftButton)
    settle()
    assert told.args == ["ar"]
    assert guide.start.steps[SHOP].name == "محلك"
    assert guide.wizard.at == SHOP, "the answer and the step after it are one click"
    guide.wizard.language_requested.emit()
    settle()
    assert guide.wizard.at == SHOP
    assert guide.start.steps[SHOP].name == "Your shop"


def test_the_shop_and_its_branch_get_their_names(first: First, backend: ReadyShop) -> None:
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


def test_a_double_click_goes_on_by_one_step(first: First, backend: ReadyShop, settle: Settle) -> None:
    backend.change("UPDATE shops SET webhooks = 0")
    guide = first()
    guide.main()
    guide.shop.shop.setText("Sitra Auto Parts")
    for _ in range(2):
        guide.wizard.main.click()
    settle()
    assert guide.wizard.at == SYSTEM
    guide.system.cards[ConnectionKind.CALLS].click()
    for _ in range(2):
        guide.wizard.main.click()
    settle()
    assert backend.answers.names().count("keys.create") == 1
    assert guide.wizard.at == CONNECT


def test_without_any_shop_one_is_made(first: First, backend: ReadyShop) -> None:
    backend.change("DELETE FROM branches")
    backend.change("DELETE FROM shops")
    guide = first()
    guide.name_shop("Zallaq Tyres")
    assert backend.answers.last("shops.add") == ("Zallaq Tyres",)
    assert guide.wizard.at == SYSTEM


def test_a_name_that_cannot_be_kept_is_said_at_its_field(first: First, backend: ReadyShop) -> None:
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
def test_enter_goes_on_from_an_answer(first: First, backend: ReadyShop, settle: Settle, key: Qt.Key) -> None:
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


def test_no_answer_is_guessed(first: First) -> None:
    """The first one was chosen before the owner had answered."""
    guide = first()
    guide.name_shop()
    assert not any(card.isChecked() for card in guide.system.cards.values())
    assert not guide.wizard.main.isEnabled()
    assert not guide.wizard.skip.isVisible(), "“I don’t know” is an answer"
    guide.system.cards[ConnectionKind.ASK].click()
    assert guide.wizard.main.isEnabled()


def test_answers_are_chosen_by_the_arrow_keys(first: First, settle: Settle) -> None:
    guide = first()
    guide.name_shop()
    guide.wizard.activateWindow()
    guide.system.cards[ConnectionKind.CALLS].setChecked(True)
    guide.system.cards[ConnectionKind.CALLS].setFocus()
    QTest.keyClick(guide.system.cards[ConnectionKind.CALLS], Qt.Key.Key_Down)
    settle()
    assert guide.system.cards[ConnectionKind.FILE].isChecked()
    assert guide.wizard.main.text() == "Choose the file"
    assert guide.connect.name == "Your file"


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
    first: First, backend: ReadyShop, way: ConnectionKind, modes: list[tuple[Mode, bool]]
) -> None:
    guide = first()
    guide.choose(way)
    asked = [arguments[1:] for name, arguments in backend.answers.asked if name == "shops.set_mode"]
    assert asked == modes


def test_a_mode_that_cannot_be_set_keeps_the_step(first: First, backend: ReadyShop) -> None:
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


def test_it_can_be_left_and_opens_where_it_was(first: First, backend: ReadyShop, qtbot: QtBot) -> None:
    guide = first()
    guide.choose(ConnectionKind.ASK)
    with qtbot.waitSignal(guide.start.closed_early):
        guide.wizard.close()
    guide.settle()
    settings = backend.settings_now
    assert (settings.wizard_done, settings.wizard_step) == (False, CONNECT)
    again = first()
    assert again.wizard.at == SYSTEM, "what was answered is not stored"


def test_reopened_when_done_it_begins_anew_and_stays_done(first: First, backend: ReadyShop) -> None:
    backend.set(wizard_done=True, wizard_step=3)
    guide = first()
    assert guide.wizard.at == LANGUAGE
    guide.wizard.close()
    guide.settle()
    assert backend.settings_now.wizard_done


def test_opening_twice_raises_the_one_that_is_there(first: First) -> None:
    guide = first()
    wizard = guide.wizard
    guide.start.open()
    guide.settle()
    assert guide.wizard is wizard


def test_a_shop_that_only_reads_a_file_opens_with_that_answer(first: First, backend: ReadyShop) -> None:
    backend.change("UPDATE shops SET api_push = 0, scheduled_pull = 1 WHERE id = 1")
    guide = first()
    assert guide.system.cards[ConnectionKind.FILE].isChecked()
    assert guide.connect.name == "Your file"


def test_after_the_key_the_focus_is_on_the_step_not_on_the_language(first: First, settle: Settle) -> None:
    guide = first()
    guide.wizard.activateWindow()
    guide.name_shop()
    guide.system.cards[ConnectionKind.CALLS].click()
    guide.wizard.main.setFocus()
    guide.main()
    assert guide.wizard.at == CONNECT
    focus = guide.wizard.focusWidget()
    assert focus is not None
    assert guide.connect.isAncestorOf(focus) or focus in (guide.wizard.skip, guide.wizard.main)


def test_enter_on_an_answer_leads_to_the_main_button_of_the_next_step(
    first: First, settle: Settle, qtbot: QtBot
) -> None:
    guide = first()
    guide.wizard.activateWindow()
    qtbot.waitUntil(guide.wizard.isActiveWindow)
    guide.name_shop()
    none = guide.system.cards[ConnectionKind.NONE]
    none.setChecked(True)
    none.setFocus()
    settle()
    QTest.keyClick(none, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: guide.wizard.at == CONNECT and guide.wizard.focusWidget() is guide.wizard.main)


def test_enter_that_fills_the_sample_leaves_the_focus_off_the_language(
    first: First, backend: ReadyShop, settle: Settle, qtbot: QtBot
) -> None:
    guide = first()
    guide.wizard.activateWindow()
    qtbot.waitUntil(guide.wizard.isActiveWindow)
    guide.choose(ConnectionKind.NONE)
    sample = guide.connect.sample.button
    sample.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    QTest.keyClick(sample, Qt.Key.Key_Return)
    settle()
    assert backend.answers.last("host.fill_sample") == (2,)
    qtbot.waitUntil(lambda: guide.wizard.focusWidget() is guide.wizard.main)
