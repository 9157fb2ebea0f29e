"""Writes the listed calls to a file."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtWidgets import QWidget

from ui.backend.calls_port import ExportFormat
from ui.backend.progress import OnProgress
from ui.i18n import isolate_name
from ui.panes.calls.log_feed import LogQuery
from ui.panes.shared.export_dialog import ExportDialog
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Ink, Label


class CallExportDialog(ExportDialog):
    """Asks for the format, then the path."""

    def __init__(
        self, context: PaneContext, parent: QWidget, wanted: LogQuery, total: int | None, chooser: FileChooser
    ) -> None:
        super().__init__(context, parent, self.tr("Export calls"), chooser)
        self._wanted = wanted
        self.body.addWidget(Label(context.theme, self._what(total), Type.BODY, Ink.TEXT2, wrap=True))
        self.csv = self.add_choice(self.tr("CSV, for a spreadsheet"))
        self.json = self.add_choice(self.tr("JSON, one call per line, for programs"))
        self.bodies = self.add_choice(self.tr("JSON with the bodies of each call; names and prices are in them"))
        self.csv.setChecked(True)
        self.finish()

    def _what(self, total: int | None) -> str:
        parts = []
        if self._wanted.text:
            text = self.tr("The calls that the filters leave and whose bodies hold “%1”.")
            parts.append(text.replace("%1", isolate_name(self._wanted.text)))
        elif total is not None and not self._wanted.part:
            count = self._context.formats.count(total)
            parts.append(self.tr("The %1 calls that the filters leave.", "", total).replace("%1", count))
        if self._wanted.part:
            text = self.tr("Only calls about the part %1 are written.")
            parts.append(text.replace("%1", isolate_name(self._wanted.part)))
        parts.append(self.tr("No key is in the file."))
        return " ".join(parts)

    def name_file(self) -> tuple[str, str]:
        return ("calls.csv", "CSV (*.csv)") if self.csv.isChecked() else ("calls.jsonl", "JSON lines (*.jsonl)")

    def start(self, file: str, progress: OnProgress) -> Future[int]:
        form = ExportFormat.CSV if self.csv.isChecked() else ExportFormat.JSON
        if self.bodies.isChecked():
            form = ExportFormat.JSON_WITH_BODIES
        wanted, shop = self._wanted, self._context.shop.id
        return self._context.backend.calls.export(
            shop, wanted.which, file, form, progress, text=wanted.text, part=wanted.part
        )

    def describe_written(self, count: int, name: str) -> str:
        text = self.tr("%1 calls are in %2.", "", count).replace("%1", self._context.formats.count(count))
        return text.replace("%2", name)
