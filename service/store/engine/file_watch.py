"""Whether the database's files are still those that were opened."""

from __future__ import annotations

import logging
from enum import Enum
from pathlib import Path

log = logging.getLogger(__name__)

Identity = tuple[int, int]
"""Device and inode (the file's number on NTFS)."""


class FileLoss(Enum):
    """What happened to the files of an open database."""

    DATABASE_GONE = "database_gone"
    DATABASE_REPLACED = "database_replaced"
    LOG_GONE = "log_gone"


class FileWatch:
    """The identities of a database and its write-ahead log; `check` compares them with the disk."""

    def __init__(self, path: Path) -> None:
        """The database must be open, so that both files exist."""
        self._path = path
        self._wal = path.with_name(path.name + "-wal")
        self._path_identity = _read_identity(path)
        self._wal_identity = _read_identity(self._wal)

    def check(self) -> FileLoss | None:
        """The loss; None while all is well or the disk gives no answer."""
        try:
            now = _read_identity(self._path)
            if now is None:
                return FileLoss.DATABASE_GONE
            if now != self._path_identity:
                return FileLoss.DATABASE_REPLACED
            if self._wal_identity is None:
                self._wal_identity = _read_identity(self._wal)
            elif _read_identity(self._wal) != self._wal_identity:
                return FileLoss.LOG_GONE
        except OSError as error:
            log.warning("The database's files could not be looked at: %s", error)
        return None


def _read_identity(path: Path) -> Identity | None:
    """None where there is no such file. Raises OSError where the disk gives no answer."""
    try:
        facts = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return facts.st_dev, facts.st_ino
