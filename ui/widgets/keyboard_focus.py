"""Keyboard focus: the ring, Enter, the order of Tab, and the widget that had it before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
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
from shiboken6 import isValid

from ui.theme import Theme
from ui.widgets.painting import is_keyboard_focus
from ui.widgets.window_use import make_timer

_CHANGE_EVENTS = frozenset(
    {QEvent.Type.EnabledChange, QEvent.Type.Show, QEvent.Type.LayoutRequest, QEvent.Type.ChildPolished}
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


class FocusRingMixin(_WidgetBase):
    """Put it before a Qt class in the bases of a widget, which paints a ring if `has_ring`."""

    _ring = False

    @property
    def has_ring(self) -> bool:
        return self._ring

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = is_keyboard_focus(event)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ring = False
        super().focusOutEvent(event)


# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _ButtonBase = QAbstractButton
else:
    _ButtonBase = object


class EnterPressMixin(_ButtonBase):
    """Put it before a Qt button in the bases of a widget. On Windows Qt's buttons know Space only,
    and Enter on "Cancel" would press the main button of its dialog.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.click()


@runtime_checkable
class HasFocusRing(Protocol):
    """A control that paints its focus ring only if the focus came by a key."""

    @property
    def has_ring(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class _FocusPosition:
    """Where the focus was: the control, its containers (nearest first), and the page's subject."""

    widget: QWidget
    holders: tuple[QWidget, ...]
    name: str
    subject: str
    had_ring: bool

    def rank(self, candidate: QWidget | None) -> int:
        """How far a control is from there: 0 itself, 1 in its nearest container, and so on."""
        if candidate is self.widget:
            return 0
        for rank, holder in enumerate(self.holders, 1):
            if candidate is not None and isValid(holder) and (holder is candidate or holder.isAncestorOf(candidate)):
                return rank
        return len(self.holders) + 1


def is_focusable(widget: QWidget) -> bool:
    """Whether a control can have the focus now."""
    by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) if isValid(widget) else False
    return by_tab and widget.isEnabled() and widget.isVisible()


def first_focusable(holder: QWidget) -> QWidget | None:
    """The container itself, else its first control that can have the focus."""
    if is_focusable(holder):
        return holder
    return next((child for child in holder.findChildren(QWidget) if is_focusable(child)), None)


class _DisabledWatch(QObject):
    """Calls `on_disabled` with a watched control that loses the focus as it is disabled.

    Qt moves the focus to the next control first, as Tab does. If code or a click moved it before,
    it stays there.
    """

    def __init__(self, parent: QObject, on_disabled: Callable[[QWidget], None]) -> None:
        super().__init__(parent)
        self._on_disabled = on_disabled
        self._left_by_tab: QObject | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent):
            if event.lostFocus():
                self._left_by_tab = watched if event.reason() is Qt.FocusReason.TabFocusReason else None
            elif watched is self._left_by_tab:
                self._left_by_tab = None
        if event.type() is QEvent.Type.EnabledChange and isinstance(watched, QWidget):
            self._on_enabled_change(watched)
        return False

    def _on_enabled_change(self, widget: QWidget) -> None:
        if self._left_by_tab is widget and not widget.isEnabled():
            self._on_disabled(widget)


