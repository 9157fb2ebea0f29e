"""A part entered or changed by hand: every field, its stock per branch and the cars it fits."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from service.domain.catalogue.item_edit import LOW_LIMIT, FieldValue, ItemEdit, read_fields
from service.domain.catalogue.items import Item, ItemSelection
from service.domain.sentences import Sentence
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.panes.catalogue.catalogue_words import item_title
from ui.panes.catalogue.editor.car_rows import CarRows
from ui.panes.catalogue.editor.level_rows import LevelRows
from ui.panes.catalogue.editor.part_fields import PartFields
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, ConfirmDialog, Dialog, FaultNote, Hairline, Ink, Kind, Label

WIDTH = 800
_MOST_LISTED = 4
_CAR = re.compile(r"fit\[(\d+)\](?:\.(\w+))?")
_LEVEL = re.compile(r"quantity\[(.*)\]")


class PartEditor(Dialog):
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
        self.fields = PartFields(context, item)
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
        self._enable(on=True)
        left = [translate_sentence(fault) for fault in error.faults if not self._place(fault)]
        if error.code is ErrorCode.CHANGED_SINCE and self._item is not None:
            changed = self.tr("This part was changed while you edited it. Save again to replace it, or close this.")
            left = [changed, *self._list_changes(), *left]
            future = self._context.backend.catalogue.item(self._context.shop.id, self._item.sku)
            self._dispatcher.fetch(future, self._remember, self._show_error)
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

    def _show_error(self, error: BackendError) -> None:
        self.note.show_text(fault_text(error))

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
