"""The support bundle, displayed file by file before it is saved."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import BundlePart
from ui.i18n.error_texts import fault_text
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme.metrics import KEY_ROW
from ui.widgets import CodeView, Column, Dialog, FaultLine, Ink, RowsModel, Table, row

_WIDTH, _HEIGHTS = 800, (180, 340)
_NAME = "counterpart-support.zip"


class BundleDialog(Dialog):
    """The list of parts, and the text of the selected one next to it."""

    def __init__(
        self, context: PaneContext, parent: QWidget, chooser: FileChooser, parts: tuple[BundlePart, ...]
    ) -> None:
        title = self.tr("Support bundle")
        text = self.tr("This is all that will be in the file. Look through it, then save it and send it yourself.")
        super().__init__(context.theme, parent, title, text, icon="file-archive", width=_WIDTH)
        self._context, self._chooser = context, chooser
        self._dispatcher = GuiDispatcher(self)
        theme, formats = context.theme, context.formats
        columns: tuple[Column[BundlePart], ...] = (
            Column(self.tr("File"), lambda one: formats.ltr(one.name), code=True),
            Column(self.tr("Size"), lambda one: formats.bytes(one.size), width=76, end=True, ink=Ink.TEXT2),
        )
        self.model: RowsModel[BundlePart] = RowsModel(columns, lambda one: one.name, self)
        self.model.set_rows(parts)
        self.table: Table[BundlePart] = Table(theme, self.model, name=self.tr("Files"), row_height=KEY_ROW)
        self.table.setFixedWidth(240)
        self.code = CodeView(theme, self.tr("What the file says"))
        self.table.picked.connect(lambda one: self.code.show_text(one.text if one else ""))
        both = row(self.table, spacing=14)
        both.addWidget(self.code, 1)
        contents = QWidget()
        contents.setLayout(both)
        self.body.addWidget(contents)
        self.resize_list(contents, *_HEIGHTS)
        self.fault = FaultLine(theme)
        self.body.addWidget(self.fault)
        self.save = self.main_button(self.tr("Save the file…"), self._save)
        self.buttons(self.cancel_button(), self.save)
        if parts:
            self.table.choose(parts[0].name)

    def _save(self) -> None:
        self._chooser.save_file(self, self.tr("Save the support bundle"), _NAME, "ZIP (*.zip)", self._save_as)

    def _save_as(self, path: str) -> None:
        self.save.setEnabled(False)
        future = self._context.backend.host.save_bundle(path)
        self._dispatcher.fetch(future, lambda _none: self._on_saved(), self._on_failed)

    def _on_saved(self) -> None:
        self.accept()
        self._context.toasts.show(self.tr("Saved. Now send it to support."))

    def _on_failed(self, error: BackendError) -> None:
        self.save.setEnabled(True)
        self.fault.show_text(fault_text(error))
