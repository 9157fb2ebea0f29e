"""Controls that change something, disabled while nothing can be changed: the tool tip says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ui.theme import Theme

# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _WidgetBase = QWidget
else:
    _WidgetBase = object


class ChangeControlMixin(_WidgetBase):
    """Put it first in the bases. `setEnabled` and `setToolTip` hold while changes are possible."""

    _change_theme: Theme | None = None
    _enabled_otherwise = True
    _own_tip = ""

    def follow_read_only(self, theme: Theme) -> None:
        """From now on it is disabled where nothing can be changed."""
        self._change_theme = theme
        theme.read_only_changed.connect(self._apply_read_only)
        self._apply_read_only()

    def setEnabled(self, on: bool) -> None:
        self._enabled_otherwise = on
        super().setEnabled(on and not self._read_only)

    def setToolTip(self, text: str) -> None:
        self._own_tip = text
        super().setToolTip(self._read_only or text)

    @property
    def _read_only(self) -> str:
        return "" if self._change_theme is None else self._change_theme.read_only

    def _apply_read_only(self) -> None:
        self.setEnabled(self._enabled_otherwise)
        self.setToolTip(self._own_tip)


class ChangeAction(QAction):
    """The same in a menu: `add_change` makes one."""

    def __init__(self, theme: Theme, text: str, menu: QMenu) -> None:
        super().__init__(text, menu)
        self._theme, self._enabled_otherwise = theme, True
        theme.read_only_changed.connect(self._apply_read_only)
        self._apply_read_only()

    def setEnabled(self, on: bool) -> None:
        self._enabled_otherwise = on
        super().setEnabled(on and not self._theme.read_only)

    def _apply_read_only(self) -> None:
        self.setEnabled(self._enabled_otherwise)
        self.setToolTip(self._theme.read_only)


def add_change(menu: QMenu, theme: Theme, text: str) -> ChangeAction:
    menu.setToolTipsVisible(True)
    action = ChangeAction(theme, text, menu)
    menu.addAction(action)
    return action


class _ReadOnlyFollower(QObject):
    """Disables one of Qt's own widgets, which nothing else disables."""

    def __init__(self, theme: Theme, widget: QWidget) -> None:
        super().__init__(widget)
        self._theme, self._widget, self._tip = theme, widget, widget.toolTip()
        theme.read_only_changed.connect(self._apply)
        self._apply()

    def _apply(self) -> None:
        self._widget.setEnabled(not self._theme.read_only)
        self._widget.setToolTip(self._theme.read_only or self._tip)


def disable_in_read_only(theme: Theme, *widgets: QWidget) -> None:
    """For fields that store what is entered; nothing else may enable or disable them."""
    for widget in widgets:
        _ReadOnlyFollower(theme, widget)
