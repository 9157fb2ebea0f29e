"""What can be wrong with an export file, each as one sentence for the owner (issue 5 point 7).

FileFault               the file cannot be read as it is; the sentence says what to do
├── FileAway            missing, locked or unreadable at this moment: worth another try later
├── FileTooLarge        past the bounds: 200 MB, 500,000 rows
├── FileBroken          not the format that it says it is, cut off, or protected
└── ColumnAway          a column that the mapping names is not in the file
"""

from __future__ import annotations

from service.domain.errors import CounterpartError
from service.domain.sentences import Sentence


class FileFault(CounterpartError):
    """An export file that cannot be read as it is."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(message)


class FileAway(FileFault):
    """The file is missing, locked or unreadable now; a later try may find it."""


class FileTooLarge(FileFault):
    """The file is past the bounds of issue 5 point 7."""


class FileBroken(FileFault):
    """The content is not what its format asks for."""


class ColumnAway(FileFault):
    """The mapping names a column that this file does not have."""
