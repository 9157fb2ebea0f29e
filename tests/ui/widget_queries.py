"""Finds things in a window: dialogs, buttons, entries of menus, texts, secrets that are left."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from tests.ui.every_text import list_every_text
from ui.i18n.bidi import strip_marks
from ui.widgets import Button, Dialog
from ui.widgets.window_use import list_windows

D = TypeVar("D", bound=Dialog)


def dialog(kind: type[D]) -> D:
    """The dialog of that kind that is open."""
    return next(one for one in list_windows() if isinstance(one, kind) and one.isVisible())


def button(where: QWidget, text: str) -> Button:
    """The visible button with this text."""
    return next(one for one in where.findChildren(Button) if one.text() == text and one.isVisible())


def action(menu: QMenu, text: str) -> QAction:
    """The entry with this text, in submenus too."""
    for each in menu.actions():
        inner = each.menu()
        if isinstance(inner, QMenu):
            found = [one for one in inner.actions() if one.text() == text]
            if found:
                return found[0]
        elif each.text() == text:
            return each
    raise LookupError(text)


def texts(where: QWidget) -> str:
    """Everything that can be read in it."""
    return strip_marks(" | ".join(one.text() for one in where.findChildren(QLabel) if one.isVisible()))


def is_nowhere(secret: str) -> bool:
    """No widget of the program holds the secret or passphrase any more."""
    return secret not in strip_marks("".join(list_every_text()))
