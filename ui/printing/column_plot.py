"""Columns over a line, for figures of hours, days or groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.printing.blocks import Block

_FILL = QColor(70, 70, 70)
_LINE = QColor(0, 0, 0)
_GRID = QColor(190, 190, 190)
_FOOT, _HEAD = 13.0, 13.0
_MOST_WIDTH = 36.0
_FEW = 6
"""So many columns have their figures above them; of more, only the largest figure is there."""

_LABEL, _TOP = 16.0, 76.0
_SHARE = 0.72
"""Of its place, a column is so wide."""


@dataclass(frozen=True, slots=True)
class PlotColumn:
    """One column: the whole, and the part of it at the top that is drawn hollow; `label` is below
    it, "" for none.
    """

    value: int
    hollow: int = 0
    label: str = ""


class ColumnPlot:
    """`make_text` makes a small text, `describe` writes a value. In Arabic the first column is the
    rightmost.
    """

    def __init__(
        self,
        columns: Sequence[PlotColumn],
        make_text: Callable[[str], Block],
        describe: Callable[[int], str],
        *,
        empty: str,
        rtl: bool,
        tall: float = 92,
    ) -> None:
        self._columns, self._make_text, self._describe = columns, make_text, describe
        self._empty, self._rtl, self._tall = empty, rtl, tall

    def height(self, width: float) -> float:  # noqa: ARG002 - the protocol's signature
        return self._tall

    def find_baseline(self, width: float) -> float:  # noqa: ARG002 - as above
        return 0

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        top = max((column.value for column in self._columns), default=0)
        base = y + self._tall - _FOOT
        painter.setPen(QPen(_LINE, 0.6))
        painter.drawLine(QPointF(x, base), QPointF(x + width, base))
        self._draw_labels(painter, x, base + 2, width)
        if not top:
            text = self._make_text(self._empty)
            text.draw(painter, x, y + self._tall / 2 - text.height(width), width)
            return
        few = len(self._columns) <= _FEW
        if not few:
            painter.setPen(QPen(_GRID, 0.4, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, y + _HEAD), QPointF(x + width, y + _HEAD))
            self._draw_top(painter, x, y, width)
        room = base - y - _HEAD
        for number, column in enumerate(self._columns):
            place = self._place(number, x, width)
            tall = room * column.value / top
            hollow = room * column.hollow / top
            if few:
                text = self._make_text(self._describe(column.value))
                text.draw(painter, place.x(), base - tall - _HEAD + 2, place.width())
            painter.fillRect(QRectF(place.x(), base - tall + hollow, place.width(), tall - hollow), _FILL)
            if column.hollow:
                painter.setPen(QPen(_LINE, 0.6))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(place.x(), base - tall, place.width(), hollow))

    def _draw_top(self, painter: QPainter, x: float, y: float, width: float) -> None:
        """The largest figure, above its column as far as the sides leave it room."""
        highest = max(range(len(self._columns)), key=lambda at: self._columns[at].value)
        middle = self._place(highest, x, width).center().x()
        wide = min(_TOP, width)
        left = min(max(x, middle - wide / 2), x + width - wide)
        self._make_text(self._describe(self._columns[highest].value)).draw(painter, left, y, wide)

    def _draw_labels(self, painter: QPainter, x: float, y: float, width: float) -> None:
        room = width / max(1, len(self._columns))
        for number, column in enumerate(self._columns):
            if column.label:
                middle = self._place(number, x, width).center().x()
                wide = max(room, _LABEL)
                self._make_text(column.label).draw(painter, middle - wide / 2, y, wide)

    def _place(self, number: int, x: float, width: float) -> QRectF:
        count = len(self._columns)
        room = width / count
        wide = min(room * _SHARE, _MOST_WIDTH)
        place = count - 1 - number if self._rtl else number
        return QRectF(x + place * room + (room - wide) / 2, 0, wide, 0)
