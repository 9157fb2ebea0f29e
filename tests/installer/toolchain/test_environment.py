"""The .venv: created once, created again if incomplete, and every fault of the environment in one
sentence.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from installer.toolchain.environment import (
    RUNTIME_LOCKS,
    Stamp,
    clean_environment,
    pip,
    program,
    read_stamp,
    set_up,
    utf8_locale,
    wanted_stamp,
    write_stamp,
)
from installer.toolchain.errors import SetupError

PROJECT = '[project]\nname = "x"\n[tool.ruff]\nline-length = 100\n'
# A build backend of a few lines, so that no registry is needed: its wheel holds one program.
BACKEND = """
import zipfile
NAME = "tiny-1-py3-none-any.whl"
def build_editable(folder, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(folder + "/" + NAME, "w") as wheel:
        wheel.writestr("tiny.py", "def main():\\n    print('here')\\n")
        wheel.writestr("tiny-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1\\n")
        wheel.writestr("tiny-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("tiny-1.dist-info/entry_points.txt", "[console_scripts]\\ncounterpart = tiny:main\\n")
        wheel.writestr("tiny-1.dist-info/RECORD", "")
    return NAME
"""


def checkout(folder: Path) -> Path:
    """A folder with what the stamp is made of."""
    (folder / "installer" / "requirements").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    for name in ("runtime.txt", "dev.txt"):
        (folder / "installer" / "requirements" / name).write_text(f"# {name}\n", encoding="utf-8")
    return folder


def finished(root: Path, stamp: Stamp) -> Path:
    """A .venv with that stamp and something in the place of its Python."""
    venv = root / ".venv"
    program(venv, "python").parent.mkdir(parents=True)
    program(venv, "python").touch()
    write_stamp(venv, stamp)
    return venv


def test_a_written_stamp_reads_back_and_covers_what_it_was_made_for(tmp_path: Path) -> None:
    stamp = wanted_stamp(checkout(tmp_path), ["runtime.txt"])
    found = read_stamp(finished(tmp_path, stamp))
    assert found == stamp
    assert found.covers(stamp)


def test_more_locks_than_wanted_cover_and_fewer_do_not(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    few, many = wanted_stamp(root, ["runtime.txt"]), wanted_stamp(root, ["runtime.txt", "dev.txt"])
    assert many.covers(few)
    assert not few.covers(many)
    assert few.grows_into(many)
    assert not many.grows_into(few)


def test_a_changed_lock_is_brought_up_to_date_in_place(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    before = wanted_stamp(root, ["runtime.txt"])
    (root / "installer" / "requirements" / "runtime.txt").write_text("aiohttp==1\n", encoding="utf-8")
    after = wanted_stamp(root, ["runtime.txt"])
    assert not before.covers(after)
    assert not before.grows_into(after)
    assert before.same_base(after)


def test_settings_of_the_checks_do_not_count_but_the_project_does(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    before = wanted_stamp(root, ["runtime.txt"])
    (root / "pyproject.toml").write_text(PROJECT.replace("100", "120"), encoding="utf-8")
    assert before.covers(wanted_stamp(root, ["runtime.txt"]))
    (root / "pyproject.toml").write_text(PROJECT.replace('"x"', '"y"'), encoding="utf-8")
    assert not before.covers(wanted_stamp(root, ["runtime.txt"]))


@pytest.mark.parametrize("change", [{"python": "CPython 3.9 x86_64"}, {"place": "/elsewhere/.venv"}])
def test_another_python_or_another_folder_wants_a_new_one(tmp_path: Path, change: dict[str, str]) -> None:
    wanted = wanted_stamp(checkout(tmp_path), ["runtime.txt"])
    found = Stamp(change.get("python", wanted.python), change.get("place", wanted.place), wanted.project, wanted.locks)
    assert not found.covers(wanted)
    assert not found.same_base(wanted)
    assert not replace(found, locks={}).grows_into(wanted)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"python": 1}', "\0", '{"python":"","place":"","project":"","locks":3}']
)
def test_a_damaged_stamp_is_none(tmp_path: Path, text: str) -> None:
    venv = finished(tmp_path, wanted_stamp(checkout(tmp_path), []))
    (venv / "stamp.json").write_text(text, encoding="utf-8")
    assert read_stamp(venv) is None


def test_a_stamp_without_its_python_is_none(tmp_path: Path) -> None:
    venv = finished(tmp_path, wanted_stamp(checkout(tmp_path), []))
    program(venv, "python").unlink()
    assert read_stamp(venv) is None


def test_a_lock_that_is_missing_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"missing\.txt is missing\. Get a whole copy"):
        wanted_stamp(checkout(tmp_path), ["missing.txt"])


def make_project(folder: Path) -> Path:
    """A small project that is set up as this one is, out of nothing but its own folder."""
    (folder / "installer" / "requirements").mkdir(parents=True)
    for name in RUNTIME_LOCKS:
        (folder / "installer" / "requirements" / name).write_text("", encoding="utf-8")
    (folder / "backend.py").write_text(BACKEND, encoding="utf-8")
    (folder / "pyproject.toml").write_text(
        textwrap.dedent("""\
            [project]
            name = "tiny"
            version = "1"
            [build-system]
            requires = []
            build-backend = "backend"
            backend-path = ["."]
            """),
        encoding="utf-8",
    )
    return folder


def test_what_has_no_stamp_is_made_again_and_finished_is_left_alone(tmp_path: Path) -> None:
    root = make_project(tmp_path / "قطع غيار the shop's")
    unstamped = root / ".venv"
    python = program(unstamped, "python")
    python.parent.mkdir(parents=True)
    # It looks whole, as after a set-up that was cut off just before its end.
    (unstamped / "pyvenv.cfg").write_text(f"home = {Path(sys.executable).parent}\n", encoding="utf-8")
    for leftover in (python, program(unstamped, "counterpart"), unstamped / "half-made"):
        leftover.write_text("left by the first set-up", encoding="utf-8")
    venv = set_up(root, RUNTIME_LOCKS)
    assert not (venv / "half-made").exists()
    done = subprocess.run([program(venv, "counterpart")], capture_output=True, text=True, check=True)
    assert done.stdout == "here\n"

    mark = venv / "mark"
    mark.touch()
    assert set_up(root, RUNTIME_LOCKS) == venv
    assert mark.exists()

    (venv / "stamp.json").unlink()
    assert read_stamp(venv) is None, "so it would be made again"


def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    root = make_project(tmp_path / "make_project")
    # stands in for the read-only folder, which root could write to all the same
    (root / ".dev.lock").mkdir()
    with pytest.raises(SetupError, match=r"cannot be written to\. Copy the project to a folder of your own"):
        set_up(root, RUNTIME_LOCKS)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for pip is a shell program")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "pip._vendor.urllib3.exceptions.NameResolutionError: Temporary failure",
            "Connect this computer to the network",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "differs from its locked hash"),
        ("ERROR: No matching distribution found for cryptography", "is not made for this computer"),
        ("ERROR: something new", "pip's words above say why"),
    ],
)
def test_faults_of_pip_become_one_sentence(tmp_path: Path, words: str, sentence: str) -> None:
    python = program(tmp_path / ".venv", "python")
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\necho '{words}' >&2\nexit 1\n", encoding="utf-8")
    python.chmod(0o755)
    with pytest.raises(SetupError, match=sentence):
        pip(tmp_path / ".venv", "-r", "runtime.txt")


def test_what_would_lead_pip_elsewhere_or_slow_every_start_is_taken_out_of_the_environment() -> None:
    given = {"PATH": "/bin", "LANG": "ar_BH.UTF-8", "PIP_TARGET": "/x", "PYTHONPATH": "/y"}
    given["PYTHONDONTWRITEBYTECODE"] = "1"
    assert clean_environment(given) == {"PATH": "/bin", "LANG": "ar_BH.UTF-8"}


@pytest.mark.skipif(sys.platform != "linux", reason="only there the locale decides how names are read")
@pytest.mark.parametrize(
    ("given", "added"),
    [
        ({}, {"LC_CTYPE": "C.UTF-8"}),
        ({"LANG": "C"}, {"LC_CTYPE": "C.UTF-8"}),
        ({"LC_ALL": "POSIX", "LANG": "ar_BH.UTF-8"}, {"LC_ALL": "C.UTF-8"}),
        ({"LC_ALL": "", "LC_CTYPE": "ar_BH.UTF-8", "LANG": "C"}, {}),
        ({"LANG": "en_GB.ISO-8859-1"}, {}),
    ],
)
def test_a_bare_locale_becomes_utf8_and_any_other_is_kept(given: dict[str, str], added: dict[str, str]) -> None:
    assert utf8_locale(given) == added
