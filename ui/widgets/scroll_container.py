"""Scrolls content on small screens and at large scaling; no window is larger than its screen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_TITLE_BAR = 36
_AROUND = 16
"""Pixels above and below what is scrolled to."""


class ScrollContainer(QScrollArea):
    """Takes the available space; scrolls if its content needs more, and is invisible otherwise."""

    def __init__(self, content: QWidget, *, horizontal: bool = True) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if not horizontal:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 80)


def reveal(widget: QWidget) -> None:
    """Scrolls to a widget that has just been shown, after the layout has its new size."""
    QTimer.singleShot(0, widget, lambda: _scroll_to(widget))


def _scroll_to(widget: QWidget) -> None:
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget, 0, _AROUND)
        around = around.parentWidget()


def fit_to_screen(wanted: QSize) -> QSize:
    """The size, or less if the screen (without task bar and title bar) has less."""
    free = QGuiApplication.primaryScreen().availableGeometry().size() - QSize(0, _TITLE_BAR)
    return wanted.boundedTo(free)
