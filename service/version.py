"""The program's version, in one place."""

from __future__ import annotations

from pathlib import Path
from typing import Final

VERSION: Final = "0.1.0"
COMMIT_FILE: Final = "commit.txt"
"""Next to this module in a package: the short name of the commit that the package is built of."""


def full_version() -> str:
    """The version with its commit, such as 0.2.0+g1a2b3c4; a copy of the source has no commit."""
    try:
        commit = Path(__file__).with_name(COMMIT_FILE).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return VERSION
    return with_commit(commit)


def describe_version() -> str:
    """The line that `counterpart --version` prints."""
    return f"Counterpart, version {full_version()}"


def with_commit(commit: str) -> str:
    """The version of that commit; of none if it is empty."""
    return f"{VERSION}+g{commit}" if commit else VERSION
