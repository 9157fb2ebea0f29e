"""The folder in memory for a test run: only where there is room, and gone after."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from installer.toolchain.memory_folder import (
    MEMORY_INFO,
    NEEDED_BYTES,
    PREFIX,
    SHARED_MEMORY,
    YOUNG_S,
    available_bytes,
    fast_temporary_folder,
    has_room,
    locked,
    remove_leftovers,
)

LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="memory folders are Linux's")
PLENTY = f"MemTotal: 99 kB\nMemAvailable:   {2 * NEEDED_BYTES // 1024} kB\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLENTY, 2 * NEEDED_BYTES),
        ("MemAvailable: 12 kB", 12 * 1024),
        ("MemFree: 12 kB", 0),
        ("MemAvailable: unknown", 0),
        ("MemAvailable:", 0),
        ("", 0),
    ],
)
def test_available_memory_is_read_or_none(text: str, expected: int) -> None:
    assert available_bytes(text) == expected


def test_a_folder_that_is_not_there_has_no_room(tmp_path: Path) -> None:
    assert not has_room(tmp_path / "none", PLENTY)


@LINUX_ONLY
def test_little_memory_is_left_to_the_tests(tmp_path: Path) -> None:
    roomy = shutil.disk_usage(tmp_path).free >= NEEDED_BYTES
    assert has_room(tmp_path, PLENTY) == roomy
    assert not has_room(tmp_path, "MemAvailable: 1000 kB")


def test_the_folder_is_in_memory_and_goes_at_the_end_or_there_is_none() -> None:
    room = MEMORY_INFO.exists() and has_room(SHARED_MEMORY, MEMORY_INFO.read_text())
    with fast_temporary_folder() as folder:
        assert (folder is not None) == room
        if folder:
            assert folder.parent == SHARED_MEMORY
            (folder / "rest").write_text("left over")
    assert folder is None or not folder.exists()


def run_folder(parent: Path, name: str) -> tuple[Path, float]:
    """A folder of a run with a file in it, and the time at which it is no longer young."""
    folder = parent / name
    folder.mkdir()
    (folder / "rest").write_text("left over")
    return folder, folder.stat().st_mtime + YOUNG_S + 1


@LINUX_ONLY
def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    left, later = run_folder(tmp_path, f"{PREFIX}killed")
    foreign, _ = run_folder(tmp_path, "another-program")
    remove_leftovers(tmp_path, later)
    assert not left.exists()
    assert (foreign / "rest").exists()


@LINUX_ONLY
def test_the_folder_of_a_run_that_goes_on_stays(tmp_path: Path) -> None:
    running, later = run_folder(tmp_path, f"{PREFIX}running")
    with locked(running):
        remove_leftovers(tmp_path, later)
        assert (running / "rest").exists()
    remove_leftovers(tmp_path, later)
    assert not running.exists()


@LINUX_ONLY
def test_the_folder_of_a_run_that_just_began_stays(tmp_path: Path) -> None:
    begun, later = run_folder(tmp_path, f"{PREFIX}begun")
    remove_leftovers(tmp_path, later - 2)
    assert (begun / "rest").exists()


@LINUX_ONLY
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    outside, later = run_folder(tmp_path, "outside")
    link = tmp_path / f"{PREFIX}link"
    link.symlink_to(outside)
    os.utime(link, (0, 0), follow_symlinks=False)
    remove_leftovers(tmp_path, later)
    assert (outside / "rest").exists()
    assert link.is_symlink()


@LINUX_ONLY
def test_a_run_holds_the_lock_of_its_folder() -> None:
    with fast_temporary_folder() as folder:
        if folder is None:
            pytest.skip("no room in memory")
        with pytest.raises(BlockingIOError), locked(folder):
            pass
