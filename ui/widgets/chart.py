"""Calls per hour as bars. Faults are a block above a gap: colour is not the only difference."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget

from ui.theme import Theme, Type
from ui.widgets.painting import runs_rtl

_AXIS = 30
_AXIS_GAP = 8
_FOOT = 26
_GAP = 2
_ROUND = 3.0
_SCALE_STEPS = (2, 4, 10, 20, 40, 80, 100, 200, 400, 1000, 2000, 4000, 10000, 20000, 40000, 100000)


@dataclass(frozen=True, slots=True)
class Bar:
    """One hour: counts, text of the axis ("" for most), sentence for tool tip and screen reader."""

    answered: int
    faults: int
    tick: str
    sentence: str


class BarChart(QAbstractSlider):
    """A chart for the arrow keys; its value is the selected bar."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: tuple[Bar, ...] = ()
        self._ring = False
        self._summary = ""
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.valueChanged.connect(self._announce_bar)
        theme.changed.connect(self.update)

    def show_bars(self, bars: tuple[Bar, ...], summary: str) -> None:
        """Shows new figures; `summary` is the whole chart in one sentence."""
        self._bars = bars
        self.setRange(0, max(0, len(bars) - 1))
        if not self._ring:
            self.setAccessibleDescription(summary)
        self._summary = summary
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, 150)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 110)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = True
        self._announce_bar(self.value())
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ring = False
        self.setAccessibleDescription(self._summary)
        super().focusOutEvent(event)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event.position().x())
        if index is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self._bars[index].sentence, self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        top = self._top()
        self._paint_grid(painter, top)
        for index in range(len(self._bars)):
            self._paint_bar(painter, index, top)

    def _announce_bar(self, value: int) -> None:
        if 0 <= value < len(self._bars):
            self.setAccessibleDescription(self._bars[value].sentence)
        self.update()

    def _top(self) -> int:
        most = max((bar.answered + bar.faults for bar in self._bars), default=0)
        return next((step for step in _SCALE_STEPS if step >= most * 0.97), most or 2)

    @property
    def axis_width(self) -> int:
        """The width of the axis's largest label with its gap to the plot."""
        needed = QFontMetrics(self._theme.font(Type.CAPTION)).horizontalAdvance(f"{self._top():,}") + 1
        return max(_AXIS, needed + _AXIS_GAP)

    def _plot(self) -> QRect:
        axis = self.axis_width
        area = self.rect().adjusted(axis, 8, -4, -_FOOT)
        return area if not runs_rtl(self) else self.rect().adjusted(4, 8, -axis, -_FOOT)

    def _slot(self, index: int) -> QRectF:
        plot = self._plot()
        wide = plot.width() / max(1, len(self._bars))
        place = len(self._bars) - 1 - index if runs_rtl(self) else index
        return QRectF(plot.left() + place * wide, plot.top(), wide, plot.height())

    def _index_at(self, x: float) -> int | None:
        for index in range(len(self._bars)):
            slot = self._slot(index)
            if slot.left() <= x < slot.right():
                return index
        return None

    def _paint_grid(self, painter: QPainter, top: int) -> None:
        tokens, plot, rtl = self._theme.tokens, self._plot(), runs_rtl(self)
        painter.setFont(self._theme.font(Type.CAPTION))
        for part in (0, 1, 2):
            y = plot.bottom() - round(plot.height() * part / 2)
            painter.fillRect(QRect(plot.left(), y, plot.width(), 1), tokens.border if part == 0 else tokens.hair)
            painter.setPen(tokens.text2)
            place = QRect(plot.right() + _AXIS_GAP if rtl else 0, y - 9, self.axis_width - _AXIS_GAP, 18)
            side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
            side |= Qt.AlignmentFlag.AlignLeft if rtl else Qt.AlignmentFlag.AlignRight
            painter.drawText(place, int(side), f"{top * part // 2:,}")

    def _paint_bar(self, painter: QPainter, index: int, top: int) -> None:
        tokens, bar, slot = self._theme.tokens, self._bars[index], self._slot(index)
        now = index == len(self._bars) - 1
        wide = min(18.0, max(3.0, round(slot.width() * 0.6)))
        left = round(slot.center().x() - wide / 2)
        scale = slot.height() / max(1, top)
        tall = max(1.0, round(bar.answered * scale)) if bar.answered else 0.0
        base = slot.bottom()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_block(
            painter, QRectF(left, base - tall, wide, tall), tokens.chart_now if now else tokens.chart, flat=True
        )
        if bar.faults:
            high = max(4.0, round(bar.faults * scale))
            rise = base - tall - (_GAP if tall else 0) - high
            _paint_block(painter, QRectF(left, rise, wide, high), tokens.bad.fill, flat=False)
        if self._ring and index == self.value():
            painter.setPen(tokens.accent_text)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(slot.adjusted(0.5, -4, -0.5, 2), 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if bar.tick:
            painter.setFont(self._theme.font(Type.CAPTION))
            painter.setPen(tokens.text if now else tokens.text2)
            under = QRectF(slot.center().x() - 40, base + 5, 80, 16)
            if not now:
                painter.drawText(under, int(Qt.AlignmentFlag.AlignCenter), bar.tick)
            else:
                half = painter.fontMetrics().horizontalAdvance(bar.tick) / 2
                shift = max(0.0, under.center().x() + half - self.width())
                painter.drawText(under.translated(-shift, 0), int(Qt.AlignmentFlag.AlignCenter), bar.tick)


def _paint_block(painter: QPainter, rect: QRectF, colour: QColor, *, flat: bool) -> None:
    """Paints a block with a rounded top; `flat` leaves its lower edge square."""
    if rect.height() <= 0:
        return
    radius = min(_ROUND, rect.height() / 2 if not flat else rect.height())
    path = QPainterPath()
    path.addRoundedRect(rect.adjusted(0, 0, 0, radius if flat else 0), radius, radius)
    painter.save()
    if flat:
        painter.setClipRect(rect)
    painter.fillPath(path, colour)
    painter.restore()
