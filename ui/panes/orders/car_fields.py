"""The car of a typed order."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from service.domain.marketplace.orders import Vehicle
from ui.theme import Theme
from ui.widgets import FormRow, row, text_field

_YEAR_DIGITS = 4


class CarFields(QWidget):
    """Make, model and year; all may stay empty. `changed` is called after each key."""

    def __init__(self, theme: Theme, changed: Callable[[], None]) -> None:
        super().__init__()
        self.make, self.model = text_field(theme), text_field(theme)
        self.year = text_field(theme, code=True)
        self.rows = (
            FormRow(theme, self.tr("Car make"), self.make),
            FormRow(theme, self.tr("Model"), self.model),
            FormRow(theme, self.tr("Year"), self.year),
        )
        line = row(spacing=12)
        for part, share in zip(self.rows, (2, 2, 1), strict=True):
            line.addWidget(part, share, Qt.AlignmentFlag.AlignTop)
        self.setLayout(line)
        for field in (self.make, self.model, self.year):
            field.textChanged.connect(lambda _text: changed())

    def read(self) -> Vehicle | None:
        """The car, None where nothing was typed. Only for fields without a fault."""
        make, model, year = self._texts()
        return Vehicle(make, model, int(year) if year else None) if make else None

    def faults(self) -> tuple[tuple[FormRow, str], ...]:
        """What is missing or not readable, with its row."""
        make, model, year = self._texts()
        make_row, model_row, year_row = self.rows
        found = []
        if not make and (model or year):
            found.append((make_row, self.tr("Write the make too.")))
        if not model and (make or year):
            found.append((model_row, self.tr("Write the model too.")))
        if year and not (year.isdecimal() and len(year) == _YEAR_DIGITS):
            found.append((year_row, self.tr("Write a year like 2019.")))
        return tuple(found)

    def _texts(self) -> tuple[str, str, str]:
        make, model, year = (field.text().strip() for field in (self.make, self.model, self.year))
        return make, model, year


def show_faults(rows: tuple[FormRow, ...], faults: tuple[tuple[FormRow, str], ...]) -> None:
    """Shows the faults at their rows and removes all others."""
    texts = dict(faults)
    for one in rows:
        one.show_fault(texts.get(one, ""))
