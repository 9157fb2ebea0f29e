"""Finds a part for a typed order: a search, and its results."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeySequence, QPainter, QShortcut

from service.domain.catalogue.items import Item, ItemQuery
from ui.backend import BackendError
from ui.backend.catalogue_port import ItemPage
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, RowList, RowPainter, RowsModel, SearchField
from ui.widgets.painting import mirror

_MAX_ROWS, _EDGE = 20, 12


def item_name(context: PaneContext, item: Item) -> str:
    """The part's name in the language of the window, if it has one."""
    return isolate_name(item.name_ar) if context.formats.arabic and item.name_ar else isolate_name(item.name)


class _PartRows(RowPainter):
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
        self.text(painter, rest, item_name(self._context, row), Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        free = self.tr("%1 free").replace("%1", formats.quantity(row.quantity - row.reserved))
        used = self.text(painter, lower, free, Type.SMALL, tokens.text2, end=True, rtl=rtl)
        rest = mirror(lower.adjusted(0, 0, -used - 8, 0), lower, rtl=rtl)
        self.text(painter, rest, formats.ltr(row.sku), Type.MONO, tokens.text2, end=False, rtl=rtl)


class PartPicker(SearchField):
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
            context.theme, self.model, _PartRows(context), name=self.tr("Parts that fit")
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
