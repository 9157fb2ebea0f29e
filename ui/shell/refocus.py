"""Which part of the window has the keyboard, for when all of it is built anew."""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QWidget


class Part(Enum):
    """The parts of the window."""

    TOPBAR = "topbar"
    SIDEBAR = "sidebar"
    PAGE = "page"
    NONE = "none"


def part_in_focus(topbar: QWidget | None, sidebar: QWidget | None, page: QWidget) -> Part:
    """Where the keyboard is, be the window in front or not."""
    for part, widget in ((Part.TOPBAR, topbar), (Part.SIDEBAR, sidebar), (Part.PAGE, page)):
        if widget is not None and widget.isAncestorOf(widget.window().focusWidget()):
            return part
    return Part.NONE
