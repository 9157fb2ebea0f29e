"""The data folder's permissions, and the libraries below Python."""

from __future__ import annotations

import os
import sqlite3
import ssl
from dataclasses import replace
from pathlib import Path

import PySide6
import pytest

from bridge.doctor.library_faults import LibraryVersions
from bridge.doctor.library_versions import read_library_versions
from bridge.doctor.system_checks import check_folder, check_libraries
from service.domain.times import parse_moment
from ui.backend.host_port import CheckState

TODAY = parse_moment("2026-11-27T12:00:00Z")
AFTER_QT = parse_moment("2027-04-01T12:00:00Z")


@pytest.mark.skipif(os.name == "nt", reason="Windows protects profiles itself")
@pytest.mark.parametrize(
    ("mode", "state", "expected"),
    [
        (0o700, CheckState.GOOD, "Only its user"),
        (0o755, CheckState.WARN, "can see what is in it"),
        (0o777, CheckState.BAD, "can write into it"),
        (0o770, CheckState.BAD, "can write into it"),
    ],
)
def test_who_may_open_the_data_folder(tmp_path: Path, mode: int, state: CheckState, expected: str) -> None:
    tmp_path.chmod(mode)
    line = check_folder(tmp_path)
    tmp_path.chmod(0o700)
    assert (line.state, expected in str(line.finding)) == (state, True)
    assert (f"chmod 700 {tmp_path}" in str(line.fix)) is (state is not CheckState.GOOD)


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    assert check_folder(tmp_path / "gone").state is CheckState.WARN


def test_versions_with_known_faults_are_said() -> None:
    good = LibraryVersions((3, 53, 4), (3, 0, 19), (2, 6, 0), (6, 11, 3), (3, 11, 7))
    line = check_libraries(good, TODAY)
    assert str(line.finding) == "SQLite 3.53.4, OpenSSL 3.0.19, expat 2.6.0, Qt 6.11.3, Python 3.11.7."
    assert line.state is CheckState.GOOD
    avoided = check_libraries(replace(good, sqlite=(3, 40, 1), expat=(2, 5, 0)), TODAY)
    assert "two checkpoints" in str(avoided.finding)
    assert "large tags" in str(avoided.finding)
    assert avoided.state is CheckState.GOOD
    assert check_libraries(replace(good, openssl=(3, 0, 5)), TODAY).state is CheckState.WARN
    ended = check_libraries(good, AFTER_QT)
    assert "Qt 6.11.3 has had no fixes since" in str(ended.finding)
    assert ended.state is CheckState.WARN


def test_the_versions_in_use_are_read() -> None:
    found = dict(read_library_versions().named)
    assert list(found) == ["SQLite", "OpenSSL", "expat", "Qt", "Python"]
    assert found["OpenSSL"] in ssl.OPENSSL_VERSION
    assert found["SQLite"] == sqlite3.sqlite_version
    assert found["Qt"] == PySide6.__version__
