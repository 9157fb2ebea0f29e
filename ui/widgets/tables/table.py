"""The table: header in caption size, hairlines, no stripes, selection across the row; one delegate
paints all cells.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from ui.theme import Theme, Type
from ui.theme.metrics import KEY_ROW
from ui.widgets.plain_text import plain_tooltip
from ui.widgets.tables.cell_painting import Cell, find_cut_text, paint_cell, paint_header
from ui.widgets.tables.row_selection import RowSelection
from ui.widgets.tables.rows_model import Column, RowsModel

R = TypeVar("R")
_NEAR_END = 20
_LEAST_SHARE = 160
"""Pixels of a name, below which columns that yield are hidden."""


class _Cells(QStyledItemDelegate, Generic[R]):
    """Paints every cell of a table by its column."""

    def __init__(self, theme: Theme, columns: tuple[Column[R], ...], height: int, view: QTableView) -> None:
        super().__init__(view)
        self._theme, self._columns, self._height = theme, columns, height

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(40, self._height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        cell = Cell.of(option, index, self._columns[index.column()])
        paint_cell(painter, self._theme, cell)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Shows the whole text of a cell that is cut."""
        if event.type() is not QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        text = find_cut_text(self._theme, Cell.of(option, index, self._columns[index.column()]))
        QToolTip.showText(event.globalPos(), plain_tooltip(text), view)
        return True


class _Header(QHeaderView):
    """The header row, painted with tokens; a click sorts if the column says how."""

    def __init__(self, theme: Theme, columns: tuple[Column[R], ...], parent: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme, self._columns = theme, columns
        self.sorted_by: tuple[str, bool] | None = None
        self.setFixedHeight(32)
        self.setHighlightSections(False)
        self.setSectionsClickable(any(column.sort for column in columns))
        self.setMinimumSectionSize(24)

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        column = self._columns[logical]
        down = self.sorted_by[1] if self.sorted_by and self.sorted_by[0] == column.sort and column.sort else None
        paint_header(painter, self._theme, rect, column, self.layoutDirection(), down)


class Table(QTableView, Generic[R]):
    """A table of a `RowsModel`. `opened` on Enter or double click, `picked` when the current row
    changes.
    """

    opened = Signal(object)
    picked = Signal(object)
    sort_requested = Signal(str, bool)
    end_reached = Signal()

    def __init__(
        self, theme: Theme, model: RowsModel[R], *, name: str, row_height: int = KEY_ROW, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._rows = theme, model
        self._selection = RowSelection(self, model, self.opened.emit)
        self.setModel(model)
        self.setAccessibleName(name)
        self._header = _Header(theme, model.columns, self)
        self.setHorizontalHeader(self._header)
        self.setItemDelegate(_Cells(theme, model.columns, row_height, self))
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(row_height)
        self.verticalHeader().setDefaultSectionSize(row_height)
        self.setFont(theme.font(Type.BODY))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._header.sectionClicked.connect(self._sort)
        self.verticalScrollBar().valueChanged.connect(self._watch_end)
        self._selection.follow()
        theme.changed.connect(self.viewport().update)

    def current(self) -> R | None:
        """The selected row."""
        return self._selection.current()

    def show_sorted(self, name: str, *, down: bool) -> None:
        """Marks a column as the sorted one, after another control chose it."""
        self._header.sorted_by = (name, down)
        self._header.viewport().update()

    def choose(self, key: object) -> bool:
        """Selects the row with this key; False if it does not exist."""
        return self._selection.choose(key)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.picked.emit(self.current() if selected.indexes() or not deselected.indexes() else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._selection.handle_key(event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._spread_columns()

    def _spread_columns(self) -> None:
        """Fixed columns have their width, the others share the rest."""
        columns, width = self._rows.columns, self.viewport().width()
        shares = sum(not column.width for column in columns)
        is_narrow = width - sum(column.width for column in columns) < _LEAST_SHARE * shares
        visible = [column for column in columns if not (is_narrow and column.yields)]
        rest = max(60 * shares, width - sum(column.width for column in visible))
        for at, column in enumerate(columns):
            self.setColumnHidden(at, column not in visible)
            self.setColumnWidth(at, column.width or rest // shares)

    def _sort(self, section: int) -> None:
        name = self._rows.columns[section].sort
        if name:
            before = self._header.sorted_by
            down = not before[1] if before and before[0] == name else False
            self._header.sorted_by = (name, down)
            self._header.viewport().update()
            self.sort_requested.emit(name, down)

    def _watch_end(self, value: int) -> None:
        if value >= self.verticalScrollBar().maximum() - _NEAR_END * self.verticalHeader().defaultSectionSize():
            self.end_reached.emit()
