"""Segmented control and underlined tabs: both are tab bars, so arrows and screen readers work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QTabBar, QWidget

from ui.theme import Radius, Theme, Tone, Type
from ui.theme.metrics import font_of
from ui.widgets.badge import paint_mark
from ui.widgets.controls.change_control import ChangeControlMixin
from ui.widgets.controls.value_fields import PageWheelMixin
from ui.widgets.painting import box, focus_ring, runs_rtl

_PAD, _GAP, _DOT = 11, 7, 6
_HEIGHT = 30
_TAB_INSET, _TAB_GAP = 6, 8
"""Pixels at both sides of a tab's text, for its focus ring; and between two tabs."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One choice: its text, a count next to it, a coloured mark before it."""

    key: str
    text: str
    count: str = ""
    mark: Tone | None = None


class Segmented(ChangeControlMixin, PageWheelMixin, QTabBar):
    """One of a few; `on_pick` is called with the key when the user (not the program) chooses. One
    that `changes` what is stored is disabled where nothing can be changed.
    """

    def __init__(
        self,
        theme: Theme,
        segments: tuple[Segment, ...],
        on_pick: Callable[[str], None],
        *,
        name: str,
        height: int = _HEIGHT,
        changes: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._on_pick, self._fixed_height = theme, on_pick, height
        self._segments: tuple[Segment, ...] = ()
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setFont(theme.font(Type.SMALL_MEDIUM))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_segments(segments)
        self.currentChanged.connect(self._on_current_changed)
        theme.changed.connect(self.update)
        if changes:
            self.follow_read_only(theme)

    @property
    def key(self) -> str:
        index = self.currentIndex()
        return self._segments[index].key if 0 <= index < len(self._segments) else ""

    def show_segments(self, segments: tuple[Segment, ...]) -> None:
        """New texts and counts; the choice stays if its key still exists."""
        key = self.key
        self.blockSignals(True)
        while self.count() > len(segments):
            self.removeTab(self.count() - 1)
        self._segments = segments
        for index, segment in enumerate(segments):
            if index >= self.count():
                self.addTab(segment.text)
            if self.tabText(index) != segment.text:
                self.setTabText(index, segment.text)
            self.setAccessibleTabName(index, f"{segment.text} {segment.count}".strip())
        self.blockSignals(False)
        self.choose(key)
        self.setFixedSize(self.sizeHint())
        self.update()

    def choose(self, key: str) -> None:
        """Sets a choice without calling `on_pick`."""
        keys = [segment.key for segment in self._segments]
        self.blockSignals(True)
        self.setCurrentIndex(keys.index(key) if key in keys else 0)
        self.blockSignals(False)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(sum(self._width(segment) for segment in self._segments) + 6, self._fixed_height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def tabSizeHint(self, index: int) -> QSize:
        extra = 3 if index in (0, len(self._segments) - 1) else 0
        return QSize(self._width(self._segments[index]) + extra, self._fixed_height)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        box(painter, self.rect(), Radius.CONTROL + 1, tokens.segment, None)
        for index, segment in enumerate(self._segments):
            self._paint_segment(painter, self._inner(index), segment, index == self.currentIndex())
        if self.hasFocus():
            inner = self._inner(self.currentIndex())
            focus_ring(painter, inner, Radius.CONTROL - 1, tokens.accent_text)

    def _inner(self, index: int) -> QRect:
        rect = self.tabRect(index)
        first, last = index == 0, index == len(self._segments) - 1
        if runs_rtl(self):
            first, last = last, first
        return rect.adjusted(3 if first else 0, 3, -3 if last else 0, -3)

    def _paint_segment(self, painter: QPainter, rect: QRect, segment: Segment, chosen: bool) -> None:
        t = self._theme.tokens
        amber = chosen and segment.mark is Tone.STAGING and self._theme.staging
        if chosen:
            line = None if amber else t.hair
            box(painter, rect, Radius.CONTROL - 1, t.staging.fill if amber else t.segment_on, line)
        rtl = runs_rtl(self)
        text_colour = t.on_staging if amber else t.text if chosen else t.text2
        painter.setFont(self._theme.font(Type.SMALL_STRONG if chosen else Type.SMALL_MEDIUM))
        x = _PAD
        if segment.mark is not None:
            centre = QPointF(self._mirror_x(rect, x, _DOT, rtl) + _DOT / 2, rect.center().y() + 0.5)
            if amber:
                painter.fillRect(QRectF(centre.x() - 3, centre.y() - 3, 6, 6), t.on_staging)
            else:
                muted = segment.mark is Tone.GOOD and self._theme.staging
                paint_mark(painter, self._theme, centre, Tone.NEUTRAL if muted else segment.mark, _DOT)
            x += _DOT + _GAP
        x = self._draw_text(painter, rect, x, segment.text, rtl, text_colour)
        if segment.count:
            painter.setFont(self._theme.font(Type.SMALL))
            self._draw_text(painter, rect, x + _GAP, segment.count, rtl, text_colour)

    def _draw_text(self, painter: QPainter, rect: QRect, x: int, text: str, rtl: bool, colour: QColor) -> int:
        width = painter.fontMetrics().horizontalAdvance(text) + 1
        place = QRect(int(self._mirror_x(rect, x, width, rtl)), rect.top(), width, rect.height())
        painter.setPen(colour)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(place, int(flags), text)
        return x + width

    def _mirror_x(self, rect: QRect, x: int, width: int, rtl: bool) -> float:
        return rect.right() + 1 - x - width if rtl else rect.left() + x

    def _width(self, segment: Segment) -> int:
        return _measure(segment.text, segment.count, has_mark=segment.mark is not None, arabic=self._theme.rtl)

    def _on_current_changed(self, index: int) -> None:
        if 0 <= index < len(self._segments):
            self._on_pick(self._segments[index].key)


@lru_cache(maxsize=500)
def _measure(text: str, count: str, *, has_mark: bool, arabic: bool) -> int:
    """The width of a segment: Qt asks for it again with every change of any of them."""
    strong = QFontMetrics(font_of(Type.SMALL_STRONG, arabic=arabic))
    width = 2 * _PAD + strong.horizontalAdvance(text) + 1
    if count:
        width += _GAP + QFontMetrics(font_of(Type.SMALL, arabic=arabic)).horizontalAdvance(count) + 1
    return width + (_DOT + _GAP if has_mark else 0)


class Tabs(PageWheelMixin, QTabBar):
    """Underlined tabs over a detail."""

    def __init__(self, theme: Theme, texts: tuple[str, ...], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setFont(theme.font(Type.STRONG))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        for text in texts:
            self.addTab(text)
        theme.changed.connect(self.update)

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.tabText(index)) + 2 * _TAB_INSET + _TAB_GAP, 34)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), tokens.border)
        for index in range(self.count()):
            chosen = index == self.currentIndex()
            rect = self._frame(index)
            painter.setFont(self._theme.font(Type.STRONG if chosen else Type.MEDIUM))
            painter.setPen(tokens.text if chosen else tokens.text2)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), self.tabText(index))
            if chosen:
                painter.fillRect(QRect(rect.left(), self.height() - 2, rect.width(), 2), tokens.accent_text)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            focus_ring(painter, self._frame(self.currentIndex()), Radius.CONTROL, tokens.accent_text)

    def _frame(self, index: int) -> QRect:
        """The tab without the gap to the next one: its line and its focus ring fit it."""
        rtl = runs_rtl(self)
        return self.tabRect(index).adjusted(_TAB_GAP if rtl else 0, 0, 0 if rtl else -_TAB_GAP, 0)
