"""The tray icon's states and menu; the wizard's frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from service.domain.link.link_state import LinkState
from service.domain.sentences import message
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_clock import ZONE, moment
from ui.backend.host_port import HostState, HostStatus
from ui.backend.shops_port import Badges
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.shell.tray.tray_icon import Tray, TrayState, tray_state, tray_text
from ui.theme import Theme
from ui.wizard.wizard_frame import Wizard, WizardStep

WELL = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)
TAKEN = HostStatus(HostState.PORT_TAKEN, "http://127.0.0.1:8710", 8710)
FULL = replace(WELL, fault=message("The disk is full."))


@pytest.mark.parametrize(
    ("host", "badges", "staging", "state"),
    [
        (WELL, Badges(), False, TrayState.RUNNING),
        (WELL, Badges(), True, TrayState.STAGING),
        (WELL, Badges(3), True, TrayState.ATTENTION),
        (WELL, Badges(0, True), False, TrayState.ATTENTION),
        (TAKEN, Badges(3), False, TrayState.STOPPED),
        (FULL, Badges(3), False, TrayState.STOPPED),
        (WELL, Badges(link=LinkState.REFUSED), False, TrayState.ATTENTION),
    ],
)
def test_what_is_worst_is_shown(host: HostStatus, badges: Badges, staging: bool, state: TrayState) -> None:
    assert tray_state(host, badges, staging=staging) is state


def test_the_tool_tip_says_what_is_wrong_with_the_link() -> None:
    assert tray_text(WELL).endswith("8710\u2069") or tray_text(WELL).endswith("8710")
    assert tray_text(WELL, LinkState.REFUSED).endswith("Marketplace: Key refused")


def test_the_menu_asks_through_signals(theme: Theme, qtbot: QtBot) -> None:
    tray = Tray()
    tray.show_standing("Listening", "1 order waits")
    for action, signal in zip(
        [action for action in tray.menu.actions() if not action.isSeparator() and action.isEnabled()],
        (tray.orders_requested, tray.opened, tray.orders_requested, tray.quit_requested),
        strict=True,
    ):
        with qtbot.waitSignal(signal):
            action.trigger()


def test_the_menu_says_how_it_is(theme: Theme, translations: Translations) -> None:
    tray, formats = Tray(), Formats(Language.ENGLISH, ZONE)
    tray.show_standing(tray_text(WELL, LinkState.REFUSED), tray.describe_waiting(Badges(), formats))
    assert strip_marks(tray.menu.actions()[0].text()).endswith("8710 · Marketplace: Key refused")
    assert not tray.menu.actions()[0].isEnabled()
    assert tray.menu.actions()[1].text() == "No order waits"
    tray.show_standing("", tray.describe_waiting(Badges(1), formats))
    assert tray.menu.actions()[1].text() == "1 order waits"
    tray.show_standing("", tray.describe_waiting(Badges(3, accept_by=moment(15, 14, 32)), formats))
    tray.retranslate()
    assert tray.menu.actions()[1].text() == "3 orders wait, the first until 14:32"


def test_a_desktop_without_tray_is_said_and_looked_at_again(theme: Theme, qtbot: QtBot) -> None:
    tray = Tray()
    with qtbot.waitSignal(tray.missing):
        tray.start()
    assert tray._retry_timer.isActive()
    tray.show_message("A new order", "ORD-2026-000124")
    tray._retry_timer.stop()


class _RecordingIcon(QSystemTrayIcon):
    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def isVisible(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def showMessage(self, title: str, _text: str, *_icon: object) -> None:  # noqa: N802 - Qt's name
        self.messages.append(title)


class QBalloonTip(QWidget):
    """Has the name of Qt's own balloon."""


def test_a_message_is_removed_where_an_empty_one_does_that(theme: Theme, show: ShowWidget) -> None:
    tray = Tray(platform="linux")
    tray.icon = icon = _RecordingIcon()
    tray.show_message("A new order", "", 1)
    tray.hide_message(1)
    assert icon.messages == ["A new order"], "a desktop of its own would show an empty one"
    balloon = QBalloonTip()
    show(balloon)
    tray.show_message("A new order", "", 1)
    tray.show_message("Another order", "", 2)
    tray.hide_message(1)
    assert icon.messages[1:] == ["A new order", "Another order"], "the first has gone already"
    tray.hide_message(2)
    tray.hide_message(2)
    assert icon.messages[3:] == [""]


def test_windows_removes_a_message(theme: Theme) -> None:
    tray = Tray(platform="win32")
    tray.icon = icon = _RecordingIcon()
    tray.show_message("A new order", "", 1)
    tray.hide_message(1)
    assert icon.messages == ["A new order", ""]


def test_the_menu_speaks_arabic(theme: Theme, translations: Translations) -> None:
    tray = Tray()
    translations.use(Language.ARABIC)
    tray.retranslate()
    assert "الطلبات" in [action.text() for action in tray.menu.actions()]
    assert tray.describe_waiting(Badges(2), Formats(Language.ARABIC)) == "طلبان ينتظران"


class _Step(WizardStep):
    """Notes what happens to it."""

    def __init__(self, name: str, log: list[str]) -> None:
        super().__init__(name, "summary", f"{name}?", "Because.")
        self._log = log

    def enter(self) -> None:
        self._log.append(f"enter {self.name}")

    def leave(self) -> None:
        self._log.append(f"leave {self.name}")
        super().leave()


def test_the_wizard_leads_through_its_steps(
    theme: Theme, show: ShowWidget, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    log: list[str] = []
    wizard = Wizard(theme, (_Step("Language", log), _Step("Shop", log)))
    show(wizard)
    assert not wizard.back.isVisible()
    wizard.main.click()
    assert wizard.at == 1
    assert wizard.back.isVisible()
    wizard.back.click()
    wizard.skip.click()
    with qtbot.waitSignal(wizard.finished):
        wizard.main.click()
    assert log == ["enter Language", "leave Language", "enter Shop", "enter Language", "enter Shop", "leave Shop"]


def test_the_wizard_can_be_left_and_opened_at_its_step(theme: Theme, show: ShowWidget, qtbot: QtBot) -> None:
    log: list[str] = []
    wizard = Wizard(theme, (_Step("Language", log), _Step("Shop", log)), at=1)
    show(wizard)
    assert wizard.at == 1
    with qtbot.waitSignal(wizard.closed_early):
        wizard.close()


def test_a_step_that_is_not_ready_holds_the_main_button(theme: Theme, show: ShowWidget) -> None:
    step = _Step("Shop", [])
    wizard = Wizard(theme, (step,))
    show(wizard)
    step.ready = False
    step.changed.emit()
    assert not wizard.main.isEnabled()
