"""Rows of the editor: the cars that an item fits, and its stock in each branch."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from service.domain.catalogue.items import Fit, Item
from service.domain.catalogue.row_types import MAX_CAR_TEXT
from service.domain.catalogue.stock import DEFAULT_LOW_LIMIT
from service.domain.quantity import format_quantity
from ui.i18n import isolate_name
from ui.i18n.formats import parse_milli
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import FaultLine, FormRow, IconButton, Ink, Label, LinkButton, column, row, set_faulty, text_field

_COLUMNS = 4
MAX_BRANCHES = 40
"""Branches that have a field here; the movement dialog has all of them."""
MAX_EDITED = 100
"""A longer list is displayed as a number; it is changed by an upload or on the command line."""

_FIELDS = ("make", "model", "year_from", "year_to")
_YEAR_WIDTH = 76


class LevelRows(QWidget):
    """A field for each branch; an empty one sets nothing where nothing was ever counted."""

    def __init__(self, context: PaneContext, branches: tuple[str, ...], item: Item | None) -> None:
        super().__init__()
        self._context = context
        levels = {} if item is None else {level.branch: level for level in item.stock}
        self._counted = frozenset(levels)
        names = [*levels, *(name for name in branches if name not in levels)][:MAX_BRANCHES]
        names.sort(key=lambda name: branches.index(name) if name in branches else len(branches))
        self.rows: dict[str, FormRow] = {}
        self.edits: dict[str, QLineEdit] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        for place, name in enumerate(names):
            level = levels.get(name)
            text = "" if level is None else format_quantity(level.quantity)
            hint = self._reserved_text(level.reserved) if level and level.reserved else ""
            self.edits[name] = text_field(context.theme, text, code=True)
            self.rows[name] = FormRow(context.theme, isolate_name(name), self.edits[name], hint)
            self.edits[name].textEdited.connect(lambda _text, name=name: self.rows[name].show_fault(""))
            grid.addWidget(self.rows[name], place // _COLUMNS, place % _COLUMNS, Qt.AlignmentFlag.AlignTop)
        limit = None if item is None else item.low_limit
        usual = context.formats.quantity(DEFAULT_LOW_LIMIT)
        self.low = text_field(context.theme, "" if limit is None else format_quantity(limit), usual, code=True)
        self.low_row = FormRow(
            context.theme, self.tr("Low at, free units"), self.low, self.tr("Empty: the usual %1").replace("%1", usual)
        )
        self.low.textEdited.connect(lambda _text: self.low_row.show_fault(""))
        grid.addWidget(self.low_row, len(names) // _COLUMNS, len(names) % _COLUMNS, Qt.AlignmentFlag.AlignTop)
        for number in range(_COLUMNS):
            grid.setColumnStretch(number, 1)

    def read(self) -> dict[str, int] | None:
        """Thousandths by branch, or None; then each fault is displayed at its field."""
        levels: dict[str, int] = {}
        good = True
        for name, edit in self.edits.items():
            text = edit.text().strip()
            milli = parse_milli(text)
            wrong = milli is None and (bool(text) or name in self._counted)
            self.rows[name].show_fault(self.tr("Write a number like 12 or 0.5.") if wrong else "")
            good = good and not wrong
            if milli is not None:
                levels[name] = milli
        return levels if good else None

    def read_limit(self) -> tuple[int | None, bool]:
        """The own low-stock limit, and whether it could be read; else the fault is displayed."""
        text = self.low.text().strip()
        milli = parse_milli(text)
        good = not text or milli is not None
        self.low_row.show_fault("" if good else self.tr("Write a number like 12 or 0.5."))
        return milli, good

    def texts(self) -> tuple[str, ...]:
        """What is displayed, to know whether it was changed."""
        return tuple(edit.text().strip() for edit in (*self.edits.values(), self.low))

    def _reserved_text(self, milli: int) -> str:
        return self.tr("%1 reserved").replace("%1", self._context.formats.quantity(milli))


class CarRow(QWidget):
    """Make, model, first and last year, and a button that removes the line."""

    def __init__(self, context: PaneContext, fit: Fit | None) -> None:
        super().__init__()
        theme = context.theme
        texts = ("", "", "", "") if fit is None else (fit.make, fit.model, _text(fit.year_from), _text(fit.year_to))
        names = (self.tr("Make"), self.tr("Model"), self.tr("From"), self.tr("To"))
        self.edits = tuple(text_field(theme, texts[at], names[at], code=at > 1) for at in range(4))
        self.make = self.edits[0]
        self.remove = IconButton(theme, "trash-2", self.tr("Remove this car"))
        self.fault = FaultLine(theme)
        self.faulty: QLineEdit | None = None
        line = row(spacing=8)
        for at, edit in enumerate(self.edits):
            edit.setAccessibleName(names[at])
            edit.setMaxLength(MAX_CAR_TEXT if at < 2 else 4)
            edit.textEdited.connect(lambda _text: self.clear_fault())
            line.addWidget(edit, (2, 3, 0, 0)[at])
            if at > 1:
                edit.setFixedWidth(_YEAR_WIDTH)
        line.addWidget(self.remove)
        self.setLayout(column(line, self.fault, spacing=4))

    def texts(self) -> tuple[str, ...]:
        """What is typed."""
        return tuple(edit.text().strip() for edit in self.edits)

    def read(self) -> Fit | None:
        """The car, or None; then the fault is displayed."""
        self.clear_fault()
        make, model, first, last = self.texts()
        unread = [name for name, year in (("year_from", first), ("year_to", last)) if year and not _is_year(year)]
        if unread:
            self.show_fault(self.tr("Write years like 2018, or leave them empty."), unread[0])
            return None
        if first and last and int(first) > int(last):
            self.show_fault(self.tr("The first year must not be after the last one."), "year_from")
            return None
        return Fit(make, model, int(first) if first else None, int(last) if last else None)

    def show_fault(self, text: str, field: str = "make") -> None:
        """Shows what is wrong with a field of the car, as a row of an upload names it."""
        self.faulty = self.edits[_FIELDS.index(field)] if field in _FIELDS else self.make
        set_faulty(self.faulty, text)
        self.fault.show_text(text)

    def clear_fault(self) -> None:
        """Removes what `show_fault` showed."""
        if self.faulty is not None:
            set_faulty(self.faulty, "")
        self.faulty = None
        self.fault.hide()


class CarRows(QWidget):
    """The lines with a link that adds one; a list of more than MAX_EDITED stays as it is."""

    def __init__(self, context: PaneContext, fits: tuple[Fit, ...]) -> None:
        super().__init__()
        self._context, self._fits = context, fits
        self.editable = len(fits) <= MAX_EDITED
        self.rows: list[CarRow] = []
        self._read_rows: list[CarRow] = []
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        self.add = LinkButton(context.theme, self.tr("Add a car"))
        self.add.clicked.connect(self._add_empty)
        self.note = Label(context.theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.note.setText(
            self.tr("It fits %n car(s), too many to change here. Send the list again from your system.", "", len(fits))
        )
        self.fault = FaultLine(context.theme)
        self.add.setVisible(self.editable)
        self.note.setVisible(not self.editable)
        self.setLayout(column(self._lines, self.note, self.fault, row(self.add, None), spacing=6))
        for fit in fits if self.editable else ():
            self._add_row(fit)

    def read(self) -> tuple[Fit, ...] | None:
        """The cars without empty lines, or None; then each fault is displayed at its line."""
        if not self.editable:
            return self._fits
        self._read_rows = [line for line in self.rows if any(line.texts())]
        cars = [line.read() for line in self._read_rows]
        good = [car for car in cars if car is not None]
        return tuple(good) if len(good) == len(cars) else None

    def texts(self) -> tuple[str, ...]:
        """What is typed, to know whether it was changed."""
        return tuple(text for line in self.rows if any(line.texts()) for text in line.texts())

    def show_fault(self, at: int | None, text: str, field: str = "make") -> None:
        """Shows what is wrong with the car of that place in the list, or with the whole list."""
        if at is not None and at < len(self._read_rows):
            self._read_rows[at].show_fault(text, field)
        else:
            self.fault.show_text(text)

    def first_faulty(self) -> QLineEdit | None:
        """The field with the fault of the first line that has one."""
        return next((line.faulty for line in self.rows if line.faulty is not None), None)

    def _add_row(self, fit: Fit | None) -> CarRow:
        line = CarRow(self._context, fit)
        line.remove.clicked.connect(lambda: self._remove(line))
        self.rows.append(line)
        self._lines.addWidget(line)
        self.add.setEnabled(len(self.rows) < MAX_EDITED)
        return line

    def _add_empty(self) -> None:
        self._add_row(None).make.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, line: CarRow) -> None:
        at = self.rows.index(line)
        self.rows.remove(line)
        self._lines.removeWidget(line)
        line.hide()
        line.deleteLater()
        self.add.setEnabled(True)
        following: QWidget = self.rows[min(at, len(self.rows) - 1)].remove if self.rows else self.add
        following.setFocus(Qt.FocusReason.OtherFocusReason)


def _text(year: int | None) -> str:
    return "" if year is None else str(year)


def _is_year(text: str) -> bool:
    return text.isdecimal() and len(text) == 4
