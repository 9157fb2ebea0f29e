"""The pane "Marketplace": from the form and the rehearsal to a connected link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind, Changes
from service.domain.link.rehearsal import Change, OnlyThere, RehearsalReport
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake import FakeBackend
from ui.panes.marketplace_pane import MarketplacePane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.widgets import ConfirmDialog

URL = "https://market.example"


@pytest.fixture
def pane(backend: FakeBackend, make_context: MakeContext, show: ShowWidget, qtbot: QtBot) -> MarketplacePane:
    made = MarketplacePane(make_context())
    backend.on_changes(lambda _changes: made.on_changes(Changes.of(ChangeKind.LINKS)))
    show(made)
    qtbot.waitUntil(lambda: made.state == "content")
    return made


def connected(pane: MarketplacePane, qtbot: QtBot, key: str = "cp_live_x") -> None:
    pane.form.address.setText(URL)
    pane.form.key.setText(key)
    pane.form.button.click()
    qtbot.waitUntil(pane.form.link.isVisible)
    pane.form.link.click()
    qtbot.waitUntil(pane.card.isVisible)


def opened(pane: MarketplacePane) -> ConfirmDialog:
    (dialog,) = (found for found in pane.window().findChildren(ConfirmDialog) if found.isVisible())
    return dialog


def until(qtbot: QtBot, done: Callable[[], bool]) -> None:
    qtbot.waitUntil(done, timeout=5000)


def test_without_a_link_it_shows_the_form(pane: MarketplacePane) -> None:
    assert pane.form.isVisible()
    assert not pane.card.isVisible()


def test_a_fault_stays_at_the_form_and_nothing_is_linked(pane: MarketplacePane, qtbot: QtBot) -> None:
    pane.form.address.setText(URL)
    pane.form.button.click()
    until(qtbot, lambda: "no key" in pane.form.key_row.field.accessibleDescription())
    assert pane.form.button.isEnabled()
    assert pane.form.isVisible()


def test_a_link_waits_for_the_owners_word_and_shows_what_would_change(
    pane: MarketplacePane, backend: FakeBackend, qtbot: QtBot
) -> None:
    connected(pane, qtbot)
    assert pane.form.key.text() == ""
    assert pane.card.badge.text() == "Needs your approval"
    assert not pane.card.approve.isVisible()
    assert pane.rehearsal.isVisible()
    pane.rehearsal.choice.setCurrentIndex(1)
    pane.rehearsal.button.click()
    until(qtbot, lambda: pane.card.badge.text() == "Connected")
    assert backend.answers.last("marketplace.approve") == (1, OnlyThere.DEACTIVATE)
    assert not pane.rehearsal.isVisible()
    assert pane.parked.isVisible()
    pane.card.retry.click()
    until(qtbot, lambda: not pane.parked.isVisible())


def test_the_stock_that_would_change_is_written_to_the_last_digit(
    pane: MarketplacePane, backend: FakeBackend, qtbot: QtBot
) -> None:
    connected(pane, qtbot)
    before = backend.marketplace.link
    assert before is not None
    report = RehearsalReport(0, 1, 0, 0, [Change("OIL-1", "quantity", 1_234_567.125, 12.0)])
    backend.marketplace.link = replace(before, rehearsal=report)
    pane.reload()
    until(qtbot, lambda: "stock 12, there 1,234,567.125" in {one.text() for one in pane.findChildren(QLabel)})


def test_it_is_switched_off_and_removed(pane: MarketplacePane, backend: FakeBackend, qtbot: QtBot) -> None:
    connected(pane, qtbot)
    pane.card.switch.click()
    until(qtbot, lambda: pane.card.badge.text() == "Off")
    assert backend.answers.last("marketplace.switch") == (1, False)
    assert pane.card.switch.text() == "Switch on"
    assert not pane.rehearsal.isVisible()
    pane.card.remove.click()
    opened(pane).confirm.click()
    until(qtbot, pane.form.isVisible)
    assert backend.answers.last("marketplace.remove") == (1, True)
    assert backend.marketplace.link is None
    assert not pane.card.isVisible()
    assert not pane.waiting.isVisible()


def test_removing_asks_and_names_the_open_orders(pane: MarketplacePane, backend: FakeBackend, qtbot: QtBot) -> None:
    connected(pane, qtbot)
    pane.card.remove.click()
    dialog = opened(pane)
    assert any("2 orders of the marketplace are open" in label.text() for label in dialog.findChildren(QLabel))
    dialog.reject()
    assert "marketplace.remove" not in backend.answers.names()
    assert pane.card.isVisible()


def test_orders_that_came_after_the_question_are_asked_about_again(
    pane: MarketplacePane, backend: FakeBackend, qtbot: QtBot
) -> None:
    connected(pane, qtbot)
    link = backend.marketplace.link
    assert link is not None
    backend.marketplace.link = replace(link, mirrored_open=0)
    backend.tell(ChangeKind.LINKS)
    until(qtbot, lambda: pane.view is not None and pane.view.mirrored_open == 0)
    pane.card.remove.click()
    backend.marketplace.link = link
    opened(pane).confirm.click()
    until(qtbot, lambda: bool(pane.window().findChildren(FaultDialog)))
    assert backend.answers.last("marketplace.remove") == (1, False)
    assert backend.marketplace.link == link


def test_an_answer_about_another_address_is_not_shown(
    pane: MarketplacePane, backend: FakeBackend, qtbot: QtBot
) -> None:
    backend.answers.hold("marketplace.check")
    pane.form.address.setText(URL)
    pane.form.key.setText("cp_live_x")
    pane.form.button.click()
    pane.form.address.setText(URL + "/other")
    backend.answers.release("marketplace.check")
    until(qtbot, pane.form.button.isEnabled)
    assert not pane.form.found.isVisible()
    assert not pane.form.link.isVisible()


def test_step_two_says_what_was_understood_and_another_address_takes_it_back(
    pane: MarketplacePane, qtbot: QtBot
) -> None:
    pane.form.address.setText(URL)
    pane.form.key.setText("cp_live_x")
    pane.form.button.click()
    until(qtbot, pane.form.found.isVisible)
    assert "2 placed orders" in pane.form.found_text.text()
    assert "its clock differs by 3,600 s" in pane.form.found_text.text()
    pane.form.address.setText(URL + "/other")
    assert not pane.form.found.isVisible()
    assert not pane.form.link.isVisible()


def test_an_action_that_was_not_sent_is_withdrawn(pane: MarketplacePane, backend: FakeBackend, qtbot: QtBot) -> None:
    connected(pane, qtbot)
    assert pane.waiting.isVisible()
    (button,) = pane.waiting.buttons
    button.click()
    until(qtbot, lambda: pane.waiting.buttons == [])
    assert backend.answers.last("marketplace.withdraw") == (1, 7)


def test_a_live_shop_is_shown_the_way_to_practice_and_cannot_begin_it(pane: MarketplacePane) -> None:
    assert pane.practice.isVisible()
    assert not pane.practice.button.isVisible()


def test_staging_practises_and_ends_it(
    backend: FakeBackend, make_context: MakeContext, show: ShowWidget, qtbot: QtBot
) -> None:
    pane = MarketplacePane(make_context(staging=True))
    backend.on_changes(lambda _changes: pane.on_changes(Changes.of(ChangeKind.LINKS)))
    show(pane)
    until(qtbot, pane.practice.button.isVisible)
    pane.practice.button.click()
    until(qtbot, pane.card.isVisible)
    assert pane.card.practice.isVisible()
    assert not pane.card.remove.isVisible()
    pane.card.end_practice.click()
    until(qtbot, pane.form.isVisible)
