"""The fields of a part that are one value each: texts, prices, condition and two switches."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from service.domain.catalogue.item_edit import FieldValue
from service.domain.catalogue.items import Item
from service.domain.catalogue.row_types import MAX_NAME, MAX_TEXT
from service.domain.catalogue.sku import MAX_SKU
from service.domain.money import add_vat, format_bhd, format_rate
from ui.i18n.number_input import parse_fils
from ui.i18n.value_words import condition_words
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import FormRow, choice_field, column, row, text_field

_PRICES = ("price_fils", "wholesale_price_fils", "online_price_fils")
_CODES = ("sku", "oem_number", *_PRICES)


class PartFields(QWidget):
    """A form row for each field by its name in an upload row; `item` None is a new part."""

    def __init__(self, context: PaneContext, item: Item | None) -> None:
        super().__init__()
        self._theme = context.theme
        self.edits = {name: self._make_edit(name, item) for name in self._labels()}
        words = tuple((condition.value, text) for condition, text in condition_words().items())
        chosen = item.condition.value if item and item.condition else ""
        self.condition = choice_field(context.theme, (("", "\u2014"), *words), chosen)
        self.active = self._make_box(self.tr("Active"), on=item is None or item.active)
        self.listed = self._make_box(self.tr("On the marketplace"), on=item is not None and item.list_on_marketplace)
        self.rows = {name: FormRow(context.theme, text, self.edits[name]) for name, text in self._labels().items()}
        self.rows["condition"] = FormRow(context.theme, self.tr("Condition"), self.condition)
        self.edits["sku"].setReadOnly(item is not None)
        self._vat = context.shop.vat
        self._formats = context.formats
        for name in _PRICES:
            self.edits[name].textChanged.connect(lambda _text, name=name: self._show_vat(name))
            self._show_vat(name)
        for name, edit in self.edits.items():
            edit.textEdited.connect(lambda _text, name=name: self.rows[name].show_fault(""))
        self.setLayout(
            column(
                self._line(("sku", 2), ("oem_number", 2), ("brand", 2)),
                self._line(("name", 1), ("name_ar", 1)),
                self._line(("category", 1), ("condition", 1)),
                self._line(*((name, 1) for name in _PRICES)),
                row(self.active, 12, self.listed, None),
                spacing=12,
            )
        )

    def read(self) -> dict[str, FieldValue] | None:
        """The values without the SKU, or None; then each fault is displayed at its field."""
        values: dict[str, FieldValue] = {}
        good = True
        for name, edit in self.edits.items():
            text = edit.text().strip()
            if name in _PRICES:
                values[name] = parse_fils(text) if text else None
                wrong = bool(text) and values[name] is None
                self.rows[name].show_fault(self.tr("Write an amount like 12.500.") if wrong else "")
                good = good and not wrong
            elif name != "sku":
                values[name] = text if text or name == "name" else None
                self.rows[name].show_fault("")
        values["condition"] = self.condition.currentData() or None
        values["active"], values["list_on_marketplace"] = self.active.isChecked(), self.listed.isChecked()
        return values if good else None

    def texts(self) -> tuple[str, ...]:
        """What is displayed, to know whether it was changed."""
        boxes = (self.active, self.listed)
        typed = (edit.text().strip() for edit in self.edits.values())
        return (*typed, self.condition.currentText(), *(str(box.isChecked()) for box in boxes))

    def _show_vat(self, name: str) -> None:
        """Shows the price with VAT below the price without it."""
        fils = parse_fils(self.edits[name].text())
        if fils is None or not self._vat:
            self.rows[name].show_hint("")
            return
        text = self.tr("%1 with %2% VAT").replace("%1", self._formats.amount(add_vat(fils, self._vat)))
        self.rows[name].show_hint(text.replace("%2", format_rate(self._vat)))

    def _labels(self) -> dict[str, str]:
        return {
            "sku": self.tr("Part number (SKU)"),
            "oem_number": self.tr("OEM number"),
            "brand": self.tr("Brand"),
            "name": self.tr("Name"),
            "name_ar": self.tr("Arabic name"),
            "category": self.tr("Category"),
            "price_fils": self.tr("Shop price, BHD"),
            "wholesale_price_fils": self.tr("Trade price, BHD"),
            "online_price_fils": self.tr("Online price, BHD"),
        }

    def _make_edit(self, name: str, item: Item | None) -> QLineEdit:
        value = None if item is None else getattr(item, name)
        text = format_bhd(value) if isinstance(value, int) else value or ""
        edit = text_field(self._theme, text, code=name in _CODES)
        edit.setMaxLength({"sku": MAX_SKU, "name": MAX_NAME, "name_ar": MAX_NAME}.get(name, MAX_TEXT))
        edit.setCursorPosition(0)
        if name == "name_ar":
            edit.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        return edit

    def _make_box(self, text: str, *, on: bool) -> QCheckBox:
        box = QCheckBox(text)
        box.setFont(self._theme.font(Type.MEDIUM))
        box.setChecked(on)
        return box

    def _line(self, *fields: tuple[str, int]) -> QHBoxLayout:
        line = row(spacing=12)
        for name, stretch in fields:
            line.addWidget(self.rows[name], stretch, Qt.AlignmentFlag.AlignTop)
        return line
