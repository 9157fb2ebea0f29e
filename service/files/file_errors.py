"""What can be wrong with an export file, each as one sentence for the owner.

FileError               the file cannot be read as it is; the sentence says what to do
├── FileUnavailable     missing, locked or unreadable now: a later try may succeed
├── FileTooLarge        above the bounds: 200 MB, 500,000 rows
├── FileBroken          not the format that it seems to be, cut off, or protected
└── ColumnMissing       a column that the mapping names is not in the file
"""

from __future__ import annotations

from service.domain.errors import CounterpartError
from service.domain.sentences import Sentence


class FileError(CounterpartError):
    """An export file that cannot be read as it is."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(message)


class FileUnavailable(FileError):
    """The file is missing, locked or unreadable now; a later try may succeed."""


class FileTooLarge(FileError):
    """The file is above the bounds of service.files.source."""


class FileBroken(FileError):
    """The content does not follow its format."""


class ColumnMissing(FileError):
    """The mapping names a column that this file does not have."""
