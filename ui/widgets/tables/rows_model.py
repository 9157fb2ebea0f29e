"""Table models of frozen rows: columns are data, so that a pane only lists them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView

from ui.i18n.bidi import strip_marks
from ui.theme import Tone
from ui.widgets.painting import Ink

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Role(IntEnum):
    """What delegates read from a model in addition to its text."""

    ROW = Qt.ItemDataRole.UserRole + 1
    SECOND = Qt.ItemDataRole.UserRole + 2
    TONE = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column: header, text of a row, and how it is painted.

    `width` in pixels, 0 takes the rest; `end` aligns at the end (numbers); `code` is set in mono
    and left to right; `ink_of` is the text role if it depends on the row; `second` is a smaller
    line below; `tone` paints the text as a badge, `mark` paints a status mark before it; `sort`
    names the order to ask the service for ("" cannot be sorted); `inset` is how much further the
    text is from the table's edge, for first and last columns in cards; `yields` hides it in a
    table that is too narrow for the columns that share the rest.
    """

    title: str
    text: Callable[[R], str]
    width: int = 0
    end: bool = False
    code: bool = False
    strong: bool = False
    ink: Ink = Ink.TEXT
    ink_of: Callable[[R], Ink] | None = None
    second: Callable[[R], str] | None = None
    tone: Callable[[R], Tone] | None = None
    mark: bool = False
    dot: bool = False
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    sort: str = ""
    inset: int = 0
    yields: bool = False
    wraps: bool = False


class RowsModel(QAbstractTableModel, Generic[R]):
    """Rows of one type. `key` identifies rows, so that a reload does not change the selection."""

    def __init__(
        self, columns: tuple[Column[R], ...], key: Callable[[R], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.columns = columns
        self._key = key
        self._rows: list[R] = []

    @property
    def rows(self) -> Sequence[R]:
        return self._rows

    def set_rows(self, rows: Sequence[R]) -> None:
        """Shows other rows; where keys are the same, only the changed rows are repainted."""
        if [self._key(row) for row in rows] == [self._key(row) for row in self._rows]:
            changed = [at for at, (old, new) in enumerate(zip(self._rows, rows, strict=True)) if old != new]
            self._rows = list(rows)
            for at in changed:
                self.dataChanged.emit(self.index(at, 0), self.index(at, len(self.columns) - 1))
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def append(self, rows: Sequence[R]) -> None:
        if rows:
            self.beginInsertRows(_ROOT, len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def prepend(self, rows: Sequence[R]) -> None:
        """Adds newer rows at the top."""
        if rows:
            self.beginInsertRows(_ROOT, 0, len(rows) - 1)
            self._rows[:0] = rows
            self.endInsertRows()

    def row(self, at: int) -> R:
        return self._rows[at]

    def find(self, key: object) -> int:
        """The index of a key, -1 if it does not exist."""
        return next((at for at, row in enumerate(self._rows) if self._key(row) == key), -1)

    def key_of(self, row: R) -> object:
        return self._key(row)

    def repaint_rows(self) -> None:
        """Repaints rows whose texts depend on the clock."""
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(self.columns) - 1))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Text, second line, tone or the row itself; Qt's signature leaves the type open."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Role.SECOND:
            return column.second(row) if column.second else None
        if role == Role.TONE:
            return column.tone(row) if column.tone else None
        if role == Role.ROW:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(filter(None, (column.text(row), column.second(row) if column.second else "")))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        return None


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
        at = self._view.currentIndex().row()
        return self._model.row(at) if 0 <= at < self._model.rowCount() else None

    def choose(self, key: object) -> bool:
        """Selects the row with this key; False if it does not exist."""
        at = self._model.find(key)
        if at >= 0:
            self._view.setCurrentIndex(self._model.index(at, 0))
        return at >= 0

    def handle_key(self, event: QKeyEvent) -> bool:
        """Opens the row on Enter, copies its value on Ctrl C; False if the view gets the key."""
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
