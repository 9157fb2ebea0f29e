"""Dialogs on the form of a file: which sheets are read, and where the columns of a text begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QScrollArea, QWidget

from ui.i18n import isolate_name, ltr
from ui.theme import Theme, Type
from ui.widgets import Button, Dialog, Ink, Label, fill
from ui.widgets.label import escape_mnemonic

translate = QCoreApplication.translate
_PADDING: Final = 6
_LARGEST_HEIGHT: Final = 320


class SheetsDialog(Dialog):
    """Calls `on_chosen` with one or more sheets, in the order of the workbook."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        sheets: tuple[str, ...],
        chosen: tuple[str, ...],
        on_chosen: Callable[[tuple[str, ...]], None],
    ) -> None:
        title = translate("SheetsDialog", "Which sheets are read?")
        subtitle = translate("SheetsDialog", "They are read as one list, or each as the stock of a branch.")
        super().__init__(theme, parent, title, subtitle, icon="file-spreadsheet")
        self._on_chosen = on_chosen
        self.boxes: dict[str, QCheckBox] = {}
        for sheet in sheets:
            box = QCheckBox(escape_mnemonic(isolate_name(sheet)))
            box.setFont(theme.font(Type.BODY))
            box.setChecked(sheet in chosen)
            box.toggled.connect(self._update)
            self.boxes[sheet] = box
            self.body.addWidget(box)
        self.read: Button = self.main_button(self.tr("Read them"), self._take)
        self.buttons(self.cancel_button(), self.read)
        self._update()

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(sheet for sheet, box in self.boxes.items() if box.isChecked())

    def _update(self) -> None:
        self.read.setEnabled(bool(self.chosen))

    def _take(self) -> None:
        self.accept()
        self._on_chosen(self.chosen)


class ColumnRuler(QWidget):
    """The lines, with a border before each column. A click sets or removes a border; so does the
    space bar at the cursor, which the arrow keys move.
    """

    def __init__(
        self, theme: Theme, lines: tuple[str, ...], breaks: tuple[int, ...], on_change: Callable[[], None]
    ) -> None:
        super().__init__()
        self._theme, self._lines, self._on_change = theme, lines, on_change
        self._breaks = set(breaks)
        self._cursor = 1
        self.last = max(map(len, lines), default=1)
        font = theme.font(Type.MONO)
        self.setFont(font)
        metrics = QFontMetricsF(font)
        self._cell, self._height = metrics.horizontalAdvance("0") + 1, metrics.height() + 2
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setAccessibleName(self.tr("Columns of the file"))
        self.setFixedSize(self.sizeHint())

    @property
    def breaks(self) -> tuple[int, ...]:
        """The places at which columns after the first begin."""
        return tuple(sorted(self._breaks))

    @property
    def cursor_place(self) -> int:
        """The place that the keyboard is at."""
        return self._cursor

    def sizeHint(self) -> QSize:
        return QSize(
            round(self._cell * (self.last + 1)) + 2 * _PADDING, round(self._height * len(self._lines)) + 2 * _PADDING
        )

    def x_of(self, place: int) -> float:
        return _PADDING + place * self._cell

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._cursor = self._within(round((event.position().x() - _PADDING) / self._cell))
        self._toggle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -self.last, Qt.Key.Key_End: self.last}
        step = steps.get(Qt.Key(event.key()))
        if step is not None:
            self._cursor = self._within(self._cursor + step)
            self._changed()
        elif event.key() == Qt.Key.Key_Space:
            self._toggle()
        else:
            super().keyPressEvent(event)

    def _within(self, place: int) -> int:
        return min(max(place, 1), max(1, self.last))

    def _toggle(self) -> None:
        self._breaks ^= {self._cursor}
        self._changed()

    def _changed(self) -> None:
        self.update()
        self._on_change()

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens.sunken)
        painter.setFont(self.font())
        painter.setPen(tokens.text)
        for line, text in enumerate(self._lines):
            top = _PADDING + line * self._height
            for place, char in enumerate(text):
                if char != " ":
                    cell = QRectF(self.x_of(place), top, self._cell, self._height)
                    painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, char)
        painter.setPen(tokens.accent)
        for place in self._breaks:
            x = self.x_of(place)
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        if self.hasFocus():
            x = self.x_of(self._cursor)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.accent)
            painter.setOpacity(0.35)
            painter.drawRect(QRectF(x - 2, 0, 4, self.height()))


class WidthsDialog(Dialog):
    """Calls `on_chosen` with the places at which columns begin."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        lines: tuple[str, ...],
        breaks: tuple[int, ...],
        on_chosen: Callable[[tuple[int, ...]], None],
    ) -> None:
        title = translate("WidthsDialog", "Where does each column begin?")
        subtitle = translate(
            "WidthsDialog", "Click between two columns to draw a border, or to remove it. Keys: arrows, space bar."
        )
        super().__init__(theme, parent, title, subtitle, icon="file-spreadsheet")
        self._on_chosen = on_chosen
        self.places = Label(theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.ruler = ColumnRuler(theme, lines, breaks, self._update)
        area = QScrollArea()
        area.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        area.setWidget(self.ruler)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFixedHeight(min(self.ruler.height() + 20, _LARGEST_HEIGHT))
        self._area = area
        fill(self.body, area, self.places)
        self.use: Button = self.main_button(self.tr("Use these columns"), self._take)
        self.buttons(self.cancel_button(), self.use)
        self._update()
        self.ruler.setFocus()

    def _update(self) -> None:
        places = ltr(", ".join(map(str, self.ruler.breaks)) or "–")
        at = ltr(str(self.ruler.cursor_place))
        text = self.tr("Columns begin at: %1. The cursor is at %2.").replace("%1", places).replace("%2", at)
        self.places.setText(text)
        self.ruler.setAccessibleDescription(text)
        self._area.ensureVisible(round(self.ruler.x_of(self.ruler.cursor_place)), 0, 40, 0)
        self.use.setEnabled(bool(self.ruler.breaks))

    def _take(self) -> None:
        self.accept()
        self._on_chosen(self.ruler.breaks)
