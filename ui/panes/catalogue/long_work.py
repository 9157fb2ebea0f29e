"""Exports the list and fills staging: long work with progress and a stop button."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from service.domain.catalogue.items import ItemQuery, ItemView
from ui.backend import BackendError
from ui.backend.dispatcher import PendingReply
from ui.backend.progress import OnProgress
from ui.i18n import isolate_name
from ui.i18n.table_words import make_table_words
from ui.i18n.value_words import condition_words
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import TABLE_KINDS, FileChooser
from ui.shell.pane import Pane
from ui.widgets import WorkBar

_NAME, _REORDER_NAME = "catalogue.xlsx", "reorder list.xlsx"


class LongWork(QObject):
    """Runs one piece of work at a time; `bar` displays it."""

    def __init__(self, pane: Pane, chooser: FileChooser) -> None:
        super().__init__(pane)
        self._pane, self._chooser = pane, chooser
        self._reply: PendingReply[int] | None = None
        self.bar = WorkBar(pane.theme, pane.context.formats, self.stop)

    def ask_export(self, query: ItemQuery) -> None:
        """Asks where to, then writes what is listed."""
        low = query.view is ItemView.LOW
        title, name = (self.tr("Save the reorder list"), _REORDER_NAME) if low else (self.tr("Save the parts"), _NAME)
        self._chooser.save_file(self._pane, title, name, TABLE_KINDS, lambda path: self.export_to(path, query))

    def export_to(self, path: str, query: ItemQuery) -> None:
        """Writes the listed parts to a file."""
        context = self._pane.context
        words = make_table_words(context.formats, {"condition": condition_words().items()})
        future = context.backend.catalogue.export(context.shop.id, query, path, words, self._progress())

        def done(count: int) -> None:
            self._end()
            text = self.tr("%n part(s) saved in %1.", "", count).replace("%1", isolate_name(Path(path).name))
            context.toasts.show(text)

        self.bar.begin(self.tr("Saving the parts"))
        self._reply = self._pane.dispatcher.fetch(future, done, self._on_failed)

    def fill(self) -> None:
        """Fills staging with the sample."""
        context = self._pane.context
        future = context.backend.host.fill_sample(context.shop.id, self._progress())

        def done(_count: int) -> None:
            self._end()

        self.bar.begin(self.tr("Filling staging with a sample"))
        self._reply = self._pane.dispatcher.fetch(future, done, self._on_failed)

    def stop(self) -> None:
        """Stops the work."""
        if self._reply:
            self._reply.cancel()
        self._end()

    def _progress(self) -> OnProgress:
        return self._pane.dispatcher.progress(self.bar.show_progress)

    def _end(self) -> None:
        self._reply = None
        self.bar.end()

    def _on_failed(self, error: BackendError) -> None:
        self._end()
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()
