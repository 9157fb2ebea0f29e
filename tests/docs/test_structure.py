"""Folders, files and names keep to the sizes that a newcomer can take in (docs/architecture.md)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import pytest

from tests.docs.prose import ROOT, python_files

MOST_MODULES = 20
LONGEST_FILE = 350
MOST_FOLDERS = 2
SOURCE = ("service", "ui", "bridge", "installer", "dev.py")
_PYTEST_AND_PYTHON = ("__init__.py", "__main__.py", "conftest.py")
"""Names that Python and pytest give."""


def full_folders(files: Iterable[PurePosixPath]) -> dict[str, int]:
    """The folders with too many modules."""
    counts = Counter(str(file.parent) for file in files if file.name != "__init__.py")
    return {folder: count for folder, count in counts.items() if count > MOST_MODULES}


def common_names(files: Iterable[PurePosixPath]) -> dict[str, list[str]]:
    """The names that are in so many folders that they name nothing."""
    folders: dict[str, list[str]] = defaultdict(list)
    for file in files:
        if file.name not in _PYTEST_AND_PYTHON:
            folders[file.name].append(str(file.parent))
    return {name: where for name, where in folders.items() if len(where) > MOST_FOLDERS}


def too_long(file: Path) -> bool:
    """Whether a file has more lines than one reads in one go."""
    return len(file.read_text("utf-8").splitlines()) > LONGEST_FILE


@pytest.fixture(scope="module")
def files() -> list[PurePosixPath]:
    return [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in python_files()]


@pytest.mark.parametrize(("count", "expected"), [(20, {}), (21, {"a": 21})])
def test_a_full_folder_is_found(count: int, expected: dict[str, int]) -> None:
    assert full_folders(PurePosixPath(f"a/{name}.py") for name in ["__init__", *range(count)]) == expected


@pytest.mark.parametrize(("name", "expected"), [("rows.py", {"rows.py": ["a", "b", "c"]}), ("conftest.py", {})])
def test_a_name_in_three_folders_is_found(name: str, expected: dict[str, list[str]]) -> None:
    assert common_names(PurePosixPath(folder) / name for folder in "abc") == expected
    assert common_names(PurePosixPath(folder) / name for folder in "ab") == {}


@pytest.mark.parametrize(("lines", "expected"), [(350, False), (351, True)])
def test_a_long_file_is_found(tmp_path: Path, lines: int, expected: bool) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 1\n" * lines, "utf-8")
    assert too_long(file) is expected


def test_no_folder_has_too_many_modules(files: list[PurePosixPath]) -> None:
    assert full_folders(files) == {}


def test_no_name_stands_in_three_folders(files: list[PurePosixPath]) -> None:
    assert common_names(files) == {}


def test_no_source_file_is_too_long(files: list[PurePosixPath]) -> None:
    assert [str(file) for file in files if file.parts[0] in SOURCE and too_long(ROOT / file)] == []
