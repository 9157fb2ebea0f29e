"""Lists of rows that a delegate paints: a real list view, so that keys and screen readers work."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QItemSelection, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.i18n import ltr
from ui.theme import Theme, Type
from ui.widgets.painting import elide, leading_alignment, trailing_alignment
from ui.widgets.tables.rows_model import Role, RowSelection, RowsModel

R = TypeVar("R")


class RowPainter(QStyledItemDelegate):
    """Paints rows of one height, by `paint_row`; `inset` shortens hairlines and omits the last."""

    def __init__(self, theme: Theme, height: int, *, selects: bool = True, inset: int = 0) -> None:
        super().__init__()
        self.theme, self._height, self._selects, self._inset = theme, height, selects, inset

    @abstractmethod
    def paint_row(self, painter: QPainter, rect: QRect, row: Any, *, rtl: bool) -> None:  # noqa: ANN401
        """Paints one row's content into `rect`; `row` is the model's row object."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, self._height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        tokens = self.theme.tokens
        rect: QRect = option.rect
        state = option.state
        rtl = option.direction is Qt.LayoutDirection.RightToLeft
        painter.save()
        if self._selects and state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, tokens.accent_tint)
            bar = rect.right() - 2 if rtl else rect.left()
            painter.fillRect(QRect(bar, rect.top(), 3, rect.height() - 1), tokens.accent)
        last = self._inset and index.row() == index.model().rowCount() - 1
        if not last:
            line = QRect(rect.left() + self._inset, rect.bottom(), rect.width() - 2 * self._inset, 1)
            painter.fillRect(line, tokens.border if self._inset else tokens.hair)
        self.paint_row(painter, rect.adjusted(0, 0, 0, -1), index.data(Role.ROW), rtl=rtl)
        painter.restore()

    def text(
        self, painter: QPainter, rect: QRect, text: str, kind: Type, colour: QColor, *, end: bool, rtl: bool
    ) -> int:
        """Paints one line into `rect`, elided, at its begin or end; answers the painted width."""
        text = ltr(text) if kind is Type.MONO else text
        painter.setFont(self.theme.font(kind, tabular=end and "-" not in text))
        painter.setPen(colour)
        elided = elide(painter.fontMetrics(), text, rect.width())
        painter.drawText(rect, int((trailing_alignment if end else leading_alignment)(rtl=rtl)), elided)
        return painter.fontMetrics().horizontalAdvance(elided)


class RowList(QListView, Generic[R]):
    """A one-column `RowsModel`. `picked`: another current row; `opened`: Enter, double click."""

    picked = Signal(object)
    opened = Signal(object)

    def __init__(
        self, theme: Theme, model: RowsModel[R], painter: RowPainter, *, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        painter.setParent(self)
        self._selection = RowSelection(self, model, self.opened.emit)
        self.setModel(model)
        self.setItemDelegate(painter)
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._selection.follow()
        theme.changed.connect(self.viewport().update)

    def current(self) -> R | None:
        return self._selection.current()

    def choose(self, key: object) -> bool:
        """Selects the row with this key; False if it does not exist."""
        return self._selection.choose(key)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.picked.emit(self.current())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._selection.handle_key(event):
            super().keyPressEvent(event)
