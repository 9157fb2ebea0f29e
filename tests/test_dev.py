"""dev.py: its commands, and rules for the locks, for CI and for the folders."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from installer.toolchain.environment import DEV_LOCKS

ROOT = Path(__file__).resolve().parent.parent
LOCKED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", re.MULTILINE)


def dev_py(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the dev.py of that folder to its end."""
    line = [sys.executable, str(root / "dev.py"), *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """dev.py with what it is made of, and nothing of the project."""
    shutil.copy(ROOT / "dev.py", tmp_path)
    (tmp_path / "installer").mkdir()
    shutil.copy(ROOT / "installer" / "__init__.py", tmp_path / "installer")
    shutil.copytree(
        ROOT / "installer" / "toolchain",
        tmp_path / "installer" / "toolchain",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return tmp_path


def test_without_a_command_it_says_how_it_is_used(bare: Path) -> None:
    for arguments in ((), ("frob",)):
        done = dev_py(bare, *arguments)
        assert done.returncode == 2
        assert "python3 dev.py COMMAND" in done.stderr
    helped = dev_py(bare, "--help")
    assert helped.returncode == 0
    assert "python3 dev.py COMMAND" in helped.stdout


@pytest.mark.parametrize("name", ["bench", "soak", "screenshots", "package", "try"])
def test_a_command_whose_module_is_missing_says_so(bare: Path, name: str) -> None:
    done = dev_py(bare, name)
    assert done.returncode == 1
    assert re.fullmatch(r"dev\.py: This copy of the project has no \S+, so there is nothing to run\.\n", done.stderr)


@pytest.mark.parametrize("name", ["run", "lint", "setup", "test", "mutants", "lock"])
def test_a_copy_that_is_not_whole_gets_one_line(bare: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(bare))  # no apt-get from a test
    done = dev_py(bare, name)
    assert done.returncode == 1
    assert done.stderr.endswith("is missing. Get a whole copy of the project.\n")
    assert done.stderr.count("\n") == 1


def test_files_and_folders_become_the_names_of_mutants() -> None:
    assert dev.mutant_names(["service/domain/money.py", "service/domain/"]) == [
        "service.domain.money.*",
        "service.domain.*",
    ]


@pytest.mark.parametrize(
    ("arguments", "window", "passed"),
    [
        ([], True, []),
        ([], False, ["serve"]),
        (["--data-dir", "x"], False, ["serve", "--data-dir", "x"]),
        (["--data-dir", "x"], True, ["--data-dir", "x"]),
        (["keys", "list"], False, ["keys", "list"]),
        (["--data-dir", "x", "keys", "list"], False, ["--data-dir", "x", "keys", "list"]),
        (["--staging", "sample"], False, ["--staging", "sample"]),
        (["--port", "8711"], False, ["serve", "--port", "8711"]),
        (["--hidden"], False, ["serve"]),
        (["--hidden"], True, ["--hidden"]),
        (["-h"], False, ["-h"]),
        (["--help"], False, ["--help"]),
        (["--version"], False, ["--version"]),
    ],
)
def test_without_a_window_the_program_serves(arguments: list[str], window: bool, passed: list[str]) -> None:
    assert dev.program_arguments(arguments, window=window) == passed


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_a_display_is_x11_or_wayland() -> None:
    assert dev.has_display({"DISPLAY": ":0"})
    assert dev.has_display({"WAYLAND_DISPLAY": "wayland-0"})
    assert not dev.has_display({"DISPLAY": ""})


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows dev.py waits instead")
def test_handing_over_gives_back_the_programs_own_end(bare: Path) -> None:
    child = "import os; print(os.getpid()); raise SystemExit(7)"
    code = f"import dev, os, sys; dev.hand_over([sys.executable, '-c', {child!r}], os.environ)"
    with subprocess.Popen([sys.executable, "-c", code], cwd=bare, stdout=subprocess.PIPE, text=True) as process:
        printed, _ = process.communicate()
        assert int(printed) == process.pid  # the same process: every signal reaches it
        assert process.returncode == 7


def test_on_waiting_the_exit_code_comes_back() -> None:
    assert dev.wait_for([sys.executable, "-c", "raise SystemExit(7)"], {}) == 7


@pytest.mark.parametrize("name", DEV_LOCKS)
def test_every_locked_package_has_hashes_and_no_registry_is_named(name: str) -> None:
    text = (ROOT / "installer" / "requirements" / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert entries
    assert [entry for entry in entries if not LOCKED.match(entry) or "--hash=sha256:" not in entry] == []
    assert "://" not in text
    assert "index-url" not in text
    assert "find-links" not in text


def test_the_longer_lock_has_the_same_versions() -> None:
    runtime, dev_lock = (
        dict(LOCKED.findall((ROOT / "installer" / "requirements" / name).read_text(encoding="utf-8")))
        for name in ("runtime.txt", "dev.txt")
    )
    assert runtime.items() <= dev_lock.items()
    assert runtime["pyside6-essentials"] == runtime["shiboken6"]
    assert runtime["pyside6-essentials"].startswith("6.11.")


def test_ci_runs_the_one_command() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").split("\n")
    assert [line for line in lines if "python" in line] == ["exec python3 dev.py test"]


def test_every_room_is_a_package() -> None:
    """The arrows are checked only where import-linter sees a package."""
    folders = {path.parent for room in ("service", "ui", "bridge") for path in (ROOT / room).rglob("*.py")}
    assert sorted(str(folder) for folder in folders if not (folder / "__init__.py").exists()) == []
