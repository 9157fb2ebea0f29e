"""Finds the file of a folder, and whether it is fully written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from service.domain.sentences import os_reason
from service.domain.times import Millis
from service.files.file_errors import FileError, FileUnavailable, cannot_read

CALM_MS = 10_000
"""Milliseconds without a change of size or time before a file counts as fully written."""

_UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".lock")


@dataclass(frozen=True, slots=True)
class FileStamp:
    """Size in bytes and time of change in nanoseconds of a file, read at a moment."""

    at: Millis
    size: int
    modified_ns: int

    def is_after(self, later: FileStamp) -> bool:
        """Whether the clock was set back between the readings, so that no time can be measured."""
        return self.at > later.at


def read_stamp(path: Path, now: Millis) -> FileStamp:
    """Reads a file's stamp; FileUnavailable if there is no file."""
    try:
        status = path.stat()
    except OSError as error:
        raise cannot_read(path, error) from error
    return FileStamp(now, status.st_size, status.st_mtime_ns)


def is_stable(sightings: Sequence[FileStamp], now: Millis) -> bool:
    """Whether the last stamps, over 10 s or more up to `now`, are equal and not empty."""
    if not sightings or not sightings[-1].size:
        return False
    last = sightings[-1]
    since = last.at
    for seen in reversed(sightings):
        if (seen.size, seen.modified_ns) != (last.size, last.modified_ns):
            break
        since = seen.at
    return now - since >= CALM_MS


def newest_matching(folder: Path, pattern: str) -> Path:
    """The newest file of a folder whose name matches a pattern such as `stock*.csv` in upper or
    lower case.

    FileUnavailable if there is none. Hidden files, the lock files of office programs and unfinished
    downloads are ignored.
    """
    check_pattern(pattern)
    try:
        names = [entry for entry in folder.iterdir() if name_fits(entry.name, pattern) and entry.is_file()]
        newest = max(names, key=lambda entry: (entry.stat().st_mtime_ns, entry.name), default=None)
    except OSError as error:
        raise FileUnavailable.saying(
            "The folder {folder} cannot be read now: {reason}. Check that it is there.",
            folder=str(folder),
            reason=os_reason(error),
        ) from error
    if newest is None:
        raise nothing_fits(str(folder), pattern)
    return newest


def check_pattern(pattern: str) -> None:
    """Raises FileError for a pattern that names a folder."""
    if "/" in pattern or "\\" in pattern:
        raise FileError.saying(
            "The pattern {pattern} names a folder. Choose the folder itself, and a pattern for names in it.",
            pattern=pattern,
        )


def nothing_fits(folder: str, pattern: str) -> FileUnavailable:
    return FileUnavailable.saying(
        "No file in {folder} fits {pattern}. Check the folder, the pattern and the export.",
        folder=folder,
        pattern=pattern,
    )


def name_fits(name: str, pattern: str) -> bool:
    """Whether a name fits, and is neither hidden nor that of an unfinished file."""
    lowered = name.lower()
    if lowered.startswith((".", "~$")) or lowered.endswith(_UNFINISHED):
        return False
    return fnmatchcase(lowered, pattern.lower())
