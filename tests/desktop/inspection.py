"""The program as users start it, in a process that also says what a person sees of its windows:
each widget's words and position, read in the GUI thread.

`python -m tests.desktop.inspection SOCKET ARGUMENTS...`: SOCKET is the number of an inherited
socket that carries one request a line ("widgets", "beat", "gaps", "presses") and one line of JSON
for each; the rest goes to `counterpart`. It imports nothing of the tests, so that it works in an
installed program too.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from typing import TypedDict

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QRadioButton,
    QStyle,
    QTabBar,
    QTableView,
    QWidget,
)

from ui.widgets.window_use import list_windows

_MOST_ROWS = 40
TICK_MS = 5


class VisibleWidget(TypedDict):
    """One thing on the screen; `kinds` are its classes' names,
    the most exact first; `at` is x, y, width, height in pixels. One with `focus` has the keyboard,
    one that is `whole` is covered by nothing of its window and within the screen, one that is
    `covered` has a notification or a tool tip above its middle, which takes a click.
    """

    kinds: list[str]
    words: list[str]
    at: tuple[int, int, int, int]
    enabled: bool
    checked: bool
    focus: bool
    whole: bool
    covered: bool
    window: str


def read_widgets() -> list[VisibleWidget]:
    """All that is in sight and not behind a modal dialog."""
    modal = QApplication.activeModalWidget()
    seen: list[VisibleWidget] = []
    covers: list[tuple[QRect, range]] = []
    for window in list_windows():
        if not window.isVisible() or (modal is not None and window is not modal and not _is_above(window, modal)):
            continue
        first = len(seen)
        for widget in (window, *window.findChildren(QWidget)):
            if widget.window() is window and widget.isVisible() and not widget.visibleRegion().isEmpty():
                seen.append(_describe(widget, _find_place(widget), _words(widget)))
                seen.extend(_parts(widget))
        if window.windowType() == Qt.WindowType.ToolTip:
            place = window.geometry()
            at = (place.x(), place.y(), place.width(), place.height())
            covers.append((QRect(*_in_pixels(at, window.devicePixelRatioF())), range(first, len(seen))))
    for number, one in enumerate(seen):
        middle = QRect(*one["at"]).center()
        one["covered"] = any(cover.contains(middle) and number not in its_own for cover, its_own in covers)
    return seen


def _is_above(window: QWidget, modal: QWidget) -> bool:
    kinds = (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
    return window.windowType() in kinds or window.parentWidget() is modal


def _find_place(widget: QWidget) -> QRect:
    """What is in sight of it; of a box that can be ticked, the box and its text."""
    place = widget.visibleRegion().boundingRect()
    if isinstance(widget, QCheckBox | QRadioButton):
        size = widget.sizeHint().boundedTo(place.size())
        return QStyle.alignedRect(widget.layoutDirection(), Qt.AlignmentFlag.AlignVCenter, size, place)
    return place


def _parts(widget: QWidget) -> list[VisibleWidget]:
    """What is painted and has no widget of its own: rows of a list, lines of a menu, tabs."""
    if isinstance(widget, QMenu):
        return [_describe(widget, widget.actionGeometry(action), [action.text()]) for action in widget.actions()]
    if isinstance(widget, QAbstractItemView):
        return _rows(widget)
    if isinstance(widget, QTabBar):
        return _tabs(widget)
    return []


def _tabs(bar: QTabBar) -> list[VisibleWidget]:
    seen = []
    for at in range(bar.count()):
        place = bar.tabRect(at) & bar.rect()
        if not place.isEmpty():
            tab = _describe(bar, place, [bar.tabText(at), bar.accessibleTabName(at)])
            tab["kinds"] = ["tab", *_kinds(bar)]
            tab["checked"] = bar.currentIndex() == at
            seen.append(tab)
    return seen


def _rows(view: QAbstractItemView) -> list[VisibleWidget]:
    model, seen = view.model(), []
    for row in range(min(model.rowCount(), _MOST_ROWS)):
        index = model.index(row, 0)
        place = view.visualRect(index) & view.viewport().rect()
        if place.isEmpty():
            continue
        cells = range(model.columnCount() if isinstance(view, QTableView) else 1)
        roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
        said = [model.index(row, column).data(role) for column in cells for role in roles]
        row_seen = _describe(view.viewport(), place, [str(text) for text in said if text])
        row_seen["kinds"] = ["row", *_kinds(view)]
        seen.append(row_seen)
    return seen


def _words(widget: QWidget) -> list[str]:
    words = [widget.accessibleName(), widget.objectName()]
    if isinstance(widget, QAbstractButton | QLabel | QLineEdit):
        words.append(widget.text())
    if isinstance(widget, QLineEdit):
        words.append(widget.placeholderText())
    if isinstance(widget, QComboBox):
        words.append(widget.currentText())
    if isinstance(widget, QPlainTextEdit):
        words.append(widget.toPlainText())
    return [word for word in words if word]


def _kinds(widget: QWidget) -> list[str]:
    return [kind.__name__ for kind in type(widget).__mro__ if issubclass(kind, QWidget)]


def _describe(widget: QWidget, place: QRect, words: list[str]) -> VisibleWidget:
    corner: QPoint = widget.mapToGlobal(place.topLeft())
    scale = widget.devicePixelRatioF()
    return VisibleWidget(
        kinds=_kinds(widget),
        words=words,
        at=_in_pixels((corner.x(), corner.y(), place.width(), place.height()), scale),
        enabled=widget.isEnabled(),
        checked=isinstance(widget, QAbstractButton) and widget.isChecked(),
        focus=widget.hasFocus(),
        whole=_is_whole(widget),
        covered=False,
        window=widget.window().windowTitle(),
    )


def _is_whole(widget: QWidget) -> bool:
    on_screen = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
    return widget.visibleRegion().boundingRect() == widget.rect() and widget.screen().geometry().contains(on_screen)


def _in_pixels(place: tuple[int, int, int, int], scale: float) -> tuple[int, int, int, int]:
    x, y, width, height = (round(length * scale) for length in place)
    return x, y, width, height


class EventLoopMonitor(QObject):
    """A timer of the GUI thread; the gaps between its beats are how long
    a click would have waited.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gaps_ms: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        self.gaps_ms.clear()
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> list[float]:
        self._timer.stop()
        return self.gaps_ms

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps_ms.append((now - self._last) * 1000)
        self._last = now


