"""Reads the chosen parts, then opens the dialog of their labels."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from service.domain.catalogue.items import Item, ItemSelection
from ui.backend import BackendError
from ui.panes.catalogue.labels.label_dialog import LabelDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane import Pane


class PrintLabels(QObject):
    """`selection` names the parts: those selected, or the displayed one."""

    def __init__(self, pane: Pane, chooser: FileChooser, selection: Callable[[], ItemSelection]) -> None:
        super().__init__(pane)
        self._pane, self._chooser, self._selection = pane, chooser, selection

    def open(self) -> None:
        """Does nothing without a part."""
        selection = self._selection()
        if selection.query is None and not selection.skus:
            return
        pane = self._pane
        future = pane.context.backend.catalogue.selected(pane.context.shop.id, selection)
        pane.dispatcher.fetch(future, self._show, self._on_failed)

    def _show(self, items: tuple[Item, ...]) -> None:
        LabelDialog(self._pane.context, self._pane, items, self._chooser).open()

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()
