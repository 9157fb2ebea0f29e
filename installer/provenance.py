"""The commit of a package, and its time instead of the clock's, so that two builds
of it are equal.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from installer.places import run
from installer.toolchain.errors import SetupError
from service.version import with_commit

if TYPE_CHECKING:
    from pathlib import Path

EPOCH: Final = "SOURCE_DATE_EPOCH"
"""Seconds since 1970, which every tool of a build uses instead of the clock."""


def commit_name() -> str:
    """The short name of the commit, with `.changed` if files differ from it; empty outside a
    repository.
    """
    try:
        name = run(["git", "rev-parse", "--short=7", "HEAD"]).strip()
        changed = run(["git", "status", "--porcelain", "--untracked-files=no"]).strip()
    except (SetupError, OSError):
        return ""
    return f"{name}.changed" if changed else name


def built_version() -> str:
    """The version with its commit, as the packed program names it."""
    return with_commit(commit_name())


def fix_surroundings() -> None:
    """Give the build's tools the commit's time, one time zone and one language, and fix the order
    of Python's sets.

    A language that is not installed makes each tool in Perl print warnings into what is read.
    """
    os.environ.setdefault(EPOCH, _commit_time())
    os.environ["PYTHONHASHSEED"] = "0"
    os.environ["TZ"] = "UTC"
    os.environ.pop("LANGUAGE", None)
    if sys.platform == "linux":
        os.environ["LC_ALL"] = "C.UTF-8"


def set_times(folder: Path) -> None:
    """Give everything in a folder the time of the commit."""
    moment = int(os.environ.get(EPOCH) or _commit_time())
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (moment, moment), follow_symlinks=False)


def _commit_time() -> str:
    """The commit's time; a copy without history gets the beginning of ZIP's time."""
    try:
        return run(["git", "log", "-1", "--format=%ct"]).strip()
    except (SetupError, OSError):
        return "315532800"
