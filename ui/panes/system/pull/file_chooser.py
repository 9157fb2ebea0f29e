"""Choosing files and folders, behind a port so that tests choose without the system's dialog."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

translate = QCoreApplication.translate


class FileChooser(Protocol):
    """Each answers the path, or "" when the user chose nothing."""

    def file(self, parent: QWidget, start: str) -> str: ...

    def folder(self, parent: QWidget, start: str) -> str: ...

    def save_csv(self, parent: QWidget, name: str) -> str: ...

    def save_description(self, parent: QWidget, name: str) -> str: ...


class QtFileChooser:
    """The system's own dialogs."""

    def file(self, parent: QWidget, start: str) -> str:
        title = translate("Chooser", "Choose the file that your system saves")
        lists = translate("Chooser", "Price lists") + " (*.csv *.tsv *.txt *.xlsx *.xls *.ods *.json *.jsonl)"
        every = translate("Chooser", "All files") + " (*)"
        return QFileDialog.getOpenFileName(parent, title, _folder_of(start), f"{lists};;{every}")[0]

    def folder(self, parent: QWidget, start: str) -> str:
        title = translate("Chooser", "Choose the folder that your system saves into")
        return QFileDialog.getExistingDirectory(parent, title, _folder_of(start))

    def save_csv(self, parent: QWidget, name: str) -> str:
        title = translate("Chooser", "Save the rejected rows")
        return QFileDialog.getSaveFileName(parent, title, str(Path.home() / name), "CSV (*.csv)")[0]

    def save_description(self, parent: QWidget, name: str) -> str:
        title = translate("Chooser", "Save the description of the interface")
        return QFileDialog.getSaveFileName(parent, title, str(Path.home() / name), "OpenAPI (*.json)")[0]


def _folder_of(start: str) -> str:
    """Where a dialog opens: the folder of what was chosen last, else the user's own."""
    return str(Path(start).parent) if start else str(Path.home())
