"""The three mode cards: their texts, the requests of their switches, and the note if push and file
are both on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from service.domain.pull.pulls import RunState
from service.domain.shops import Mode
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_clock import NOW, ZONE, moment
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_data import LAST_RUN
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button
from ui.backend import BackendError, ErrorCode
from ui.backend.keys_port import PushState
from ui.backend.pulls_port import PullState
from ui.backend.webhooks_port import Health
from ui.i18n import Formats, Language
from ui.i18n.bidi import strip_marks
from ui.panes.system.system_pane import SystemPane, pull_state, push_state, webhooks_state
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.theme import Tone

Settle = Callable[[], None]
FORMATS = Formats(Language.ENGLISH, ZONE)


def _states(pane: SystemPane) -> dict[Mode, str]:
    return {mode: strip_marks(card.state.text()) for mode, card in pane.modes.cards.items()}


def test_each_card_says_how_its_mode_is_doing(opened: Opened) -> None:
    pane = opened()
    assert pane.state == "content"
    assert _states(pane) == {
        Mode.API_PUSH: "Last push 14:27, 998 rows",
        Mode.WEBHOOKS: "2 of 3 targets well; Till 2 refuses",
        Mode.SCHEDULED_PULL: "Next run: Tomorrow 02:00",
    }
    assert all(card.switch.isChecked() for card in pane.modes.cards.values())


def test_a_switch_asks_for_its_mode(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.modes.cards[Mode.WEBHOOKS].switch.click()
    settle()
    assert backend.answers.last("shops.set_mode") == (1, Mode.WEBHOOKS, False)


def test_a_switch_that_fails_goes_back_and_says_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.fail("shops.set_mode", BackendError("no", code=ErrorCode.READ_ONLY))
    pane.modes.cards[Mode.API_PUSH].switch.click()
    settle()
    assert pane.modes.cards[Mode.API_PUSH].switch.isChecked()
    assert pane.findChild(FaultDialog) is not None


def test_push_and_file_together_are_pointed_out(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    assert "at 02:00 the file overwrites prices your system pushed" in strip_marks(pane.overlap.title.text())
    assert pane.overlap.isVisible()
    pane.turn_off.click()
    settle()
    assert backend.answers.last("shops.set_mode") == (1, Mode.SCHEDULED_PULL, False)


def test_without_push_there_is_nothing_to_point_out(
    make_context: MakeContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget
) -> None:
    context = make_context()
    pane = SystemPane(replace(context, shop=replace(context.shop, api_push=False)))
    show(pane)
    assert not pane.overlap.isVisible()
    assert _states(pane)[Mode.API_PUSH] == "Off: what your system sends is refused"
    assert not pane.modes.cards[Mode.API_PUSH].switch.isChecked()


def test_the_pull_cannot_go_on_before_a_file_is_chosen(
    make_context: MakeContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget, settle: Settle
) -> None:
    backend.forget_pull()
    context = make_context()
    pane = SystemPane(replace(context, shop=replace(context.shop, scheduled_pull=False)))
    show(pane)
    chooser.file_path = str(backend.write_file())
    pane.modes.cards[Mode.SCHEDULED_PULL].switch.click()
    settle()
    assert "shops.set_mode" not in backend.answers.names()
    assert not pane.modes.cards[Mode.SCHEDULED_PULL].switch.isChecked()
    assert pane.pages.currentWidget() is pane.set_up


def test_switches_work_from_the_keyboard(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    switch = pane.modes.cards[Mode.WEBHOOKS].switch
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    settle()
    assert backend.answers.last("shops.set_mode") == (1, Mode.WEBHOOKS, False)


@pytest.mark.parametrize("name", ["keys.list", "keys.push_state", "pulls.state", "webhooks.targets"])
def test_any_failure_of_the_page_is_one_error_with_a_way_on(
    opened: Opened, backend: ReadyShop, settle: Settle, name: str
) -> None:
    backend.answers.fail(name, BackendError("no", code=ErrorCode.DATABASE_LOCKED))
    pane = opened()
    assert pane.state == "error"
    backend.answers.mend(name)
    button(pane, "Try again").click()
    settle()
    assert pane.state == "content"


def test_the_states_of_a_mode_in_words() -> None:
    assert push_state(PushState(None, 0, ""), FORMATS, NOW, on=True) == (Tone.NEUTRAL, "Nothing was sent yet")
    assert push_state(PushState(moment(13, 9, 0), 1, "ERP"), FORMATS, NOW, on=True)[1].startswith("Last push 13 Nov")
    tones = [push_state(PushState(moment(13, 9, 0), rows, "ERP"), FORMATS, NOW, on=True)[0] for rows in (0, 1)]
    assert tones == [Tone.WARN, Tone.GOOD], "an upload that saved nothing is not well"
    assert webhooks_state((), on=True)[1] == "No address to tell yet"
    assert webhooks_state((), on=False)[1] == "Off: events are kept, none is sent"
    assert pull_state(PullState(True, None, None, None), FORMATS, NOW, on=True)[1] == "No file chosen yet"


def test_a_target_that_is_held_up_is_not_well(backend: ReadyShop) -> None:
    rows = backend.webhooks.targets(1).result()
    held = [replace(row, health=Health.WAITING) if row.health is Health.REFUSING else row for row in rows]
    tone, said = webhooks_state(tuple(held), on=True)
    assert (tone, strip_marks(said)) == (Tone.WARN, "2 of 3 targets well; Till 2 is held up")
    held[0] = replace(held[0], health=Health.REFUSING)
    tone, said = webhooks_state(tuple(held), on=True)
    assert (tone, strip_marks(said)) == (Tone.BAD, "1 of 3 targets well; Till 1 refuses")


@pytest.mark.parametrize(
    ("state", "on", "tone", "text"),
    [
        (RunState.NEEDS_APPROVAL, True, Tone.WARN, "The last file waits for you"),
        (RunState.FAILED, True, Tone.BAD, "Not read: Today 02:00"),
        (RunState.DONE, True, Tone.GOOD, "Next run: Tomorrow 02:00"),
        (RunState.DONE, False, Tone.NEUTRAL, "Off: the file is not read automatically"),
    ],
)
def test_what_the_pull_says_of_itself(backend: ReadyShop, state: RunState, on: bool, tone: Tone, text: str) -> None:
    backend.add_run(replace(LAST_RUN, state=state))
    assert pull_state(backend.pulls.state(1).result(), FORMATS, NOW, on=on) == (tone, text)
