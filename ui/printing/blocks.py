"""The parts of a page. Lengths are points (1/72 inch), on the screen as on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextLayout, QTextOption

from service.domain.printing import QUIET_ZONE, make_bars

POINTS_PER_MM = 72 / 25.4
_ANY_WIDTH = 1e5
_INK = QColor(0, 0, 0)
_DOT = POINTS_PER_MM / 8
"""A dot of a label or receipt printer of 203 dpi."""

_MOST_MODULE = 3 * _DOT
_PRINTED = dict.fromkeys((*range(32), *range(127, 160)), " ") | {ord("\n"): "\u2028"}
"""A line ends where the text says so; other control characters have no shape on paper."""


class Align(Enum):
    """Where a line of text is; start and end follow the reading direction."""

    START = "start"
    CENTRE = "centre"
    END = "end"


class Block(Protocol):
    """A rectangle of a page; `height` is what it needs at a width. `find_baseline` is how far its
    first line's baseline is below its top, 0 without letters.
    """

    def height(self, width: float) -> float: ...

    def find_baseline(self, width: float) -> float: ...

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None: ...


@dataclass(frozen=True, slots=True)
class TextStyle:
    """`size` is whole points."""

    size: int = 9
    bold: bool = False
    align: Align = Align.START
    most_lines: int = 0
    """0 for any number; what does not fit ends with an ellipsis."""


class Text:
    """Words in lines. `rtl` is the reading direction of the page."""

    def __init__(self, text: str, font: QFont, style: TextStyle, *, rtl: bool) -> None:
        self._text, self._style, self._rtl = text.translate(_PRINTED), style, rtl
        self._font = QFont(font)
        self._font.setPixelSize(style.size)
        self._font.setWeight(QFont.Weight.DemiBold if style.bold else QFont.Weight.Normal)
        self._font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        self._font.setStyleStrategy(QFont.StyleStrategy.PreferOutline)
        # The wide hyphen next to digits has no character, so a PDF could not be searched for it.
        self._font.setFeature(QFont.Tag("calt"), 0)
        self._laid_out: tuple[float, QTextLayout] | None = None

    def height(self, width: float) -> float:
        return self._layout(width).boundingRect().height()

    def find_baseline(self, width: float) -> float:
        layout = self._layout(width)
        return layout.lineAt(0).ascent()

    def natural_width(self) -> float:
        """What one line of it needs."""
        # A line is part of its layout, which has to live as long.
        layout = self._lay_out(self._text, _ANY_WIDTH)
        return layout.lineAt(0).naturalTextWidth()

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        painter.setPen(_INK)
        self._layout(width).draw(painter, QPointF(x, y))

    def _layout(self, width: float) -> QTextLayout:
        if self._laid_out is None or self._laid_out[0] != width:
            self._laid_out = (width, self._shorten(width))
        return self._laid_out[1]

    def _shorten(self, width: float) -> QTextLayout:
        layout = self._lay_out(self._text, width)
        most = self._style.most_lines
        if not most or layout.lineCount() <= most:
            return layout
        last = layout.lineAt(most - 1)
        kept = self._text[: last.textStart() + last.textLength()].rstrip()
        shorter = self._lay_out(f"{kept}…", width)
        while shorter.lineCount() > most and kept:
            kept = kept[:-1].rstrip()
            shorter = self._lay_out(f"{kept}…", width)
        return shorter

    def _lay_out(self, text: str, width: float) -> QTextLayout:
        layout = QTextLayout(text, self._font)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if self._rtl else Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setUseDesignMetrics(True)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            space = max(0.0, width - line.naturalTextWidth())
            line.setPosition(QPointF(self._indent(space), y))
            y += line.height()
        layout.endLayout()
        return layout

    def _indent(self, space: float) -> float:
        if self._style.align is Align.CENTRE:
            return space / 2
        return space if (self._style.align is Align.END) is not self._rtl else 0.0


@dataclass(frozen=True, slots=True)
class Gap:
    """Empty space."""

    size: float

    def height(self, width: float) -> float:  # noqa: ARG002 - the protocol's signature
        return self.size

    def find_baseline(self, width: float) -> float:  # noqa: ARG002 - as above
        return 0

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        """Draws nothing."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across, in the middle of its height."""

    thickness: float = 0.5
    space: float = 6
    dashed: bool = False

    def height(self, width: float) -> float:  # noqa: ARG002 - as above
        return self.space

    def find_baseline(self, width: float) -> float:  # noqa: ARG002 - as above
        return 0

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        line = Qt.PenStyle.DashLine if self.dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(_INK, self.thickness, line))
        painter.drawLine(QPointF(x, y + self.space / 2), QPointF(x + width, y + self.space / 2))


