"""A window into the log: pages by cursor at both ends, bounded however far the user scrolls."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from ui.panes.calls.log.log_row import LogRow
from ui.widgets import Column, RowsModel

MAX_ROWS = 3000
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class LogModel(RowsModel[LogRow]):
    """Newest first. `older` and `newer` say that the log continues; `older_requested` asks for
    more.
    """

    older_requested = Signal()

    def __init__(self, max_rows: int = MAX_ROWS, parent: QObject | None = None) -> None:
        columns: tuple[Column[LogRow], ...] = (Column("", lambda row: row.outcome),)
        super().__init__(columns, lambda row: row.call.id, parent)
        self._max_rows = max_rows
        self.older = False
        self.newer = False

    def begin(self, rows: list[LogRow], *, older: bool, newer: bool = False) -> None:
        """Begins another part of the log."""
        self.older, self.newer = older, newer
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def add_older(self, rows: list[LogRow], *, older: bool) -> None:
        """A page at the end; rows above the bound are removed at the top."""
        self.older = older
        self.append(rows)
        spare = len(self._rows) - self._max_rows
        if spare > 0:
            self.newer = True
            self._drop(0, spare)

    def add_newer(self, rows: list[LogRow], *, newer: bool) -> None:
        """A page at the top; rows above the bound are removed at the end."""
        self.newer = newer
        self.prepend(rows)
        self._trim_end()

    def merge(self, rows: list[LogRow]) -> int:
        """Adds new calls at their positions, and answers how many.

        A call is logged when it ends, so one that took longer is added below others that are
        displayed already.
        """
        known = {row.call.id for row in self._rows}
        self._replace_changed({row.call.id: row for row in rows if row.call.id in known})
        fresh = [row for row in rows if row.call.id not in known]
        at = 0
        while fresh:
            while at < len(self._rows) and self._rows[at].cursor > fresh[0].cursor:
                at += 1
            floor = self._rows[at].cursor if at < len(self._rows) else None
            run = [row for row in fresh if floor is None or row.cursor > floor]
            fresh = fresh[len(run) :]
            self.beginInsertRows(_ROOT, at, at + len(run) - 1)
            self._rows[at:at] = run
            self.endInsertRows()
        added = len(self._rows) - len(known)
        self._trim_end()
        return added

    def _replace_changed(self, rows: dict[int, LogRow]) -> None:
        """Replaces entries whose number of counted calls changed."""
        for at, current in enumerate(self._rows):
            row = rows.get(current.call.id)
            if row is not None and row.call.facts != current.call.facts:
                self._rows[at] = row
                self.dataChanged.emit(self.index(at, 0), self.index(at, 0))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """A screen reader gets the whole line; Qt's signature leaves the type open."""
        if role == Qt.ItemDataRole.AccessibleTextRole and index.isValid():
            return self._rows[index.row()].accessible_text
        return super().data(index, role)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self.older

    def fetchMore(self, parent: Index) -> None:
        if not parent.isValid() and self.older:
            self.older_requested.emit()

    def _trim_end(self) -> None:
        spare = len(self._rows) - self._max_rows
        if spare > 0:
            self.older = True
            self._drop(self._max_rows, spare)

    def _drop(self, first: int, count: int) -> None:
        self.beginRemoveRows(_ROOT, first, first + count - 1)
        del self._rows[first : first + count]
        self.endRemoveRows()
