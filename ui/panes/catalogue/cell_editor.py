"""A price or a count that is typed in the list of parts."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.items import Item, ItemSelection
from service.domain.money import add_vat, format_rate
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.i18n.formats import parse_fils, parse_milli
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Ink, Label, Table, text_field

_WIDTH = 272
_PRICE = "price_fils"
_STRANGE = 3
"""So many times more or less than before is asked about: a barcode reader types too."""


class CellField(Enum):
    """What is typed, by its column."""

    PRICE = 2
    COUNT = 3


class CellEditor(QFrame):
    """Enter saves, Esc and a click elsewhere go back, Tab goes to the other value. `on_dialog` is
    asked for where the count is of several branches.
    """

    def __init__(
        self,
        context: PaneContext,
        table: Table[Item],
        find_branch: Callable[[], str | None],
        on_dialog: Callable[[], None],
    ) -> None:
        super().__init__(table)
        self._context, self._table = context, table
        self._find_branch, self._on_dialog = find_branch, on_dialog
        self._dispatcher = GuiDispatcher(self)
        self._item: Item | None = None
        self._branch = ""
        self.field = CellField.PRICE
        self._asked_about = ""
        self.setObjectName("card")
        self.setFixedWidth(_WIDTH)
        self.edit = text_field(context.theme, code=True)
        self.edit.textChanged.connect(self._describe)
        self.hint = Label(context.theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.warning = OverwriteNote(context, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        for part in (self.edit, self.hint, self.warning):
            layout.addWidget(part)
        self.edit.installEventFilter(self)
        table.installEventFilter(self)
        table.verticalScrollBar().valueChanged.connect(lambda _value: self.close_editor())
        self.hide()

    def open(self, item: Item) -> None:
        """Enter or a double click: the price where that column was clicked, else the count."""
        is_price = self._table.currentIndex().column() == CellField.PRICE.value
        self.begin(item, CellField.PRICE if is_price else CellField.COUNT)

    def begin(self, item: Item, field: CellField, text: str = "") -> None:
        """Edits a value of a part; `text` is what was typed to begin it. The branch is the chosen
        one, or the only one that has the part.
        """
        branch = self._find_branch()
        branches = [branch] if branch else [level.branch for level in item.stock]
        if self._context.theme.read_only or self._context.shop.read_only:
            return
        if field is CellField.COUNT and len(branches) != 1:
            self._on_dialog()
            return
        self._item, self.field, self._branch = item, field, branches[0] if branches else ""
        self._asked_about = ""
        names = {CellField.PRICE: self.tr("Price, BHD, without VAT"), CellField.COUNT: self.tr("On hand")}
        self.edit.setAccessibleName(names[field])
        self.edit.setEnabled(True)
        self.edit.setText(text or self._write_before(item))
        self._describe()
        if not text:
            self.edit.selectAll()
        self.warning.hide()
        self.warning.ask(ItemSelection((item.sku,)))
        self._place()
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_editor(self) -> None:
        """Goes back to the list; nothing is saved."""
        if self.isHidden():
            return
        had_focus = self.edit.hasFocus()
        self.hide()
        if had_focus:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._table:
            return isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and self._begin_by_key(event)
        if event.type() is QEvent.Type.FocusOut:
            self.close_editor()
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and self._item is not None:
            if event.key() == Qt.Key.Key_Escape:
                self.close_editor()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._save()
                return True
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                other = CellField.COUNT if self.field is CellField.PRICE else CellField.PRICE
                self.begin(self._item, other)
                return True
        return super().eventFilter(watched, event)

    def _begin_by_key(self, event: QKeyEvent) -> bool:
        """A digit begins the value whose cell was clicked; elsewhere it begins a search."""
        item, column = self._table.current(), self._table.currentIndex().column()
        if item is None or not event.text().isdecimal() or column not in {field.value for field in CellField}:
            return False
        self.begin(item, CellField(column), event.text())
        return True

    def _place(self) -> None:
        """Over its cell, as far as the table has room."""
        cell = self._table.visualRect(self._table.currentIndex().siblingAtColumn(self.field.value))
        self.adjustSize()
        right = self._table.width() - self.width()
        corner = self._table.viewport().mapTo(self._table, QPoint(cell.right() - self.width(), cell.top()))
        bottom = self._table.height() - self.sizeHint().height()
        self.move(min(max(0, corner.x()), right), max(0, min(corner.y(), bottom)))

    def _value_before(self, item: Item) -> int | None:
        if self.field is CellField.PRICE:
            return item.price_fils
        return next((level.quantity for level in item.stock if level.branch == self._branch), None)

    def _write_before(self, item: Item) -> str:
        before, formats = self._value_before(item), self._context.formats
        if before is None:
            return ""
        return formats.amount(before) if self.field is CellField.PRICE else formats.quantity(before)

    def _parse(self) -> int | None:
        text = self.edit.text()
        return parse_fils(text) if self.field is CellField.PRICE else parse_milli(text)

    def _describe(self) -> None:
        """What the typed value means."""
        value, formats, shop = self._parse(), self._context.formats, self._context.shop
        self.hint.set_ink(Ink.TEXT2)
        if value is None:
            self.hint.setText(self.tr("Enter saves, Esc goes back."))
        elif self.field is CellField.PRICE:
            text = self.tr("With %1% VAT: %2. Enter saves.").replace("%1", format_rate(shop.vat))
            self.hint.setText(text.replace("%2", formats.money(add_vat(value, shop.vat))))
        else:
            text = self.tr("Count of %1 at %2. Enter saves.").replace("%1", formats.quantity(value))
            self.hint.setText(text.replace("%2", isolate_name(self._branch)))

    def _save(self) -> None:
        item, value = self._item, self._parse()
        if item is None or value is None:
            self._say_fault(self.tr("Write a number like 12 or 0.5."))
            return
        before = self._value_before(item)
        if value == before:
            self.close_editor()
        elif self._is_strange(value, before) and self._asked_about != self.edit.text():
            self._asked_about = self.edit.text()
            text = self.tr("It was %1 before. Enter again saves this all the same.")
            self._say_fault(text.replace("%1", self._context.formats.ltr(self._write_before(item))))
        else:
            self._send(item, value, before)

    def _is_strange(self, value: int, before: int | None) -> bool:
        if self.field is not CellField.PRICE or not before:
            return False
        return value > before * _STRANGE or value * _STRANGE < before

    def _send(self, item: Item, value: int, before: int | None) -> None:
        if self.field is CellField.PRICE:
            edit = ItemEdit(item.sku, fields={_PRICE: value}, seen={_PRICE: before})
        else:
            edit = ItemEdit(item.sku, levels={self._branch: value}, seen_levels={self._branch: before})
        self.hint.setText(self.tr("Saving"))
        future = self._context.backend.catalogue.save(self._context.shop.id, edit)
        self._dispatcher.fetch(future, lambda _none: self.close_editor(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self._say_fault(fault_text(error))
        if error.code is ErrorCode.CHANGED_SINCE and self._item is not None:
            future = self._context.backend.catalogue.item(self._context.shop.id, self._item.sku)
            self._dispatcher.fetch(future, self._show_changed, self._on_failed)

    def _show_changed(self, item: Item) -> None:
        """The value was changed since: it is shown, and Enter replaces it."""
        self._item = item
        text = self.tr("It was changed meanwhile, to %1. Enter saves yours all the same.")
        self._say_fault(text.replace("%1", self._context.formats.ltr(self._write_before(item))))

    def _say_fault(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.set_ink(Ink.BAD)
        self._place()
