"""Shows pages as they will be printed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from ui.printing.pages import Pages, draw_white_page
from ui.theme import Theme

_GAP = 12
_WIDEST_SCALE = 1.5
"""Pixels for a point: a roll or a label is not shown larger than this."""


class PagesPreview(QScrollArea):
    """Pages one below the other; it can be scrolled with the keyboard."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._canvas = _Canvas(theme)
        self.setWidget(self._canvas)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_pages(self, pages: Pages) -> None:
        """Shows other pages from the top."""
        self._canvas.show_pages(pages)
        self.setAccessibleName(self.tr("Preview, %n page(s)", "", pages.count))
        self.verticalScrollBar().setValue(0)


class _Canvas(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pages: Pages | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pages(self, pages: Pages) -> None:
        self._pages = pages
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self._pages is None:
            return 0
        page = self._pages.size.height() * self._scale(width)
        return round((page + _GAP) * self._pages.count + _GAP)

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.sunken)
        if self._pages is None:
            return
        scale = self._scale(self.width())
        size = self._pages.size * scale
        left, top = (self.width() - size.width()) / 2, float(_GAP)
        for page in range(self._pages.count):
            place = QRectF(left, top, size.width(), size.height())
            if place.intersects(QRectF(event.rect())):
                painter.save()
                painter.translate(place.topLeft())
                draw_white_page(self._pages, painter, page, size.width())
                painter.restore()
                painter.setPen(QPen(QColor(0, 0, 0, 40)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(place)
            top += size.height() + _GAP

    def _scale(self, width: int) -> float:
        page = self._pages.size.width() if self._pages is not None else 1.0
        return min(_WIDEST_SCALE, max(1, width - 2 * _GAP) / page)
