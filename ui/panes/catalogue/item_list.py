"""The table of items and its filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from service.domain.catalogue.items import Item, ItemQuery, ItemSort, ItemView
from ui.backend.shops_port import BranchFacts
from ui.i18n import Formats
from ui.panes.catalogue.catalogue_words import item_names, sort_words, view_words
from ui.shell.pane_context import PaneContext
from ui.theme import Theme
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, FilterChip, Ink, RowsModel, SearchField, Segment, Segmented, Table, row

_EDGE = 10
_DESCENDING = (ItemSort.PRICE, ItemSort.QUANTITY)
"""Sortings that begin with the largest when the user chooses them by name."""


class ItemTable(QObject):
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
                # The model's years are at the end of a name.
                elide=Qt.TextElideMode.ElideMiddle,
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


class ItemFilters(QWidget):
    """Calls `on_change` for another search, branch, view or sorting."""

    def __init__(self, theme: Theme, formats: Formats, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._formats, self._on_change = formats, on_change
        self._down = False
        self.search = SearchField(theme, self.tr("SKU or name"), lambda _text: on_change())
        self.search.setToolTip(self.tr("SKU, OEM number or name, English or Arabic"))
        every = (("", self.tr("All branches")),)
        self.branch = FilterChip(theme, every, lambda _key: on_change(), name=self.tr("Branch"), icon="warehouse")
        self.branch.hide()
        self.sort = FilterChip(theme, sort_words(), self._on_sort_chosen, name=self.tr("Sort by"), icon="arrow-up-down")
        self.views = Segmented(theme, self._segments({}), lambda _key: on_change(), name=self.tr("Which parts"))
        line = row(self.search, self.branch, self.sort, self.views)
        line.setStretch(0, 1)
        self.setLayout(line)

    def query(self) -> ItemQuery:
        branch = self.branch.key or None
        view = ItemView(self.views.key)
        return ItemQuery(self.search.text(), branch, view, ItemSort(self.sort.key), self._down)

    def show_branches(self, branches: tuple[BranchFacts, ...]) -> None:
        """Shows the shop's branches; a single one leaves nothing to choose."""
        names = tuple((facts.branch.name, facts.branch.name) for facts in branches)
        self.branch.show_choices((("", self.tr("All branches")), *names))
        self.branch.setVisible(len(branches) > 1)

    def show_counts(self, counts: Mapping[ItemView, int]) -> None:
        """How many parts each view has."""
        self.views.show_segments(self._segments(counts))

    def sort_by(self, name: str, down: bool) -> None:
        """Sorts after a click on a header."""
        self.sort.key = name
        self.sort.show_choices(sort_words())
        self._down = down
        self._on_change()

    def show_all(self) -> None:
        """Removes the filters without a request."""
        self.search.edit.clear()
        self.views.choose(ItemView.ALL)
        self.branch.key = ""

    def _on_sort_chosen(self, key: str) -> None:
        self._down = ItemSort(key) in _DESCENDING
        self._on_change()

    def _segments(self, counts: Mapping[ItemView, int]) -> tuple[Segment, ...]:
        """One segment per view; inactive parts only if there are some."""
        words = view_words()
        views = [view for view in ItemView if view is not ItemView.INACTIVE or counts.get(view)]
        return tuple(Segment(view.value, words[view], self._formats.count(counts.get(view, 0))) for view in views)
