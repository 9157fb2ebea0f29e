"""The self-test's checks of what is around the data: who may open it, and the libraries below
Python.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path
from xml.parsers import expat

from service.domain.host.library_faults import Version, has_large_token_fault, has_wal_reset_fault
from service.domain.host.self_test import CheckLine, CheckState
from service.domain.sentences import EMPTY, Sentence, join_sentences, message, os_reason

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def check_folder(folder: Path) -> CheckLine:
    """Whether other users of this computer can open the data folder or write into it (POSIX)."""
    title = message("Data folder")
    try:
        mode = folder.stat().st_mode
    except OSError as error:
        return CheckLine(
            "folder", title, CheckState.WARN, message("It cannot be read: {reason}.", reason=os_reason(error))
        )
    if os.name == "nt" or not mode & _OTHERS:
        return CheckLine("folder", title, CheckState.GOOD, message("Only its user can open it."))
    fix = message("Run: chmod 700 {folder}", folder=str(folder))
    if mode & _OTHERS_WRITE:
        finding = message("Other users of this computer can write into it.")
        return CheckLine("folder", title, CheckState.BAD, finding, fix)
    finding = message("Other users of this computer can see what is in it.")
    return CheckLine("folder", title, CheckState.WARN, finding, fix)


def check_libraries(sqlite: Version = sqlite3.sqlite_version_info, parser: Version = expat.version_info) -> CheckLine:
    """The versions of SQLite and expat, and what this program does about their known faults."""
    named = message(
        "SQLite {sqlite} and expat {expat}.", sqlite=".".join(map(str, sqlite)), expat=".".join(map(str, parser))
    )
    avoided: list[Sentence] = []
    if has_wal_reset_fault(sqlite):
        avoided.append(
            message("This SQLite can lose pages when two checkpoints meet a commit; this program never lets them meet.")
        )
    if has_large_token_fault(parser):
        avoided.append(message("This expat is slow with large tags; this program bounds them and reads them apart."))
    finding = join_sentences((named, *avoided), " ")
    return CheckLine("libraries", message("Libraries"), CheckState.GOOD, finding, EMPTY)
