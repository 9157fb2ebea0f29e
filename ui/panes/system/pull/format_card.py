"""How the file was recognised: system, format, encoding, separator, sheet, header row; each can be
changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QScrollArea, QWidget

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import FileForm
from ui.i18n import isolate_name, ltr
from ui.i18n.bidi import isolate_list
from ui.panes.system.pull.pull_words import (
    DBF,
    DELIMITED,
    FIXED_WIDTH,
    LISTS,
    TEXT_BOOKS,
    WORKBOOKS,
    delimiter_words,
    encoding_words,
    kind_words,
)
from ui.theme import Theme, Tone, Type
from ui.widgets import Badge, Button, Card, ComboBox, Dialog, Ink, Label, LinkButton, row, spin_field
from ui.widgets.label import escape_mnemonic

translate = QCoreApplication.translate
_PADDING: Final = 6
_LARGEST_HEIGHT: Final = 320
_LAST_HEADER_ROW = 200
_SEVERAL = ":"
"""The item for several sheets; no sheet has a colon in its name."""


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
        """The ticked sheets."""
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
        """Where a place is painted."""
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
        self.body.addWidget(area)
        self.body.addWidget(self.places)
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


class FormatCard(Card):
    """Calls `on_change` with the owner's choices; a None is recognised again in every file."""

    def __init__(self, theme: Theme, on_change: Callable[[FileForm], None]) -> None:
        super().__init__(theme, "")
        self._on_change, self._theme = on_change, theme
        self._sheets: tuple[str, ...] = ()
        self._read: tuple[str, ...] = ()
        self._lines: tuple[str, ...] = ()
        self._breaks: tuple[int, ...] = ()
        self._format = FileForm()
        self.system = Badge(theme, "", Tone.ACCENT)
        self.again = LinkButton(theme, self.tr("Recognise again"))
        self.again.clicked.connect(lambda: self._set_format(FileForm()))
        title = Label(theme, self.tr("What we recognised"), Type.HEADING)
        self.body.addLayout(row(title, None, self.again, self.system))
        self.kind = self._box(
            lambda key: self._with_sheets(replace(self._format, kind=key, delimiter=None, breaks=()), ())
        )
        self.member = self._box(lambda key: FileForm(member=key))
        self.encoding = self._box(lambda key: replace(self._format, encoding=key))
        self.delimiter = self._box(lambda key: replace(self._format, delimiter=key))
        self.sheet = self._box(self._with_sheet)
        self.several = self._link(self.tr("Several sheets…"), self.choose_sheets)
        self.draw = self._link(self.tr("Draw the columns…"), self.draw_columns)
        self.header = spin_field(theme, 0, _LAST_HEADER_ROW, 0)
        self.header.setKeyboardTracking(False)
        self.header.setSpecialValueText(self.tr("There are none"))
        self.header.valueChanged.connect(lambda value: self._set_format(replace(self._format, header_row=value)))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._labels: dict[QWidget, Label] = {}
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("File in the archive"), self.member),
            (self.tr("Format"), self.kind),
            (self.tr("Letters"), self.encoding),
            (self.tr("Between cells"), self.delimiter),
            (self.tr("Sheet"), self.sheet),
            (self.tr("Names in row"), self.header),
        )
        for at, (name, field) in enumerate(rows):
            label = Label(theme, name, Type.BODY, Ink.TEXT2)
            label.setBuddy(field)
            field.setAccessibleName(name)
            field.setFont(theme.font(Type.BODY))
            self._labels[field] = label
            self._grid.addWidget(label, at, 0)
            self._grid.addWidget(field, at, 1)
        self.query = self._add_query_text()
        self.body.addLayout(self._grid)
        self.body.addLayout(row(None, self.draw, self.several))
        self.body.addStretch(1)

    def show_form(self, inspection: FileInspection, settled: FileForm, *, from_query: bool = False) -> None:
        """Shows what was recognised, with the owner's choices. The rows of a query come in a form
        that is not the owner's choice.
        """
        self._format = settled
        form = inspection.form
        self.system.setVisible(bool(inspection.system))
        self.system.show_state(isolate_name(inspection.system or ""), Tone.ACCENT, dot=False)
        self.again.setVisible(settled != FileForm())
        self._fill(self.kind, kind_words(), form.kind)
        self._fill(self.encoding, encoding_words(), form.encoding)
        wide = {form.delimiter: ltr(form.delimiter.replace("\t", "⇥"))} if form.delimiter else {}
        self._fill(self.delimiter, wide | delimiter_words(), form.delimiter)
        self._fill(self.member, {name: ltr(name) for name in inspection.members}, form.member)
        self._sheets = inspection.sheets
        self._read = form.sheets or ((form.sheet,) if form.sheet else ())
        names = {sheet: isolate_name(sheet) for sheet in inspection.sheets}
        if form.sheets:
            names[_SEVERAL] = self.tr("Several: %1").replace("%1", isolate_list(form.sheets, arabic=self._theme.rtl))
        self._fill(self.sheet, names, _SEVERAL if form.sheets else form.sheet)
        self.header.blockSignals(True)
        self.header.setValue(form.header_row or 0)
        self.header.blockSignals(False)
        book = form.kind in WORKBOOKS
        self._show_row(self.member, bool(inspection.members))
        self._show_row(self.kind, not from_query)
        self._show_row(self.encoding, not from_query and (not book or form.kind in TEXT_BOOKS))
        self.query.setVisible(from_query)
        self._show_row(self.delimiter, form.kind == DELIMITED)
        lists = form.kind in LISTS
        self._labels[self.sheet].setText(self.tr("List") if lists else self.tr("Sheet"))
        self._show_row(self.sheet, (book or lists) and bool(inspection.sheets) and form.kind != DBF)
        self.several.setVisible(book and not lists and len(inspection.sheets) > 1)
        self._lines, self._breaks = inspection.lines, form.breaks
        self.draw.setVisible(form.kind == FIXED_WIDTH)
        self._show_row(self.header, (book and not lists) or form.kind in (DELIMITED, FIXED_WIDTH))

    def choose_sheets(self) -> None:
        """Opens the choice of several sheets."""

        def take(sheets: tuple[str, ...]) -> None:
            self._set_format(self._with_sheets(self._format, sheets))

        SheetsDialog(self._theme, self.window(), self._sheets, self._read, take).open()

    def draw_columns(self) -> None:
        """Opens the first lines, on which the columns are drawn."""

        def take(breaks: tuple[int, ...]) -> None:
            self._set_format(replace(self._format, breaks=breaks, header_row=None))

        WidthsDialog(self._theme, self.window(), self._lines, self._breaks, take).open()

    def _with_sheet(self, key: str) -> FileForm:
        return self._format if key == _SEVERAL else self._with_sheets(self._format, (key,))

    def _with_sheets(self, form: FileForm, sheets: tuple[str, ...]) -> FileForm:
        """A form that reads one sheet, or several as one list; () recognises it again."""
        several = len(sheets) > 1
        return replace(
            form,
            sheet=sheets[0] if len(sheets) == 1 else None,
            sheets=sheets if several else (),
            other_sheets=None,
            header_row=None if sheets else form.header_row,
        )

    def _add_query_text(self) -> Label:
        text = self.tr("The rows of the query, with its columns.")
        label = Label(self._theme, text, Type.BODY, Ink.TEXT2, wrap=True)
        label.hide()
        self.body.addWidget(label)
        return label

    def _link(self, text: str, on_click: Callable[[], None]) -> LinkButton:
        link = LinkButton(self._theme, text)
        link.clicked.connect(on_click)
        return link

    def _box(self, take: Callable[[str], FileForm]) -> QComboBox:
        box = ComboBox()
        box.activated.connect(lambda _at: self._set_format(take(str(box.currentData()))))
        return box

    def _fill(self, box: QComboBox, words: dict[str, str], key: str | None) -> None:
        box.clear()
        known = dict(words)
        if key is not None:
            known.setdefault(key, ltr(key))
        for value, text in known.items():
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(key)))

    def _show_row(self, field: QWidget, visible: bool) -> None:
        field.setVisible(visible)
        self._labels[field].setVisible(visible)

    def _set_format(self, form: FileForm) -> None:
        if form != self._format:
            self._format = form
            self._on_change(form)
