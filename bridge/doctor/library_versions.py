"""Reads the versions of the libraries in use; Qt is not loaded for it."""

from __future__ import annotations

import sqlite3
import ssl
import sys
from importlib import metadata
from xml.parsers import expat

from bridge.doctor.library_faults import LibraryVersions, Version

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
