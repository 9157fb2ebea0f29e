"""Asking the system for files and folders; tests bring their own answers."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget


class PathChooser(Protocol):
    """Each answers "" where the user chose nothing."""

    def folder(self, parent: QWidget, title: str, start: str) -> str: ...

    def open_file(self, parent: QWidget, title: str, start: str) -> str: ...

    def save_file(self, parent: QWidget, title: str, start: str, kind: str) -> str: ...

    def show_folder(self, path: str) -> None:
        """Opens the file browser there."""
        ...


class QtPathChooser:
    """The system's own dialogs."""

    def folder(self, parent: QWidget, title: str, start: str) -> str:
        return QFileDialog.getExistingDirectory(parent, title, start)

    def open_file(self, parent: QWidget, title: str, start: str) -> str:
        return QFileDialog.getOpenFileName(parent, title, start)[0]

    def save_file(self, parent: QWidget, title: str, start: str, kind: str) -> str:
        return QFileDialog.getSaveFileName(parent, title, start, kind)[0]

    def show_folder(self, path: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(path))
