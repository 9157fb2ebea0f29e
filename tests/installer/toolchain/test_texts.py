"""The compiled translations: made where they are old, replaced in one step, needed by the wheel."""

from __future__ import annotations

import os
from pathlib import Path

import PySide6
import pytest

from installer.toolchain.backend import get_requires_for_build_wheel
from installer.toolchain.environment import make_texts
from installer.toolchain.errors import SetupError
from installer.toolchain.texts import compile_texts, list_old_texts

LRELEASE = Path(PySide6.__file__).with_name("lrelease")
TEXT = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar"><context><name>Pane</name>
<message><source>Part</source><translation>قطعة</translation></message></context></TS>
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "ui" / "i18n"
    folder.mkdir(parents=True)
    file = folder / "ar.ts"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_what_is_missing_or_older_is_compiled(source: Path, tmp_path: Path) -> None:
    assert list_old_texts(tmp_path) == [source]
    compile_texts(tmp_path, LRELEASE)
    assert "قطعة".encode("utf-16-be") in source.with_suffix(".qm").read_bytes()
    assert list_old_texts(tmp_path) == []
    later = source.with_suffix(".qm").stat().st_mtime_ns + 1
    os.utime(source, ns=(later, later))
    assert list_old_texts(tmp_path) == [source]


def test_the_file_that_a_running_program_has_mapped_does_not_change(source: Path, tmp_path: Path) -> None:
    compile_texts(tmp_path, LRELEASE)
    mapped = tmp_path / "mapped"
    mapped.hardlink_to(source.with_suffix(".qm"))
    later = mapped.stat().st_mtime_ns + 1
    os.utime(source, ns=(later, later))
    compile_texts(tmp_path, LRELEASE)
    assert not mapped.samefile(source.with_suffix(".qm"))
    assert sorted(file.name for file in source.parent.iterdir()) == ["ar.qm", "ar.ts"]


def test_a_source_that_cannot_be_read_is_named(source: Path, tmp_path: Path) -> None:
    source.write_text("<<<<<<< HEAD\n", encoding="utf-8")
    with pytest.raises(SetupError, match=r"ar\.ts was not compiled by Qt's lrelease"):
        compile_texts(tmp_path, LRELEASE)


@pytest.mark.usefixtures("source")
def test_where_qt_cannot_run_the_set_up_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_texts(tmp_path, tmp_path / ".venv")
    assert "The Arabic texts are missing" in capsys.readouterr().err


def test_a_wheel_needs_qt_while_something_is_to_be_compiled(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "installer" / "requirements").mkdir(parents=True)
    (tmp_path / "installer" / "requirements" / "runtime.in").write_text("aiohttp\nPySide6-Essentials~=6.11.0\n")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "tiny"\nversion = "1"\n[tool.setuptools]\npackages = []\n'
    )
    monkeypatch.chdir(tmp_path)
    assert get_requires_for_build_wheel() == ["PySide6-Essentials~=6.11.0"]
    source.with_suffix(".qm").touch()
    later = source.stat().st_mtime_ns + 1
    os.utime(source.with_suffix(".qm"), ns=(later, later))
    assert get_requires_for_build_wheel() == []
