"""Writes the listed calls to a file, with progress and a stop button."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QRadioButton, QWidget

from service.domain.call_log.calls import CallFilter
from ui.backend import BackendError, Progress
from ui.backend.calls_port import ExportFormat
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.calls.log_feed import LogQuery
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Dialog, FaultLine, Ink, Label, WorkBar


class ExportDialog(Dialog):
    """Asks for the format, then the path; closes when the file is written."""

    def __init__(
        self, context: PaneContext, parent: QWidget, wanted: LogQuery, total: int | None, chooser: FileChooser
    ) -> None:
        super().__init__(context.theme, parent, self.tr("Export calls"), icon="download")
        self._context, self._wanted, self._chooser = context, wanted, chooser
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[int] | None = None
        self._file = ""
        self.csv = self._choice(self.tr("CSV, for a spreadsheet"))
        self.json = self._choice(self.tr("JSON, one call per line, for programs"))
        self.bodies = self._choice(self.tr("JSON with the bodies of each call; names and prices are in them"))
        self.csv.setChecked(True)
        self.body.addWidget(Label(context.theme, self._what(total), Type.BODY, Ink.TEXT2, wrap=True))
        self.body.addWidget(self.csv)
        self.body.addWidget(self.json)
        self.body.addWidget(self.bodies)
        self.fault = FaultLine(context.theme)
        self.body.addWidget(self.fault)
        self.work = WorkBar(context.theme, context.formats, self._stop)
        self.body.addWidget(self.work)
        self.save: Button = self.main_button(self.tr("Choose a place…"), self._choose)
        self.buttons(self.cancel_button(), self.save)

    def reject(self) -> None:
        """Esc and "Cancel" stop the work too."""
        self._stop()
        super().reject()

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

    def _choice(self, text: str) -> QRadioButton:
        choice = QRadioButton(text)
        choice.setFont(self.theme.font(Type.BODY))
        return choice

    def _choose(self) -> None:
        name = "calls.csv" if self.csv.isChecked() else "calls.jsonl"
        kinds = "CSV (*.csv)" if self.csv.isChecked() else "JSON lines (*.jsonl)"
        self._chooser.save_file(self, self.tr("Export calls"), name, kinds, self.write)

    def write(self, file: str) -> None:
        """Begins to write; the dialog stays until the file is complete."""
        self._file = file
        self.fault.hide()
        self.save.setEnabled(False)
        self.work.begin(self.tr("Writing the file"))
        form = ExportFormat.CSV if self.csv.isChecked() else ExportFormat.JSON
        if self.bodies.isChecked():
            form = ExportFormat.JSON_WITH_BODIES
        which: CallFilter = self._wanted.which
        future = self._context.backend.calls.export(
            self._context.shop.id,
            which,
            file,
            form,
            self._dispatcher.progress(self._on_progress),
            text=self._wanted.text,
            part=self._wanted.part,
        )
        self._reply = self._dispatcher.fetch(future, self._on_written, self._on_failed)

    def _on_progress(self, progress: Progress) -> None:
        if self._reply is None or self._reply.pending:
            self.work.show_progress(progress)

    def _on_written(self, count: int) -> None:
        text = self.tr("%1 calls are in %2.", "", count).replace("%1", self._context.formats.count(count))
        self._context.toasts.show(text.replace("%2", isolate_name(Path(self._file).name)))
        self.accept()

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        self.fault.show_text(fault_text(error))

    def _stop(self) -> None:
        if self._reply is not None:
            self._reply.cancel()
        self._end_work()

    def _end_work(self) -> None:
        self.save.setEnabled(True)
        self.work.end()
