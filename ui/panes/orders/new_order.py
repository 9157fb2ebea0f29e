"""A typed order: one by phone, or in staging a test order, which Counterpart can also compose."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QLineEdit, QRadioButton, QScrollArea, QStackedLayout, QWidget

from service.domain.catalogue.items import Item, ItemQuery
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import Method
from service.domain.money import CustomerTotal, add_vat, compute_line_total, format_bhd
from service.domain.quantity import format_quantity
from ui.backend import BackendError, ErrorCode
from ui.backend.catalogue_port import ItemPage
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.shops_port import BranchFacts
from ui.i18n.error_texts import fault_text
from ui.i18n.formats import parse_fils, parse_milli
from ui.i18n.service_sentences import translate_sentence
from ui.i18n.value_words import part_name
from ui.panes.orders.customer_fields import CarFields, CustomerFields, show_faults
from ui.panes.orders.order_words import method_words
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Column,
    ComboBox,
    ConfirmDialog,
    Dialog,
    ElidedLabel,
    FaultLine,
    FormRow,
    IconButton,
    Ink,
    Label,
    RowList,
    RowPainter,
    RowsModel,
    SearchField,
    Segment,
    Segmented,
    Well,
    column,
    fill,
    row,
    set_faulty,
    set_margins,
    text_field,
)
from ui.widgets.painting import mirror

_MAX_ROWS, _EDGE = 20, 12
_UNIT = 1000
_AFTER_PRICE = 44
"""Pixels from the end of a line's price to the end of the line."""

translate = QCoreApplication.translate


def describe_price(item: Item, context: PaneContext) -> str:
    """What a customer pays for one; "" without a price."""
    if item.order_price_fils is None:
        return ""
    price = context.formats.money(add_vat(item.order_price_fils, context.shop.vat))
    return translate("SearchPopup", "%1 with VAT").replace("%1", price) if context.shop.vat else price


def _name_price(context: PaneContext) -> str:
    """The field for a line's price; a shop without VAT knows one price only."""
    if context.shop.vat:
        return translate("LineFields", "Price without VAT, BHD")
    return translate("LineFields", "Price, BHD")


