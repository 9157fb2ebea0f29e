"""Machine code in a package belongs to a part with a version, or nothing is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from installer.licences.part import Part, native_files, need_owners, owner_of, without_owner
from installer.toolchain.errors import SetupError

QT = Part("Qt", "6.11.3", "LGPL-3.0-only", "https://qt.io", (), files=("*/PySide6/Qt6*.dll",))
WHEEL = Part("pyside6", "6.11", "LGPL-3.0-only", "https://qt.io", (),
             files=("library/PySide6/Qt6Core.dll", "library/PySide6/QtCore.pyd"))  # fmt: skip
NAMELESS = Part("runtime", "", "unchanged", "https://example.org", (), files=("library/vcomp140.dll",))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A library of Qt, one of its wheel, one without a suffix for Linux, a text and a link."""
    contents = {"Qt6Core.dll": b"MZ\x90\0", "QtCore.pyd": b"MZ", "helper": b"\x7fELF\2", "notes.dll": b"My notes"}
    folder = tmp_path / "library" / "PySide6"
    folder.mkdir(parents=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / "linked.so").symlink_to("helper")
    return tmp_path


def test_machine_code_is_found_by_content_whatever_its_name(tree: Path) -> None:
    names = [Path(path).name for path in native_files(tree)]
    assert names == ["Qt6Core.dll", "QtCore.pyd", "helper"]


def test_a_part_inside_a_wheel_owns_its_files_before_the_wheel() -> None:
    assert owner_of("library/PySide6/Qt6Core.dll", [QT, WHEEL]) is QT
    assert owner_of("library/PySide6/QtCore.pyd", [QT, WHEEL]) is WHEEL
    assert owner_of("library/other/QtCore.pyd", [QT, WHEEL]) is None


def test_a_library_of_no_part_stops_the_build_and_is_named(tree: Path) -> None:
    with pytest.raises(SetupError, match=r"these files: library/PySide6/helper\. See"):
        need_owners(tree, [QT, WHEEL])
    (tree / "library" / "PySide6" / "helper").unlink()
    need_owners(tree, [QT, WHEEL])


def test_a_part_without_a_version_owns_nothing() -> None:
    assert without_owner(["library/vcomp140.dll"], [NAMELESS]) == ["library/vcomp140.dll"]
