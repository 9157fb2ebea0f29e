"""Asks where to save a file, without stopping the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

ChooseSavePath = Callable[[QWidget, str, str, str, Callable[[str], None]], None]
"""Parent, title, suggested name, kinds of file; calls the last with the path."""


def choose_save_path(parent: QWidget, title: str, name: str, kinds: str, chosen: Callable[[str], None]) -> None:
    """The system's own dialog."""
    dialog = QFileDialog(parent, title, str(Path.home() / name), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
