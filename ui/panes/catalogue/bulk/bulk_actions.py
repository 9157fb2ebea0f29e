"""What is selected in the table, and the actions on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QObject
from PySide6.QtWidgets import QAbstractItemView

from service.domain.catalogue.items import ItemQuery, ItemSelection
from ui.backend import BackendError
from ui.panes.catalogue.bulk.price_dialog import PriceDialog
from ui.panes.catalogue.bulk.selection_bar import SelectionBar
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.panes.catalogue.part_table import PartTable
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.widgets import ConfirmDialog


class BulkActions(QObject):
    """Lets the table select several rows; `bar` acts on them. `query` is what the list shows."""

    def __init__(self, pane: Pane, parts: PartTable, query: Callable[[], ItemQuery]) -> None:
        super().__init__(pane)
        self._pane, self._parts, self._query = pane, parts, query
        self._found = 0
        self._all_of: ItemQuery | None = None
        self.bar = SelectionBar(pane.theme, pane.context.formats, self.select_all)
        self.bar.prices.clicked.connect(self.change_prices)
        self.bar.active.clicked.connect(self._ask_active)
        self.bar.inactive.clicked.connect(self._ask_inactive)
        self.bar.clear.clicked.connect(self._clear)
        parts.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        parts.table.selectionModel().selectionChanged.connect(lambda *_ranges: self._on_selected())
        parts.model.modelReset.connect(self._on_selected)

    def show_found(self, found: int) -> None:
        """Takes how many parts the list has, beyond those loaded."""
        self._found = found
        if self._all_of != self._query():
            self._all_of = None
        self._show()

    def select_all(self) -> None:
        """Selects everything that the search finds, loaded or not."""
        self._parts.table.selectAll()
        self._all_of = self._query()
        self._show()

    def selection(self) -> ItemSelection:
        """The selected parts."""
        if self._all_of is not None:
            return ItemSelection(query=self._all_of)
        rows = self._parts.table.selectionModel().selectedRows()
        return ItemSelection(tuple(self._parts.model.row(index.row()).sku for index in rows))

    def change_prices(self) -> None:
        """Opens the dialog that changes prices by percent."""
        PriceDialog(self._pane.context, self._pane, self.selection(), self._count()).open()

    def _ask_active(self) -> None:
        title = self.tr("Make %n part(s) active?", "", self._count())
        self._ask(title, self.tr("They can be ordered again."), self.tr("Make active"), on=True)

    def _ask_inactive(self) -> None:
        title = self.tr("Make %n part(s) inactive?", "", self._count())
        text = self.tr("They can’t be ordered until they are active again.")
        self._ask(title, text, self.tr("Make inactive"), on=False)

    def _ask(self, title: str, text: str, act: str, *, on: bool) -> None:
        """The question is about what is selected now, whatever a reload selects meanwhile."""
        pane, selection = self._pane, self.selection()

        def set_active() -> None:
            future = pane.context.backend.catalogue.set_active(pane.context.shop.id, selection, on)
            pane.dispatcher.send(future, self._on_failed)

        dialog = ConfirmDialog(pane.theme, pane, title, text, act, set_active)
        warning = OverwriteNote(pane.context, self._count())
        dialog.body.addWidget(warning)
        warning.ask(selection)
        dialog.open()

    def _clear(self) -> None:
        """Selects the current part alone."""
        table = self._parts.table
        one = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        table.selectionModel().select(table.currentIndex(), one)
        table.setFocus()

    def _on_selected(self) -> None:
        self._all_of = None
        self._show()

    def _count(self) -> int:
        return self._found if self._all_of is not None else len(self._parts.table.selectionModel().selectedRows())

    def _show(self) -> None:
        self.bar.show_count(self._count(), self._found, writable=not self._pane.context.shop.read_only)

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()
