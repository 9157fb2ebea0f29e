"""The lines of an order; Enter opens the part in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt

from service.domain.marketplace.orders import Line
from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, Ink, RowsModel, Table

_HEADER = 32
_EDGE = 12


class OrderLines(QObject):
    """The table in its full height: the order scrolls, not the table in it."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._formats = context.formats
        self._names: Mapping[str, str] = {}
        columns: tuple[Column[tuple[int, Line]], ...] = (
            Column(self.tr("Part"), self._name, strong=True, second=self._sku, inset=_EDGE),
            Column(self.tr("Qty"), lambda row: self._formats.quantity(row[1].quantity), 70, end=True),
            Column(self.tr("Price, BHD"), lambda row: self._formats.amount(row[1].price_fils), 90, end=True),
            Column(
                self.tr("Total, BHD"),
                lambda row: self._formats.amount(row[1].total_fils),
                100 + _EDGE,
                end=True,
                strong=True,
                ink=Ink.TEXT,
                inset=_EDGE,
            ),
        )
        self.model: RowsModel[tuple[int, Line]] = RowsModel(columns, lambda row: row[0], self)
        self.table: Table[tuple[int, Line]] = Table(
            context.theme, self.model, name=self.tr("Parts of the order"), row_height=TWO_LINE_ROW
        )
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.opened.connect(lambda row: context.go(PaneKey.CATALOGUE, row[1].sku))

    def show_lines(self, lines: tuple[Line, ...], arabic_names: Mapping[str, str]) -> None:
        """Shows other lines."""
        self._names = arabic_names
        self.model.set_rows(list(enumerate(lines)))
        self.table.setFixedHeight(_HEADER + TWO_LINE_ROW * len(lines))

    def _name(self, row: tuple[int, Line]) -> str:
        line = row[1]
        return isolate_name(self._names.get(line.sku) or line.name) if self._formats.arabic else line.name

    def _sku(self, row: tuple[int, Line]) -> str:
        return self._formats.ltr(row[1].sku)
