"""The table: caption header, hairlines, no stripes, row selection; one delegate for all cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from ui.theme import Theme, Tone, Type
from ui.theme.metrics import KEY_ROW
from ui.widgets.badge import HEIGHT, badge_width, paint_badge, paint_mark
from ui.widgets.label import plain_tooltip
from ui.widgets.painting import Ink, colour_of, elide
from ui.widgets.tables.rows_model import Column, Role, RowSelection, RowsModel

PAD = 8
_MARK = 15
R = TypeVar("R")
_NEAR_END = 20
_LEAST_SHARE = 160
"""Pixels of a name, below which columns that yield are hidden."""


@dataclass(frozen=True, slots=True)
class Cell:
    rect: QRect
    text: str
    second: str | None
    tone: Tone | None
    column: Column[Any]
    ink: Ink
    selected: bool
    focused: bool
    rtl: bool

    @classmethod
    def of(cls, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, column: Column[Any]) -> Cell:
        """Reads the contents from Qt's option and index."""
        state = option.state
        rect: QRect = option.rect
        direction = option.direction
        tone = index.data(Role.TONE)
        return cls(
            rect=rect,
            text=index.data() or "",
            second=index.data(Role.SECOND),
            tone=None if tone is None else Tone(tone),
            column=column,
            ink=column.ink_of(index.data(Role.ROW)) if column.ink_of else column.ink,
            selected=bool(state & QStyle.StateFlag.State_Selected),
            focused=bool(state & QStyle.StateFlag.State_HasFocus) and index.column() == 0,
            rtl=direction is Qt.LayoutDirection.RightToLeft,
        )


def paint_cell(painter: QPainter, theme: Theme, cell: Cell) -> None:
    """Paints a cell with its row's background and hairline."""
    tokens = theme.tokens
    painter.save()
    if cell.selected:
        painter.fillRect(cell.rect, tokens.accent_tint)
    painter.fillRect(QRect(cell.rect.left(), cell.rect.bottom(), cell.rect.width(), 1), tokens.hair)
    inner = _text_rect(cell.rect, cell.column, rtl=cell.rtl).adjusted(0, 0, 0, -1)
    if cell.column.tone and not cell.column.mark:
        _paint_badge_cell(painter, theme, cell, inner)
    elif cell.column.mark:
        _paint_marked_cell(painter, theme, cell, inner)
    else:
        _paint_text_cell(painter, theme, cell, inner)
    if cell.focused:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = cell.rect.right() - 2 if cell.rtl else cell.rect.left()
        painter.fillRect(QRect(bar, cell.rect.top(), 3, cell.rect.height() - 1), tokens.accent)
    painter.restore()


def find_cut_text(theme: Theme, cell: Cell) -> str:
    """The whole text of a cell if one of its lines is cut, else an empty one."""
    if cell.column.tone:
        return ""
    inner = _text_rect(cell.rect, cell.column, rtl=cell.rtl)
    width = inner.width()
    if cell.column.wraps and _fits_wrapped(_first_font(theme, cell), cell.text, inner):
        return ""
    lines = [(cell.text, _first_font(theme, cell))]
    if cell.second is not None:
        lines.append((cell.second, _second_font(theme, cell.second)))
    is_cut = any(QFontMetrics(font).horizontalAdvance(text) > width for text, font in lines)
    return "\n".join(text for text, _font in lines) if is_cut else ""


def _fits_wrapped(font: QFont, text: str, inner: QRect) -> bool:
    needed = QFontMetrics(font).boundingRect(inner, int(Qt.TextFlag.TextWordWrap), text)
    return needed.width() <= inner.width() and needed.height() <= inner.height()


def paint_header(
    painter: QPainter,
    theme: Theme,
    rect: QRect,
    column: Column[Any],
    direction: Qt.LayoutDirection,
    descending: bool | None,
) -> None:
    """Paints a header section; with an arrow if the table is sorted by it."""
    painter.save()
    rtl = direction is Qt.LayoutDirection.RightToLeft
    painter.setFont(theme.font(Type.CAPTION))
    painter.setPen(theme.tokens.text2 if descending is not None else theme.tokens.text3)
    inner = _text_rect(rect, column, rtl=rtl)
    text = column.title if descending is None else f"{column.title} {'↓' if descending else '↑'}"
    painter.drawText(inner, int(_text_alignment(end=column.end, rtl=rtl)), text)
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.tokens.hair)
    painter.restore()


