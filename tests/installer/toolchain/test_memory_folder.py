"""The folder in memory for a test run: only where there is room, and gone after."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from installer.toolchain.memory_folder import (
    MEMORY_INFO,
    NEEDED_BYTES,
    SHARED_MEMORY,
    available_bytes,
    fast_temporary_folder,
    has_room,
)

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


@pytest.mark.skipif(sys.platform != "linux", reason="memory folders are Linux's")
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
