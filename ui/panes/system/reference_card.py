"""For the programmer of the till: the interface, to read here or to send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.panes.system.subpage import ActionCard
from ui.shell.dialogs.file_chooser import FileChooser, OnPath
from ui.shell.pane_context import PaneContext
from ui.widgets import Button

translate = QCoreApplication.translate
FILE_NAME: Final = "counterpart-interface.json"
"""The default name of the saved description."""


def choose_description_file(chooser: FileChooser, parent: QWidget, on_chosen: OnPath) -> None:
    """Asks where to save the description of what can be called."""
    title = translate("Chooser", "Save the description of the interface")
    chooser.save_file(parent, title, FILE_NAME, "OpenAPI (*.json)", on_chosen)


class ReferenceCard(ActionCard):
    """Opens the interactive reference, or saves its description as a file to attach."""

    def __init__(self, context: PaneContext, open_reference: Callable[[], None], save: Callable[[], None]) -> None:
        theme = context.theme
        title = self.tr("For the person who programs your till")
        text = self.tr(
            "The reference says what can be called, and tries it. It opens in the browser of this computer;"
            " the file is for somebody elsewhere."
        )
        open_button = Button(theme, self.tr("Open the reference"), icon="external-link")
        save_button = Button(theme, self.tr("Save as a file…"), icon="file-json")
        super().__init__(theme, title, text, open_button, save_button)
        self.open, self.save = open_button, save_button
        self.open.clicked.connect(open_reference)
        self.save.clicked.connect(save)

    def show_reference(self, address: str) -> None:
        """Shows the address of the reference; empty while the service does not listen."""
        self.open.setEnabled(bool(address))
