"""Finding a part while an order is typed in: a search, and what fits it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeySequence, QPainter, QShortcut

from service.domain.items import Item
from ui.backend import BackendError
from ui.backend.catalogue import ItemPage, ItemQuery
from ui.backend.courier import Courier, Reply
from ui.i18n import named
from ui.shell.desk import Desk
from ui.theme import Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, RowList, RowPainter, RowsModel, SearchField
from ui.widgets.ink import mirrored

_MOST, _EDGE = 20, 12


def item_name(desk: Desk, item: Item) -> str:
    """The part's name in the language of the window, where it has one."""
    return named(item.name_ar) if desk.formats.arabic and item.name_ar else named(item.name)


class _PartRows(RowPainter):
    """Name over SKU, price over what is free."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, TWO_LINE_ROW)
        self._desk = desk

    def paint_row(self, painter: QPainter, rect: QRect, row: Item, *, rtl: bool) -> None:
        tokens, formats = self.theme.tokens, self._desk.formats
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        upper = QRect(inner.left(), rect.center().y() - 18, inner.width(), 19)
        lower = upper.translated(0, 19)
        price = row.order_price_fils
        said = formats.money(price) if price is not None else ""
        used = self.text(painter, upper, said, Type.MEDIUM, tokens.text, end=True, rtl=rtl)
        rest = mirrored(upper.adjusted(0, 0, -used - 8, 0), upper, rtl=rtl)
        self.text(painter, rest, item_name(self._desk, row), Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        free = self.tr("%1 free").replace("%1", formats.quantity(row.quantity - row.reserved))
        used = self.text(painter, lower, free, Type.SMALL, tokens.text2, end=True, rtl=rtl)
        rest = mirrored(lower.adjusted(0, 0, -used - 8, 0), lower, rtl=rtl)
        self.text(painter, rest, formats.ltr(row.sku), Type.MONO, tokens.text2, end=False, rtl=rtl)


class PartPicker(SearchField):
    """A search field whose `results` list stands elsewhere. `found` says how many fit, `picked` gets the part."""

    def __init__(
        self,
        desk: Desk,
        courier: Courier,
        found: Callable[[str, int], None],
        picked: Callable[[Item], None],
        failed: Callable[[BackendError], None],
    ) -> None:
        super().__init__(desk.theme, "", self._search)
        self.edit.setPlaceholderText(self.tr("Add a part: SKU, OEM number or name"))
        self.edit.setAccessibleName(self.tr("Add a part: SKU, OEM number or name"))
        self._desk, self._courier = desk, courier
        self._found, self._chosen, self._failed = found, picked, failed
        self._reply: Reply[ItemPage] | None = None
        said: Column[Item] = Column("", lambda item: f"{item.name} {item.sku}")
        self.model: RowsModel[Item] = RowsModel((said,), lambda item: item.sku, self)
        self.results: RowList[Item] = RowList(desk.theme, self.model, _PartRows(desk), name=self.tr("Parts that fit"))
        self.results.opened.connect(self._take)
        self.results.clicked.connect(lambda index: self._take(self.model.row(index.row())))
        self._bind("Return", self._take_first)
        self._bind("Enter", self._take_first)
        self._bind("Down", lambda: self.results.setFocus(Qt.FocusReason.TabFocusReason))

    def _bind(self, keys: str, act: Callable[[], None]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self.edit)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(act)

    def _search(self, text: str) -> None:
        if self._reply:
            self._reply.drop()
        if not text:
            self.model.set_rows(())
            self._found("", 0)
            return
        future = self._desk.backend.catalogue.page(self._desk.shop.id, ItemQuery(text=text), 0, _MOST)
        self._reply = self._courier.fetch(future, lambda page: self._show(text, page), self._failed)

    def _show(self, text: str, page: ItemPage) -> None:
        self.model.set_rows(page.rows)
        if page.rows:
            self.results.setCurrentIndex(self.model.index(0, 0))
        self._found(text, len(page.rows))

    def _take_first(self) -> None:
        item = self.results.current()
        if item is not None:
            self._take(item)

    def _take(self, item: Item) -> None:
        self._chosen(item)
        self.edit.clear()
        self._search("")
        self.edit.setFocus()