class _ItemRows(RowPainter):
    """Name over SKU, price with VAT over what is free."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, TWO_LINE_ROW)
        self._context = context

    def paint_row(self, painter: QPainter, rect: QRect, row: Item, *, rtl: bool) -> None:
        tokens, formats = self.theme.tokens, self._context.formats
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        upper = QRect(inner.left(), rect.center().y() - 18, inner.width(), 19)
        lower = upper.translated(0, 19)
        used = self.text(
            painter, upper, describe_price(row, self._context), Type.MEDIUM, tokens.text, end=True, rtl=rtl
        )
        rest = mirror(upper.adjusted(0, 0, -used - 8, 0), upper, rtl=rtl)
        name = part_name(row.name, row.name_ar, formats)
        self.text(painter, rest, name, Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        free = self.tr("%1 free").replace("%1", formats.quantity(row.quantity - row.reserved))
        used = self.text(painter, lower, free, Type.SMALL, tokens.text2, end=True, rtl=rtl)
        rest = mirror(lower.adjusted(0, 0, -used - 8, 0), lower, rtl=rtl)
        self.text(painter, rest, formats.ltr(row.sku), Type.MONO, tokens.text2, end=False, rtl=rtl)


class ItemPicker(SearchField):
    """A search field, its `results` elsewhere; `on_found` gets their number, `on_pick` the part."""

    def __init__(
        self,
        context: PaneContext,
        dispatcher: GuiDispatcher,
        on_found: Callable[[str, int], None],
        on_pick: Callable[[Item], None],
        on_failed: Callable[[BackendError], None],
    ) -> None:
        super().__init__(context.theme, "", self._search)
        self.edit.setPlaceholderText(self.tr("Add a part: SKU, OEM number or name"))
        self.edit.setAccessibleName(self.tr("Add a part: SKU, OEM number or name"))
        self._context, self._dispatcher = context, dispatcher
        self._on_found, self._on_pick, self._on_failed = on_found, on_pick, on_failed
        self._reply: PendingReply[ItemPage] | None = None
        self._text = ""
        self._picks_first = False
        column: Column[Item] = Column("", lambda item: f"{item.name} {item.sku} {describe_price(item, context)}")
        self.model: RowsModel[Item] = RowsModel((column,), lambda item: item.sku, self)
        self.results: RowList[Item] = RowList(
            context.theme, self.model, _ItemRows(context), name=self.tr("Parts that fit")
        )
        self.results.opened.connect(self._pick)
        self.results.clicked.connect(lambda index: self._pick(self.model.row(index.row())))
        self._bind("Return", self._pick_first)
        self._bind("Enter", self._pick_first)
        self._bind("Down", lambda: self.results.setFocus(Qt.FocusReason.TabFocusReason))

    def _bind(self, keys: str, act: Callable[[], None]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self.edit)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(act)

    def _search(self, text: str) -> None:
        if self._reply:
            self._reply.cancel()
        self._text, self._picks_first = text, False
        if not text:
            self.model.set_rows(())
            self._on_found("", 0)
            return
        future = self._context.backend.catalogue.page(self._context.shop.id, ItemQuery(text=text), 0, _MAX_ROWS)
        self._reply = self._dispatcher.fetch(future, lambda page: self._show(text, page), self._on_failed)

    def _show(self, text: str, page: ItemPage) -> None:
        self.model.set_rows(page.rows)
        picks_first, self._picks_first = self._picks_first, False
        if picks_first and page.rows:
            self._pick(page.rows[0])
            return
        if page.rows:
            self.results.setCurrentIndex(self.model.index(0, 0))
        self._on_found(text, len(page.rows))

    def _pick_first(self) -> None:
        """Enter takes the chosen part of the text in the field, once that is found."""
        if self._text != self.text() or (self._reply and self._reply.pending):
            self.search_now()
            self._picks_first = bool(self.text())
            return
        item = self.results.current()
        if item is not None:
            self._pick(item)

    def _pick(self, item: Item) -> None:
        self._on_pick(item)
        self.edit.clear()
        self._search("")
        self.edit.setFocus()


class LineFields(QWidget):
    """One line; `changed` is called after each key."""

    def __init__(self, context: PaneContext, item: Item, milli: int, changed: Callable[[], None]) -> None:
        super().__init__()
        self.item = item
        price = item.order_price_fils
        name = part_name(item.name, item.name_ar, context.formats)
        self.quantity = self._field(context, format_quantity(milli), self.tr("Quantity"), 64)
        typed = format_bhd(price) if price is not None else ""
        self.price = self._field(context, typed, _name_price(context), 96)
        self.drop = IconButton(context.theme, "x", self.tr("Remove"))
        for field in (self.quantity, self.price):
            field.textChanged.connect(changed)
        texts = column(
            ElidedLabel(context.theme, name, Type.MEDIUM),
            ElidedLabel(context.theme, context.formats.ltr(item.sku), Type.MONO, Ink.TEXT2),
            spacing=0,
        )
        line = row(spacing=8)
        fill(line, (texts, 1), self.quantity, self.price, self.drop)
        set_margins(line, context.theme, 12, 5, 4, 5)
        self.setLayout(line)

    def line(self) -> LineRequest | None:
        """The line, or None while it is not readable; its fields then show why."""
        milli, fils = parse_milli(self.quantity.text()), parse_fils(self.price.text())
        self._mark_fault(self.quantity, "" if milli else self.tr("Write a number above 0."))
        self._mark_fault(self.price, "" if fils is not None else self.tr("Write an amount like 12.500."))
        return LineRequest(self.item.sku, milli, fils) if milli and fils is not None else None

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
        head = Label(context.theme, _name_price(context), Type.CAPTION, Ink.TEXT3, trail=True)
        self._head = QWidget()
        set_margins(row(head, inside=self._head), context.theme, 12, 5, _AFTER_PRICE, 0)
        self._head.hide()
        self._layout = column(self._head, None, spacing=0, inside=page)
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
        self._head.show()
        self._changed()

    def lines(self) -> tuple[LineRequest, ...] | None:
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
        self._head.setVisible(bool(self.fields))
        fields.hide()
        fields.deleteLater()
        self._changed()


_PARTS_HEIGHT = 152


class NewOrderDialog(Dialog):
    """Asks for an order; `on_placed(reference)` follows; `test` offers to choose the parts."""

    def __init__(self, context: PaneContext, parent: QWidget, on_placed: Callable[[str], None], *, test: bool) -> None:
        title = (
            translate("NewOrderDialog", "Place a test order")
            if test
            else translate("NewOrderDialog", "Enter a phone order")
        )
        subtitle = (
            translate(
                "NewOrderDialog",
                "It behaves like a buyer's order: countdown, webhooks, held stock. No buyer is involved.",
            )
            if test
            else translate(
                "NewOrderDialog",
                "For a buyer on the phone. It is accepted at once, holds the parts, and your systems get a notice.",
            )
        )
        super().__init__(context.theme, parent, title, subtitle, icon="shopping-bag" if test else "phone")
        self._context, self._on_placed, self._by_phone = context, on_placed, not test
        self._dispatcher = GuiDispatcher(self)
        self._sending = self._picked = False
        theme = context.theme
        self.generated = QRadioButton(self.tr("Counterpart chooses the parts and the car"))
        self.manual = QRadioButton(self.tr("I choose"))
        for choice in (self.generated, self.manual):
            choice.setFont(theme.font(Type.BODY))
        self.generated.setChecked(test)
        self.manual.setChecked(not test)
        self.generated.toggled.connect(self._show_choice)
        self.picker = ItemPicker(context, self._dispatcher, self._on_found, self._add, self.show_fault)
        self.lines = LineList(context, self._on_changed)
        self.lines_fault = FaultLine(theme)
        self.form = self._form()
        self.fault = FaultLine(theme)
        fill(self.body, self.generated, self.manual, self.form, self.fault)
        for choice in (self.generated, self.manual):
            choice.setVisible(test)
        self.total = ElidedLabel(theme, "", Type.STRONG)
        self.vat = ElidedLabel(theme, "", Type.SMALL, Ink.TEXT2)
        totals = QWidget()
        totals.setLayout(column(self.total, self.vat, spacing=0))
        action = self.tr("Place the test order") if test else self.tr("Enter the order")
        self.place = self.main_button(action, self._place, changes=True)
        self.buttons(self.cancel_button(), self.place, leading=(totals,))
        self._dispatcher.fetch(context.backend.shops.branches(context.shop.id), self._show_branches, self.show_fault)
        self._show_choice()

    def ask_part(self, sku: str, milli: int) -> None:
        """Reads a part that is known beforehand; the dialog drops its answer when it closes."""
        future = self._context.backend.catalogue.item(self._context.shop.id, sku)
        self._dispatcher.fetch(future, lambda item: self.lines.add(item, milli), self.show_fault)

    def order(self) -> OrderRequest | None:
        """The typed order, or None while something is missing."""
        lines = self.lines.lines()
        courier = self.method.key == Method.COURIER
        fee = self._read_fee() if courier else 0
        if not lines or fee is None or self.car.faults():
            return None
        branch, car = self.branch.currentText() or None, self.car.read()
        return OrderRequest(lines, branch, car, Method(self.method.key), fee)

    def reject(self) -> None:
        """Asks before a typed order is lost."""
        if self._sending or not self._is_typed():
            super().reject()
            return
        title, text = self.tr("Close without entering the order?"), self.tr("What you typed is lost.")
        action = self.tr("Close")
        ConfirmDialog(self.theme, self, title, text, action, super().reject, destructive=True).open()

    def _form(self) -> QWidget:
        theme = self._context.theme
        well = Well()
        well.setFixedHeight(_PARTS_HEIGHT)
        well.body.setContentsMargins(1, 1, 1, 1)
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        hint = Label(theme, self.tr("Type above to find a part; Enter adds it."), Type.BODY, Ink.TEXT2, wrap=True)
        self._hint = hint
        calm = QWidget()
        calm.setLayout(column(hint, None))
        calm.setContentsMargins(12, 10, 12, 10)
        for page in (calm, self.lines, self.picker.results):
            self._stack.addWidget(page)
        well.body.addWidget(holder)
        words = method_words()
        choices = tuple(Segment(method.value, words[method]) for method in (Method.COURIER, Method.PICKUP))
        self.method = Segmented(theme, choices, lambda _key: self._on_changed(), name=self.tr("How the buyer gets it"))
        self.branch = ComboBox()
        self.branch.setFont(theme.font(Type.BODY))
        self.fee = text_field(theme, "", "0.000", code=True)
        self.car = CarFields(theme, self._on_changed)
        self._fee_row = FormRow(theme, self.tr("Courier fee, BHD"), self.fee)
        self.fee.textChanged.connect(self._on_changed)
        upper = row(spacing=12)
        # A fault below one field moves none of the others.
        method = FormRow(theme, self.tr("How the buyer gets it"), self.method)
        branch = FormRow(theme, self.tr("From branch"), self.branch)
        for part, share in ((method, 0), (self._fee_row, 1), (branch, 1)):
            upper.addWidget(part, share, Qt.AlignmentFlag.AlignTop)
        self.customer = CustomerFields(theme)
        self.customer.setVisible(self._by_phone)
        form = QWidget()
        form.setLayout(column(self.picker, well, self.lines_fault, upper, self.car, self.customer, spacing=10))
        return form

    def _show_choice(self) -> None:
        own = not self.generated.isChecked()
        self.form.setVisible(own)
        self.total.setVisible(own)
        self.vat.setVisible(own)
        self._on_changed()
        if own:
            self.picker.edit.setFocus()

    def _show_branches(self, branches: tuple[BranchFacts, ...]) -> None:
        for facts in branches:
            self.branch.addItem(facts.branch.name)
        main = next((at for at, facts in enumerate(branches) if facts.branch.main), 0)
        self.branch.setCurrentIndex(main)

    def _on_found(self, text: str, count: int) -> None:
        if text and not count:
            self._hint.setText(self.tr("No part fits this search."))
            self._stack.setCurrentIndex(0)
            return
        self._hint.setText(self.tr("Type above to find a part; Enter adds it."))
        self._stack.setCurrentIndex(2 if text else (1 if self.lines.fields else 0))

    def _add(self, item: Item) -> None:
        self._picked = True
        self.lines.add(item)

    def _on_changed(self) -> None:
        self.fault.hide()
        self.lines_fault.hide()
        show_faults(self._rows(), ())
        self._fee_row.setVisible(self.method.key == Method.COURIER)
        if not self.picker.text():
            self._stack.setCurrentIndex(1 if self.lines.fields else 0)
        self.place.setEnabled(not self._sending and (self.generated.isChecked() or bool(self.lines.fields)))
        courier = self.method.key == Method.COURIER
        fee = (self._read_fee() or 0) if courier else 0
        money, total = self._context.formats.money, CustomerTotal(self.lines.total(), self._context.shop.vat, fee)
        pays = self.tr("Customer pays %1").replace("%1", money(total.total_fils))
        vat = self.tr("VAT %1").replace("%1", money(total.vat_fils)) if total.vat_rate else ""
        self.total.setText(pays if self.lines.fields else "")
        self.vat.setText(vat if self.lines.fields else "")

    def _place(self) -> None:
        orders, shop = self._context.backend.orders, self._context.shop.id
        future: Future[str]
        if self.generated.isChecked():
            future = orders.place_test(shop)
        else:
            order = self.order()
            if order is None:
                self._show_faults()
                return
            future = orders.place(shop, order, self.customer.read() if self._by_phone else None)
        self._sending = True
        self.place.setEnabled(False)
        self._dispatcher.fetch(future, self._on_order_placed, self._on_refused)

    def _show_faults(self) -> None:
        show_faults(self._rows(), self._faults())
        faulty = self.lines.first_faulty()
        if faulty is None:
            self.focus_on_fault(*self._rows())
            return
        self.lines_fault.show_text(self.tr("Each part needs a quantity above 0 and a price."))
        self.focus_on(faulty)

    def _faults(self) -> tuple[tuple[FormRow, str], ...]:
        if self.method.key != Method.COURIER or self._read_fee() is not None:
            return self.car.faults()
        return (self._fee_row, self.tr("Write an amount like 1.500.")), *self.car.faults()

    def _rows(self) -> tuple[FormRow, ...]:
        return self._fee_row, *self.car.rows

    def _read_fee(self) -> int | None:
        return parse_fils(self.fee.text().strip() or "0")

    def _is_typed(self) -> bool:
        """Whether work would be lost: a part that was picked, or a text in a field but the search.
        What a request for quotation brought along does not count.
        """
        fields = (field for field in self.form.findChildren(QLineEdit) if field is not self.picker.edit)
        is_edited = any(field.isModified() and field.text() for field in fields)
        return not self.generated.isChecked() and (is_edited or bool(self._picked and self.lines.fields))

    def _on_order_placed(self, reference: str) -> None:
        self.accept()
        self._on_placed(reference)

    def _on_refused(self, error: BackendError) -> None:
        self._sending = False
        self.place.setEnabled(True)
        if error.code is not ErrorCode.NOT_ENOUGH_STOCK:
            self.show_fault(error)
            return
        # The service's sentence names the part, and its line where there are several.
        text = translate_sentence(error.sentence)
        self.lines_fault.show_text(text)
        self.lines.refuse_quantity(int(str(error.sentence.gaps.get("line", 1))), text)
        faulty = self.lines.first_faulty()
        if faulty is not None:
            self.focus_on(faulty)

    def show_fault(self, error: BackendError) -> None:
        """Shows why it could not be placed; the typed values stay."""
        self.fault.show_text(fault_text(error))
