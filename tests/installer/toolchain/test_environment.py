"""The .venv: created once, created again if incomplete, and every fault of the environment in one
sentence.
"""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from installer.toolchain.environment import RUNTIME_LOCKS, clean_environment, pip, set_up, utf8_locale
from installer.toolchain.errors import SetupError
from installer.toolchain.stamp import program, read_stamp

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
    root = checkout(tmp_path / "قطع غيار the shop's")
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
    root = checkout(tmp_path / "checkout")
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