class FocusRestorer(QObject):
    """Returns the focus within `root`: to the control, to its replacement, to its neighbour, else
    to `home`. Where code moves the focus before or after it hides the control, it stays there.

    `subject` is what the page is about. When it has changed, its buttons belong to another thing,
    and the focus goes to `home`. If the user moves the focus, it stays there.
    """

    def __init__(
        self, theme: Theme, root: QWidget, home: Callable[[], QWidget | None], subject: Callable[[], str] = lambda: ""
    ) -> None:
        super().__init__(root)
        self._root, self._home, self._subject = root, home, subject
        self._current: _FocusPosition | None = None
        self._passed: list[_FocusPosition] = []
        """Where the focus went since the last check: a quick press may disable or remove it."""
        self._lost: _FocusPosition | None = None
        self._watched: tuple[QWidget, ...] = ()
        self._focus: QWidget | None = None
        self._chosen: QWidget | None = None
        self._placing = False
        self._disabled_watch = _DisabledWatch(self, self._on_disabled)
        self._check_timer = make_timer(self, 0, self._check)
        theme.focus_moved.connect(self._on_focus_moved)

    def focus_home(self) -> None:
        """Focuses the page's beginning as soon as it exists: the earlier position is gone."""
        self._lost = _FocusPosition(self._root, (), "", self._subject(), had_ring=False)
        self._watch()
        self._check_timer.start()

    def choose(self, widget: QWidget, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Moves the focus where code wants it, also if it is there already: it stays, and what lost
        it while it was disabled does not get it back.
        """
        widget.setFocus(reason)
        self._take_passed()
        self._forget_lost()
        self._follow(self._position_of(widget))

    def check_soon(self) -> None:
        """Checks again soon, as another part of the page appeared."""
        self._check_timer.start()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _CHANGE_EVENTS:
            self._check_timer.start()
        return False

    def _on_focus_moved(self) -> None:
        """Qt moves the focus before it disables or hides a control, so the reason is known a moment
        later. It does not move it from a control that can have it, except to disable that.
        """
        before, self._focus = self._focus, QApplication.focusWidget()
        self._chosen = self._focus if before is not None and is_focusable(before) else None
        if self._chosen is not None and not self._placing and self._root.isAncestorOf(self._chosen):
            self._passed.append(self._position_of(self._chosen))
            self._chosen.installEventFilter(self._disabled_watch)
        if isValid(self._root) and not self._placing and (self._root.isVisible() or self._current is not None):
            self._check_timer.start()

    def _check(self) -> None:
        if not self._root.isVisible():
            self._take_passed()
            self._follow(None)
            self._forget_lost()
            return
        if QApplication.activeWindow() is not self._root.window():
            return
        focus = QApplication.focusWidget()
        chosen, self._chosen = self._chosen, None
        last = self._take_passed()
        if last is not None and not is_focusable(last.widget):
            self._forget_lost()
            self._follow(last)
        if self._current is not None and not is_focusable(self._current.widget):
            if self._lost is None and focus is not None and focus is chosen:
                self._forget_lost()
            else:
                self._lost = self._lost or self._current
            self._follow(None)
        elif self._current is not None and focus is not self._current.widget:
            self._forget_lost()
        if self._lost is not None:
            self._restore_focus(self._lost, focus)
        else:
            self._follow(self._position_of(focus) if focus is not None and self._root.isAncestorOf(focus) else None)

    def _follow(self, position: _FocusPosition | None) -> None:
        """The focus is there now."""
        if self._current is not None and isValid(self._current.widget):
            self._current.widget.removeEventFilter(self._disabled_watch)
        self._current = position
        if position is not None and isValid(position.widget):
            position.widget.installEventFilter(self._disabled_watch)

    def _take_passed(self) -> _FocusPosition | None:
        """The last of the positions since the last check."""
        passed, self._passed = self._passed, []
        for position in passed:
            if isValid(position.widget) and (self._current is None or position.widget is not self._current.widget):
                position.widget.removeEventFilter(self._disabled_watch)
        return passed[-1] if passed else None

    def _on_disabled(self, widget: QWidget) -> None:
        """The control is disabled, perhaps for a shorter time than until the next check. Where the
        focus went after it is Qt's choice.
        """
        left = next((position for position in reversed(self._passed) if position.widget is widget), None)
        self._take_passed()
        if left is not None:
            self._forget_lost()
        self._lost = self._lost or left or self._current
        self._follow(None)
        self._check_timer.start()

    def _restore_focus(self, lost: _FocusPosition, focus: QWidget | None) -> None:
        best = self._find_best(lost)
        if best is None:
            self._watch()
            return
        if focus is None or self._current is None or lost.rank(best) < lost.rank(focus):
            self._placing = True
            best.setFocus(Qt.FocusReason.TabFocusReason if lost.had_ring else Qt.FocusReason.OtherFocusReason)
            self._placing = False
            self._follow(self._position_of(best))
        best_possible = 1 if not isValid(lost.widget) else 0
        if lost.rank(best) <= best_possible or lost.subject != self._subject():
            self._forget_lost()
        else:
            self._watch()

    def _find_best(self, lost: _FocusPosition) -> QWidget | None:
        if is_focusable(lost.widget):
            return lost.widget
        if lost.subject == self._subject():
            for holder in filter(isValid, lost.holders):
                if is_focusable(holder):
                    return holder
                within = [child for child in holder.findChildren(QWidget) if is_focusable(child)]
                same_named = [child for child in within if lost.name and child.accessibleName() == lost.name]
                if within:
                    return (same_named or within)[0]
        return self._home()

    def _position_of(self, widget: QWidget) -> _FocusPosition:
        holders = []
        holder = widget.parentWidget()
        while holder is not None and holder is not self._root:
            holders.append(holder)
            holder = holder.parentWidget()
        ringed = isinstance(widget, HasFocusRing) and widget.has_ring
        return _FocusPosition(widget, tuple(holders), widget.accessibleName(), self._subject(), ringed)

    def _watch(self) -> None:
        """Checks again when something near the lost position appears, is enabled or laid out."""
        if self._lost is not None and not self._watched:
            near = (self._root, self._lost.widget, *self._lost.holders)
            self._watched = tuple(widget for widget in near if isValid(widget))
            for widget in self._watched:
                widget.installEventFilter(self)

    def _forget_lost(self) -> None:
        self._lost = None
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = ()
