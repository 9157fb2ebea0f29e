"""The open windows of the program, and the next moment that a person uses them."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

USE_EVENTS: Final = (
    QEvent.Type.KeyPress,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
)
"""Of a key that is a shortcut Qt announces the shortcut alone."""


def list_windows() -> list[QWidget]:
    """Qt gives the addresses of all windows before Python makes an object of each. A garbage
    collection in between deletes windows that nobody uses, and their addresses crash the program.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return QApplication.topLevelWidgets()
    finally:
        if was_enabled:
            gc.enable()


class NextUse(QObject):
    """Calls back once, as soon as a person uses the program while `widget` is visible. Between two
    waits it costs nothing: a filter of every event slows the program.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._used: Callable[[], None] | None = None
        self._pointer = QCursor.pos()

    def wait(self, used: Callable[[], None]) -> None:
        """Waits from now on, in place of an earlier wait."""
        self.stop()
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self._used, self._pointer = used, QCursor.pos()

    def stop(self) -> None:
        application = QApplication.instance()
        if self._used is not None and application is not None:
            application.removeEventFilter(self)
        self._used = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._used is not None and self._shows_use(event) and self._widget.isVisible():
            used = self._used
            self.stop()
            used()
        return super().eventFilter(watched, event)

    def _shows_use(self, event: QEvent) -> bool:
        """Whether a person did it. Windows also reports a pointer that rests when a window moves
        below it. To bring the window to the front is a use too.
        """
        kind = event.type()
        if kind is QEvent.Type.MouseMove:
            return QCursor.pos() != self._pointer
        return kind in USE_EVENTS or kind is QEvent.Type.ApplicationActivate


def make_timer(owner: QObject, span: int, act: Callable[[], object], *, repeats: bool = False) -> QTimer:
    """It is not started yet; `span` is milliseconds. Without `repeats` each start acts once."""
    timer = QTimer(owner)
    timer.setSingleShot(not repeats)
    timer.setInterval(span)
    timer.timeout.connect(act)
    return timer
