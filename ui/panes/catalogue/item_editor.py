"""A part entered or changed by hand: every field, its stock per branch and the cars it fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from service.domain.catalogue.item_edit import LOW_LIMIT, FieldValue, ItemEdit, read_fields
from service.domain.catalogue.items import Item, ItemSelection
from service.domain.catalogue.row_types import ITEM_FIELDS, MAX_TEXT, PRICE_FIELDS, FieldKind
from service.domain.money import add_vat, format_bhd, format_rate
from service.domain.sentences import Sentence
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.formats import parse_fils
from ui.i18n.service_sentences import field_label
from ui.i18n.value_words import condition_words
from ui.panes.catalogue.catalogue_words import item_title
from ui.panes.catalogue.editor_rows import CarRows, LevelRows
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import (
    Button,
    ConfirmDialog,
    Dialog,
    FaultNote,
    FormRow,
    Hairline,
    Ink,
    Kind,
    Label,
    choice_field,
    column,
    row,
    text_field,
)

_LINES = (
    ("sku", "oem_number", "barcode"),
    ("name", "name_ar"),
    ("brand", "category", "condition", "shelf"),
    PRICE_FIELDS,
)
"""The fields as they are displayed, which is also the order of the Tab key."""
WIDTH = 800
_MOST_LISTED = 4
_CAR = re.compile(r"fit\[(\d+)\](?:\.(\w+))?")
_LEVEL = re.compile(r"quantity\[(.*)\]")


class ItemFields(QWidget):
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
        for name in PRICE_FIELDS:
            self.edits[name].textChanged.connect(lambda _text, name=name: self._show_vat(name))
            self._show_vat(name)
        for name, edit in self.edits.items():
            edit.textEdited.connect(lambda _text, name=name: self.rows[name].show_fault(""))
        self.setLayout(
            column(
                *(self._line(line) for line in _LINES),
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
            if name in PRICE_FIELDS:
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
        texts = {name: field_label(name) for line in _LINES for name in line if name != "condition"}
        return texts | {name: self.tr("%1, BHD").replace("%1", texts[name]) for name in PRICE_FIELDS}

    def _make_edit(self, name: str, item: Item | None) -> QLineEdit:
        value = None if item is None else getattr(item, name)
        text = format_bhd(value) if isinstance(value, int) else value or ""
        field = ITEM_FIELDS[name]
        edit = text_field(self._theme, text, code=field.about.is_code or field.kind is FieldKind.PRICE)
        edit.setMaxLength(field.most or MAX_TEXT)
        edit.setCursorPosition(0)
        if name == "name_ar":
            edit.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        return edit

    def _make_box(self, text: str, *, on: bool) -> QCheckBox:
        box = QCheckBox(text)
        box.setFont(self._theme.font(Type.MEDIUM))
        box.setChecked(on)
        return box

    def _line(self, fields: Iterable[str]) -> QHBoxLayout:
        line = row(spacing=12)
        for name in fields:
            line.addWidget(self.rows[name], 1, Qt.AlignmentFlag.AlignTop)
        return line


class ItemEditor(Dialog):
    """`item` None enters a new part. `on_saved(sku, again)` is called after the write; `again` asks
    for the next part.
    """

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        item: Item | None,
        branches: tuple[str, ...],
        on_saved: Callable[[str, bool], None],
        *,
        saved_before: str = "",
    ) -> None:
        super().__init__(context.theme, parent, *self._titles(context, item, saved_before), icon="package", width=WIDTH)
        self._context, self._item, self._on_saved = context, item, on_saved
        self._dispatcher = GuiDispatcher(self)
        self._again = False
        self._seen: dict[str, FieldValue] = {}
        self._seen_levels: dict[str, int | None] = {}
        self.fields = ItemFields(context, item)
        self.levels = LevelRows(context, branches, item)
        self.cars = CarRows(context, () if item is None else item.fit)
        self.note = FaultNote(context.theme)
        self.warning = OverwriteNote(context, 1)
        self._fill()
        self._opened = self._texts()
        self._opened_values = (self.fields.read() or {}) | {LOW_LIMIT: self.levels.read_limit()[0]}
        self._opened_cars, self._opened_levels = self.cars.read(), self.levels.read() or {}
        if item is not None:
            self._remember(item)
            self.warning.ask(ItemSelection((item.sku,)))
        (self.fields.edits["sku"] if item is None else self.fields.edits["name"]).setFocus()

    def reject(self) -> None:
        """Asks before typed values are lost."""
        if self._texts() == self._opened:
            super().reject()
            return
        title, text = self.tr("Close without saving?"), self.tr("What you typed is lost.")
        action = self.tr("Close without saving")
        ConfirmDialog(self.theme, self, title, text, action, super().reject, destructive=True).open()

    def edit(self) -> ItemEdit | None:
        """The typed edit, or None while a field has a fault."""
        values, levels, cars = self.fields.read(), self.levels.read(), self.cars.read()
        limit, readable = self.levels.read_limit()
        if values is None or levels is None or cars is None or not readable:
            return None
        values[LOW_LIMIT] = limit
        fields = {name: value for name, value in values.items() if value != self._opened_values.get(name)}
        if cars != self._opened_cars:
            fields["fit"] = cars
        if self._item is None:
            fields["name"] = values["name"]
        counted = {name: milli for name, milli in levels.items() if milli != self._opened_levels.get(name)}
        sku = self.fields.edits["sku"].text().strip()
        seen = {name: self._seen[name] for name in fields if name in self._seen}
        seen_levels = {name: self._seen_levels.get(name) for name in counted} if self._item else {}
        return ItemEdit(sku, self._item is None, fields, counted, seen, seen_levels)

    def _titles(self, context: PaneContext, item: Item | None, saved_before: str) -> tuple[str, str]:
        if item is not None:
            return item_title(item, context.formats), context.formats.ltr(item.sku)
        text = self.tr("%1 is saved. Enter the next part.").replace("%1", isolate_name(saved_before))
        return self.tr("New part"), text if saved_before else self.tr("It needs an SKU and a name; the rest can wait.")

    def _fill(self) -> None:
        theme = self.theme
        for part in (
            self.note,
            self.warning,
            self.fields,
            Hairline(theme),
            Label(theme, self.tr("Stock by branch, as counted"), Type.SMALL_STRONG, Ink.TEXT2),
            self.levels,
            Hairline(theme),
            Label(theme, self.tr("Fits"), Type.SMALL_STRONG, Ink.TEXT2),
            self.cars,
        ):
            self.body.addWidget(part)
        self.save = self.main_button(self.tr("Save"), lambda: self._save(again=False), changes=True)
        self.next = Button(theme, self.tr("Save and enter another"), Kind.OUTLINE, main=True, changes=True)
        self.next.clicked.connect(lambda: self._save(again=True))
        self.next.setAutoDefault(False)
        leading = (self.next,) if self._item is None else ()
        self.buttons(self.cancel_button(), self.save, leading=leading)

    def _remember(self, item: Item) -> None:
        """Takes the values of the part as those that were seen."""
        self._seen = read_fields(item)
        self._seen_levels = {level.branch: level.quantity for level in item.stock}

    def _texts(self) -> tuple[tuple[str, ...], ...]:
        return self.fields.texts(), self.levels.texts(), self.cars.texts()

    def _save(self, *, again: bool) -> None:
        self.note.hide()
        self.cars.fault.hide()
        edit = self.edit()
        if edit is None:
            self._focus_fault()
        elif not (edit.is_new or edit.fields or edit.levels):
            self.accept()
        else:
            self._again = again
            self._enable(on=False)
            future = self._context.backend.catalogue.save(self._context.shop.id, edit)
            self._dispatcher.fetch(future, lambda _none: self._finish(edit.sku), self._on_failed)

    def _finish(self, sku: str) -> None:
        self.accept()
        self._on_saved(sku, self._again)

    def _on_failed(self, error: BackendError) -> None:
        """What others changed is known before it can be saved again."""
        if error.code is ErrorCode.CHANGED_SINCE and self._item is not None:
            future = self._context.backend.catalogue.item(self._context.shop.id, self._item.sku)
            self._dispatcher.fetch(future, lambda item: self._show_changed(error, item), self._show_faults)
        else:
            self._show_faults(error)

    def _show_changed(self, error: BackendError, item: Item) -> None:
        self._remember(item)
        self._show_faults(error)

    def _show_faults(self, error: BackendError) -> None:
        self._enable(on=True)
        left = [translate_sentence(fault) for fault in error.faults if not self._place(fault)]
        if error.code is ErrorCode.CHANGED_SINCE:
            changed = self.tr("This part was changed while you edited it. Save again to replace it, or close this.")
            left = [changed, *self._list_changes(), *left]
        if not error.faults:
            left = [fault_text(error)]
        if left:
            self.note.show_text("\n".join(left))
        self._focus_fault()

    def _list_changes(self) -> list[str]:
        """What is said at the fields, which may be out of sight below the note."""
        rows = (*self.fields.rows.values(), *self.levels.rows.values(), self.levels.low_row)
        said = [(row.field.accessibleName(), row.field.accessibleDescription()) for row in rows]
        return [f"{name}: {text}" for name, text in said if text][:_MOST_LISTED]

    def _place(self, fault: Sentence) -> bool:
        """Shows a fault at its field; False where it has none."""
        name, reason = str(fault.gaps.get("field", "")), fault.gaps.get("fault")
        text = translate_sentence(reason) if isinstance(reason, Sentence) else translate_sentence(fault)
        text = text[:1].upper() + text[1:]
        level, car = _LEVEL.fullmatch(name), _CAR.match(name)
        if level is not None and level[1] in self.levels.rows:
            self.levels.rows[level[1]].show_fault(text)
        elif name == LOW_LIMIT:
            self.levels.low_row.show_fault(text)
        elif name in self.fields.rows:
            self.fields.rows[name].show_fault(text)
        elif name.startswith("fit"):
            self.cars.show_fault(int(car[1]) if car else None, text, (car and car[2]) or "make")
        else:
            return False
        return True

    def _focus_fault(self) -> None:
        """Puts the focus on the first field with a fault."""
        rows = (*self.fields.rows.values(), *self.levels.rows.values(), self.levels.low_row)
        faulty: QWidget | None = next((row.field for row in rows if row.field.property("fault") == "true"), None)
        faulty = faulty or self.cars.first_faulty()
        if faulty is not None:
            self.focus_on(faulty)

    def _enable(self, *, on: bool) -> None:
        self.save.setEnabled(on)
        self.next.setEnabled(on)
