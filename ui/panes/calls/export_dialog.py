"""Writes the listed calls into a file, with progress, and stops when asked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QRadioButton, QWidget

from service.domain.calls import CallFilter
from ui.backend import BackendError, Progress
from ui.backend.calls import ExportFormat
from ui.backend.courier import Courier, Reply
from ui.i18n import named
from ui.i18n.faults import fault_text
from ui.panes.calls.feed import Wanted
from ui.panes.calls.saving import AskFile
from ui.shell.desk import Desk
from ui.theme import Type
from ui.widgets import Button, Dialog, Ink, Label, WorkBar


class ExportDialog(Dialog):
    """The kind of file, then its place; closes when it is written."""

    def __init__(self, desk: Desk, parent: QWidget, wanted: Wanted, total: int | None, ask: AskFile) -> None:
        super().__init__(desk.theme, parent, self.tr("Export calls"), icon="download")
        self._desk, self._wanted, self._ask = desk, wanted, ask
        self._courier = Courier(self)
        self._reply: Reply[int] | None = None
        self._file = ""
        self.csv = self._choice(self.tr("CSV, for a spreadsheet"))
        self.json = self._choice(self.tr("JSON, one call per line, for programs"))
        self.csv.setChecked(True)
        self.body.addWidget(Label(desk.theme, self._what(total), Type.BODY, Ink.TEXT2, wrap=True))
        self.body.addWidget(self.csv)
        self.body.addWidget(self.json)
        self.fault = Label(desk.theme, "", Type.SMALL_MEDIUM, Ink.BAD, wrap=True)
        self.fault.hide()
        self.body.addWidget(self.fault)
        self.work = WorkBar(desk.theme, desk.formats, self._stop)
        self.body.addWidget(self.work)
        self.save: Button = self.main_button(self.tr("Choose a place…"), self._choose)
        self.buttons(self.cancel_button(), self.save)

    def reject(self) -> None:
        """Esc and "Cancel" stop the work too."""
        self._stop()
        super().reject()

    def _what(self, total: int | None) -> str:
        parts = []
        if total is not None:
            count = self._desk.formats.count(total)
            parts.append(self.tr("The %1 calls that the filters leave.", "", total).replace("%1", count))
        if self._wanted.text:
            parts.append(self.tr("The text in the search field does not count here."))
        parts.append(self.tr("Bodies are not in the file, and no key is."))
        return " ".join(parts)

    def _choice(self, text: str) -> QRadioButton:
        choice = QRadioButton(text)
        choice.setFont(self.theme.font(Type.BODY))
        return choice

    def _choose(self) -> None:
        name = "calls.csv" if self.csv.isChecked() else "calls.jsonl"
        kinds = "CSV (*.csv)" if self.csv.isChecked() else "JSON lines (*.jsonl)"
        self._ask(self, self.tr("Export calls"), name, kinds, self.write)

    def write(self, file: str) -> None:
        """Begins; the dialog stays until the file is whole."""
        self._file = file
        self.fault.hide()
        self.save.setEnabled(False)
        self.work.begin(self.tr("Writing the file"))
        form = ExportFormat.CSV if self.csv.isChecked() else ExportFormat.JSON
        which: CallFilter = self._wanted.which
        future = self._desk.backend.calls.export(
            self._desk.shop.id, which, file, form, self._courier.progress(self._told)
        )
        self._reply = self._courier.fetch(future, self._written, self._failed)

    def _told(self, progress: Progress) -> None:
        if self._reply is None or self._reply.pending:
            self.work.show_progress(progress)

    def _written(self, count: int) -> None:
        said = self.tr("%1 calls are in %2.", "", count).replace("%1", self._desk.formats.count(count))
        self._desk.toasts.show(said.replace("%2", named(Path(self._file).name)))
        self.accept()

    def _failed(self, error: BackendError) -> None:
        self._idle()
        self.fault.setText(fault_text(error))
        self.fault.show()

    def _stop(self) -> None:
        if self._reply is not None:
            self._reply.cancel()
        self._idle()

    def _idle(self) -> None:
        self.save.setEnabled(True)
        self.work.end()
