"""The list of calls: does not move while new ones come in, and asks for more at both ends."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QModelIndex, QPersistentModelIndex, QPropertyAnimation, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut

from ui.panes.calls.log.log_model import LogModel
from ui.panes.calls.log.log_painter import LogPainter
from ui.panes.calls.log.log_row import LogRow
from ui.theme import Theme
from ui.theme.metrics import LOG_ROW
from ui.widgets import RowList

_NEAR_ROWS = 40
_MAX_SLIDE_ROWS = 4
SLIDE_MS = 120


class LogList(RowList[LogRow]):
    """`older_requested` and `newer_requested` ask for pages, `following_changed` says whether the
    newest call is visible.
    """

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
        """No row is selected."""
        self.clearSelection()
        self.setCurrentIndex(self._log.index(-1, 0))

    def first_row(self) -> int:
        """The first visible row."""
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
