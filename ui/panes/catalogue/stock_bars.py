"""Stock per branch: on hand as a bar, reserved first, and the figures next to it."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from service.domain.catalogue.items import Item
from service.domain.catalogue.stock import BranchStock
from ui.i18n import Formats, isolate_name
from ui.theme import Theme, Type
from ui.widgets import ElidedLabel, Ink, Label, column, row, set_margins
from ui.widgets.painting import box, runs_rtl

_HEIGHT = 8
_WHOLE = 100


class StockBar(QProgressBar):
    """One branch's level relative to the largest branch; its value for screen readers is the free
    share.
    """

    def __init__(self, theme: Theme, level: BranchStock, most: int, text: str) -> None:
        super().__init__()
        self._theme, self._level, self._most = theme, level, max(1, most)
        self.setAccessibleName(level.branch)
        self.setAccessibleDescription(text)
        self.setTextVisible(False)
        self.setRange(0, _WHOLE)
        self.setValue(max(0, level.free) * _WHOLE // max(1, level.quantity))
        self.setFixedHeight(_HEIGHT)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        box(painter, whole, _HEIGHT / 2, tokens.hair if not tokens.dark else tokens.border, None)
        held = self._bar_rect(whole, self._level.quantity)
        box(painter, held, _HEIGHT / 2, tokens.chart, None)
        if self._level.reserved:
            reserved = self._bar_rect(whole, self._level.reserved)
            painter.setClipRect(reserved)
            box(painter, held, _HEIGHT / 2, tokens.warn.fill, None)

    def _bar_rect(self, whole: QRectF, milli: int) -> QRectF:
        width = whole.width() * min(1.0, max(0.0, milli / self._most))
        left = whole.right() - width if runs_rtl(self) else whole.left()
        return QRectF(left, whole.top(), width, whole.height())


class LegendEntry(QWidget):
    """The colours of the bars, in words."""

    def __init__(self, theme: Theme, text: str, *, reserved: bool) -> None:
        super().__init__()
        self._theme, self._reserved = theme, reserved
        line = row(Label(theme, text, Type.SMALL, Ink.TEXT2), spacing=0)
        set_margins(line, theme, 14, 0, 0, 0)
        self.setLayout(line)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = self.width() - 8 if runs_rtl(self) else 0
        fill = tokens.warn.fill if self._reserved else tokens.chart
        box(painter, QRectF(x, (self.height() - 8) / 2, 8, 8), 2, fill, None)


class StockByBranch(QWidget):
    """All branches of one part."""

    def __init__(self, theme: Theme, formats: Formats, item: Item) -> None:
        super().__init__()
        self._theme, self._formats = theme, formats
        title = Label(theme, self.tr("Stock by branch"), Type.SMALL_STRONG, Ink.TEXT2)
        keys = row(
            LegendEntry(theme, self.tr("Free"), reserved=False),
            LegendEntry(theme, self.tr("Reserved"), reserved=True),
            spacing=14,
        )
        head = row(title, None)
        head.addLayout(keys)
        layout = column(head, spacing=9)
        if not item.stock:
            text = self.tr("Nothing has been counted in yet. Count it to start.")
            layout.addWidget(Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        most = max((level.quantity for level in item.stock), default=0) * 4 // 3
        for level in item.stock:
            layout.addLayout(self._branch(level, most))
        self.setLayout(layout)

    def _branch(self, level: BranchStock, most: int) -> QVBoxLayout:
        quantity = self._formats.quantity
        on_hand = self.tr("%1 on hand").replace("%1", quantity(level.quantity))
        reserved = self.tr("%1 reserved").replace("%1", quantity(level.reserved))
        free = self.tr("%1 free").replace("%1", quantity(level.free))
        ink = Ink.WARN if level.reserved else Ink.TEXT2
        theme = self._theme
        line = row(spacing=6)
        line.addWidget(ElidedLabel(theme, isolate_name(level.branch), Type.MEDIUM), 1)
        for part in (
            Label(theme, on_hand, Type.SMALL, Ink.TEXT2),
            Label(theme, "·", Type.SMALL, Ink.TEXT3),
            Label(theme, reserved, Type.SMALL, ink),
            Label(theme, "·", Type.SMALL, Ink.TEXT3),
            Label(theme, free, Type.SMALL_STRONG, Ink.BAD if level.reserved and level.free <= 0 else Ink.TEXT),
        ):
            line.addWidget(part)
        bar = StockBar(theme, level, most, f"{on_hand}, {reserved}, {free}")
        return column(line, bar, spacing=5)
