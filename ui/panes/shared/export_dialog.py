"""Writes a file of the pane's rows, with progress and a stop button."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from PySide6.QtWidgets import QRadioButton, QWidget

from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.progress import OnProgress
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Dialog, FaultLine, WorkBar


class ExportDialog(Dialog):
    """Asks for the path, closes when written. A derived one asks what before and calls `finish`."""

    def __init__(self, context: PaneContext, parent: QWidget, title: str) -> None:
        super().__init__(context.theme, parent, title, icon="download")
        self._context, self._title = context, title
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[int] | None = None

    def add_choice(self, text: str) -> QRadioButton:
        choice = QRadioButton(text)
        choice.setFont(self.theme.font(Type.BODY))
        self.body.addWidget(choice)
        return choice

    def finish(self) -> None:
        """Adds the progress and the buttons."""
        self.fault = FaultLine(self.theme)
        self.body.addWidget(self.fault)
        self.work = WorkBar(self.theme, self._context.formats, self._stop)
        self.body.addWidget(self.work)
        self.save: Button = self.main_button(self.tr("Choose a place…"), self._choose)
        self.buttons(self.cancel_button(), self.save)

    def name_file(self) -> tuple[str, str]:
        """The file's name at first, and the kinds to choose from."""
        raise NotImplementedError

    def start(self, file: str, progress: OnProgress) -> Future[int]:
        """Begins to write; answers how many rows."""
        raise NotImplementedError

    def describe_written(self, count: int, name: str) -> str:
        """What was written to which file."""
        raise NotImplementedError

    def reject(self) -> None:
        """Esc and "Cancel" stop the work too."""
        self._stop()
        super().reject()

    def write(self, file: str) -> None:
        """Begins to write; the dialog stays until the file is complete."""
        self.fault.hide()
        self.save.setEnabled(False)
        self.work.begin(self.tr("Writing the file"))
        future = self.start(file, self._dispatcher.progress(self._on_progress))
        name = isolate_name(Path(file).name)
        self._reply = self._dispatcher.fetch(future, lambda count: self._on_written(count, name), self._on_failed)

    def _choose(self) -> None:
        self._context.chooser.save_file(self, self._title, *self.name_file(), self.write)

    def _on_progress(self, progress: Progress) -> None:
        if self._reply is None or self._reply.pending:
            self.work.show_progress(progress)

    def _on_written(self, count: int, name: str) -> None:
        self._context.toasts.show(self.describe_written(count, name))
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
