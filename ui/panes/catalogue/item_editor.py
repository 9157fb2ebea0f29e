"""A part entered or changed by hand: every field, its stock per branch and the cars it fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from service.domain.catalogue.item_edit import LOW_LIMIT, FieldValue, ItemEdit, read_fields
from service.domain.catalogue.items import Fit, Item, ItemSelection
from service.domain.catalogue.row_types import ITEM_FIELDS, MAX_CAR_TEXT, MAX_TEXT, PRICE_FIELDS, FieldKind
from service.domain.catalogue.stock import DEFAULT_LOW_LIMIT
from service.domain.money import add_vat, format_bhd, format_rate
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.formats import parse_fils, parse_milli
from ui.i18n.service_sentences import field_label
from ui.i18n.value_words import condition_words
from ui.panes.catalogue.catalogue_words import item_title
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import (
    Button,
    ConfirmDialog,
    Dialog,
    FaultLine,
    FaultNote,
    FormRow,
    Hairline,
    IconButton,
    Ink,
    Kind,
    Label,
    LinkButton,
    choice_field,
    column,
    row,
    set_faulty,
    text_field,
)

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
        self.add = LinkButton(context.theme, self.tr("Add a car"), on_click=self._add_empty)
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
    """A new part if `item` is None. `on_saved(sku, again)` follows; `again` asks for the next."""

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
        rows = (*self.fields.rows.values(), *self.levels.rows.values(), self.levels.low_row)
        faulty: QWidget | None = next((row.field for row in rows if row.field.property("fault") == "true"), None)
        faulty = faulty or self.cars.first_faulty()
        if faulty is not None:
            self.focus_on(faulty)

    def _enable(self, *, on: bool) -> None:
        self.save.setEnabled(on)
        self.next.setEnabled(on)
