"""The wheel: equal from two checkouts of one commit."""

from __future__ import annotations

import zipfile
from pathlib import Path

from installer.toolchain.backend import BEGIN_OF_ZIP, settle_archive

FILES = {"bridge/__main__.py": b"print()\n" * 50, "counterpart.dist-info/RECORD": b"a,b,c\n"}


def write_archive(file: Path, date: tuple[int, int, int, int, int, int], mode: int) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in FILES.items():
            entry = zipfile.ZipInfo(name, date)
            entry.external_attr = mode << 16
            archive.writestr(entry, content)
    return file


def test_two_archives_with_other_times_and_modes_become_equal(tmp_path: Path) -> None:
    one = write_archive(tmp_path / "one.whl", (2026, 11, 23, 0, 50, 0), 0o100644)
    other = write_archive(tmp_path / "other.whl", (2025, 1, 1, 0, 0, 0), 0o100755)
    assert one.read_bytes() != other.read_bytes()
    for file in (one, other):
        settle_archive(file, 1_700_000_000)
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == FILES
        assert {entry.date_time[0] for entry in archive.infolist()} == {2023}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.whl", "other.whl"]


def test_a_time_before_the_first_of_archives_is_that_first_one(tmp_path: Path) -> None:
    file = write_archive(tmp_path / "one.whl", (2026, 11, 23, 0, 50, 0), 0o100644)
    settle_archive(file, BEGIN_OF_ZIP - 1)
    with zipfile.ZipFile(file) as archive:
        assert archive.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)
