"""The licences in the packages: each part has its text, and the built trees contain all of them."""

from __future__ import annotations

import re
import struct
from importlib import metadata
from pathlib import Path

import pytest
from cyclonedx.spdx import is_expression, is_supported_id

from installer.licences.collecting import (
    FOLDER,
    FONTS,
    LOCK,
    NEWER_QT_PARTS,
    NOT_SHIPPED,
    distributions_held,
    distributions_in,
    distributions_not_listed,
    file_version,
    linux_parts,
    locked_distributions,
    macos_parts,
    parts_of,
    psycopg_parts,
    python_library_parts,
    shared_parts,
    system_libraries,
    visual_runtime_parts,
)
from installer.licences.part import NOTICE, Part, without_owner, write_licences
from installer.linux.freeze import OUT
from installer.surroundings import ROOT
from installer.toolchain.errors import SetupError
from installer.windows.setup import TREE


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


FROZEN = OUT / "counterpart" / "_internal"
TREES = {"linux": FROZEN / FOLDER, "windows": TREE / "program" / FOLDER}


def a_part(*texts: tuple[str, Path]) -> Part:
    return Part("IBM Plex", "1.0", "OFL-1.1", "https://example.org", texts)


def made(folder: Path, name: str, *files: str) -> metadata.Distribution:
    """A distribution as pip leaves it."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nLicense: MIT\n", "utf-8")
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("You may.", encoding="utf-8")
    (info / "RECORD").write_text("".join(f"{file},,\n" for file in files), encoding="utf-8")
    return next(iter(distributions_in(folder)))


def test_texts_are_taken_from_a_distributions_own_metadata(tmp_path: Path) -> None:
    info = "one-1.0.dist-info"
    files = (f"{info}/licenses/LICENSE", f"{info}/licenses/vendor/llhttp/LICENSE", f"{info}/NOTICE", "one/license.py")
    part = next(parts_of([made(tmp_path, "one", *files)]))
    assert [name for name, _ in part.texts] == ["LICENSE", "vendor-llhttp-LICENSE", "NOTICE"]
    assert (part.name, part.version, part.licence) == ("one", "1.0", "MIT")


def test_what_the_package_has_nothing_of_is_no_part_of_it(tmp_path: Path) -> None:
    packed, unused = (
        made(tmp_path / "1", "packed", "packed/__init__.py"),
        made(tmp_path / "2", "unused", "unused.py", "../../bin/unused"),
    )
    assert [one.name for one in distributions_held([packed, unused], {"json", "packed"})] == ["packed"]


def test_a_tool_of_the_checkout_in_the_package_is_found(tmp_path: Path) -> None:
    locked, tool, neighbour = (
        made(tmp_path / "1", "locked", "locked/__init__.py", "shared/locked.py"),
        made(tmp_path / "2", "tool", "tool/__init__.py"),
        made(tmp_path / "3", "neighbour", "shared/neighbour.py"),
    )
    everything = [locked, tool, neighbour]
    assert distributions_not_listed(everything, [locked], {"json", "locked", "shared"}) == []
    assert distributions_not_listed(everything, [locked], {"json", "locked", "tool"}) == ["tool"]


def test_what_has_no_text_or_an_empty_one_does_not_go_into_a_package(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="No licence of bare was found"):
        write_licences(list(parts_of([made(tmp_path / "in", "bare")])), tmp_path / "out")
    (tmp_path / "empty").write_bytes(b"")
    for text in (tmp_path / "empty", tmp_path / "nowhere"):
        with pytest.raises(SetupError, match="missing or empty"):
            write_licences([a_part(("LICENSE", text))], tmp_path / "out")


def test_the_notice_names_each_part_its_licence_its_source_and_its_folder(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("You may.", encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "of an earlier build").write_text("", encoding="utf-8")
    write_licences([a_part(("OFL.txt", tmp_path / "text"))], tmp_path / "out")
    notice = (tmp_path / "out" / NOTICE).read_text(encoding="utf-8")
    assert "\nIBM Plex 1.0\n    OFL-1.1\n    https://example.org\n    ibm-plex/\n" in notice
    assert "GNU Lesser General Public License, version 3" in notice
    assert (tmp_path / "out" / "ibm-plex" / "OFL.txt").read_text(encoding="utf-8") == "You may."
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [NOTICE, "ibm-plex"]


def test_every_locked_distribution_of_this_computer_has_its_texts() -> None:
    parts = list(parts_of(locked_distributions(LOCK)))
    assert len(parts) > 30
    assert [part.name for part in parts if not part.texts] == []
    assert not {part.name for part in parts} & set(NOT_SHIPPED)


def test_every_licence_is_named_as_spdx_names_it() -> None:
    parts = [*shared_parts(), *parts_of(locked_distributions(LOCK))]
    licences = {part.name: part.licence.split(";")[0] for part in parts}
    assert [name for name, one in licences.items() if not is_supported_id(one) and not is_expression(one)] == []


def test_no_two_parts_of_a_package_share_a_folder(tmp_path: Path) -> None:
    parts = [*shared_parts(), *linux_parts(tmp_path, Path), *parts_of(locked_distributions(LOCK))]
    folders = [part.folder for part in parts]
    assert [folder for folder in folders if folders.count(folder) > 1] == []


def test_parts_of_qt_that_are_newer_than_debians_list_have_their_licence() -> None:
    text = dict(NEWER_QT_PARTS)["newer-parts.txt"].read_text(encoding="utf-8")
    for name in ("Emoji Segmenter", "Public Suffix List", "Unicode Character Database", "UNICODE LICENSE V3"):
        assert name in text
    assert all(dict(NEWER_QT_PARTS)[name].stat().st_size > 9000 for name in re.findall(r"\S+: (\S+\.txt)", text))


def test_every_font_in_the_program_has_its_licence() -> None:
    families = {path.name.split("-")[0] for path in (ROOT / "ui" / "theme" / "fonts").glob("*.ttf")}
    listed = {file.split("-")[0] for *_, file in FONTS}
    assert {family.removesuffix("Display").removesuffix("Variable") for family in families} <= listed
    qt = next(part for part in shared_parts() if part.name == "Qt")
    assert qt.licence.startswith("LGPL-3.0-only")
    assert qt.version in qt.source


def test_the_revision_of_a_font_is_that_in_its_file() -> None:
    for _, revision, _, file in FONTS:
        for font in (ROOT / "ui" / "theme" / "fonts").glob(f"{file.split('-')[0]}-*.ttf"):
            assert f"{revision_in(font.read_bytes()):.3f}" == revision, font.name


def revision_in(font: bytes) -> float:
    """The 16.16 number in the table `head`."""
    tables = (struct.unpack_from(">4s4xL", font, 12 + 16 * place) for place in range(int.from_bytes(font[4:6])))
    start: int = next(start for name, start in tables if name == b"head")
    return int.from_bytes(font[start + 4 : start + 8]) / 65536


@pytest.mark.parametrize("system", TREES)
def test_a_built_tree_holds_the_licence_of_everything_in_it(system: str) -> None:
    folder = TREES[system]
    if not folder.exists():
        pytest.skip(f"there is no build for {system}")
    notice = (folder / NOTICE).read_text(encoding="utf-8")
    named = {line.strip().rstrip("/") for line in notice.splitlines() if line.endswith("/")}
    held = {path.name for path in folder.iterdir() if path.is_dir()}
    wanted = {"qt", "python", "inter", "jetbrains-mono", "ibm-plex-sans-arabic", "lucide", "pyside6-essentials"}
    library = FROZEN if system == "linux" else TREE / "library"
    wanted |= {part.name for part in parts_of(distributions_in(library))}
    assert held - {""} <= named
    assert wanted <= held
    assert all(any(text.stat().st_size > 100 for text in (folder / name).iterdir()) for name in held)
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (folder / "qt" / "LGPL-3.txt").read_text(encoding="utf-8")
    if system == "linux":
        assert all(f"{library}" in notice for library in system_libraries(OUT / "counterpart"))
