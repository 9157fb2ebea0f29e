"""The newest file of a listed folder whose name fits a pattern."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.domain.sentences import message
from service.files.file_errors import FileUnavailable
from service.files.folder import name_fits, nothing_fits
from service.pull.places.place_port import FoundFile

MAX_NAMES = 20_000
"""Names of a folder; a server may list without end."""


@dataclass(frozen=True, slots=True)
class ListedFile:
    """`changed` is a text that sorts by time, empty if the server does not say when."""

    name: str
    size: int | None
    changed: str

    def found(self) -> FoundFile:
        """The file as a place describes it."""
        mark = f"{self.size}|{self.changed}|{self.name}" if self.changed else ""
        return FoundFile(self.name, mark, self.size, resumes=bool(mark))


def choose_newest(files: Iterable[ListedFile], folder: str, pattern: str) -> ListedFile:
    """The newest file that fits. Raises FileUnavailable."""
    newest = max(
        (file for file in files if name_fits(file.name, pattern)),
        key=lambda file: (file.changed, file.name),
        default=None,
    )
    if newest is None:
        raise nothing_fits(folder, pattern)
    return newest


def too_many_names(folder: str) -> FileUnavailable:
    """The fault of a folder with more names than are looked at."""
    return FileUnavailable(
        message("{folder} has more than {most:,} files. Move old ones away.", folder=folder, most=MAX_NAMES)
    )
