"""The pane "Marketplace": from the form and the rehearsal to a connected link."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind, Changes
from service.domain.link.rehearsal import Change, OnlyThere, RehearsalReport
from service.domain.times import HOUR, MINUTE, SystemClock
from tests.fakes.service_thread import ServiceInThread
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_clock import NOW
from tests.ui.ready_shop import ReadyShop
from ui.panes.marketplace_pane import MarketplacePane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.widgets import ConfirmDialog

URL = "https://market.example"


@pytest.fixture
def pane(backend: ReadyShop, make_context: MakeContext, show: ShowWidget, qtbot: QtBot) -> MarketplacePane:
    made = MarketplacePane(make_context())
    backend.on_changes(lambda _changes: made.on_changes(Changes.of(ChangeKind.LINKS)))
    show(made)
    qtbot.waitUntil(lambda: made.state == "content")
    return made


@pytest.fixture
def linked(pane: MarketplacePane, backend: ReadyShop, qtbot: QtBot) -> MarketplacePane:
    """After the link was made."""
    backend.link()
    qtbot.waitUntil(pane.card.isVisible)
    return pane


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
    linked: MarketplacePane, backend: ReadyShop, qtbot: QtBot
) -> None:
    assert linked.card.badge.text() == "Needs your approval"
    assert not linked.card.approve.isVisible()
    assert linked.rehearsal.isVisible()
    linked.rehearsal.choice.setCurrentIndex(1)
    linked.rehearsal.button.click()
    until(qtbot, lambda: linked.card.badge.text() == "Connected")
    assert backend.answers.last("marketplace.approve") == (1, OnlyThere.DEACTIVATE)
    assert not linked.rehearsal.isVisible()
    assert linked.parked.isVisible()
    linked.card.retry.click()
    until(qtbot, lambda: not linked.parked.isVisible())


def test_the_stock_that_would_change_is_written_to_the_last_digit(
    pane: MarketplacePane, backend: ReadyShop, qtbot: QtBot
) -> None:
    backend.link(RehearsalReport(0, 1, 0, 0, [Change("OIL-1", "quantity", 1_234_567.125, 12.0)]))
    until(qtbot, lambda: "stock 12, there 1,234,567.125" in {one.text() for one in pane.findChildren(QLabel)})


def test_it_is_switched_off_and_removed(linked: MarketplacePane, backend: ReadyShop, qtbot: QtBot) -> None:
    linked.card.switch.click()
    until(qtbot, lambda: linked.card.badge.text() == "Off")
    assert backend.answers.last("marketplace.switch") == (1, False)
    assert linked.card.switch.text() == "Switch on"
    assert not linked.rehearsal.isVisible()
    linked.card.remove.click()
    opened(linked).confirm.click()
    until(qtbot, linked.form.isVisible)
    assert backend.answers.last("marketplace.remove") == (1, True)
    assert backend.marketplace.view(1).result() is None
    assert not linked.card.isVisible()
    assert not linked.waiting.isVisible()


def test_what_is_counted_is_in_the_singular_too(linked: MarketplacePane, backend: ReadyShop, qtbot: QtBot) -> None:
    """It said "1 open orders"."""
    said = [caption.text() for caption in linked.card.captions]
    assert said == ["parts wait to be sent", "answers wait to be sent", "open orders"]
    backend.change("DELETE FROM link_actions WHERE order_id = 5")
    backend.change("UPDATE mirrored_orders SET known = 'delivered' WHERE order_id = 5")
    backend.change("UPDATE orders SET status = 'delivered' WHERE id = 5", kinds=(ChangeKind.LINKS,))
    until(qtbot, lambda: linked.card.captions[2].text() == "open order")
    assert linked.card.captions[1].text() == "answer waits to be sent"


def test_removing_asks_and_names_the_open_orders(linked: MarketplacePane, backend: ReadyShop) -> None:
    linked.card.remove.click()
    dialog = opened(linked)
    assert any("2 orders of the marketplace are open" in label.text() for label in dialog.findChildren(QLabel))
    dialog.reject()
    assert "marketplace.remove" not in backend.answers.names()
    assert linked.card.isVisible()


def test_orders_that_came_after_the_question_are_asked_about_again(
    linked: MarketplacePane, backend: ReadyShop, qtbot: QtBot
) -> None:
    backend.change("UPDATE mirrored_orders SET known = 'delivered'")
    backend.change("UPDATE orders SET status = 'delivered' WHERE id IN (5, 8)", kinds=(ChangeKind.LINKS,))
    until(qtbot, lambda: linked.view is not None and linked.view.mirrored_open == 0)
    linked.card.remove.click()
    backend.change("UPDATE orders SET status = 'ready' WHERE id IN (5, 8)")
    opened(linked).confirm.click()
    until(qtbot, lambda: bool(linked.window().findChildren(FaultDialog)))
    assert backend.answers.last("marketplace.remove") == (1, False)
    assert backend.marketplace.view(1).result() is not None


def test_an_answer_about_another_address_is_not_shown(pane: MarketplacePane, backend: ReadyShop, qtbot: QtBot) -> None:
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
    pane: MarketplacePane, backend: ReadyShop, qtbot: QtBot, tmp_path: Path
) -> None:
    marketplace = ServiceInThread(tmp_path / "marketplace")
    backend.clock.turn(SystemClock().now() - HOUR - MINUTE - NOW)
    try:
        marketplace.shop.add("A-1")
        for _again in range(2):
            marketplace.shop.place("A-1")
        pane.form.address.setText(marketplace.address)
        pane.form.key.setText(marketplace.key)
        pane.form.button.click()
        until(qtbot, pane.form.found.isVisible)
        assert "2 placed orders" in pane.form.found_text.text()
        assert re.search(r"its clock differs by 3,6\d\d s; times are corrected", pane.form.found_text.text())
        pane.form.address.setText(URL)
        assert not pane.form.found.isVisible()
        assert not pane.form.link.isVisible()
        pane.form.address.setText(marketplace.address)
        pane.form.button.click()
        until(qtbot, pane.form.link.isVisible)
        pane.form.link.click()
        until(qtbot, pane.card.isVisible)
    finally:
        marketplace.stop()
    assert pane.form.key.text() == ""
    assert backend.newest_secret() == marketplace.key


def test_an_action_that_was_not_sent_is_withdrawn(linked: MarketplacePane, backend: ReadyShop, qtbot: QtBot) -> None:
    assert linked.waiting.isVisible()
    (button,) = linked.waiting.buttons
    button.click()
    until(qtbot, lambda: linked.waiting.buttons == [])
    assert backend.answers.last("marketplace.withdraw") == (1, 1)


def test_a_live_shop_is_shown_the_way_to_practice_and_cannot_begin_it(pane: MarketplacePane) -> None:
    assert pane.practice.isVisible()
    assert not pane.practice.button.isVisible()


def test_staging_practises_and_ends_it(
    backend: ReadyShop, make_context: MakeContext, show: ShowWidget, qtbot: QtBot
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
