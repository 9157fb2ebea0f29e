"""The libraries of the Windows set-up do not depend on the folder in which they were installed."""

from __future__ import annotations

from pathlib import Path

from installer.windows.libraries import copy_used


def _installed(folder: Path) -> Path:
    """A library with a script, as uv installs it: the script names the Python of the build."""
    about = folder / "keyring-25.7.0.dist-info"
    about.mkdir(parents=True)
    (folder / "keyring").mkdir()
    (folder / "bin").mkdir()
    (folder / "keyring" / "core.py").write_text("backend = 1\n", encoding="ascii")
    (folder / "bin" / "keyring").write_text(f"#!{folder}/python\n", encoding="utf-8")
    (about / "METADATA").write_text("Name: keyring\n", encoding="ascii")
    (about / "entry_points.txt").write_text("[keyring.backends]\n", encoding="ascii")
    (about / "RECORD").write_text(f"bin/keyring,sha256={abs(hash(str(folder)))},31\n", encoding="ascii")
    return folder


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_libraries_installed_in_two_folders_are_copied_alike(tmp_path: Path) -> None:
    for name in ("one", "another folder"):
        copy_used(_installed(tmp_path / name / "wheels"), tmp_path / name / "out")
    first, second = (_contents(tmp_path / name / "out") for name in ("one", "another folder"))
    assert first == second
    assert set(first) == {
        "keyring/core.py", "keyring-25.7.0.dist-info/METADATA", "keyring-25.7.0.dist-info/entry_points.txt",
    }  # fmt: skip
