"""What every dialog of a paper has: its choices, the preview, and the ways out of the program."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from PySide6.QtWidgets import QWidget

from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.printing.outputs import Printers, QtPrinters, save_pdf
from ui.printing.pages import Pages
from ui.printing.preview import PagesPreview
from ui.shell.dialogs.file_chooser import FileChooser, QtFileChooser
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Dialog, FaultLine, Kind

_WIDTH = 760
_PREVIEW_HEIGHTS = (160, 4000)
"""As tall as the window leaves it."""


class PrintDialog(Dialog):
    """Put choices into `body` before `build`; call `refresh` when one changes."""

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        title: str,
        chooser: FileChooser | None = None,
        printers: Printers | None = None,
    ) -> None:
        super().__init__(context.theme, parent, title, icon="printer", width=_WIDTH)
        self.context = context
        self.dispatcher = GuiDispatcher(self)
        self._chooser, self._printers = chooser or QtFileChooser(), printers or QtPrinters()
        self.preview = PagesPreview(context.theme)
        self.fault = FaultLine(context.theme)

    @abstractmethod
    def make_pages(self) -> Pages:
        """The pages of the present choices."""

    @abstractmethod
    def title(self) -> str:
        """What a printer's queue and a PDF call the paper; also its file name."""

    def build(self) -> None:
        """Adds preview and buttons below the choices."""
        self.body.addWidget(self.preview)
        self.resize_list(self.preview, *_PREVIEW_HEIGHTS)
        self.body.addWidget(self.fault)
        self.save = Button(self.theme, self.tr("Save as PDF…"), Kind.OUTLINE, main=True)
        self.save.clicked.connect(self._ask_path)
        self.print = self.main_button(self.tr("Print…"), self._print)
        self.buttons(self.cancel_button(self.tr("Close")), self.save, self.print)
        self.refresh()

    def refresh(self) -> None:
        """Shows the pages of the present choices."""
        self.preview.show_pages(self.make_pages())

    def _ask_path(self) -> None:
        self._chooser.save_file(self, self.tr("Save as PDF"), f"{self.title()}.pdf", "PDF (*.pdf)", self._save)

    def _save(self, path: str) -> None:
        error = save_pdf(self.make_pages(), path, self.title())
        self._show_fault("" if error is None else fault_text(error))
        if error is None:
            self.context.toasts.show(self.tr("Saved in %1.").replace("%1", isolate_name(Path(path).name)))
            self.accept()

    def _print(self) -> None:
        self._show_fault("")
        self._printers.print_pages(self, self.title(), self.make_pages(), self._on_printed)

    def _on_printed(self, taken: bool) -> None:
        if taken:
            self.context.toasts.show(self.tr("Sent to the printer."))
            self.accept()
        else:
            self._show_fault(self.tr("The printer took nothing. Check that it is on and has paper, then print again."))

    def _show_fault(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.setVisible(bool(text))
