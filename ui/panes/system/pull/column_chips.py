"""`Part No. → SKU` for each column of the file, as many as fit, then the number of the others."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from ui.i18n import isolate_name
from ui.panes.system.pull.pull_words import short_words
from ui.theme import Theme, Tone, Type
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.painting import leading_alignment, mirror, runs_rtl
from ui.widgets.plain_text import set_plain_tooltip

_GAP = 8


class ColumnChips(QLabel):
    """A real label whose text is the whole list, for screen readers and its tool tip."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._theme, self._title = theme, title
        self.texts: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_pairs(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Shows other columns: header and field each."""
        words = short_words()
        arrow = "←" if self._theme.rtl else "→"
        self.texts = tuple(f"{isolate_name(header)} {arrow} {words.get(field, field)}" for header, field in pairs)
        self.setText(", ".join(self.texts))
        set_plain_tooltip(self, "\n".join(self.texts))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rtl = self._theme, runs_rtl(self)
        painter = QPainter(self)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.tokens.text2)
        x = painter.fontMetrics().horizontalAdvance(self._title)
        painter.drawText(self.rect(), int(leading_alignment(rtl=rtl)), self._title)
        x += _GAP + 2
        metrics = QFontMetrics(theme.font(Type.CAPTION))
        for at, text in enumerate(self.texts):
            rest = f"+{len(self.texts) - at}"
            room = self.width() - x - (badge_width(metrics, rest, dot=False) + _GAP if at + 1 < len(self.texts) else 0)
            fits = badge_width(metrics, text, dot=False) <= room
            chip_text = text if fits else rest
            width = badge_width(metrics, chip_text, dot=False)
            place = QRect(x, (self.height() - HEIGHT) // 2, width, HEIGHT)
            paint_badge(
                painter, theme, mirror(place, self.rect(), rtl=rtl), chip_text, Tone.NEUTRAL, dot=False, rtl=rtl
            )
            if not fits:
                return
            x += width + _GAP
