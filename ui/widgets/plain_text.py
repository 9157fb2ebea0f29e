"""Literal text where Qt would interpret it: `&` as a shortcut in menus and boxes, tags in tool
tips.
"""

from __future__ import annotations

import html

from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QWidget


def escape_mnemonic(text: str) -> str:
    """For menus, check boxes and radio buttons: "Bolts & Nuts" stays as it is, and B is no
    shortcut.
    """
    return text.replace("&", "&&")


def set_plain_tooltip(widget: QWidget, text: str) -> None:
    """Sets a tool tip that shows the text literally."""
    widget.setToolTip(plain_tooltip(text))


def plain_tooltip(text: str) -> str:
    """The text of a tool tip that is shown literally."""
    return f"<span>{html.escape(text)}</span>" if GuiQt.mightBeRichText(text) else text
