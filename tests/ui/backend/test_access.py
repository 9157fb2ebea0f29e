"""What each method of the ports needs."""

from __future__ import annotations

import pytest

from service.domain.catalogue.item_edit import ItemEdit
from service.domain.printing import Paper
from service.domain.settings import Settings
from ui.backend.access import Access, access_of, needs
from ui.backend.catalogue_port import access_for_edit
from ui.backend.protocol import list_ports
from ui.backend.settings_port import access_for_settings


@pytest.mark.parametrize("name", list_ports())
def test_every_method_of_every_port_says_what_it_needs(name: str) -> None:
    port = list_ports()[name]
    methods = {one: value for one, value in vars(port).items() if callable(value) and not one.startswith("_")}
    assert methods
    assert [one for one, method in methods.items() if "access" not in vars(method)] == []


def test_a_method_without_a_note_is_protected() -> None:
    assert access_of(print) is access_of(None) is Access.PROTECTED
    assert access_of(needs(Access.READ)(lambda: None)) is Access.READ


def test_prices_by_hand_are_protected_and_other_edits_are_not() -> None:
    assert access_for_edit(1, ItemEdit("A", fields={"name": "Pad"})) is Access.COUNTER
    assert access_for_edit(1, ItemEdit("A", fields={"name": "Pad", "online_price_fils": 5})) is Access.PROTECTED


def test_what_the_window_notes_for_itself_needs_no_pin() -> None:
    assert access_for_settings(Settings(), Settings(told_running=True, wizard_step=2)) is Access.NOTE
    assert access_for_settings(Settings(), Settings(paper=Paper.ROLL_80, label_size="60x40")) is Access.NOTE
    assert access_for_settings(Settings(), Settings(port=9000)) is Access.PROTECTED
    assert access_for_settings(Settings(), Settings(told_running=True, sound=False)) is Access.PROTECTED
