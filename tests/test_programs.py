"""Tests start only programs that the set-up installs: `dev.py test` has to pass on a new computer
too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from installer.toolchain.debian import DESKTOP_TEST_PACKAGES
from tests.programs import NO_POSTGRES, OF_EVERY_SYSTEM, PROGRAMS, ROOT, find_postgres_program, is_installed


def test_a_program_that_the_set_up_does_not_install_is_not_started() -> None:
    found = next(name for name in ("awk", "perl", "find", "ls") if shutil.which(name))
    for started in (found, shutil.which(found)):
        with pytest.raises(FileNotFoundError, match="which the set-up does not install"):
            subprocess.run([str(started), "--version"], check=False)


def test_what_a_test_made_itself_and_python_are_started(tmp_path: Path) -> None:
    shutil.copy(program_of_every_system("true"), tmp_path / "own")
    assert subprocess.run([tmp_path / "own"], check=False).returncode == 0
    assert subprocess.run(["own"], check=False, env={"PATH": str(tmp_path)}).returncode == 0
    assert subprocess.run([sys.executable, "-c", ""], check=False).returncode == 0


def program_of_every_system(name: str) -> str:
    """Its path; it skips on systems that are no Unix."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not here: this is no Unix")
    return found


def test_every_program_comes_with_a_package_of_the_set_up() -> None:
    assert set(PROGRAMS.values()) <= set(DESKTOP_TEST_PACKAGES)
    assert all(map(is_installed, PROGRAMS))


def plain(package: str) -> str:
    """Without architecture and version:
    `php8.2-cli` is what `php-cli` brings, as `dbus-bin` is what `dbus` does.
    """
    return re.sub(r"[\d.]+", "", package.partition(":")[0])


@pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="only Debian can tell which package has a file")
@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_debian_has_the_program_in_that_package(name: str) -> None:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    package = plain(PROGRAMS[name].split("/")[0])
    lists = [file for file in Path("/var/lib/dpkg/info").glob("*.list") if plain(file.stem).startswith(package)]
    held = {line for file in lists for line in file.read_text("utf-8").splitlines()}
    links = {found, f"/usr/bin/{name}", f"/bin/{name}", os.path.realpath(found)}
    assert links & held, f"{found} is not of {package}"


def test_what_every_system_has_is_of_an_essential_package() -> None:
    for name in OF_EVERY_SYSTEM:
        assert Path(program_of_every_system(name)).parent.name in {"bin", "sbin"}


def test_a_program_of_postgres_is_found_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_postgres_program("nothing-of-this-name") is None
    (tmp_path / "initdb").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "initdb").chmod(0o755)
    assert find_postgres_program("initdb") == str(tmp_path / "initdb")


ENDLESS = """
from tests.child_program import ChildProgram
child = ChildProgram("http.server", "0", quiet=True)
print(child.pid, flush=True)
"""
SERVER = """
from tests.fakes.postgres_server import start_server
print((start_server() / "data/postmaster.pid").read_text().split()[0], flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no other system ends a process with its parent")
@pytest.mark.parametrize("code", [ENDLESS, SERVER], ids=["program", "PostgreSQL"])
def test_what_tests_started_ends_with_them_though_they_are_killed(code: str) -> None:
    if code == SERVER and find_postgres_program("initdb") is None:
        pytest.skip(NO_POSTGRES)
    line = [sys.executable, "-c", f"{code}input()"]
    with subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        started = [psutil.Process(int(run.stdout.readline())), *psutil.Process(run.pid).children()]
        folder = Path(started[0].cwd())
        run.kill()
    assert not psutil.wait_procs(started, timeout=20)[1]
    assert folder.exists() == (folder == ROOT)
