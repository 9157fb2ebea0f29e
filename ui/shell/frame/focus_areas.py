"""Which part of the window has the focus, and which is next."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui.shell.pane import Pane


class WindowPart(Enum):
    """The parts of the window."""

    TOPBAR = "topbar"
    SIDEBAR = "sidebar"
    PAGE = "page"
    NONE = "none"


def part_in_focus(topbar: QWidget | None, sidebar: QWidget | None, page: QWidget) -> WindowPart:
    """The part with the focus, whether or not the window is in front."""
    for part, widget in ((WindowPart.TOPBAR, topbar), (WindowPart.SIDEBAR, sidebar), (WindowPart.PAGE, page)):
        if widget is not None and widget.isAncestorOf(widget.window().focusWidget()):
            return part
    return WindowPart.NONE


def next_area(areas: Sequence[QWidget], focus: QWidget) -> QWidget:
    """The next area after F6, or the first."""
    inside = [at for at, area in enumerate(areas) if area is focus or area.isAncestorOf(focus)]
    return areas[(inside[-1] + 1) % len(areas)] if inside else areas[0]


def focus_part(part: WindowPart, switch: QWidget, nav: QWidget, pane: Pane | None) -> None:
    """Puts the focus back into the part that had it before the window was built again."""
    if part is WindowPart.TOPBAR:
        switch.setFocus(Qt.FocusReason.OtherFocusReason)
    elif part is WindowPart.SIDEBAR:
        nav.setFocus(Qt.FocusReason.OtherFocusReason)
    elif part is WindowPart.PAGE and pane:
        pane.focus_restorer.focus_home()
