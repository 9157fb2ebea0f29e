"""Which SQLite errors are the environment's fault, and the sentence for each."""

from __future__ import annotations

import sqlite3

from service.domain.errors import Unavailable

_NOTHING_CHANGED = "Nothing was changed; try again once that is mended."
_DAMAGED = "The database is damaged. Nothing was changed; open the program's window to restore a backup."

_SENTENCES = {
    sqlite3.SQLITE_BUSY: "Another program is holding the database. Nothing was changed; try again in a moment.",
    sqlite3.SQLITE_LOCKED: "Another program is holding the database. Nothing was changed; try again in a moment.",
    sqlite3.SQLITE_FULL: f"The disk is full. {_NOTHING_CHANGED}",
    sqlite3.SQLITE_IOERR: f"The disk did not take or give the data. {_NOTHING_CHANGED}",
    sqlite3.SQLITE_READONLY: f"The database may not be written to. {_NOTHING_CHANGED}",
    sqlite3.SQLITE_CANTOPEN: f"The database could not be opened. {_NOTHING_CHANGED}",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_NOMEM: f"The computer is out of memory. {_NOTHING_CHANGED}",
}


def as_unavailable(error: BaseException) -> Unavailable | None:
    """The Unavailable that an SQLite error means, or None where it is a bug."""
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(error, sqlite3.Error) or code is None:
        return None
    sentence = _SENTENCES.get(code & 0xFF)
    return None if sentence is None else Unavailable(sentence)
