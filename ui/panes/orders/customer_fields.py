"""The customer and the car of an order."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.marketplace.orders import (
    MAX_CUSTOMER_ADDRESS,
    MAX_CUSTOMER_NAME,
    MAX_NOTE,
    MAX_PHONE,
    Customer,
    Vehicle,
    tidy_customer,
)
from ui.i18n import isolate_name, ltr
from ui.theme import Theme, Type
from ui.widgets import FormRow, Ink, Label, column, row, text_field

_YEAR_DIGITS = 4
_TITLE_WIDTH = 80


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


class CustomerFields(QWidget):
    """Name, phone, address and note; all may stay empty."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.name, self.address, self.note = text_field(theme), text_field(theme), text_field(theme)
        self.phone = text_field(theme, code=True)
        for field, most in (
            (self.name, MAX_CUSTOMER_NAME),
            (self.phone, MAX_PHONE),
            (self.address, MAX_CUSTOMER_ADDRESS),
            (self.note, MAX_NOTE),
        ):
            field.setMaxLength(most)
        upper, lower = row(spacing=12), row(spacing=12)
        upper.addWidget(FormRow(theme, self.tr("Customer's name"), self.name), 2)
        upper.addWidget(FormRow(theme, self.tr("Phone"), self.phone), 1)
        lower.addWidget(FormRow(theme, self.tr("Address"), self.address), 1)
        lower.addWidget(FormRow(theme, self.tr("Note"), self.note), 1)
        self.setLayout(column(upper, lower, spacing=10))

    def read(self) -> Customer:
        return tidy_customer(self.name.text(), self.phone.text(), self.address.text(), self.note.text())


class CustomerFacts(QVBoxLayout):
    """What was written down, without empty lines; each text can be copied."""

    def __init__(self, theme: Theme, customer: Customer) -> None:
        super().__init__()
        rows = (
            (self.tr("Name"), isolate_name(customer.name)),
            (self.tr("Phone"), ltr(customer.phone)),
            (self.tr("Address"), isolate_name(customer.address)),
            (self.tr("Note"), isolate_name(customer.note)),
        )
        self.setSpacing(6)
        self.addWidget(Label(theme, self.tr("Customer"), Type.SMALL_MEDIUM, Ink.TEXT2))
        written_texts = (customer.name, customer.phone, customer.address, customer.note)
        for (name, text), written in zip(rows, written_texts, strict=True):
            if written:
                line = row(spacing=16)
                title = Label(theme, name, Type.BODY, Ink.TEXT2)
                title.setFixedWidth(_TITLE_WIDTH)
                line.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
                line.addWidget(Label(theme, text, Type.BODY, wrap=True, selectable=True), 1)
                self.addLayout(line)
