"""The file of a folder, and whether it is fully written (pull §3)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.domain.times import Millis
from service.files.file_errors import FileError, FileUnavailable
from service.files.folder import FileStamp, is_stable, newest_matching, read_stamp


def made(folder: Path, name: str, modified: int) -> Path:
    path = folder / name
    path.write_text("x", encoding="utf-8")
    os.utime(path, (modified, modified))
    return path


def test_the_newest_matching_file(tmp_path: Path) -> None:
    made(tmp_path, "stock-1.csv", 100)
    newest = made(tmp_path, "Stock-2.CSV", 200)
    for name in ("~$stock-3.csv", ".stock-4.csv", "stock-5.csv.part", "other.csv"):
        made(tmp_path, name, 300)
    (tmp_path / "stock-6.csv").mkdir()
    assert newest_matching(tmp_path, "stock*.csv") == newest
    assert newest_matching(tmp_path, "stock-?.csv") == newest


def test_no_file_no_folder_no_sense(tmp_path: Path) -> None:
    with pytest.raises(FileUnavailable, match="No file in"):
        newest_matching(tmp_path, "*.csv")
    with pytest.raises(FileUnavailable, match="cannot be read now"):
        newest_matching(tmp_path / "gone", "*.csv")
    with pytest.raises(FileError, match="names a folder"):
        newest_matching(tmp_path, "../*.csv")


def seen(at: int, size: int, modified: int = 1) -> FileStamp:
    return FileStamp(Millis(at), size, modified)


@pytest.mark.parametrize(
    ("sightings", "now", "steady"),
    [
        ([], 20_000, False),
        ([seen(0, 5)], 9_999, False),
        ([seen(0, 5), seen(10_000, 5)], 10_000, True),
        ([seen(0, 5), seen(5_000, 6), seen(10_000, 6)], 10_000, False),
        ([seen(0, 5), seen(5_000, 6), seen(10_000, 6)], 15_000, True),
        ([seen(0, 5), seen(5_000, 5, 2), seen(10_000, 5, 2)], 12_000, False),
        ([seen(0, 0), seen(60_000, 0)], 60_000, False),
    ],
)
def test_steadiness(sightings: list[FileStamp], now: int, steady: bool) -> None:
    assert is_stable(sightings, Millis(now)) is steady


def test_a_sighting_is_of_size_and_time(tmp_path: Path) -> None:
    path = made(tmp_path, "a.csv", 100)
    assert read_stamp(path, Millis(5)) == FileStamp(Millis(5), 1, 100_000_000_000)
    with pytest.raises(FileUnavailable):
        read_stamp(tmp_path / "gone", Millis(0))
