"""The list of calls and how a row is painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import (
    QCoreApplication,
    QEasingCurve,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QPropertyAnimation,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QWidget

from ui.i18n.bidi import ltr
from ui.panes.calls.log_model import LogModel, LogRow, fit_path
from ui.theme import Theme, Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import RowList, RowPainter
from ui.widgets.badge import paint_mark
from ui.widgets.painting import elide, leading_alignment, mirror

translate = QCoreApplication.translate
_BEGIN, _GAP, _END = 24, 12, 4
_TIME, _STATUS, _METHOD, _KEY = 62, 50, 38, 54
_DAY, _DAY_ARABIC = 48, 66
"""Names of months are longer in Arabic."""
_MAX_PATH_WIDTH = 330
_MAX_CACHED = 4000
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
HEADER = 32
_NEAR_ROWS = 40
_MAX_SLIDE_ROWS = 4
SLIDE_MS = 120


@dataclass(frozen=True, slots=True)
class ColumnRects:
    """The columns of a line of some width, from its beginning."""

    day: QRect
    time: QRect
    status: QRect
    method: QRect
    path: QRect
    outcome: QRect
    key: QRect

    @classmethod
    def of(cls, width: int, height: int, *, day_width: int) -> ColumnRects:
        """`day_width` is the space for dates, if calls of other days are listed."""
        x = _BEGIN
        day = QRect(x, 0, day_width, height)
        x += day_width + _GAP if day_width else 0
        time = QRect(x, 0, _TIME, height)
        x += _TIME + _GAP
        status = QRect(x, 0, _STATUS, height)
        x += _STATUS + _GAP
        method = QRect(x, 0, _METHOD, height)
        x += _METHOD
        rest = max(80, width - x - _KEY - _END - 2 * _GAP)
        path = QRect(x, 0, min(_MAX_PATH_WIDTH, rest * 53 // 100), height)
        x = path.right() + 1 + (2 * _GAP if rest > _MAX_PATH_WIDTH else _GAP)
        happened = QRect(x, 0, max(20, width - x - _KEY - _END - _GAP), height)
        key = QRect(happened.right() + 1 + _GAP, 0, _KEY, height)
        return cls(day, time, status, method, path, happened, key)


class LogPainter(RowPainter):
    """Paints one line: time, status with its mark, method and path, what happened, key."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, LOG_ROW)
        self.days = False
        self._mono, self._small, self._medium = (
            theme.font(kind) for kind in (Type.MONO, Type.SMALL, Type.SMALL_MEDIUM)
        )
        self._letter = max(1.0, QFontMetrics(self._mono).horizontalAdvance("0" * 20) / 20)
        self._metrics = QFontMetrics(self._medium)
        self._elided: dict[tuple[str, int], str] = {}
        self._column_rects = ColumnRects.of(0, 0, day_width=0)
        self._rects_key = (0, 0)

    def column_rects(self, width: int) -> ColumnRects:
        day_width = (_DAY_ARABIC if self.theme.rtl else _DAY) if self.days else 0
        if self._rects_key != (width, day_width):
            self._rects_key = (width, day_width)
            self._column_rects = ColumnRects.of(width, LOG_ROW - 1, day_width=day_width)
        return self._column_rects

    def paint_row(self, painter: QPainter, rect: QRect, row: LogRow, *, rtl: bool) -> None:
        places, t = self.column_rects(rect.width()), self.theme.tokens
        side = int(leading_alignment(rtl=rtl))

        def put(place: QRect, text: str, colour: QColor, flags: int) -> None:
            painter.setPen(colour)
            painter.drawText(mirror(place.translated(rect.topLeft()), rect, rtl=rtl), flags, text)

        painter.setFont(self._mono)
        put(places.time, row.time, t.text2, side)
        self._paint_status(painter, rect, row, rtl=rtl)
        self._paint_call(painter, rect, row, rtl=rtl)
        painter.setFont(self._medium)
        put(places.outcome, self._elide(row.outcome, places.outcome.width()), t.text2, side)
        painter.setFont(self._small)
        put(places.key, self._elide(row.key, places.key.width()), t.text2, side)
        if self.days:
            put(places.day, row.day or translate("LogPainter", "Today"), t.text2, side)

    def _paint_status(self, painter: QPainter, rect: QRect, row: LogRow, *, rtl: bool) -> None:
        place = mirror(self._column_rects.status.translated(rect.topLeft()), rect, rtl=rtl)
        x = place.right() - 3.0 if rtl else place.left() + 3.5
        paint_mark(painter, self.theme, QPointF(x, place.center().y() + 0.5), row.tone, 7)
        painter.setPen(self.theme.tint(row.tone).text)
        inner = place.adjusted(0, 0, -15, 0) if rtl else place.adjusted(15, 0, 0, 0)
        painter.drawText(inner, int(leading_alignment(rtl=rtl)), row.status)

    def _paint_call(self, painter: QPainter, rect: QRect, row: LogRow, *, rtl: bool) -> None:
        """Method and path run left to right in both languages, from the left edge of the cell."""
        method, path, t = self._column_rects.method, self._column_rects.path, self.theme.tokens
        whole = mirror(method.united(path).translated(rect.topLeft()), rect, rtl=rtl)
        verb = whole.adjusted(0, 0, method.width() - whole.width(), 0)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setPen(t.text2 if row.call.method == "GET" else t.text)
        painter.drawText(verb, int(_LEFT), row.call.method[:5])
        painter.setPen(t.text)
        path_text = fit_path(row.call.path, int(path.width() / self._letter))
        painter.drawText(whole.adjusted(method.width(), 0, 0, 0), int(_LEFT), ltr(path_text))
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if rtl else Qt.LayoutDirection.LeftToRight)

    def _elide(self, text: str, width: int) -> str:
        known = self._elided.get((text, width))
        if known is None:
            if len(self._elided) > _MAX_CACHED:
                self._elided.clear()
            known = elide(self._metrics, text, width)
            self._elided[text, width] = known
        return known


