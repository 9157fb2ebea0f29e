"""F1: one page for the open pane: what it is for, three things that are done in it, its keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.shell.frame.keyboard import KeyBinding, key_bindings, make_key_grid
from ui.shell.frame.sidebar import pane_name
from ui.shell.pane_context import PaneKey
from ui.theme import Theme, Type
from ui.widgets import Hairline, fill
from ui.widgets.controls.button import Button, Kind
from ui.widgets.dialog import Dialog
from ui.widgets.label import Label

translate = QCoreApplication.translate
_WIDTH = 600
_OF_LISTS = {"Ctrl+F", "Ctrl+R", "Ctrl+E", "F6", "Ctrl+K"}
_KEYS = {
    PaneKey.OVERVIEW: {"Ctrl+K", "Ctrl+R", "Ctrl+P"},
    PaneKey.ORDERS: _OF_LISTS | {"Ctrl+N", "Ctrl+P", "A, F, R"},
    PaneKey.CATALOGUE: _OF_LISTS | {"Ctrl+N", "Ctrl+P", "F2", "Enter", "Esc"},
    PaneKey.HISTORY: _OF_LISTS | {"Enter"},
    PaneKey.SYSTEM: {"Ctrl+N", "Ctrl+R", "F6"},
    PaneKey.WEBHOOKS: {"Ctrl+N", "Ctrl+R", "F6"},
    PaneKey.MARKETPLACE: {"Ctrl+R"},
    PaneKey.CALLS: _OF_LISTS | {"Space", "Ctrl+Shift+C", "Enter"},
    PaneKey.SETTINGS: {"Esc", "Ctrl+K"},
}


def help_texts(key: PaneKey) -> tuple[str, tuple[str, str, str]]:
    """What a pane is for, and three things that are done in it."""
    texts = {
        PaneKey.OVERVIEW: (
            translate("Help", "How the shop is now, at a glance."),
            translate("Help", "The strip on top says what is wrong and has the button that helps."),
            translate("Help", "Click an order that waits to accept it."),
            translate("Help", "Look at what sold today and which parts run low."),
        ),
        PaneKey.ORDERS: (
            translate("Help", "Every order of the marketplace and by phone, those that wait first."),
            translate("Help", "Confirm that the part fits the car, and accept before the time is over."),
            translate("Help", "Print the pick slip, mark the order ready, then sent and delivered."),
            translate("Help", "Enter an order that came by phone."),
        ),
        PaneKey.CATALOGUE: (
            translate("Help", "All parts with prices and stock."),
            translate("Help", "Search by number, name or car; a barcode reader types into the search too."),
            translate("Help", "Click a price or a count and type the new one, or open a part to change more."),
            translate("Help", "Load a price list from a file, and see under Low what to reorder."),
        ),
        PaneKey.HISTORY: (
            translate("Help", "Why a price or a stock is what it is: each change, newest first."),
            translate("Help", "Search for a part, an order or a call."),
            translate("Help", "Choose a change to see the old and the new values."),
            translate("Help", "Open what caused it, and undo an upload or a file there."),
        ),
        PaneKey.SYSTEM: (
            translate("Help", "How your till or your price list reaches this shop."),
            translate("Help", "Make a key for each till; it works with this shop only."),
            translate("Help", "Choose the price list that is read every night."),
            translate("Help", "Look at what the last night changed, and undo it."),
        ),
        PaneKey.WEBHOOKS: (
            translate("Help", "Tells your own system at once about orders and stock."),
            translate("Help", "Add the address where your system listens."),
            translate("Help", "See what was sent and what it answered."),
            translate("Help", "Send again what did not arrive."),
        ),
        PaneKey.MARKETPLACE: (
            translate("Help", "The link that sells your parts and brings their orders."),
            translate("Help", "Link the shop with the address and the key of the marketplace."),
            translate("Help", "Look at what would change there, and approve it once."),
            translate("Help", "See what waits and on what the two sides disagree."),
        ),
        PaneKey.CALLS: (
            translate("Help", "Every call that your systems made, also the refused ones."),
            translate("Help", "Choose Refused to see what a till does wrong; the fault is marked in its text."),
            translate("Help", "Undo an upload that was a mistake."),
            translate("Help", "Look at the last 24 hours as a chart."),
        ),
        PaneKey.SETTINGS: (
            translate("Help", "What this computer and this shop do."),
            translate("Help", "Choose where backups go, outside this computer too."),
            translate("Help", "Set the sound of a new order, and who gets a message by phone or mail."),
            translate("Help", "Name your staff, and protect prices and keys with a PIN."),
        ),
    }
    about, first, second, third = texts[key]
    return about, (first, second, third)


def pane_keys(key: PaneKey) -> tuple[KeyBinding, ...]:
    return tuple(line for line in key_bindings() if line.keys in _KEYS[key])


class HelpPage(Dialog):
    """`all_keys` opens the whole list."""

    def __init__(self, theme: Theme, parent: QWidget, key: PaneKey, all_keys: Callable[[], None]) -> None:
        about, things = help_texts(key)
        super().__init__(theme, parent, pane_name(key), about, icon="circle-question-mark", width=_WIDTH)
        for number, text in enumerate(things, 1):
            self.body.addWidget(Label(theme, f"{number}. {text}", Type.BODY, wrap=True))
        fill(self.body, Hairline(theme), make_key_grid(theme, pane_keys(key)))
        self.keys = Button(theme, self.tr("All keys"), Kind.GHOST, icon="terminal", on_click=self.accept)
        self.keys.clicked.connect(all_keys)
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(self.keys,))
