"""The licences in the packages: each part has its text, and the built trees contain all of them."""

from __future__ import annotations

import re
import struct
from importlib import metadata
from pathlib import Path

import pytest
from cyclonedx.spdx import is_expression, is_supported_id

from installer.licences.bundled import FONTS, NEWER_QT_PARTS, linux_parts, shared_parts, system_libraries
from installer.licences.collecting import FOLDER, LOCK
from installer.licences.distributions import (
    NOT_SHIPPED,
    distributions_held,
    distributions_in,
    distributions_not_listed,
    locked_distributions,
    parts_of,
)
from installer.licences.part import NOTICE, Part, write_licences
from installer.linux.freeze import OUT
from installer.surroundings import ROOT
from installer.toolchain.errors import SetupError
from installer.windows.setup import TREE

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
