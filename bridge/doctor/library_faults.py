"""Which versions of the libraries below the program have known faults that matter here
(docs/decisions/0007-sqlite-and-expat.md), and until when they get fixes.
"""

from __future__ import annotations

import sqlite3
import ssl
import sys
from dataclasses import dataclass
from datetime import UTC, date
from importlib import metadata
from typing import Final
from xml.parsers import expat

from service.domain.sentences import Sentence, message
from service.domain.times import Millis, compute_end_of_day

Version = tuple[int, ...]

_SQLITE_FROM: Version = (3, 7, 0)
_SQLITE_FIXED: Version = (3, 51, 3)
_SQLITE_BACKPORTS: dict[Version, Version] = {(3, 44): (3, 44, 6), (3, 50): (3, 50, 7)}
_EXPAT_FIXED: Version = (2, 6, 0)
_OPENSSL_FROM: Version = (3, 0, 0)
_OPENSSL_FIXED: Version = (3, 0, 7)
_PYTHON_FIXED: Version = (3, 11, 4)
_QT_FAULTY: Version = (6, 12, 0)
_PYTHON_FOR_QT: Version = (3, 12)

SUPPORT_ENDS: Final = {
    "Qt 6.11": date(2027, 3, 23),
    "Python 3.13": date(2029, 10, 1),
    "OpenSSL 3.5": date(2030, 4, 8),
}
"""The last day with fixes of what the packages carry, by the word of each one's own project."""


@dataclass(frozen=True, slots=True)
class LibraryVersions:
    """The versions in use; an empty one is not known."""

    sqlite: Version = ()
    openssl: Version = ()
    expat: Version = ()
    qt: Version = ()
    python: Version = ()

    @property
    def named(self) -> tuple[tuple[str, str], ...]:
        """Each library with its version as text."""
        found = (
            ("SQLite", self.sqlite),
            ("OpenSSL", self.openssl),
            ("expat", self.expat),
            ("Qt", self.qt),
            ("Python", self.python),
        )
        return tuple((name, format_version(version)) for name, version in found if version)


@dataclass(frozen=True, slots=True)
class LibraryFault:
    """What is wrong with a version; `avoided` if the program never lets it happen."""

    sentence: Sentence
    avoided: bool


def format_version(version: Version) -> str:
    """`3.53.4`."""
    return ".".join(map(str, version))


def has_wal_reset_fault(sqlite: Version) -> bool:
    """Whether SQLite may lose pages when two checkpoints and a commit meet."""
    fixed = _SQLITE_BACKPORTS.get(sqlite[:2], _SQLITE_FIXED)
    return _SQLITE_FROM <= sqlite < fixed


def has_large_token_fault(expat: Version) -> bool:
    """Whether expat reads a large tag again and again (CVE-2023-52425)."""
    return () < expat < _EXPAT_FIXED


def has_certificate_fault(openssl: Version) -> bool:
    """Whether a certificate can end the program (CVE-2022-3602)."""
    return _OPENSSL_FROM <= openssl < _OPENSSL_FIXED


def has_address_fault(python: Version) -> bool:
    """Whether Python reads addresses with a leading space wrongly (CVE-2023-24329)."""
    return () < python < _PYTHON_FIXED


def has_reference_fault(qt: Version, python: Version) -> bool:
    """Whether Qt for Python loses references until the program ends."""
    return qt[:3] == _QT_FAULTY and () < python < _PYTHON_FOR_QT


def find_library_faults(versions: LibraryVersions, now: Millis) -> tuple[LibraryFault, ...]:
    """The known faults of these versions, and those without support, each in one sentence."""
    return (*_find_known_faults(versions), *_find_ended_support(versions, now))


def _find_ended_support(versions: LibraryVersions, now: Millis) -> list[LibraryFault]:
    found: list[LibraryFault] = []
    for name, version in versions.named:
        day = SUPPORT_ENDS.get(f"{name} {version.rpartition('.')[0]}")
        if day is not None and compute_end_of_day(day, UTC) < now:
            text = message(
                "{name} {version} has had no fixes since {date}. Install the newest version of the program.",
                name=name,
                version=version,
                date=day.isoformat(),
            )
            found.append(LibraryFault(text, avoided=False))
    return found


def _find_known_faults(versions: LibraryVersions) -> list[LibraryFault]:
    found: list[LibraryFault] = []
    if has_wal_reset_fault(versions.sqlite):
        text = message(
            "SQLite {version} can lose pages when two checkpoints meet a commit; this program never lets them meet.",
            version=format_version(versions.sqlite),
        )
        found.append(LibraryFault(text, avoided=True))
    if has_large_token_fault(versions.expat):
        text = message(
            "expat {version} is slow with large tags; this program bounds them and reads them apart.",
            version=format_version(versions.expat),
        )
        found.append(LibraryFault(text, avoided=True))
    if has_certificate_fault(versions.openssl):
        text = message(
            "OpenSSL {version} can be crashed by a certificate. Install the newest version of the program.",
            version=format_version(versions.openssl),
        )
        found.append(LibraryFault(text, avoided=False))
    if has_address_fault(versions.python):
        text = message(
            "Python {version} reads some addresses wrongly. Install the newest version of the program.",
            version=format_version(versions.python),
        )
        found.append(LibraryFault(text, avoided=False))
    if has_reference_fault(versions.qt, versions.python):
        text = message(
            "Qt {version} crashes on Python {python} after some time. Install the newest version of the program.",
            version=format_version(versions.qt),
            python=format_version(versions.python),
        )
        found.append(LibraryFault(text, avoided=False))
    return found


_QT = "PySide6-Essentials"
_FIRST_WITH_OTHER_NUMBERS = 3
"""Since version 3 OpenSSL's third number is 0, and the fourth says which release it is."""


def read_library_versions() -> LibraryVersions:
    """The versions that this process uses or would use."""
    return LibraryVersions(
        sqlite3.sqlite_version_info, _read_openssl(), expat.version_info, _read_qt(), tuple(sys.version_info[:3])
    )


def _read_openssl(info: Version = ssl.OPENSSL_VERSION_INFO) -> Version:
    major, minor, fix, patch = info[:4]
    return (major, minor, patch if major >= _FIRST_WITH_OTHER_NUMBERS else fix)


def _read_qt() -> Version:
    try:
        text = metadata.version(_QT)
    except metadata.PackageNotFoundError:
        return ()
    return tuple(int(part) for part in text.split(".") if part.isdecimal())
