"""A price or a count that is typed in the list of parts."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame

from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.items import Item, ItemSelection
from service.domain.money import add_vat, format_bhd, format_rate
from service.domain.quantity import MILLI, format_quantity
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.i18n.formats import parse_fils, parse_milli
from ui.panes.catalogue.item_list import ItemTable
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Ink, Label, announce, column, text_field

_WIDTH = 272
_PRICE = "price_fils"
_STRANGE = 3
"""A price of so many times more or less than before is asked about: a barcode reader types too."""

_LARGE = 1000 * MILLI
"""From it on so many times more than before is asked about, of a count too."""

_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
"""Another window or a menu takes the keyboard, and gives it back."""


def is_typed(event: QKeyEvent) -> bool:
    """Whether a key writes a letter or a digit, and is no command."""
    return event.text().isalnum() and not event.modifiers() & _COMMANDS


class CellField(Enum):
    """What is typed, by its column."""

    PRICE = 2
    COUNT = 3


class CellEditor(QFrame):
    """Enter saves, Tab saves and goes to the other value, Esc and a click elsewhere go back. What
    could not be saved stays until Esc. `on_dialog` is asked for where the count is of several
    branches.
    """

    def __init__(
        self,
        context: PaneContext,
        parts: ItemTable,
        find_branch: Callable[[], str | None],
        on_dialog: Callable[[], None],
    ) -> None:
        super().__init__(parts.table)
        self._context, self._table, self._model = context, parts.table, parts.model
        self._find_branch, self._on_dialog = find_branch, on_dialog
        self._dispatcher = GuiDispatcher(self)
        self._item: Item | None = None
        self._branch = ""
        self.field = CellField.PRICE
        self._asked_about = ""
        self._sending = self._unsaved = False
        self.setObjectName("card")
        self.setFixedWidth(_WIDTH)
        self.edit = text_field(context.theme, code=True)
        self.edit.textChanged.connect(self._describe)
        self.hint = Label(context.theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.warning = OverwriteNote(context, 1)
        column(self.edit, self.hint, self.warning, spacing=6, inside=self, margins=8)
        self.edit.installEventFilter(self)
        self._table.installEventFilter(self)
        self._table.verticalScrollBar().valueChanged.connect(self._place)
        self._model.modelReset.connect(self._place)
        self.hide()

    def update_context(self, context: PaneContext) -> None:
        """Uses the same shop with another rate of VAT or read-only state."""
        self._context = context
        if not self._unsaved:
            self._describe()

    def open(self, item: Item) -> None:
        """Enter or a double click: the price where that column was clicked, else the count."""
        is_price = self._table.currentIndex().column() == CellField.PRICE.value
        self.begin(item, CellField.PRICE if is_price else CellField.COUNT)

    def begin(self, item: Item, field: CellField, text: str = "") -> None:
        """Edits a value, begun with `text`, at the chosen branch or the only one with the part."""
        branch = self._find_branch()
        branches = [branch] if branch else [level.branch for level in item.stock]
        if self._sending or self._context.theme.read_only or self._context.shop.read_only:
            return
        if field is CellField.COUNT and len(branches) != 1:
            self.close_editor()
            self._on_dialog()
            return
        self._item, self.field, self._branch = item, field, branches[0] if branches else ""
        self._asked_about, self._unsaved = "", False
        names = {CellField.PRICE: self.tr("Price, BHD, without VAT"), CellField.COUNT: self.tr("On hand")}
        self.edit.setAccessibleName(names[field])
        self.edit.setText(text or self._write(self._value_before(item)))
        self._describe()
        if not text:
            self.edit.selectAll()
        self.warning.hide()
        self.warning.ask(ItemSelection((item.sku,)))
        self.show()
        self._place()
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
        key = event if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress else None
        if watched is self._table:
            return key is not None and self._begin_by_key(key)
        is_left = isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _PASSING
        if is_left and not self._unsaved:
            self.close_editor()
        return (key is not None and self._handle_key(key)) or super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        """What a save needs cannot be changed until its answer is there."""
        item, key = self._item, event.key()
        other = CellField.COUNT if self.field is CellField.PRICE else CellField.PRICE
        if self._sending or item is None:
            return True
        if key == Qt.Key.Key_Escape:
            self.close_editor()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._save(item, None)
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self._save(item, other)
        else:
            return event.text().isalnum() and bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        return True

    def _begin_by_key(self, event: QKeyEvent) -> bool:
        """A digit begins the value whose cell was clicked; elsewhere it begins a search."""
        item, column = self._table.current(), self._table.currentIndex().column()
        columns = {field.value for field in CellField}
        if item is None or column not in columns or not event.text().isdecimal() or not is_typed(event):
            return False
        self.begin(item, CellField(column), event.text())
        return True

    def _place(self) -> None:
        """Over its cell, as far as the table has room; where the list lacks the part, as before."""
        at = -1 if self._item is None else self._model.find(self._item.sku)
        if at < 0 or self.isHidden():
            return
        cell = self._table.visualRect(self._model.index(at, self.field.value))
        self.adjustSize()
        right = self._table.width() - self.width()
        corner = self._table.viewport().mapTo(self._table, QPoint(cell.right() - self.width(), cell.top()))
        bottom = self._table.height() - self.sizeHint().height()
        self.move(min(max(0, corner.x()), right), max(0, min(corner.y(), bottom)))

    def _value_before(self, item: Item) -> int | None:
        if self.field is CellField.PRICE:
            return item.price_fils
        return next((level.quantity for level in item.stock if level.branch == self._branch), None)

    def _write(self, value: int | None) -> str:
        """As `_parse` reads it."""
        if value is None:
            return ""
        return format_bhd(value) if self.field is CellField.PRICE else format_quantity(value)

    def _show_value(self, value: int | None) -> str:
        formats = self._context.formats
        return formats.amount(value) if self.field is CellField.PRICE or value is None else formats.quantity(value)

    def _parse(self) -> int | None:
        text = self.edit.text()
        return parse_fils(text) if self.field is CellField.PRICE else parse_milli(text)

    def _describe(self) -> None:
        """What the typed value means."""
        value, formats, shop = self._parse(), self._context.formats, self._context.shop
        self.hint.set_ink(Ink.TEXT2)
        if value is None or (self.field is CellField.PRICE and not shop.vat):
            self.hint.setText(self.tr("Enter saves, Esc goes back."))
        elif self.field is CellField.PRICE:
            text = self.tr("With %1% VAT: %2. Enter saves.").replace("%1", format_rate(shop.vat))
            self.hint.setText(text.replace("%2", formats.money(add_vat(value, shop.vat))))
        else:
            text = self.tr("Count of %1 at %2. Enter saves.").replace("%1", formats.quantity(value))
            self.hint.setText(text.replace("%2", isolate_name(self._branch)))

    def _save(self, item: Item, then: CellField | None) -> None:
        """Saves, and goes on to another value of the part or back to the list."""
        value, before = self._parse(), self._value_before(item)
        if self.edit.text() == self._write(before) or (value is not None and value == before):
            self._go_on(item, then)
        elif value is None:
            self._say_fault(self.tr("Write a number like 12 or 0.5."))
        elif self._is_strange(value, before) and self._asked_about != self.edit.text():
            self._asked_about = self.edit.text()
            text = self.tr("It was %1 before. Press Enter again to save this anyway.")
            self._say_fault(text.replace("%1", self._show_value(before)))
        else:
            self._send(item, value, before, then)

    def _is_strange(self, value: int, before: int | None) -> bool:
        """A small count may grow many times."""
        is_price, known = self.field is CellField.PRICE, before or 0
        if value > known * _STRANGE:
            return value >= _LARGE or (is_price and known > 0)
        return is_price and value * _STRANGE < known

    def _send(self, item: Item, value: int, before: int | None, then: CellField | None) -> None:
        if self.field is CellField.PRICE:
            edit = ItemEdit(item.sku, fields={_PRICE: value}, seen={_PRICE: before})
        else:
            edit = ItemEdit(item.sku, levels={self._branch: value}, seen_levels={self._branch: before})
        self._unsaved = True
        self._set_sending(True)
        self.hint.set_ink(Ink.TEXT2)
        self.hint.setText(self.tr("Saving"))
        future = self._context.backend.catalogue.save(self._context.shop.id, edit)
        self._dispatcher.fetch(future, lambda _none: self._on_saved(item, then), self._on_failed)

    def _on_saved(self, item: Item, then: CellField | None) -> None:
        if then is None:
            self._go_on(item, then)
        else:
            future = self._context.backend.catalogue.item(self._context.shop.id, item.sku)
            back = self._go_on
            self._dispatcher.fetch(future, lambda saved: back(saved, then), lambda _error: back(item, None))

    def _go_on(self, item: Item, then: CellField | None) -> None:
        self._set_sending(False)
        if then is None or self.window().focusWidget() is not self.edit:
            self.close_editor()
        else:
            self.begin(item, then)

    def _set_sending(self, sending: bool) -> None:
        self._sending = sending
        self.edit.setReadOnly(sending)

    def _on_failed(self, error: BackendError) -> None:
        """What is typed stays with the reason, wherever the keyboard is by now."""
        self._say_fault(fault_text(error))
        if error.code is ErrorCode.CHANGED_SINCE and self._item is not None:
            future = self._context.backend.catalogue.item(self._context.shop.id, self._item.sku)
            self._dispatcher.fetch(future, self._show_changed, self._on_failed)
        else:
            self._set_sending(False)

    def _show_changed(self, item: Item) -> None:
        """The value was changed since: it is shown, and Enter replaces it."""
        self._item = item
        self._set_sending(False)
        text = self.tr("It was changed meanwhile, to %1. Press Enter to save yours anyway.")
        self._say_fault(text.replace("%1", self._show_value(self._value_before(item))))

    def _say_fault(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.set_ink(Ink.BAD)
        self._place()
        announce(self, text)
