"""The selected row of a table or a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView

from ui.i18n.bidi import strip_marks
from ui.widgets.tables.rows_model import RowsModel

R = TypeVar("R")


class RowSelection(QObject, Generic[R]):
    """Finds the selected row and selects one by its key. The selection stays when the model gets
    new rows. `on_opened` gets the row on Enter or double click.
    """

    def __init__(self, view: QAbstractItemView, model: RowsModel[R], on_opened: Callable[[R], None]) -> None:
        super().__init__(view)
        self._view, self._model, self._on_opened = view, model, on_opened
        self._key: object = None

    def follow(self) -> None:
        """Begins to follow the view and the model. Called when the view has its model and its
        header, as both drop the selection at a reset, and must do so first.
        """
        self._view.doubleClicked.connect(lambda index: self._on_opened(self._model.row(index.row())))
        self._model.modelAboutToBeReset.connect(self._remember)
        self._model.modelReset.connect(self._restore)

    def current(self) -> R | None:
        """The selected row."""
        at = self._view.currentIndex().row()
        return self._model.row(at) if 0 <= at < self._model.rowCount() else None

    def choose(self, key: object) -> bool:
        """Selects the row with this key; False if it does not exist."""
        at = self._model.find(key)
        if at >= 0:
            self._view.setCurrentIndex(self._model.index(at, 0))
        return at >= 0

    def handle_key(self, event: QKeyEvent) -> bool:
        """Opens the selected row on Enter, copies its value on Ctrl C; False if the key is left to
        the view.
        """
        row = self.current()
        if event.matches(QKeySequence.StandardKey.Copy):
            text = strip_marks(self._view.currentIndex().data() or "")
            if text:
                QGuiApplication.clipboard().setText(text)
            return True
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or row is None:
            return False
        self._on_opened(row)
        return True

    def _remember(self) -> None:
        row = self.current()
        self._key = None if row is None else self._model.key_of(row)

    def _restore(self) -> None:
        if self._key is not None:
            self.choose(self._key)
