"""Finds what a user cannot read or reach in a window: texts and controls that are smaller than
they need or reach out of what holds them, pages that scroll sideways, dialogs that scroll while
there is room, and controls without a name for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from ui.shell.frame.sidebar import NavButton
from ui.widgets import Dialog, ElidedLabel, LinkButton, Segmented, Switch
from ui.widgets.containers import ScrollContainer
from ui.widgets.controls.segmented import Tabs

_AROUND_CARD = 48
_ROUNDING = 1
_TRACK = QSize(40, 24)
_ARROWS, _CURSOR = 26, 4
"""Pixels that a field has next to its text, or to the prompt in its place."""

_CONTROLS = (QLabel, QAbstractButton, Segmented, Tabs, QLineEdit, QComboBox, QAbstractSpinBox)


def find_faults(window: QWidget) -> list[str]:
    """One line for each fault, of the window or else of the dialogs above it."""
    dialogs = [child for child in window.findChildren(QWidget) if child.isWindow() and child.isVisible()]
    beyond = [
        f"{type(dialog).__name__} is {dialog.width()}x{dialog.height()}, larger than its window"
        for dialog in dialogs
        if isinstance(dialog, Dialog) and dialog.size() != dialog.size().boundedTo(window.size())
    ]
    return beyond + [fault for top in dialogs or [window] for fault in _find_in(top)]


def _find_in(top: QWidget) -> Iterator[str]:
    for widget in top.findChildren(QWidget):
        if widget.window() is not top or not widget.isVisible():
            continue
        if isinstance(widget, _CONTROLS):
            faults = (_find_lack(widget), _find_outside(widget, top), _find_no_name(widget))
            yield from (f"{_describe(widget)} {fault}" for fault in faults if fault)
        elif isinstance(widget, ScrollContainer) and widget.horizontalScrollBar().maximum() > 0:
            yield f"a page scrolls sideways by {widget.horizontalScrollBar().maximum()} px"
        elif widget.objectName() == "dialogCard" and widget.height() < top.height() - _AROUND_CARD:
            yield from (f"a dialog scrolls by {hidden} px and has room" for hidden in _list_hidden(widget))


def _list_hidden(card: QWidget) -> Iterator[int]:
    """By how many pixels the pages of a dialog are larger than what is shown of them."""
    for area in card.findChildren(ScrollContainer):
        if area.verticalScrollBar().maximum() > 0:
            yield area.verticalScrollBar().maximum()


def _find_lack(widget: QWidget) -> str:
    needed, size = _need(widget), widget.size()
    if needed.width() > size.width() + _ROUNDING or needed.height() > size.height() + _ROUNDING:
        return f"needs {needed.width()}x{needed.height()} and has {size.width()}x{size.height()}"
    return ""


def _need(widget: QWidget) -> QSize:
    """The size that its text needs; 0 for a side that does not matter."""
    if isinstance(widget, ElidedLabel):
        return QSize(0, widget.minimumSizeHint().height())
    if isinstance(widget, QLabel):
        if widget.wordWrap():
            return QSize(0, widget.heightForWidth(widget.width()))
        return widget.sizeHint() if widget.text() else QSize(0, 0)
    if isinstance(widget, Switch):
        return _TRACK
    if isinstance(widget, LinkButton):
        return QSize(widget.minimumSizeHint().width(), widget.fontMetrics().height())
    if isinstance(widget, (QAbstractButton, Segmented, Tabs)) and not isinstance(widget, NavButton):
        return widget.minimumSizeHint()
    if isinstance(widget, QLineEdit):
        prompt = "" if widget.text() else widget.placeholderText()
        return QSize(widget.fontMetrics().horizontalAdvance(prompt) + _CURSOR if prompt else 0, 0)
    text = widget.currentText() if isinstance(widget, QComboBox) else ""
    text = widget.text() if isinstance(widget, QAbstractSpinBox) else text
    return QSize(widget.fontMetrics().horizontalAdvance(text) + _ARROWS if text else 0, 0)


def _find_outside(widget: QWidget, top: QWidget) -> str:
    """Which holder cuts it. What is on a page that scrolls can be reached."""
    rect, child = widget.rect(), widget
    while child is not top and (holder := child.parentWidget()) is not None:
        rect = QRect(child.mapTo(holder, rect.topLeft()), rect.size())
        area = holder.parentWidget()
        if isinstance(area, QAbstractScrollArea) and holder is area.viewport():
            scrolls = area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            inside = scrolls or (rect.left() >= 0 and rect.right() < holder.width())
            return "" if inside else f"is beyond its page at {_write(rect)} of {_write(holder.rect())}"
        if not holder.rect().contains(rect):
            return f"is beyond {type(holder).__name__} at {_write(rect)} of {_write(holder.rect())}"
        child = holder
    return ""


def _find_no_name(widget: QWidget) -> str:
    is_part = isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox))
    can_focus = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return "" if is_part or not can_focus or widget.accessibleName() or text else "has no name for screen readers"


def _describe(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else ""
    return f"{type(widget).__name__} {(text or widget.accessibleName() or widget.objectName())[:40]!r}"


def _write(rect: QRect) -> str:
    return f"{rect.x()},{rect.y()} {rect.width()}x{rect.height()}"
