"""Scrolls content on small screens and at large scaling; no window is larger than its screen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_TITLE_BAR = 36


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


def fit_to_screen(wanted: QSize) -> QSize:
    """The size, or less if the screen (without task bar and title bar) has less."""
    free = QGuiApplication.primaryScreen().availableGeometry().size() - QSize(0, _TITLE_BAR)
    return wanted.boundedTo(free)
