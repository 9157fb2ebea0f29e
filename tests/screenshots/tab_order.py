"""Walks a window, or the dialog above it, with Tab, and finds what a user of the keyboard misses:
controls that Tab does not reach, or twice, a place that it does not leave, and a next control that
is before the last one in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDateTimeEdit,
    QWidget,
)
from shiboken6 import isValid

from ui.widgets.keyboard_focus import find_group

_MOST_STEPS = 400
_SAME_ROW = 0.5
"""How much of the lower one of two controls is next to the other where they are in one row."""


def find_tab_faults(window: QWidget) -> list[str]:
    """One line for each fault, of the topmost dialog or else of the window."""
    dialogs = [child for child in window.findChildren(QWidget) if child.isWindow() and child.isVisible()]
    top = dialogs[-1] if dialogs else window
    top.activateWindow()
    QApplication.processEvents()
    return list(_find_in(top))


def _find_in(top: QWidget) -> Iterator[str]:
    wanted = [widget for widget in top.findChildren(QWidget) if _is_stop(widget, top)]
    wanted = [widget for widget in wanted if not _is_reached_by_arrows(widget)]
    if not wanted:
        return
    wanted[0].setFocus(Qt.FocusReason.TabFocusReason)
    walk: list[QWidget] = [wanted[0]]
    jumps: list[tuple[int, str]] = []
    while len(walk) <= _MOST_STEPS:
        before, after = walk[-1], _press_tab(walk[-1])
        if after is None or (after is not walk[0] and after in walk) or (after is before and len(wanted) > 1):
            place = "nothing" if after is None else _describe(after)
            yield f"{_describe(before)}: Tab does not leave it for another one, and goes to {place}"
            return
        jumps += _find_jump(before, after, top)
        if after is walk[0]:
            break
        walk.append(after)
    # One goes from the end to the begin.
    yield from (text for _, text in sorted(jumps)[:-1])
    seen = {id(widget) for widget in walk}
    # A control that went away in between, as the Stop of a search that ended, is not missed.
    missed = [widget for widget in wanted if id(widget) not in seen and isValid(widget) and widget.isVisible()]
    yield from (f"{_describe(widget)}: Tab does not reach it" for widget in missed)


def _press_tab(widget: QWidget) -> QWidget | None:
    """In a date or a time Tab goes from one part to the next before it leaves the field."""
    for _ in range(widget.sectionCount() if isinstance(widget, QDateTimeEdit) else 1):
        QTest.keyClick(widget, Qt.Key.Key_Tab)
        QApplication.processEvents()
        if QApplication.focusWidget() is not widget:
            break
    return QApplication.focusWidget()


def _find_jump(before: QWidget, after: QWidget, top: QWidget) -> list[tuple[int, str]]:
    """By how many pixels Tab goes up, or back in a row."""
    if not _is_backwards(before, after, top):
        return []
    height = _place_of(before, top).top() - _place_of(after, top).top()
    return [(height, f"{_describe(after)} comes after {_describe(before)}, and is before it")]


def _is_stop(widget: QWidget, top: QWidget) -> bool:
    """Whether Tab should stop there."""
    is_part = isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox))
    can = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return can and not is_part and widget.window() is top and widget.isVisible() and widget.isEnabled()


def _is_reached_by_arrows(widget: QWidget) -> bool:
    """A button of a group in which another one is chosen: the arrow keys go there from that one."""
    if not isinstance(widget, QAbstractButton) or widget.isChecked() or not widget.isCheckable():
        return False
    group, parent = find_group(widget), widget.parentWidget()
    if group is not None:
        return group.exclusive() and group.checkedButton() is not None
    siblings = [] if parent is None else parent.findChildren(QAbstractButton)
    return widget.autoExclusive() and any(one.autoExclusive() and one.isChecked() for one in siblings)


def _is_backwards(before: QWidget, after: QWidget, top: QWidget) -> bool:
    """Whether `after` is above, or earlier in the same row, and in no later column."""
    first, second = _place_of(before, top), _place_of(after, top)
    if top.layoutDirection() is Qt.LayoutDirection.RightToLeft:
        first, second = _mirror(first, top), _mirror(second, top)
    shared = min(first.bottom(), second.bottom()) - max(first.top(), second.top())
    if shared >= _SAME_ROW * min(first.height(), second.height()):
        return second.left() < first.left() and not first.contains(second)
    return second.bottom() <= first.top() and second.left() < first.right()


def _place_of(widget: QWidget, top: QWidget) -> QRect:
    """What is visible of it; all of it where it is scrolled away."""
    whole = visible = QRect(widget.mapTo(top, QPoint(0, 0)), widget.size())
    parent = widget.parentWidget()
    while parent is not None and parent is not top:
        visible &= QRect(parent.mapTo(top, QPoint(0, 0)), parent.size())
        parent = parent.parentWidget()
    return whole if visible.isEmpty() else visible


def _mirror(rect: QRect, top: QWidget) -> QRect:
    return QRect(top.width() - rect.right() - 1, rect.top(), rect.width(), rect.height())


def _describe(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    name = text or widget.accessibleName() or widget.objectName()
    return f"{type(widget).__name__} {name[:40]!r}"
