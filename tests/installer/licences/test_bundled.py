"""The parts of packages that no wheel names, with the versions in their files."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from installer.licences.bundled import (
    file_version,
    macos_parts,
    psycopg_parts,
    python_library_parts,
    system_libraries,
    visual_runtime_parts,
)
from installer.licences.collecting import LOCK
from installer.licences.native_files import without_owner


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


WHEEL = (
    "libcom_err-2abe824b.so.2.1", "libcom_err-55c5739a.so.3.0", "libcrypt-bc2db45e.so.1", "libcrypto-3a0647ea.so.3",
    "libgssapi_krb5-923083ce.so.2.2", "libk5crypto-459efceb.so.3.1", "libkeyutils-dfe70bd6.so.1.5",
    "libkrb5-f18b4d11.so.3.3", "libkrb5support-93fbab13.so.0.1", "liblber-7b3e3cc5.so.2.0.200",
    "libldap-fb847fea.so.2.0.200", "libpq-e9b5c9ac.so.5.18", "libsasl2-84219a89.so.3.0.0", "libssl-6a9b88ec.so.3",
)  # fmt: skip
"""What psycopg's wheel for Linux brings."""


ON_MAC = (
    "libcom_err.3.0.dylib", "libcrypto.3.dylib", "libgssapi_krb5.2.2.dylib", "libk5crypto.3.1.dylib",
    "libkrb5.3.3.dylib", "libkrb5support.1.1.dylib", "liblber.2.dylib", "libldap.2.dylib", "libpq.5.dylib",
    "libssl.3.dylib",
)  # fmt: skip


def lay_out(folder: Path, names: tuple[str, ...], where: str = "psycopg_binary.libs") -> list[str]:
    """The libraries in a package; their paths."""
    place = folder / "_internal" / where
    place.mkdir(parents=True)
    for name in names:
        (place / name).write_bytes(b"OpenSSL 3.5.9 29 Sep 2026")
        (folder / "_internal" / name).symlink_to(place / name)
    return [f"_internal/{where}/{name}" for name in names]


@pytest.mark.parametrize(("names", "where"), [(WHEEL, "psycopg_binary.libs"), (ON_MAC, "psycopg_binary/.dylibs")])
def test_each_library_of_psycopgs_wheel_is_a_part_with_a_text(
    tmp_path: Path, names: tuple[str, ...], where: str
) -> None:
    paths = lay_out(tmp_path, names, where)
    parts = psycopg_parts(tmp_path, Path)
    assert without_owner(paths, parts) == []
    assert sum(len(part.files) for part in parts) == len(paths), "none has two"
    assert all(part.texts and part.version for part in parts)
    assert system_libraries(tmp_path) == [], "its links are no libraries of the system"


def test_windows_has_two_of_them_with_versions_of_their_own(tmp_path: Path) -> None:
    *_, libpq, _ssl = lay_out(tmp_path, ("libcrypto-3-x64-cf63.dll", "libpq-f339.dll", "libssl-3-x64-4e7c.dll"))
    (tmp_path / libpq).write_bytes(library(18, 0, 4, 0))
    parts = {part.name: part.version for part in psycopg_parts(tmp_path, Path)}
    assert parts == {"libpq": "18.4", "OpenSSL of psycopg": "3.5.9"}


def test_the_application_of_a_mac_lists_them_too(tmp_path: Path) -> None:
    lay_out(tmp_path, ON_MAC, "psycopg_binary/.dylibs")
    named = {part.name for part in macos_parts(tmp_path)}
    assert named >= {"libpq", "OpenSSL of psycopg", "Kerberos 5", "OpenLDAP", "LibYAML"}


def test_the_listed_libraries_are_those_of_the_locked_wheel() -> None:
    assert "psycopg-binary==3.3.9" in LOCK.read_text(encoding="utf-8")
