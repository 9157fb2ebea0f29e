"""JSON as sent: line numbers, quiet colours, and a fault under its line. Always left to right."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from ui.theme import Radius, Theme, Type
from ui.widgets.painting import box, elide

_LINE = 17
_PAD = 8
_NUMBERS = 42
_TOKEN = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<text>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\d[\d.eE+-]*)|(?P<word>true|false|null)|(?P<rest>[^\"\d\w]+|\w+|\")"
)
_MAX_LINE = 4000


@dataclass(frozen=True, slots=True)
class CodeFault:
    """What is wrong, and in which line of the displayed text (from 1)."""

    line: int
    text: str


def format_json(body: bytes) -> str:
    """The body as indented JSON; text that is not JSON stays as it came."""
    text = body.decode("utf-8", "replace")
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except ValueError:
        return text


class CodeView(QAbstractScrollArea):
    """Paints lines without a document of them, so that 2 MB open at once."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: list[str] = []
        self._faults: dict[int, str] = {}
        self._tops: list[int] = [0]
        self.setAccessibleName(name)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFont(theme.font(Type.MONO))
        self.viewport().setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.viewport().setAutoFillBackground(False)
        # The style's own corner between two scroll bars has a frame.
        self.setCornerWidget(QWidget())
        theme.changed.connect(self._repaint)

    def show_text(self, text: str, faults: tuple[CodeFault, ...] = ()) -> None:
        """Shows another text; scrolls to the first fault."""
        self._lines = text.splitlines() or [""]
        self._faults = {fault.line - 1: fault.text for fault in faults if 0 < fault.line <= len(self._lines)}
        self._tops = [0]
        for at in range(len(self._lines)):
            self._tops.append(self._tops[-1] + _LINE * (2 if at in self._faults else 1))
        self.setAccessibleDescription("; ".join(f"{at + 1}: {text}" for at, text in self._faults.items()))
        self._measure()
        first = min(self._faults, default=0)
        self.verticalScrollBar().setValue(max(0, self._tops[first] - 3 * _LINE))
        self.updateGeometry()
        self.viewport().update()

    def text(self) -> str:
        return "\n".join(self._lines)

    def sizeHint(self) -> QSize:
        return QSize(280, min(self._tops[-1], 18 * _LINE) + 2 * _PAD)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self._paint_frame()
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Of the lines; the frame is around the scroll bars too."""
        painter = QPainter(self.viewport())
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        offset = self.verticalScrollBar().value() - _PAD
        painter.setFont(self.font())
        for at in range(self._first(offset), len(self._lines)):
            y = self._tops[at] - offset
            if y > self.viewport().height():
                break
            self._paint_line(painter, at, y)

    def _paint_frame(self) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box(painter, self.rect(), Radius.FIELD, self._theme.tokens.sunken, self._theme.tokens.border)

    def _repaint(self) -> None:
        self.update()
        self.viewport().update()

    def _first(self, offset: int) -> int:
        low, high = 0, len(self._lines)
        while low < high:
            middle = (low + high) // 2
            if self._tops[middle + 1] <= offset:
                low = middle + 1
            else:
                high = middle
        return low

    def _paint_line(self, painter: QPainter, at: int, y: int) -> None:
        tokens = self._theme.tokens
        fault = self._faults.get(at)
        if fault is not None:
            painter.fillRect(QRect(1, y, self.viewport().width() - 2, 2 * _LINE), tokens.bad.tint)
            painter.fillRect(QRect(1, y, 2, 2 * _LINE), tokens.bad.fill)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.setPen(tokens.text3)
        number = QRect(0, y, _NUMBERS - 12, _LINE)
        painter.drawText(number, int(middle | Qt.AlignmentFlag.AlignRight), str(at + 1))
        x = _NUMBERS - self.horizontalScrollBar().value()
        painter.save()
        painter.setClipRect(QRect(_NUMBERS, y, self.viewport().width() - _NUMBERS - 2, 2 * _LINE))
        for text, colour in self._color_tokens(self._lines[at][:_MAX_LINE]):
            width = painter.fontMetrics().horizontalAdvance(text)
            painter.setPen(colour)
            painter.drawText(QRect(x, y, width + 2, _LINE), int(middle | Qt.AlignmentFlag.AlignLeft), text)
            x += width
        painter.restore()
        if fault is not None:
            self._paint_fault(painter, y + _LINE, fault)

    def _paint_fault(self, painter: QPainter, y: int, text: str) -> None:
        tokens = self._theme.tokens
        icon = self._theme.pixmap("circle-alert", tokens.bad.text, 14, self.devicePixelRatioF())
        painter.drawPixmap(_NUMBERS + 1, y + 1, icon)
        painter.setFont(self._theme.font(Type.SMALL_STRONG))
        painter.setPen(tokens.bad.text)
        place = QRect(_NUMBERS + 20, y, self.viewport().width() - _NUMBERS - 28, _LINE)
        elided = elide(painter.fontMetrics(), text, place.width())
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(place, int(side), elided)
        painter.setFont(self.font())

    def _color_tokens(self, line: str) -> list[tuple[str, QColor]]:
        tokens = self._theme.tokens
        colours = {
            "key": tokens.accent_text,
            "text": tokens.good.text,
            "number": tokens.warn.text,
            "word": tokens.warn.text,
            "rest": tokens.text2,
        }
        return [(match.group(), colours[match.lastgroup or "rest"]) for match in _TOKEN.finditer(line)]

    def _measure(self) -> None:
        height = self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._tops[-1] + 2 * _PAD - height))
        bar.setPageStep(height)
        bar.setSingleStep(_LINE * 3)
        longest = max((len(line) for line in self._lines), default=0)
        wide = min(longest, _MAX_LINE) * QFontMetrics(self.font()).horizontalAdvance("0") + _NUMBERS + 2 * _PAD
        self.horizontalScrollBar().setRange(0, max(0, wide - self.viewport().width()))
        self.horizontalScrollBar().setPageStep(self.viewport().width())
