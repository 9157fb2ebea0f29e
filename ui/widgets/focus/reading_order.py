"""Tab goes in reading order, whenever a control was made.

Qt's own chain is in the order of creation: what is built again after an answer would come last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QWidget,
)

# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _WidgetBase = QWidget
else:
    _WidgetBase = object


class ReadingOrderMixin(_WidgetBase):
    """Put it before the Qt class in the bases of a window."""

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's name
        """Goes to the next control in reading order, and from the last one to the first."""
        stops = list_tab_stops(self)
        current = QApplication.focusWidget()
        if not stops:
            return False
        place = next_place(stops, current, forward=next)
        reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        stops[place].setFocus(reason)
        _reveal(stops[place])
        return True


def next_place(stops: list[QWidget], current: QWidget | None, *, forward: bool) -> int:
    """Where Tab goes from the current control; to an end of the list where it is not in it."""
    place = next((at for at, stop in enumerate(stops) if stop is current), None)
    if place is None:
        return 0 if forward else len(stops) - 1
    return (place + (1 if forward else -1)) % len(stops)


def _reveal(widget: QWidget) -> None:
    """Scrolls the pages that it is on."""
    parent = widget.parentWidget()
    while parent is not None and not parent.isWindow():
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()


def list_tab_stops(window: QWidget) -> list[QWidget]:
    """The controls of a window that Tab stops at, in reading order."""
    return [widget for widget in _walk(window) if _is_stop(widget)]


def _walk(widget: QWidget) -> Iterator[QWidget]:
    """A widget and what is in it, in the order of its layouts."""
    yield widget
    if isinstance(widget, (QAbstractSpinBox, QComboBox)):
        return
    for child in _list_children(widget):
        if child.isVisible() and not child.isWindow():
            yield from _walk(child)


def _list_children(widget: QWidget) -> list[QWidget]:
    if isinstance(widget, QScrollArea):
        content = widget.widget()
        return [] if content is None else [content]
    if isinstance(widget, QSplitter):
        parts = (widget.widget(at) for at in range(widget.count()))
        return [part for part in parts if part is not None]
    layout = widget.layout()
    laid_out = [] if layout is None else list(_list_laid_out(layout))
    placed = {id(child) for child in laid_out}
    children = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    others = [child for child in children if id(child) not in placed]
    return laid_out + sorted(others, key=lambda child: _get_place(child, widget))


def _list_laid_out(layout: QLayout) -> Iterator[QWidget]:
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        places.sort(key=lambda at: layout.getItemPosition(at)[:2])  # type: ignore[index]
    for at in places:
        item = layout.itemAt(at)
        if item is None:
            continue
        inner, widget = item.layout(), item.widget()
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _list_laid_out(inner)


def _get_place(child: QWidget, parent: QWidget) -> tuple[int, int]:
    """From top to bottom, and in a row from the side where reading begins."""
    right_to_left = parent.layoutDirection() is Qt.LayoutDirection.RightToLeft
    corner = child.geometry().topRight() if right_to_left else child.geometry().topLeft()
    return corner.y(), -corner.x() if right_to_left else corner.x()


def _is_stop(widget: QWidget) -> bool:
    if not widget.isEnabled() or widget.focusProxy() is not None or not widget.isVisible():
        return False
    if isinstance(widget, QAbstractButton) and _has_group(widget):
        # Qt takes the focus policy of Tab from all of a group but the one that had the focus last.
        chosen = [other for other in _list_group(widget) if other.isChecked()]
        return widget.focusPolicy() is not Qt.FocusPolicy.NoFocus and (not chosen or widget in chosen)
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def find_group(button: QAbstractButton) -> QButtonGroup | None:
    """Its group, of which Qt's types do not say that it may lack."""
    return button.group()


def _has_group(button: QAbstractButton) -> bool:
    return find_group(button) is not None or button.autoExclusive()


def _list_group(button: QAbstractButton) -> list[QAbstractButton]:
    """The buttons of which one is chosen: the arrow keys go from that one to the others."""
    group = find_group(button)
    if group is not None:
        return group.buttons() if group.exclusive() else []
    parent = button.parentWidget()
    if parent is None:
        return []
    siblings = parent.findChildren(QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [one for one in siblings if one.autoExclusive() and one.isCheckable() and find_group(one) is None]
