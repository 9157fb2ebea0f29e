"""Asks the system for files and folders; tests bring their own answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

OnPath = Callable[[str], None]
TABLE_KINDS = "Excel (*.xlsx);;CSV (*.csv)"
translate = QCoreApplication.translate
_ENDING = re.compile(r"\*\.(\w+)")


class FileChooser(Protocol):
    """The window goes on while a dialog is open; `on_chosen` is called with a path that was chosen.

    A dialog opens where `start` is, or in the user's own folder where it is empty. `kinds` are
    filters as Qt writes them: "CSV (*.csv)", several parted by ";;".
    """

    def open_file(self, parent: QWidget, title: str, start: str, kinds: str, on_chosen: OnPath) -> None: ...

    def open_folder(self, parent: QWidget, title: str, start: str, on_chosen: OnPath) -> None: ...

    def save_file(self, parent: QWidget, title: str, name: str, kinds: str, on_chosen: OnPath) -> None:
        """`name` is suggested; the ending of the chosen kind is added where none is typed."""
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
        dialog.filterSelected.connect(lambda kind: _use_ending(dialog, kind))
        _open(dialog, on_chosen)

    def show_folder(self, path: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def _open(dialog: QFileDialog, on_chosen: OnPath) -> None:
    # Qt's own Arabic lacks these two, which its dialog shows where a desktop has none.
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, translate("FileChooser", "Look in:"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, translate("FileChooser", "Files of type:"))
    dialog.fileSelected.connect(on_chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _use_ending(dialog: QFileDialog, kind: str) -> None:
    """Gives the name the ending of another kind of file, if it had that of one of the kinds."""
    ending = _ENDING.search(kind)
    if ending is None:
        return
    dialog.setDefaultSuffix(ending[1])
    known = {match[1] for match in map(_ENDING.search, dialog.nameFilters()) if match}
    name = Path(next(iter(dialog.selectedFiles()), ""))
    if name.suffix.lstrip(".").lower() in known:
        dialog.selectFile(name.with_suffix(f".{ending[1]}").name)


def _start_folder(start: str) -> str:
    """A folder itself, the folder of a file, or the user's own."""
    place = Path(start)
    return str(place if place.is_dir() else place.parent) if start else str(Path.home())