class Press(TypedDict):
    """A press of the mouse on a button: the milliseconds until the pressed button was painted and,
    from the release, until a window came or went or a button was busy. None: it did not happen.
    """

    words: str
    pressed_ms: float | None
    effect_ms: float | None


class PressMonitor(QObject):
    """Counts from the time that the X server gave to the press, so that a busy program counts."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.presses: list[Press] = []
        self._button: QObject | None = None
        self._windows: list[QWidget] = []
        self._from_ms = 0
        self._is_released = False
        app.installEventFilter(self)

    def take(self) -> list[Press]:
        """Those since the last time."""
        taken, self.presses = self.presses, []
        self._button = None
        return taken

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it so
        kind = event.type()
        if isinstance(event, QMouseEvent):
            if kind is QEvent.Type.MouseButtonPress and isinstance(watched, QAbstractButton):
                self._button, self._is_released, self._from_ms = watched, False, event.timestamp()
                self._windows = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
                self.presses.append(Press(words=watched.text(), pressed_ms=None, effect_ms=None))
            elif kind is QEvent.Type.MouseButtonRelease and watched is self._button:
                self._is_released, self._from_ms = True, event.timestamp()
        elif self._button is not None and isinstance(watched, QWidget):
            if not self._is_released and kind is QEvent.Type.Paint and watched is self._button:
                QTimer.singleShot(0, self, lambda: self._note(is_effect=False))
            elif self._is_released and self._is_effect(watched, kind):
                QTimer.singleShot(0, self, lambda: self._note(is_effect=True))
        return False

    def _is_effect(self, widget: QWidget, kind: QEvent.Type) -> bool:
        if kind is QEvent.Type.Paint:
            is_busy = isinstance(widget, QAbstractButton) and bool(widget.accessibleDescription())
            return is_busy or (widget.isWindow() and widget not in self._windows)
        return kind is QEvent.Type.Hide and widget.isWindow()

    def _note(self, *, is_effect: bool) -> None:
        """The first one counts. X counts milliseconds in 32 bits, as the monotonic clock does."""
        press = self.presses[-1] if self.presses else None
        waited = (time.monotonic() * 1000 - self._from_ms) % 2**32
        if press is not None and is_effect and press["effect_ms"] is None:
            press["effect_ms"] = waited
        elif press is not None and not is_effect and press["pressed_ms"] is None:
            press["pressed_ms"] = waited


class InspectionServer(QObject):
    """Answers in the GUI thread, as only that may look at widgets."""

    asked = Signal(str)

    def __init__(self, channel: socket.socket) -> None:
        super().__init__()
        self._channel = channel
        self._heart: EventLoopMonitor | None = None
        self._presses: PressMonitor | None = None
        self.asked.connect(self._answer)

    def _answer(self, request: str) -> None:
        self._channel.sendall(json.dumps(self._reply(request)).encode() + b"\n")

    def _reply(self, word: str) -> object:
        if word == "beat":
            self._heart = self._heart or EventLoopMonitor(self)
            self._heart.start()
            return True
        if word == "gaps" and self._heart is not None:
            return self._heart.stop()
        app = QApplication.instance()
        if word == "presses" and isinstance(app, QApplication):
            self._presses = self._presses or PressMonitor(app)
            return self._presses.take()
        return read_widgets()


def listen(channel: socket.socket) -> None:
    """Waits for requests; hands each to the GUI thread."""
    answering: InspectionServer | None = None
    with channel.makefile("r", encoding="utf-8") as requests:
        for request in requests:
            while not isinstance(app := QApplication.instance(), QApplication):
                time.sleep(0.01)
            if answering is None:
                answering = InspectionServer(channel)
                answering.moveToThread(app.thread())
            answering.asked.emit(request.strip())


if __name__ == "__main__":
    from bridge.__main__ import main

    number = int(sys.argv.pop(1))
    threading.Thread(target=listen, args=(socket.socket(fileno=number),), daemon=True).start()
    main()
