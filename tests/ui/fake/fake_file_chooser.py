"""The system's file dialogs as a test answers them."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from ui.shell.dialogs.file_chooser import OnPath


@dataclass
class FakeFileChooser:
    """Each path is what the user chooses, "" for nothing.

    `starts` has what each dialog was opened at, or the name that it suggested.
    """

    file_path: str = ""
    folder_path: str = ""
    save_path: str = ""
    starts: list[str] = field(default_factory=list)
    shown_folders: list[str] = field(default_factory=list)

    def open_file(self, parent: QWidget, title: str, start: str, kinds: str, on_chosen: OnPath) -> None:
        self._answer(start, self.file_path, on_chosen)

    def open_folder(self, parent: QWidget, title: str, start: str, on_chosen: OnPath) -> None:
        self._answer(start, self.folder_path, on_chosen)

    def save_file(self, parent: QWidget, title: str, name: str, kinds: str, on_chosen: OnPath) -> None:
        self._answer(name, self.save_path, on_chosen)

    def show_folder(self, path: str) -> None:
        self.shown_folders.append(path)

    def _answer(self, start: str, path: str, on_chosen: OnPath) -> None:
        self.starts.append(start)
        if path:
            on_chosen(path)