class LogHeader(QWidget):
    """The names of the columns, over the list."""

    def __init__(self, theme: Theme, painter: LogPainter, list_width: Callable[[], int]) -> None:
        super().__init__()
        self._theme, self._painter, self._list_width = theme, painter, list_width
        self.setFixedHeight(HEADER)
        theme.changed.connect(self.update)

    def columns(self, width: int) -> list[tuple[QRect, str, Qt.AlignmentFlag]]:
        """The place, the name and the side of each column of a line of this width."""
        places, side = self._painter.column_rects(width), leading_alignment(rtl=self._theme.rtl)
        columns = [
            (places.time, self.tr("Time"), side),
            (places.status, self.tr("Status"), side),
            (places.method.united(places.path), self.tr("Call"), _LEFT),
            (places.outcome, self.tr("What happened"), side),
            (places.key, self.tr("Key"), side),
        ]
        return [(places.day, self.tr("Date"), side), *columns] if self._painter.days else columns

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rtl = self._theme.rtl
        width = self._list_width()
        row = QRect(self.width() - width if rtl else 0, 0, width, self.height())
        painter.setFont(self._theme.font(Type.CAPTION))
        painter.setPen(self._theme.tokens.text3)
        for place, title, side in self.columns(width):
            cell = QRect(row.left() + place.left(), 0, place.width(), HEADER - 1)
            painter.drawText(mirror(cell, row, rtl=rtl), int(side), title)
        painter.fillRect(QRect(0, HEADER - 1, self.width(), 1), self._theme.tokens.hair)


class LogList(RowList[LogRow]):
    """Requests older and newer pages; `following_changed`: whether the newest call is visible."""

    older_requested = Signal()
    newer_requested = Signal()
    following_changed = Signal(bool)
    paused = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, model: LogModel, painter: LogPainter, name: str) -> None:
        super().__init__(theme, model, painter, name=name)
        self._theme, self._log = theme, model
        self.following = True
        self._slide = QPropertyAnimation(self.verticalScrollBar(), b"value", self)
        self._slide.setDuration(SLIDE_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        bar = self.verticalScrollBar()
        bar.setSingleStep(LOG_ROW)
        bar.valueChanged.connect(self._on_scrolled)
        model.rowsInserted.connect(self._on_rows_inserted)
        model.rowsRemoved.connect(self._on_rows_removed)
        model.modelReset.connect(self.scrollToTop)
        space = QShortcut(QKeySequence(Qt.Key.Key_Space), self)
        space.setContext(Qt.ShortcutContext.WidgetShortcut)
        space.activated.connect(self.paused)

    def to_top(self) -> None:
        """Scrolls to the newest row of the model."""
        self.verticalScrollBar().setValue(0)

    def clear_choice(self) -> None:
        self.clearSelection()
        self.setCurrentIndex(self._log.index(-1, 0))

    def first_row(self) -> int:
        return self.verticalScrollBar().value() // LOG_ROW

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def _on_scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        following = value == 0 and not self._log.newer
        if following != self.following and self._slide.state() is not QPropertyAnimation.State.Running:
            self.following = following
            self.following_changed.emit(following)
        if value >= bar.maximum() - _NEAR_ROWS * LOG_ROW:
            self.older_requested.emit()
        if value <= _NEAR_ROWS * LOG_ROW and self._log.newer:
            self.newer_requested.emit()

    def _on_rows_inserted(self, _parent: QModelIndex | QPersistentModelIndex, first: int, last: int) -> None:
        if first <= self.first_row():
            self._keep_position((last - first + 1) * LOG_ROW, at_top=self.following and first == 0)

    def _on_rows_removed(self, _parent: QModelIndex | QPersistentModelIndex, first: int, last: int) -> None:
        if first <= self.first_row():
            self._keep_position(-(last - first + 1) * LOG_ROW, at_top=False)

    def _keep_position(self, shift: int, *, at_top: bool) -> None:
        """Moves with the visible rows; at the top, new ones slide in instead."""
        bar = self.verticalScrollBar()
        if at_top:
            if self._theme.motion and self.isVisible() and self._slide.state() is not QPropertyAnimation.State.Running:
                self._slide.setStartValue(min(shift, _MAX_SLIDE_ROWS * LOG_ROW))
                self._slide.setEndValue(0)
                self._slide.start()
            return
        value = bar.value() + shift
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        bar.setValue(max(0, value))
