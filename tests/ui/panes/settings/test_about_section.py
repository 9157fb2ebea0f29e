"""Newer versions in Settings, About, and on the Overview."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.sentences import message
from service.domain.settings import Settings
from service.domain.update_rules import UpdateChoice, UpdateStatus
from tests.ui.panes.settings.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import dialog
from ui.backend import BackendError
from ui.i18n.bidi import strip_marks
from ui.panes.settings.about_section import UpdatesCard
from ui.shell.dialogs.fault_dialog import FaultDialog

READY = UpdateStatus("0.2.0", "Orders are quicker.", "الطلبات أسرع.", True, 1_795_183_509_120)


def card_of(opened: Opened, backend: ReadyShop, status: UpdateStatus, settle: Settle) -> UpdatesCard:
    backend.computer.updates.newest = status
    card = opened("about").about.updates
    settle()
    return card


def chosen(backend: ReadyShop) -> UpdateChoice:
    settings = backend.answers.last("settings.change")[1]
    assert isinstance(settings, Settings)
    return settings.updates


def test_a_copy_without_a_feed_shows_nothing(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    assert card_of(opened, backend, replace(READY, has_feed=False), settle).isHidden()


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (READY, "Version 0.2.0 can be installed. The program ends and starts again automatically. Orders are quicker."),
        (replace(READY, is_ready=False), "Version 0.2.0 is there and is being downloaded. Orders are quicker."),
        (replace(READY, is_ready=False, command="sudo apt install counterpart"),
         "Version 0.2.0 is there. Orders are quicker. Install it in a terminal: sudo apt install counterpart"),
        (UpdateStatus(), "The program has not looked for a newer version yet."),
        (replace(READY, fault=message("This is the newest version. There is nothing to install.")),
         "This is the newest version. There is nothing to install."),
    ],
)  # fmt: skip
def test_one_sentence_says_what_is_known(
    opened: Opened, backend: ReadyShop, settle: Settle, status: UpdateStatus, expected: str
) -> None:
    card = card_of(opened, backend, status, settle)
    assert strip_marks(card.state.text.text()) == expected
    assert card.install.isVisibleTo(card) is status.is_ready


def test_the_moment_of_the_last_look_is_shown(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    card = card_of(opened, backend, UpdateStatus(looked_at=READY.looked_at), settle)
    assert card.state.text.text().startswith("This is the newest version. Looked: ")


def test_the_choice_is_stored(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    card = card_of(opened, backend, READY, settle)
    card.choice.setCurrentIndex(2)
    settle()
    assert chosen(backend) is UpdateChoice.INSTALL
    card.choice.setCurrentIndex(0)
    settle()
    assert chosen(backend) is UpdateChoice.OFF


def test_the_buttons_look_and_install(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    card = card_of(opened, backend, READY, settle)
    card.look.click()
    assert (card.look.isEnabled(), card.install.isEnabled()) == (False, False), "a second press installs nothing"
    settle()
    assert card.look.isEnabled()
    card.install.click()
    assert card.state.text.text() == "Installing. The program ends and starts again automatically."
    settle()
    assert {"host.look_for_update", "host.install_update"} <= set(backend.answers.names())


def test_a_fault_is_said_and_the_button_works_again(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    card = card_of(opened, backend, READY, settle)
    backend.answers.fail("host.install_update", BackendError("The administrator did not agree."))
    card.install.click()
    settle()
    dialog(FaultDialog).reject()
    settle()
    assert card.install.isEnabled()


def test_a_system_that_asks_each_time_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    card = card_of(opened, backend, replace(READY, installs_alone=False), settle)
    assert "asks for the administrator" in card.daily.text.text()


def test_where_the_package_manager_installs_there_is_no_night_to_choose(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    card = card_of(opened, backend, READY, settle)
    assert card.choice.isTabVisible(2)
    card._show(replace(READY, is_ready=False, command="sudo apt install counterpart"))
    assert not card.choice.isTabVisible(2)
    assert card.daily.text.text() == "On this PC the package manager installs newer versions."
