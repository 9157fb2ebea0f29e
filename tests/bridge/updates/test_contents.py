"""The list of a version's files, and what differs from it."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from bridge.updates.contents import LIST, find_faults, flush_files, write_list


@pytest.fixture
def version(tmp_path: Path) -> Path:
    """A version with its list, and a module that was compiled at the build."""
    for name in ("b.py", "a/c.py", "a/b/d.py", "a-b.py", "a/__pycache__/c.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    write_list(tmp_path)
    return tmp_path


def test_each_file_is_listed_with_its_hash_in_the_order_of_the_paths(version: Path) -> None:
    names = ("a/__pycache__/c.pyc", "a/b/d.py", "a/c.py", "a-b.py", "b.py")
    expected = "".join(f"{sha256(name.encode()).hexdigest()}  {name}\n" for name in names)
    assert (version / LIST).read_text(encoding="ascii") == expected
    assert find_faults(version) == []


def test_what_python_compiled_since_is_no_fault(version: Path) -> None:
    (version / "a" / "b" / "__pycache__").mkdir()
    (version / "a" / "b" / "__pycache__" / "d.pyc").write_bytes(b"compiled")
    assert find_faults(version) == []


def test_a_compiled_module_that_is_listed_has_to_be_the_listed_one(version: Path) -> None:
    (version / "a" / "__pycache__" / "c.pyc").write_bytes(b"other")
    assert find_faults(version) == ["a/__pycache__/c.pyc"]


@pytest.mark.skipif(os.name != "posix", reason="Windows lets few users make links")
def test_a_link_that_leads_nowhere_is_a_fault(version: Path) -> None:
    (version / "a" / "e.py").symlink_to("nowhere.py")
    assert find_faults(version) == ["a/e.py"]


def test_files_that_are_missing_changed_or_more_are_named(version: Path) -> None:
    (version / "b.py").unlink()
    (version / "a" / "c.py").write_text("changed", encoding="utf-8")
    (version / "a" / "b" / "more.py").write_text("more", encoding="utf-8")
    assert find_faults(version) == ["a/b/more.py", "a/c.py", "b.py"]


def test_a_whole_version_can_be_flushed_and_one_without_its_list_cannot(version: Path) -> None:
    flush_files(version)
    assert find_faults(version) == []
    (version / LIST).unlink()
    with pytest.raises(FileNotFoundError):
        flush_files(version)
