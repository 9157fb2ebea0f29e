"""Containers of a page: one that scrolls, and a stack as high as its open page."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

_TITLE_BAR = 36
_AROUND = 16
"""Pixels above and below what is scrolled to."""


class PageStack(QWidget):
    """One of several pages. It needs the size of the current page, where Qt's own stack needs that
    of the largest: in a scrolling area a short page would have a scroll bar because a page that is
    not visible is tall.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pages = QVBoxLayout(self)
        self._pages.setContentsMargins(0, 0, 0, 0)

    def addWidget(self, page: QWidget) -> None:
        """Adds a page; the first one is the current one."""
        if self._pages.count():
            page.hide()
        self._pages.addWidget(page)

    def setCurrentWidget(self, page: QWidget) -> None:
        for other in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            other.setVisible(other is page)


class ScrollContainer(QScrollArea):
    """Takes the available space; scrolls if its content needs more, and is invisible otherwise."""

    def __init__(self, content: QWidget, *, horizontal: bool = True) -> None:
        super().__init__()
        self._to_reveal: list[QWidget] = []
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

    def reveal(self, widget: QWidget) -> None:
        """Scrolls to it once the layout has its new size, unless a higher one is to be seen too."""
        self._to_reveal.append(widget)
        if len(self._to_reveal) == 1:
            QTimer.singleShot(0, self, self._scroll_to_highest)

    def _scroll_to_highest(self) -> None:
        shown = [widget for widget in self._to_reveal if isValid(widget) and self.isAncestorOf(widget)]
        self._to_reveal.clear()
        if shown:
            highest = min(shown, key=lambda widget: widget.mapTo(self, QPoint()).y())
            self.ensureWidgetVisible(highest, 0, _AROUND)


def reveal(widget: QWidget) -> None:
    """Scrolls to a widget that has just been shown; of several, to the highest."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, ScrollContainer):
            around.reveal(widget)
        around = around.parentWidget()


def fit_to_screen(wanted: QSize) -> QSize:
    """The size, or less if the screen (without task bar and title bar) has less."""
    free = QGuiApplication.primaryScreen().availableGeometry().size() - QSize(0, _TITLE_BAR)
    return wanted.boundedTo(free)
