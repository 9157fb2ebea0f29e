"""Toasts: only for undo, copied and saved; at the lower edge, and they go by themselves."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.theme import Theme, Type
from ui.theme.style_sheet import with_text
from ui.widgets.card import set_margins
from ui.widgets.controls.button import Button, Kind
from ui.widgets.label import Label, announce
from ui.widgets.window_use import make_timer

TOAST_MS = 4000
_ABOVE_FOOT = 24


class Toasts(QObject):
    """Shows one toast at a time over a window."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._frame: QFrame | None = None
        self.action: Button | None = None
        self._timer = make_timer(self, TOAST_MS, self.clear)
        window.installEventFilter(self)

    def show(self, text: str, action: str = "", act: Callable[[], None] | None = None) -> None:
        """Shows a text; with `action`, a button that calls `act`."""
        self.clear()
        frame = QFrame(self._window)
        frame.setObjectName("toast")
        frame.setAccessibleName(text)
        layout = QHBoxLayout(frame)
        set_margins(layout, self._theme, 16, 6, 8 if action else 16, 6)
        label = Label(self._theme, text, Type.MEDIUM)
        label.setPalette(with_text(label.palette(), self._theme.tokens.canvas))
        layout.addWidget(label)
        if action and act:
            self.action = Button(self._theme, action, Kind.OUTLINE, on_click=act)
            self.action.clicked.connect(self.clear)
            layout.addWidget(self.action)
        self._frame = frame
        self._place()
        frame.show()
        frame.raise_()
        announce(self._window, text)
        self._timer.start()

    @property
    def text(self) -> str:
        return self._frame.accessibleName() if self._frame else ""

    def clear(self) -> None:
        if self._frame:
            self._frame.hide()
            self._frame.deleteLater()
            self._frame = self.action = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        if self._frame:
            self._frame.adjustSize()
            x = (self._window.width() - self._frame.width()) // 2
            self._frame.move(x, self._window.height() - self._frame.height() - _ABOVE_FOOT)
