"""Key and value pairs, timelines and checklists: short facts in columns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ui.theme import Theme, Tone, Type
from ui.widgets.card import Hairline, column, row
from ui.widgets.label import ElidedLabel, IconLabel, Label, WrappedLabel
from ui.widgets.painting import Ink, runs_rtl

_MARK = 22
_STEP = 46
_WHOLE = 110
"""Pixels up to which a value is never cut: any amount of money."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value; `code` is left to right, `strong` for sums."""

    label: str
    value: str
    code: bool = False
    strong: bool = False
    icon: str = ""


class FactRows(QWidget):
    """Label first, value at the end, one below the other; `ruled` draws hairlines between."""

    def __init__(
        self,
        theme: Theme,
        facts: tuple[Fact, ...],
        *,
        ruled: bool = False,
        spacing: int = 7,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(spacing)
        for number, fact in enumerate(facts):
            if ruled and number:
                layout.addWidget(Hairline(theme))
            line = QHBoxLayout()
            line.setSpacing(10)
            if fact.icon:
                line.addWidget(IconLabel(theme, fact.icon, 16))
            kind = Type.STRONG if fact.strong else Type.BODY
            line.addWidget(Label(theme, fact.label, kind, Ink.TEXT if fact.strong else Ink.TEXT2))
            value_kind = Type.MONO if fact.code else Type.STRONG if fact.strong else Type.MEDIUM if ruled else Type.BODY
            value = ElidedLabel(theme, fact.value, value_kind, trail=True)
            value.setMinimumWidth(min(value.sizeHint().width(), _WHOLE))
            line.addWidget(value, 1)
            layout.addLayout(line)


class FactGrid(QWidget):
    """Label over value, in columns."""

    def __init__(self, theme: Theme, facts: tuple[Fact, ...], columns: int = 3, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        for number, fact in enumerate(facts):
            kind = Type.MONO if fact.code else Type.STRONG if fact.strong else Type.BODY
            cell = column(
                Label(theme, fact.label, Type.SMALL, Ink.TEXT2), ElidedLabel(theme, fact.value, kind), None, spacing=3
            )
            grid.addLayout(cell, number // columns, number % columns)
        for at in range(columns):
            grid.setColumnStretch(at, 1)


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    title: str
    detail: str
    time: str
    tone: Tone = Tone.ACCENT
    upcoming: bool = False


class Timeline(QWidget):
    """The past events from top to bottom, and the next one."""

    def __init__(
        self, theme: Theme, moments: tuple[TimelineEntry, ...], name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._moments = theme, moments
        self._lines: list[QHBoxLayout] = []
        self.setAccessibleName(name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for moment in moments:
            ink = Ink.TEXT2 if moment.upcoming else Ink.TEXT
            texts = column(
                WrappedLabel(theme, moment.title, Type.MEDIUM, ink),
                WrappedLabel(theme, moment.detail, Type.SMALL, Ink.TEXT2),
                spacing=1,
            )
            line = row(16, (texts, 1))
            line.addWidget(Label(theme, moment.time, Type.SMALL, Ink.TEXT2), 0, Qt.AlignmentFlag.AlignTop)
            layout.addLayout(line)
            self._lines.append(line)
        layout.addStretch(1)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = self.width() - 8.0 if runs_rtl(self) else 8.0
        centres = [line.geometry().top() + 9.0 for line in self._lines]
        painter.setPen(QPen(self._theme.tokens.border, 2))
        for upper, lower in pairwise(centres):
            painter.drawLine(QPointF(x, upper + 8), QPointF(x, lower - 8))
        for y, moment in zip(centres, self._moments, strict=True):
            if moment.upcoming:
                painter.setPen(QPen(self._theme.tokens.text3, 1.2, Qt.PenStyle.DotLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theme.tint(moment.tone).fill)
            painter.drawEllipse(QPointF(x, y), 4, 4)


class CheckMark(QWidget):
    """A done step (filled, ticked) or one to do (ring)."""

    def __init__(self, theme: Theme, *, done: bool) -> None:
        super().__init__()
        self._theme, self._done = theme, done
        self.setFixedSize(_MARK, _MARK)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        disc = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if not self._done:
            painter.setPen(QPen(tokens.accent_text, 1.5))
            painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.good.text if tokens.dark else tokens.good.fill)
        painter.drawEllipse(disc)
        white = tokens.canvas if tokens.dark else QColor("#FFFFFF")
        tick = self._theme.pixmap("check", white, 14, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(4, 4), tick)


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line of a checklist; `button` helps to do it."""

    title: str
    detail: str
    done: bool
    button: QWidget | None = None


class Checklist(QWidget):
    """Steps, done and to do."""

    def __init__(self, theme: Theme, steps: tuple[ChecklistItem, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for step in steps:
            holder = QWidget()
            holder.setMinimumHeight(_STEP - 2)
            holder.setAccessibleName(step.title)
            holder.setAccessibleDescription(step.detail)
            line = QHBoxLayout(holder)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(11)
            line.addWidget(CheckMark(theme, done=step.done), 0, Qt.AlignmentFlag.AlignVCenter)
            texts = column(
                None,
                ElidedLabel(theme, step.title, Type.MEDIUM, Ink.TEXT2 if step.done else Ink.TEXT),
                ElidedLabel(theme, step.detail, Type.SMALL, Ink.TEXT2),
                None,
                spacing=2,
            )
            line.addLayout(texts, 1)
            if step.button:
                line.addWidget(step.button)
            layout.addWidget(holder)

    def sizeHint(self) -> QSize:
        return QSize(300, super().sizeHint().height())
