"""Which versions of the libraries below Python have known faults that matter here
(docs/decisions/0007-sqlite-and-expat.md).
"""

from __future__ import annotations

Version = tuple[int, ...]

_SQLITE_FROM: Version = (3, 7, 0)
_SQLITE_FIXED: Version = (3, 51, 3)
_SQLITE_BACKPORTS: dict[Version, Version] = {(3, 44): (3, 44, 6), (3, 50): (3, 50, 7)}
_EXPAT_FIXED: Version = (2, 6, 0)


def has_wal_reset_fault(sqlite: Version) -> bool:
    """Whether SQLite may lose pages when two checkpoints and a commit meet."""
    fixed = _SQLITE_BACKPORTS.get(sqlite[:2], _SQLITE_FIXED)
    return _SQLITE_FROM <= sqlite < fixed


def has_large_token_fault(expat: Version) -> bool:
    """Whether expat reads a large tag again and again (CVE-2023-52425)."""
    return expat < _EXPAT_FIXED
