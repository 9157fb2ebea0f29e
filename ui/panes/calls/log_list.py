"""The list of calls: keeps its place while new ones come in, asks for more at both ends."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QModelIndex, QPersistentModelIndex, QPropertyAnimation, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut

from ui.panes.calls.log_row import LogRow
from ui.panes.calls.model import LogModel
from ui.panes.calls.painter import LogPainter
from ui.theme import Theme
from ui.theme.metrics import LOG_ROW
from ui.widgets import RowList

_NEAR = 40
_MOST_SLIDE = 4
SLIDE_MS = 120


class LogList(RowList[LogRow]):
    """`older_near` and `newer_near` ask for pages, `followed` says whether the newest call is in sight."""

    older_near = Signal()
    newer_near = Signal()
    followed = Signal(bool)
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
        bar.valueChanged.connect(self._moved)
        model.rowsInserted.connect(self._grew)
        model.rowsRemoved.connect(self._shrank)
        model.modelReset.connect(self.scrollToTop)
        space = QShortcut(QKeySequence(Qt.Key.Key_Space), self)
        space.setContext(Qt.ShortcutContext.WidgetShortcut)
        space.activated.connect(self.paused)

    def to_top(self) -> None:
        """Back to the newest row of the model."""
        self.verticalScrollBar().setValue(0)

    def first_row(self) -> int:
        """The row at the top edge."""
        return self.verticalScrollBar().value() // LOG_ROW

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def _moved(self, value: int) -> None:
        bar = self.verticalScrollBar()
        following = value == 0 and not self._log.newer
        if following != self.following and self._slide.state() is not QPropertyAnimation.State.Running:
            self.following = following
            self.followed.emit(following)
        if value >= bar.maximum() - _NEAR * LOG_ROW:
            self.older_near.emit()
        if value <= _NEAR * LOG_ROW and self._log.newer:
            self.newer_near.emit()

    def _grew(self, _parent: QModelIndex | QPersistentModelIndex, first: int, last: int) -> None:
        if first <= self.first_row():
            self._keep((last - first + 1) * LOG_ROW, at_top=self.following and first == 0)

    def _shrank(self, _parent: QModelIndex | QPersistentModelIndex, first: int, last: int) -> None:
        if first <= self.first_row():
            self._keep(-(last - first + 1) * LOG_ROW, at_top=False)

    def _keep(self, shift: int, *, at_top: bool) -> None:
        """Moves with the rows that are in sight; at the top, new ones slide in instead."""
        bar = self.verticalScrollBar()
        if at_top:
            if self._theme.motion and self.isVisible() and self._slide.state() is not QPropertyAnimation.State.Running:
                self._slide.setStartValue(min(shift, _MOST_SLIDE * LOG_ROW))
                self._slide.setEndValue(0)
                self._slide.start()
            return
        value = bar.value() + shift
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        bar.setValue(max(0, value))
