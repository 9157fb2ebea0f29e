"""The last day of a key: what its row says, and how it is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QDate

from service.domain.keys import Rights
from service.domain.times import DAY
from tests.ui.fake.fake_clock import ZONE, moment
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import action
from ui.backend import BackendError
from ui.i18n import Formats, Language, isolate_name
from ui.panes.system.key_dialogs import ExpiryDialog, NewKeyDialog
from ui.panes.system.keys_card import key_state, name_text
from ui.theme import Tone
from ui.widgets import SecretDialog

Settle = Callable[[], None]
FORMATS = Formats(Language.ENGLISH, ZONE)


@pytest.mark.parametrize(
    ("used", "revoked", "state"),
    [
        (0, None, ("In use", Tone.GOOD)),
        (29 * DAY, None, ("In use", Tone.GOOD)),
        (31 * DAY, None, ("Not used for 31 days", Tone.NEUTRAL)),
        (None, None, ("Not used yet", Tone.NEUTRAL)),
        (0, 1, ("Revoked", Tone.NEUTRAL)),
    ],
)
def test_the_state_of_a_key(
    backend: ReadyShop,
    opened: Opened,
    used: int | None,
    revoked: int | None,
    state: tuple[str, Tone],
) -> None:
    opened()
    now = backend.clock.now()
    row = backend.keys.list(1).result()[0]
    last = None if used is None else now - used
    key = replace(row.key, last_used_at=last, revoked_at=None if revoked is None else now)
    assert key_state(replace(row, key=key), FORMATS, now) == state


@pytest.mark.parametrize(
    ("expired", "revoked", "state"),
    [
        (False, None, ("Until 29 Nov 2026", Tone.WARN)),
        (True, None, ("Expired", Tone.BAD)),
        (True, 1, ("Revoked", Tone.NEUTRAL)),
    ],
)
def test_the_state_of_a_key_that_ends(
    backend: ReadyShop, expired: bool, revoked: int | None, state: tuple[str, Tone]
) -> None:
    row = backend.keys.list(1).result()[0]
    key = replace(row.key, expires_at=moment(29, 20, 59), revoked_at=revoked)
    ending = replace(row, key=key, expired=expired, expires_soon=not expired)
    assert key_state(ending, FORMATS, backend.clock.now()) == state


def test_a_new_key_gets_its_last_day(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.keys.make.click()
    dialog = pane.findChild(NewKeyDialog)
    assert dialog is not None
    assert not dialog.expiry.day_row.isVisible()
    dialog.edit.setText("Loan")
    dialog.expiry.kind.setCurrentIndex(1)
    assert dialog.expiry.day_row.isVisible()
    dialog.expiry.day.setDate(QDate(2026, 12, 24))
    dialog.action.click()
    settle()
    assert backend.answers.last("keys.create") == (1, "Loan", date(2026, 12, 24), Rights.ALL)
    shown = pane.findChild(SecretDialog)
    assert shown is not None
    shown.stored.setChecked(True)
    shown.done_button.click()


def test_a_new_key_gets_its_rights_and_the_list_says_them(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.keys.make.click()
    dialog = pane.findChild(NewKeyDialog)
    assert dialog is not None
    assert dialog.rights.currentText() == "Do everything"
    dialog.edit.setText("Stock board")
    dialog.rights.setCurrentIndex(dialog.rights.findText("Only read"))
    dialog.action.click()
    settle()
    assert backend.answers.last("keys.create") == (1, "Stock board", None, Rights.READ)
    shown = pane.findChild(SecretDialog)
    assert shown is not None
    shown.stored.setChecked(True)
    shown.done_button.click()
    settle()
    names = [name_text(row) for row in pane.keys.model.rows]
    assert [name for name in names if "Only" in name] == [f"{isolate_name('Stock board')} · Only read"]


def test_the_last_day_is_changed_and_removed(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    action(pane.keys.menu_of(pane.keys.model.row(3)), "Last day…").trigger()
    dialog = pane.findChild(ExpiryDialog)
    assert dialog is not None
    assert dialog.expiry.last_day == date(2026, 12, 31)
    dialog.expiry.day.setDate(QDate(2027, 2, 28))
    dialog.action.click()
    settle()
    assert backend.answers.last("keys.change_expiry") == (1, 4, date(2027, 2, 28))
    action(pane.keys.menu_of(pane.keys.model.row(3)), "Last day…").trigger()
    again = pane.findChild(ExpiryDialog)
    assert again is not None
    again.expiry.kind.setCurrentIndex(0)
    again.action.click()
    settle()
    assert backend.answers.last("keys.change_expiry") == (1, 4, None)


def test_a_last_day_that_is_refused_is_said_at_its_field(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.fail("keys.change_expiry", BackendError("Choose a later day."))
    action(pane.keys.menu_of(pane.keys.model.row(3)), "Last day…").trigger()
    dialog = pane.findChild(ExpiryDialog)
    assert dialog is not None
    dialog.action.click()
    settle()
    assert dialog.expiry.day_row._fault.text() == "Choose a later day."
    assert dialog.action.isEnabled()
    dialog.reject()
