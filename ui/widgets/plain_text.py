"""Text as it is, where Qt would read marks in it:
`&` as a key in menus and boxes, tags in tool tips.
"""

from __future__ import annotations

import html

from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QWidget


def escape_mnemonic(text: str) -> str:
    """For menus, check boxes and radio buttons: "Bolts & Nuts" stays so, and B is no key."""
    return text.replace("&", "&&")


def set_plain_tooltip(widget: QWidget, text: str) -> None:
    """Sets a tool tip that shows just this text, whatever it looks like."""
    widget.setToolTip(f"<span>{html.escape(text)}</span>" if GuiQt.mightBeRichText(text) else text)
