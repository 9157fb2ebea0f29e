"""Which SQLite errors are the environment's fault, and the sentence for each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message, os_reason

_DAMAGED = message(
    "The database is damaged. Nothing was changed; restore a backup in the program's window or with "
    "`counterpart restore`."
)
DATABASE_LOCKED = message("Another program is holding the database. Nothing was changed; try again in a moment.")

_FULL = message("The disk is full. Nothing was changed; try again once that is mended.")
_NO_DISK = message("The disk did not take or give the data. Nothing was changed; try again once that is mended.")
_READ_ONLY = message("The database cannot be written to. Nothing was changed; try again once that is mended.")
_NOT_OPENED = message("The database could not be opened. Nothing was changed; try again once that is mended.")
DAMAGE = Unavailable(_DAMAGED, UnavailableCode.DATABASE_DAMAGED)
_NO_MEMORY = message("The computer is out of memory. Nothing was changed; try again once that is mended.")

_SENTENCES = {
    sqlite3.SQLITE_BUSY: (DATABASE_LOCKED, UnavailableCode.DATABASE_LOCKED),
    sqlite3.SQLITE_LOCKED: (DATABASE_LOCKED, UnavailableCode.DATABASE_LOCKED),
    sqlite3.SQLITE_FULL: (_FULL, UnavailableCode.DISK_FULL),
    sqlite3.SQLITE_IOERR: (_NO_DISK, UnavailableCode.OTHER),
    sqlite3.SQLITE_READONLY: (_READ_ONLY, UnavailableCode.OTHER),
    sqlite3.SQLITE_CANTOPEN: (_NOT_OPENED, UnavailableCode.OTHER),
    sqlite3.SQLITE_CORRUPT: (_DAMAGED, UnavailableCode.DATABASE_DAMAGED),
    sqlite3.SQLITE_NOTADB: (_DAMAGED, UnavailableCode.DATABASE_DAMAGED),
    sqlite3.SQLITE_NOMEM: (_NO_MEMORY, UnavailableCode.OTHER),
}


def is_corruption(error: sqlite3.Error) -> bool:
    """Whether the file itself is damaged or is no database. Other faults can pass."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def as_unavailable(folder: Path | None = None) -> Iterator[None]:
    """Raises Unavailable for what the environment did to SQLite, and to the files of `folder`."""
    try:
        yield
    except sqlite3.Error as error:
        raise to_unavailable(error) or error from error
    except OSError as error:
        if folder is None:
            raise
        raise Unavailable.saying(
            "The data folder {parent} cannot be used: {reason}.", parent=str(folder), reason=os_reason(error)
        ) from error


def to_unavailable(error: BaseException) -> Unavailable | None:
    """The Unavailable for an SQLite error, or None if the error is a bug."""
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(error, sqlite3.Error) or code is None:
        return None
    sentence = _SENTENCES.get(code & 0xFF)
    return None if sentence is None else Unavailable(*sentence)
