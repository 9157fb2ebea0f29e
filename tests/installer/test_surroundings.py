"""A build uses the commit's time and name, so that two builds of one commit are equal."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path

import pytest

from installer.linux import deb
from installer.surroundings import BUILD, EPOCH, commit_name, fix_surroundings, run, set_times
from service.version import VERSION, full_version

pytestmark = pytest.mark.usefixtures("qapp")


def test_everything_in_a_folder_gets_the_time_of_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "two").write_text("", encoding="utf-8")
    set_times(tmp_path)
    assert {path.stat().st_mtime for path in (tmp_path, *tmp_path.rglob("*"))} == {1700000000}


def test_a_tool_of_the_build_has_the_same_language_and_time_zone_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, word in {
        "LC_ALL": "xx_YY.UTF-8",
        "LANGUAGE": "ar",
        "TZ": "Asia/Bahrain",
        EPOCH: "1",
        "PYTHONHASHSEED": "1",
    }.items():
        monkeypatch.setenv(name, word)
    fix_surroundings()
    asks = "import locale, os, time; locale.setlocale(locale.LC_ALL, ''); print(time.tzname[0], os.getenv('LANGUAGE'))"
    assert run([sys.executable, "-c", asks]).split() == ["UTC", "None"]


def test_a_copy_of_the_source_names_no_commit_and_a_package_does() -> None:
    assert full_version() == VERSION
    assert commit_name() == "" or len(commit_name().partition(".")[0]) >= 7


def test_the_same_content_packed_twice_is_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EPOCH, "1700000000")
    frozen = tmp_path / "frozen"
    (frozen / "_internal").mkdir(parents=True)
    (frozen / "counterpart").write_text("#!/bin/sh\n", encoding="utf-8")
    made = []
    for attempt, moment in (("first", 1_600_000_000), ("second", 1_650_000_000)):
        os.utime(frozen / "counterpart", (moment, moment))
        made.append(deb.pack(frozen, "0.0.9", tmp_path / attempt, "gzip").read_bytes())
    assert made[0] == made[1]
    tree = BUILD / "linux" / "tree-0.0.9"
    news = gzip.decompress((tree / "usr/share/doc/counterpart/changelog.gz").read_bytes()).decode()
    assert news.startswith("counterpart (0.0.9) stable")
    assert "Tue, 14 Nov 2023" in news
    run(["rm", "-r", tree])
