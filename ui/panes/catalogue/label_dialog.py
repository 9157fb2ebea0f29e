"""Prints shelf labels of the chosen parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from service.domain.catalogue.items import Item, ItemSelection
from service.domain.printing import LABEL_SIZES, LabelSize, find_label_size, find_most_copies, make_label
from service.domain.settings import Settings
from ui.backend import BackendError
from ui.i18n.error_texts import fault_text
from ui.printing.label_pages import LabelPages
from ui.printing.pages import Printers
from ui.printing.print_dialog import PrintDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import FilterChip, Ink, Label, fill, row, spin_field


class LabelDialog(PrintDialog):
    """The size that was chosen last is chosen again."""

    def __init__(
        self, context: PaneContext, parent: QWidget, items: tuple[Item, ...], printers: Printers | None = None
    ) -> None:
        super().__init__(context, parent, self.tr("Print %n label(s)", "", len(items)), printers)
        self._labels = tuple(make_label(item, context.shop) for item in items)
        self._settings: Settings | None = None
        sizes = tuple((size.key, self._describe(size)) for size in LABEL_SIZES)
        self.size_choice = FilterChip(
            context.theme, sizes, lambda _key: self._on_size_chosen(), name=self.tr("Size of a label")
        )
        self.size_choice.key = find_label_size("").key
        self.size_choice.show_choices(sizes)
        self.copies = spin_field(context.theme, 1, find_most_copies(len(items)), 1)
        self.copies.setAccessibleName(self.tr("Labels of each part"))
        self.copies.valueChanged.connect(lambda _value: self.refresh())
        self.note = Label(context.theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        copies = Label(context.theme, self.tr("Labels of each part"), Type.BODY, Ink.TEXT2)
        fill(self.body, row(copies, self.copies, None, self.size_choice), self.note)
        self.build()
        self.dispatcher.fetch(context.backend.settings.read(), self._use_settings, self._on_failed)

    def title(self) -> str:
        """`Labels`."""
        return self.tr("Labels")

    def make_pages(self) -> LabelPages:
        size = find_label_size(self.size_choice.key)
        font = self.theme.font(Type.BODY)
        return LabelPages(self._labels, size, self.copies.value(), self.context.formats, font)

    def refresh(self) -> None:
        missing = self.make_pages().without_bars
        self.note.setText(
            self.tr("%n part(s) without bars: the SKU is too long here, or not in Latin letters.", "", missing)
        )
        self.note.setVisible(missing > 0)
        super().refresh()

    def _describe(self, size: LabelSize) -> str:
        if size.on_sheet:
            return self.tr("A4, %1 labels").replace("%1", str(size.columns * size.rows))
        edges = self.context.formats.ltr(f"{size.width:g} × {size.height:g}")
        return self.tr("%1 mm").replace("%1", edges)

    def _use_settings(self, settings: Settings) -> None:
        known = self._settings is not None
        self._settings = settings
        if not known:
            self.size_choice.choose(find_label_size(settings.label_size).key)

    def _on_size_chosen(self) -> None:
        self.refresh()
        before, key = self._settings, self.size_choice.key
        if before is not None and before.label_size != key:
            self._settings = replace(before, label_size=key)
            self.dispatcher.send(self.context.backend.settings.change(before, self._settings), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        """The labels are printed all the same; only the choice is not remembered."""
        self._show_fault(fault_text(error))


class PrintLabels(QObject):
    """`selection` names the parts: those selected, or the displayed one."""

    def __init__(self, pane: Pane, selection: Callable[[], ItemSelection]) -> None:
        super().__init__(pane)
        self._pane, self._selection = pane, selection

    def open(self) -> None:
        """Does nothing without a part."""
        selection = self._selection()
        if selection.query is None and not selection.skus:
            return
        pane = self._pane
        future = pane.context.backend.catalogue.selected(pane.context.shop.id, selection)
        pane.dispatcher.fetch(future, self._show, self._on_failed)

    def _show(self, items: tuple[Item, ...]) -> None:
        LabelDialog(self._pane.context, self._pane, items).open()

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()
