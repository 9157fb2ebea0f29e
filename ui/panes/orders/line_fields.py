"""The lines of a typed order: quantity and price of each, and their total."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from service.domain.catalogue.items import Item
from service.domain.money import compute_line_total, format_bhd
from service.domain.quantity import format_quantity
from ui.backend.orders_port import NewLine
from ui.i18n.number_input import parse_fils, parse_milli
from ui.panes.orders.part_picker import item_name
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import ElidedLabel, IconButton, Ink, column, row, set_faulty, set_margins, text_field

_UNIT = 1000


class LineFields(QWidget):
    """One line; `changed` is called after each key."""

    def __init__(self, context: PaneContext, item: Item, milli: int, changed: Callable[[], None]) -> None:
        super().__init__()
        self.item = item
        price = item.order_price_fils
        name = item_name(context, item)
        self.quantity = self._field(context, format_quantity(milli), self.tr("Quantity"), 64)
        self.price = self._field(context, format_bhd(price) if price is not None else "", self.tr("Price, BHD"), 96)
        self.drop = IconButton(context.theme, "x", self.tr("Remove"))
        for field in (self.quantity, self.price):
            field.textChanged.connect(changed)
        texts = column(
            ElidedLabel(context.theme, name, Type.MEDIUM),
            ElidedLabel(context.theme, context.formats.ltr(item.sku), Type.MONO, Ink.TEXT2),
            spacing=0,
        )
        line = row(spacing=8)
        line.addLayout(texts, 1)
        for part in (self.quantity, self.price, self.drop):
            line.addWidget(part)
        set_margins(line, context.theme, 12, 5, 4, 5)
        self.setLayout(line)

    def line(self) -> NewLine | None:
        """The line, or None while it is not readable; its fields then show why."""
        milli, fils = parse_milli(self.quantity.text()), parse_fils(self.price.text())
        self._mark_fault(self.quantity, "" if milli else self.tr("Write a number above 0."))
        self._mark_fault(self.price, "" if fils is not None else self.tr("Write an amount like 12.500."))
        return NewLine(self.item.sku, milli, fils) if milli and fils is not None else None

    def refuse_quantity(self, text: str) -> None:
        """The quantity is to be changed; the next key takes the mark away."""
        self._mark_fault(self.quantity, text)
        self.quantity.selectAll()

    def _field(self, context: PaneContext, text: str, name: str, width: int) -> QLineEdit:
        field = text_field(context.theme, text)
        field.setFixedWidth(width)
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
        return field

    def _mark_fault(self, field: QLineEdit, text: str) -> None:
        if bool(field.property("fault") == "true") is not bool(text):
            set_faulty(field, text)


class LineList(QScrollArea):
    """All lines; `changed` is called after each key and each added or removed line."""

    def __init__(self, context: PaneContext, changed: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._changed = context, changed
        self.fields: list[LineFields] = []
        page = QWidget()
        page.setObjectName("page")
        self._layout = QVBoxLayout(page)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addStretch(1)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)
        self.viewport().setAutoFillBackground(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def add(self, item: Item, milli: int = _UNIT) -> None:
        """Adds a part; a part that is there already gets one unit more."""
        for fields in self.fields:
            if fields.item.sku == item.sku:
                fields.quantity.setText(format_quantity((parse_milli(fields.quantity.text()) or 0) + milli))
                return
        fields = LineFields(self._context, item, milli, self._changed)
        fields.drop.clicked.connect(lambda: self._drop(fields))
        self.fields.append(fields)
        self._layout.insertWidget(self._layout.count() - 1, fields)
        self._changed()

    def lines(self) -> tuple[NewLine, ...] | None:
        """All lines, or None while one is not readable."""
        lines = [fields.line() for fields in self.fields]
        good = tuple(line for line in lines if line is not None)
        return good if len(good) == len(lines) else None

    def first_faulty(self) -> QLineEdit | None:
        """The first field that is not readable."""
        edits = (edit for fields in self.fields for edit in (fields.quantity, fields.price))
        return next((edit for edit in edits if edit.property("fault") == "true"), None)

    def refuse_quantity(self, number: int, text: str) -> None:
        """Marks the quantity of a line, counted from 1, which the service refused."""
        if 0 < number <= len(self.fields):
            self.fields[number - 1].refuse_quantity(text)

    def total(self) -> int:
        """The total of the readable lines, in fils."""
        lines = [fields.line() for fields in self.fields]
        return sum(compute_line_total(line.quantity, line.price_fils or 0) for line in lines if line is not None)

    def _drop(self, fields: LineFields) -> None:
        self.fields.remove(fields)
        self._layout.removeWidget(fields)
        fields.hide()
        fields.deleteLater()
        self._changed()
