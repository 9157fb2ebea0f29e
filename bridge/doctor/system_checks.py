"""The self-test's checks of what is around the data: who may open it, and the libraries below
Python.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from bridge.doctor.library_faults import LibraryVersions, find_library_faults
from service.domain.sentences import join_sentences, message, os_reason
from service.domain.times import Millis
from ui.backend.host_port import CheckLine, CheckState

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


def check_libraries(versions: LibraryVersions, now: Millis) -> CheckLine:
    """The versions of the libraries, what this program does about their known faults, and which
    get no fixes any more.
    """
    named = message("{versions}.", versions=", ".join(f"{name} {version}" for name, version in versions.named))
    faults = find_library_faults(versions, now)
    finding = join_sentences((named, *[fault.sentence for fault in faults]), " ")
    state = CheckState.GOOD if all(fault.avoided for fault in faults) else CheckState.WARN
    return CheckLine("libraries", message("Libraries"), state, finding)
