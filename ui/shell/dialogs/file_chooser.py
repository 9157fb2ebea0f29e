"""Asks the system for files and folders; tests bring their own answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

OnPath = Callable[[str], None]


class FileChooser(Protocol):
    """The window goes on while a dialog is open; `on_chosen` is called with a path that was chosen.

    A dialog opens where `start` is, or in the user's own folder where it is empty. `kinds` are
    filters as Qt writes them: "CSV (*.csv)", several parted by ";;".
    """

    def open_file(self, parent: QWidget, title: str, start: str, kinds: str, on_chosen: OnPath) -> None: ...

    def open_folder(self, parent: QWidget, title: str, start: str, on_chosen: OnPath) -> None: ...

    def save_file(self, parent: QWidget, title: str, name: str, kinds: str, on_chosen: OnPath) -> None:
        """`name` is suggested; its ending is added where none is typed."""
        ...

    def show_folder(self, path: str) -> None:
        """Opens the file browser there."""
        ...


class QtFileChooser:
    """The system's own dialogs."""

    def open_file(self, parent: QWidget, title: str, start: str, kinds: str, on_chosen: OnPath) -> None:
        dialog = QFileDialog(parent, title, _start_folder(start), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        _open(dialog, on_chosen)

    def open_folder(self, parent: QWidget, title: str, start: str, on_chosen: OnPath) -> None:
        dialog = QFileDialog(parent, title, _start_folder(start))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        _open(dialog, on_chosen)

    def save_file(self, parent: QWidget, title: str, name: str, kinds: str, on_chosen: OnPath) -> None:
        dialog = QFileDialog(parent, title, str(Path.home() / name), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
        _open(dialog, on_chosen)

    def show_folder(self, path: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def _open(dialog: QFileDialog, on_chosen: OnPath) -> None:
    dialog.fileSelected.connect(on_chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _start_folder(start: str) -> str:
    """A folder itself, the folder of a file, or the user's own."""
    place = Path(start)
    return str(place if place.is_dir() else place.parent) if start else str(Path.home())
