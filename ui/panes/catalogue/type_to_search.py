"""Keys that no field takes go into the search: a barcode reader types wherever the focus is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from ui.widgets import SearchField

_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class TypeToSearch(QObject):
    """The first letter or digit replaces what the search holds. `page` gets the keys that its
    widgets leave, `view` would look for a row that begins with them.
    """

    def __init__(self, page: QWidget, view: QWidget, search: SearchField) -> None:
        super().__init__(page)
        self._search = search
        for watched in (page, view):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and _is_letter(event)
        if not is_key or not self._search.isVisible():
            return super().eventFilter(watched, event)
        self._search.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.edit.selectAll()
        QCoreApplication.sendEvent(self._search.edit, event)
        return True


def _is_letter(event: QKeyEvent) -> bool:
    return event.text().isalnum() and not event.modifiers() & _COMMANDS