@dataclass(frozen=True, slots=True)
class TickBox:
    """A square for a pen."""

    size: float = 10

    def height(self, width: float) -> float:  # noqa: ARG002 - as above
        return self.size + 2

    def find_baseline(self, width: float) -> float:  # noqa: ARG002 - as above
        return 0

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        painter.setPen(QPen(_INK, 0.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(x + (width - self.size) / 2, y + 1, self.size, self.size))


@dataclass(frozen=True, slots=True)
class Bars:
    """A text as Code 128, which must be one that Code 128 has. `free` is what stays empty at both
    sides outside its width. It is in the middle, or at the left or right `side`.
    """

    text: str
    bar_height: float
    free: float = 0
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter

    def height(self, width: float) -> float:  # noqa: ARG002 - as above
        return self.bar_height

    def find_baseline(self, width: float) -> float:  # noqa: ARG002 - as above
        return 0

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        bars = make_bars(self.text)
        module = choose_module(sum(bars), width, self.free)
        # On the dots of a label printer, so that each bar has whole dots.
        spare = width - sum(bars) * module
        shift = {Qt.AlignmentFlag.AlignLeft: 0, Qt.AlignmentFlag.AlignRight: spare}.get(self.side, spare / 2)
        left = round((x + shift) / _DOT) * _DOT
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for place, modules in enumerate(bars):
            if place % 2 == 0:
                painter.fillRect(QRectF(left, y, modules * module, self.bar_height), _INK)
            left += modules * module
        painter.restore()

    def fits(self, width: float) -> bool:
        """Whether its narrowest bar is a dot there or more."""
        return choose_module(sum(make_bars(self.text)), width, self.free) >= _DOT


def choose_module(modules: int, width: float, free: float = 0) -> float:
    """The width of the narrowest bar: whole dots of a label printer where that leaves one. The
    quiet zone may be in `free`, outside of the width.
    """
    widest = min(_MOST_MODULE, width / modules, (width + 2 * free) / (modules + 2 * QUIET_ZONE))
    dots = int(widest / _DOT)
    return dots * _DOT if dots >= 1 else widest


class Stack:
    """Blocks one below the other."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks

    def height(self, width: float) -> float:
        return sum(block.height(width) for block in self.blocks)

    def find_baseline(self, width: float) -> float:
        return self.blocks[0].find_baseline(width) if self.blocks else 0

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        for block in self.blocks:
            block.draw(painter, x, y, width)
            y += block.height(width)


class Cells:
    """Blocks in reading direction, first lines on one baseline; `shares` are without the gaps."""

    def __init__(self, blocks: Sequence[Block], shares: Sequence[float], *, rtl: bool, gap: float = 8) -> None:
        self._blocks, self._shares, self._rtl, self._gap = blocks, shares, rtl, gap

    def height(self, width: float) -> float:
        return max(drop + block.height(room) for block, room, drop in self._places(width))

    def find_baseline(self, width: float) -> float:
        return max(block.find_baseline(room) for block, room in self._pairs(width))

    def draw(self, painter: QPainter, x: float, y: float, width: float) -> None:
        start = 0.0
        for block, room, drop in self._places(width):
            block.draw(painter, x + (width - start - room if self._rtl else start), y + drop, room)
            start += room + self._gap

    def _places(self, width: float) -> list[tuple[Block, float, float]]:
        """Each block with its width, and how far below the top it begins."""
        pairs = self._pairs(width)
        lines = [block.find_baseline(room) for block, room in pairs]
        lowest = max(lines)
        return [(block, room, lowest - line if line else 0) for (block, room), line in zip(pairs, lines, strict=True)]

    def _pairs(self, width: float) -> list[tuple[Block, float]]:
        return list(zip(self._blocks, self._widths(width), strict=True))

    def _widths(self, width: float) -> list[float]:
        inside = width - self._gap * (len(self._shares) - 1)
        return [inside * share / sum(self._shares) for share in self._shares]
