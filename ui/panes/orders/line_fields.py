"""The lines of a typed order: quantity and price of each, and their total."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget

from service.domain.catalogue.items import Item, ItemQuery
from service.domain.money import compute_line_total, format_bhd
from service.domain.quantity import format_quantity
from ui.backend import BackendError
from ui.backend.catalogue_port import ItemPage
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.orders_port import NewLine
from ui.i18n.formats import parse_fils, parse_milli
from ui.i18n.value_words import part_name
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Column,
    ElidedLabel,
    IconButton,
    Ink,
    RowList,
    RowPainter,
    RowsModel,
    SearchField,
    column,
    row,
    set_faulty,
    set_margins,
    text_field,
)
from ui.widgets.painting import mirror

_MAX_ROWS, _EDGE = 20, 12
_UNIT = 1000


class _ItemRows(RowPainter):
    """Name over SKU, price over what is free."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, TWO_LINE_ROW)
        self._context = context

    def paint_row(self, painter: QPainter, rect: QRect, row: Item, *, rtl: bool) -> None:
        tokens, formats = self.theme.tokens, self._context.formats
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        upper = QRect(inner.left(), rect.center().y() - 18, inner.width(), 19)
        lower = upper.translated(0, 19)
        price = row.order_price_fils
        price_text = formats.money(price) if price is not None else ""
        used = self.text(painter, upper, price_text, Type.MEDIUM, tokens.text, end=True, rtl=rtl)
        rest = mirror(upper.adjusted(0, 0, -used - 8, 0), upper, rtl=rtl)
        name = part_name(row.name, row.name_ar, formats)
        self.text(painter, rest, name, Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        free = self.tr("%1 free").replace("%1", formats.quantity(row.quantity - row.reserved))
        used = self.text(painter, lower, free, Type.SMALL, tokens.text2, end=True, rtl=rtl)
        rest = mirror(lower.adjusted(0, 0, -used - 8, 0), lower, rtl=rtl)
        self.text(painter, rest, formats.ltr(row.sku), Type.MONO, tokens.text2, end=False, rtl=rtl)


class ItemPicker(SearchField):
    """A search field whose `results` list is placed elsewhere. `on_found` gets the number of hits,
    `on_pick` the part.
    """

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
        column: Column[Item] = Column("", lambda item: f"{item.name} {item.sku}")
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
        self.price = self._field(context, typed, self.tr("Price without VAT, BHD"), 96)
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
