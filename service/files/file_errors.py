"""What can be wrong with an export file, each as one sentence for the owner.

FileError               the file cannot be read as it is; the sentence says what to do
├── FileUnavailable     missing, locked or unreadable now: a later try may succeed
├── FileTooLarge        above the bounds: 200 MB, 500,000 rows
├── FileBroken          not the format that it seems to be, cut off, or protected
└── ColumnMissing       a column that the mapping names is not in the file
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Self

from service.domain.errors import CounterpartError
from service.domain.sentences import Gap, Sentence, os_reason


class FileError(CounterpartError):
    """An export file that cannot be read as it is."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(message)

    @classmethod
    def saying(cls, template: str, /, **gaps: Gap) -> Self:
        """With the sentence that `message` makes of a literal."""
        return cls(Sentence(template, gaps))


class FileUnavailable(FileError):
    """The file is missing, locked or unreadable now; a later try may succeed."""


class FileTooLarge(FileError):
    """The file is above the bounds of service.files.source."""


class FileBroken(FileError):
    """The content does not follow its format."""


class ColumnMissing(FileError):
    """The mapping names a column that this file does not have."""


def cannot_read(path: Path, error: OSError) -> FileUnavailable:
    """For a file that the system does not give."""
    if isinstance(error, FileNotFoundError):
        return FileUnavailable.saying("{file} is not there. Check the folder and the name.", file=path.name)
    return FileUnavailable.saying(
        "{file} cannot be read now: {reason}. Close it in other programs, or try later.",
        file=path.name,
        reason=os_reason(error),
    )


def cut_off(name: str) -> FileBroken:
    """For a file of the shop's system that ends in the middle, or is damaged."""
    return FileBroken.saying("{file} is cut off or damaged. Export it again from the shop's system.", file=name)


def damaged(name: str) -> FileBroken:
    """The same for a workbook."""
    return FileBroken.saying("{file} is cut off or damaged. Save it again in the program that made it.", file=name)


def endless_tag(name: str) -> FileTooLarge:
    """For a web page or XML with a tag that does not end."""
    return FileTooLarge.saying(
        "{name} holds a tag that does not end. Save it again in the program that made it.", name=name
    )


def too_deep(name: str) -> FileTooLarge:
    """The same for one with more tags in tags than any list has."""
    return FileTooLarge.saying(
        "{name} holds tags in tags without end. Save it again in the program that made it.", name=name
    )


def protected(name: str) -> FileBroken:
    return FileBroken.saying("{file} is protected with a password. Save it without one.", file=name)


def no_sheet(path: Path, sheet: str, sheets: Iterable[str]) -> FileBroken:
    """For a sheet, table or list that is not in the file; of the others the first 20 are named."""
    named = ", ".join(islice(sheets, 20))
    return FileBroken.saying(
        "{file} has no sheet '{sheet}'. Choose one of: {sheets}.", file=path.name, sheet=sheet, sheets=named
    )