def _text_rect(rect: QRect, column: Column[Any], *, rtl: bool) -> QRect:
    """The rectangle of a cell's text: a column's inset is on the side of its alignment."""
    left, right = (PAD, PAD + column.inset) if column.end != rtl else (PAD + column.inset, PAD)
    return rect.adjusted(left, 0, -right, 0)


def _text_alignment(*, end: bool, rtl: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if end != rtl else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter


def _paint_badge_cell(painter: QPainter, theme: Theme, cell: Cell, inner: QRect) -> None:
    if not cell.text or cell.tone is None:
        return
    painter.setFont(theme.font(Type.CAPTION))
    width = min(badge_width(painter.fontMetrics(), cell.text, dot=cell.column.dot), inner.width())
    at_right = cell.column.end != cell.rtl
    left = inner.right() - width + 1 if at_right else inner.left()
    place = QRect(left, inner.center().y() - HEIGHT // 2 + 1, width, HEIGHT)
    paint_badge(painter, theme, place, cell.text, cell.tone, dot=cell.column.dot, rtl=cell.rtl)


def _paint_marked_cell(painter: QPainter, theme: Theme, cell: Cell, inner: QRect) -> None:
    tone = cell.tone or Tone.NEUTRAL
    x = inner.right() - 3.0 if cell.rtl else inner.left() + 3.5
    paint_mark(painter, theme, QPointF(x, inner.center().y() + 0.5), tone, 7)
    rest = inner.adjusted(0, 0, -_MARK, 0) if cell.rtl else inner.adjusted(_MARK, 0, 0, 0)
    painter.setFont(theme.font(Type.MONO if cell.column.code else Type.SMALL_MEDIUM))
    painter.setPen(theme.tint(tone).text)
    painter.drawText(rest, int(_text_alignment(end=cell.column.end, rtl=cell.rtl)), cell.text)


def _paint_text_cell(painter: QPainter, theme: Theme, cell: Cell, inner: QRect) -> None:
    column = cell.column
    painter.setFont(_first_font(theme, cell))
    ink = Ink.TEXT2 if cell.selected and cell.ink is Ink.TEXT3 else cell.ink
    painter.setPen(colour_of(theme.tokens, ink))
    side = _text_alignment(end=column.end, rtl=cell.rtl)
    own = painter.layoutDirection()
    if column.code:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    if cell.second is None:
        if column.wraps and _fits_wrapped(painter.font(), cell.text, inner):
            painter.drawText(inner, int(side | Qt.TextFlag.TextWordWrap), cell.text)
        else:
            painter.drawText(inner, int(side), elide(painter.fontMetrics(), cell.text, inner.width(), column.elide))
        return
    middle = inner.center().y() + 1
    vertical = Qt.AlignmentFlag.AlignVertical_Mask
    upper = QRect(inner.left(), middle - 19, inner.width(), 19)
    lower = QRect(inner.left(), middle, inner.width(), 18)
    first = elide(painter.fontMetrics(), cell.text, inner.width(), column.elide)
    painter.drawText(upper, int(side & ~vertical | Qt.AlignmentFlag.AlignVCenter), first)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight if _is_code(cell.second) else own)
    painter.setFont(_second_font(theme, cell.second))
    painter.setPen(colour_of(theme.tokens, Ink.TEXT2))
    second = elide(painter.fontMetrics(), cell.second, inner.width(), column.elide)
    painter.drawText(lower, int(side & ~vertical | Qt.AlignmentFlag.AlignVCenter), second)


def _first_font(theme: Theme, cell: Cell) -> QFont:
    column = cell.column
    font = Type.MONO if column.code else Type.STRONG if column.strong and column.end else Type.MEDIUM
    if not column.code and not column.strong:
        font = Type.BODY
    return theme.font(font, tabular=column.end and "-" not in cell.text)


def _second_font(theme: Theme, text: str) -> QFont:
    return theme.font(Type.MONO if _is_code(text) else Type.SMALL)


def _is_code(text: str) -> bool:
    """A SKU or a path: one Latin word, not of letters alone."""
    return " " not in text and text.strip("\u2066\u2069").isascii() and not text.isalpha()


class _Cells(QStyledItemDelegate, Generic[R]):
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
    """A `RowsModel` as a table. `picked`: another current row; `opened`: Enter, double click."""

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
