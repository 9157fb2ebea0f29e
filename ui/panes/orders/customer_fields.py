"""The customer of an order by phone: typed in the dialog, shown in the order's detail."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.marketplace.orders import (
    MAX_CUSTOMER_ADDRESS,
    MAX_CUSTOMER_NAME,
    MAX_NOTE,
    MAX_PHONE,
    Customer,
    tidy_customer,
)
from ui.i18n import isolate_name, ltr
from ui.theme import Theme, Type
from ui.widgets import FormRow, Ink, Label, column, row, text_field

_TITLE_WIDTH = 80


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
        """What was typed."""
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
