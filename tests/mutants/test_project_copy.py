"""The copy of the project follows each change."""

from __future__ import annotations

import os
from pathlib import Path

from tests.mutants.project_copy import update_copy


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def read_all(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8")
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_the_copy_follows_each_change(tmp_path: Path) -> None:
    source, copy = tmp_path / "source", tmp_path / "copy"
    for name in ("a.py", "deep/b.py", "deep/c.py", "turned", "screenshots/one.png", "__pycache__/a.pyc"):
        write(source / name, name)
    update_copy(source, copy)
    assert read_all(copy) == {name: name for name in ("a.py", "deep/b.py", "deep/c.py", "turned")}
    write(copy / "__pycache__" / "a.pyc", "compiled here")
    write(source / "a.py", "A.PY")
    (source / "deep" / "c.py").unlink()
    (source / "turned").unlink()
    write(source / "turned" / "d.py", "d")
    write(copy / "harm.txt", "by a mutant")
    harmed = write(copy / "deep" / "b.py", "harmed")
    os.utime(harmed, ns=(1, 1))
    update_copy(source, copy)
    assert read_all(copy) == {
        "__pycache__/a.pyc": "compiled here",
        "a.py": "A.PY",
        "deep/b.py": "deep/b.py",
        "turned/d.py": "d",
    }


def test_an_equal_file_is_not_copied_again(tmp_path: Path) -> None:
    source, copy = tmp_path / "source", tmp_path / "copy"
    write(source / "a.py", "a")
    update_copy(source, copy)
    first = (copy / "a.py").stat()
    update_copy(source, copy)
    assert (copy / "a.py").stat().st_ctime_ns == first.st_ctime_ns
