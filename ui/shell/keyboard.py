"""The keyboard map of DESIGN.md: one table that binds the keys and lists them under F1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One line of the help: keys and what they do; `verb` is what the window binds ("" is bound by panes)."""

    keys: str
    text: str
    verb: str = ""


def key_lines() -> tuple[KeyLine, ...]:
    """Every key that works in the window."""
    return (
        KeyLine("Ctrl+1", translate("Keys", "Overview"), "pane:overview"),
        KeyLine("Ctrl+2", translate("Keys", "Orders"), "pane:orders"),
        KeyLine("Ctrl+3", translate("Keys", "Catalogue"), "pane:catalogue"),
        KeyLine("Ctrl+4", translate("Keys", "Your own system"), "pane:system"),
        KeyLine("Ctrl+5", translate("Keys", "Webhooks"), "pane:webhooks"),
        KeyLine("Ctrl+6", translate("Keys", "Call log"), "pane:calls"),
        KeyLine("Ctrl+,", translate("Keys", "Settings"), "pane:settings"),
        KeyLine("Ctrl+K", translate("Keys", "Search everything"), "search"),
        KeyLine("Ctrl+F", translate("Keys", "Filter of this page"), "find"),
        KeyLine("Ctrl+R", translate("Keys", "Refresh or run"), "refresh"),
        KeyLine("Ctrl+N", translate("Keys", "New, on this page"), "new"),
        KeyLine("Ctrl+E", translate("Keys", "Export"), "export"),
        KeyLine("Ctrl+C", translate("Keys", "Copy the chosen value")),
        KeyLine("Ctrl+Shift+C", translate("Keys", "Copy the call as curl"), "copy_command"),
        KeyLine("Space", translate("Keys", "Pause the call log")),
        KeyLine("F6", translate("Keys", "Side bar, list, detail"), "next_area"),
        KeyLine("Enter", translate("Keys", "Open")),
        KeyLine("Esc", translate("Keys", "Close or clear")),
        KeyLine("A, F, R", translate("Keys", "In the list of orders: accept, confirm fit, reject")),
        KeyLine("Alt+Shift+S", translate("Keys", "Live or staging"), "twin"),
        KeyLine("F1", translate("Keys", "This help"), "help"),
        KeyLine("Ctrl+Q", translate("Keys", "Quit"), "quit"),
    )


def bind_keys(window: QWidget, act: Callable[[str], None]) -> None:
    """Makes the keys of the table work in a window."""
    for line in key_lines():
        if line.verb:
            shortcut = QShortcut(QKeySequence(line.keys), window)
            shortcut.activated.connect(lambda verb=line.verb: act(verb))
