"""The table of parts: name over SKU, brand, price, on hand and free; pages load as the user
scrolls.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from service.domain.catalogue.items import Item, ItemSort
from ui.panes.catalogue.catalogue_words import item_names
from ui.shell.pane_context import PaneContext
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, Ink, RowsModel, Table

_EDGE = 10


class PartTable(QObject):
    """`table` and its `model`; `branch` limits on hand and free to one branch, None is all."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._formats = context.formats
        self.branch: str | None = None
        formats = context.formats
        columns: tuple[Column[Item], ...] = (
            Column(
                self.tr("Part"),
                lambda item: item_names(item, formats)[0],
                strong=True,
                second=lambda item: formats.ltr(item.sku),
                sort=ItemSort.NAME,
                inset=_EDGE,
            ),
            Column(
                self.tr("Brand"), lambda item: item.brand or "", 78, ink=Ink.TEXT2, sort=ItemSort.BRAND, yields=True
            ),
            Column(
                self.tr("Price, BHD"),
                lambda item: formats.amount(item.price_fils),
                86,
                end=True,
                sort=ItemSort.PRICE,
            ),
            Column(
                self.tr("On hand"),
                lambda item: formats.quantity(self.levels(item)[0]),
                68,
                end=True,
                ink=Ink.TEXT2,
                sort=ItemSort.QUANTITY,
            ),
            Column(
                self.tr("Free"),
                lambda item: formats.quantity(self.levels(item)[1]),
                56 + _EDGE,
                end=True,
                strong=True,
                ink_of=self._ink,
                sort=ItemSort.FREE,
                inset=_EDGE,
            ),
        )
        self.model: RowsModel[Item] = RowsModel(columns, lambda item: item.sku, self)
        self.table: Table[Item] = Table(context.theme, self.model, name=self.tr("Parts"), row_height=TWO_LINE_ROW)

    def levels(self, item: Item) -> tuple[int, int]:
        """On hand and free, in thousandths, at the chosen branch or all."""
        levels = [level for level in item.stock if self.branch in (None, level.branch)]
        return sum(level.quantity for level in levels), sum(level.free for level in levels)

    def _ink(self, item: Item) -> Ink:
        free = self.levels(item)[1]
        if free <= 0:
            return Ink.BAD
        return Ink.WARN if free <= item.low_limit_milli else Ink.TEXT
