"""The parts of the Windows set-up that no wheel names, with the versions in their files."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from installer.licences.bundled import file_version, python_library_parts, visual_runtime_parts

if TYPE_CHECKING:
    from pathlib import Path


def test_the_four_numbers_are_read_high_word_first() -> None:
    fixed = struct.pack("<IIII", 0xFEEF04BD, 0x10000, 0x000E002C, 0x898B0000)
    assert file_version(b"MZ" + bytes(70) + fixed + bytes(8)) == "14.44.35211.0"


def test_a_file_without_resources_or_with_half_of_them_names_none() -> None:
    assert file_version(b"MZ" + bytes(70)) == ""
    assert file_version(b"MZ" + struct.pack("<II", 0xFEEF04BD, 0x10000)) == ""


def library(*version: int) -> bytes:
    """A library with that version in its resources."""
    first, second, third, fourth = version
    numbers = struct.pack("<IIII", 0xFEEF04BD, 0x10000, first << 16 | second, third << 16 | fourth)
    return b"MZ" + bytes(62) + numbers


def test_each_version_of_microsofts_runtime_is_a_part_with_its_files(tmp_path: Path) -> None:
    files = {
        "runtime/vcruntime140.dll": library(14, 42, 34226, 3),
        "library/shiboken6/vcruntime140.dll": library(14, 44, 35211, 0),
        "library/msvcp140-a4c2229b.dll": library(14, 44, 35211, 0),
        "library/other.dll": library(1, 0, 0, 0),
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    parts = visual_runtime_parts(tmp_path, tmp_path / "LICENSE.txt")
    assert {part.version: part.files for part in parts} == {
        "14.42.34226.3": ("runtime/vcruntime140.dll",),
        "14.44.35211.0": ("library/msvcp140-a4c2229b.dll", "library/shiboken6/vcruntime140.dll"),
    }
    assert len({part.folder for part in parts}) == 2


def test_a_runtime_that_names_no_version_is_a_part_without_one(tmp_path: Path) -> None:
    (tmp_path / "msvcp140.dll").write_bytes(b"MZ")
    assert [part.version for part in visual_runtime_parts(tmp_path, tmp_path)] == [""]


def test_the_libraries_that_came_with_python_have_versions_and_names_in_lists_of_vulnerabilities(
    tmp_path: Path,
) -> None:
    parts = python_library_parts(tmp_path / "LICENSE.txt", lambda package: tmp_path / package)
    assert {part.name for part in parts} == {"SQLite", "libffi", "expat", "bzip2", "xz", "zlib"}
    assert [part.name for part in parts if not (part.version and part.url and part.product and part.texts)] == []
