"""How the running program has a package installed: the administrator's answer, and faults."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.updates.health_probe import await_true
from bridge.updates.installation import Installation
from bridge.updates.packages import (
    check_in_use,
    has_built_feed,
    install_as_administrator,
    install_package,
    is_windows_service,
    needs_owner,
)
from bridge.watchdog.supervision import Supervision
from service.domain.errors import CounterpartError, Unavailable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows runs the set-up")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are looked for."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def write_script(folder: Path, name: str, body: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


def test_the_administrator_is_asked_for_the_program_with_the_package(path: Path, tmp_path: Path) -> None:
    write_script(path, "pkexec", f'echo "$@" > {tmp_path}/asked')
    install_as_administrator(tmp_path / "a.deb", alone=False)
    words = (tmp_path / "asked").read_text(encoding="utf-8").split()
    assert words[-4:] == ["update", "install", "--package", str(tmp_path / "a.deb")]


ENDED_BY_IT = """
from pathlib import Path
from bridge.updates.packages import install_as_administrator
install_as_administrator(Path("a.deb"), alone=False)
"""


def test_an_installation_goes_on_after_it_has_ended_the_program(path: Path, tmp_path: Path) -> None:
    warn = f"echo a warning >&2; echo whole > {tmp_path}/installed"
    write_script(path, "pkexec", f"kill -KILL $PPID; while kill -0 $PPID; do :; done 2> /dev/null; {warn}")
    ended = subprocess.run([sys.executable, "-c", ENDED_BY_IT], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert await_true((tmp_path / "installed").exists, lambda: True, 20)


def test_the_installation_gets_no_variables_of_the_frozen_program(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/counterpart/0.1.0/_internal")
    write_script(path, "systemd-run", f'echo "$LD_LIBRARY_PATH" > {tmp_path}/said')
    install_as_administrator(tmp_path / "a.deb", alone=True, systemd=tmp_path)
    assert (tmp_path / "said").read_text(encoding="utf-8") == "\n"


def test_a_service_that_installs_alone_does_so_in_a_scope_of_its_own(path: Path, tmp_path: Path) -> None:
    write_script(path, "systemd-run", f'echo "$@" > {tmp_path}/asked')
    install_as_administrator(tmp_path / "a.deb", alone=True, systemd=tmp_path)
    words = (tmp_path / "asked").read_text(encoding="utf-8").split()
    assert words[0] == "--scope"
    assert words[-4:] == ["update", "install", "--package", str(tmp_path / "a.deb")]


@pytest.mark.parametrize("code", [126, 127])
def test_an_administrator_who_does_not_agree_is_a_sentence(path: Path, tmp_path: Path, code: int) -> None:
    write_script(path, "pkexec", f"exit {code}")
    with pytest.raises(Unavailable, match="sudo counterpart update install"):
        install_as_administrator(tmp_path / "a.deb", alone=False)


def test_a_system_that_cannot_ask_is_a_sentence(path: Path, tmp_path: Path) -> None:
    assert list(path.iterdir()) == []
    with pytest.raises(Unavailable, match="sudo counterpart update install"):
        install_as_administrator(tmp_path / "a.deb", alone=False)


def test_what_the_installation_said_last_is_passed_on(path: Path, tmp_path: Path) -> None:
    write_script(path, "pkexec", "echo first >&2; echo 'It did not answer.' >&2; exit 6")
    with pytest.raises(Unavailable, match=r"was not installed: It did not answer\."):
        install_as_administrator(tmp_path / "a.deb", alone=False)


@pytest.mark.parametrize(
    ("code", "reason"),
    [(2, "could not be written. Make room on the disk"), (6, "the version before is in use"), (9, "ended with 9")],
)
def test_a_set_up_that_fails_is_a_sentence(tmp_path: Path, code: int, reason: str) -> None:
    write_script(tmp_path, "setup.exe", f"exit {code}")
    with pytest.raises(CounterpartError, match=rf"^The newer version was not installed: .*{reason}.*\.$"):
        install_package(tmp_path / "setup.exe")


def test_a_set_up_that_was_ended_too_early_is_a_sentence(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    installation.point("0.2.0~2", None)
    with pytest.raises(CounterpartError, match=r"ended too early\. 0\.2\.0~2 is in use"):
        check_in_use("0.2.1", installation)
    check_in_use("0.2.0", installation)
    check_in_use("0.2.0", None)


def test_a_copy_of_the_source_has_no_feed() -> None:
    assert not has_built_feed()


def test_only_a_supervised_program_of_windows_is_its_service(tmp_path: Path) -> None:
    supervised = Supervision(tmp_path / "running")
    assert is_windows_service(supervised, "nt")
    assert not is_windows_service(Supervision(), "nt"), "the window of the owner installs by itself"
    assert not is_windows_service(supervised, "posix")
    assert str(tmp_path / "setup.exe") in str(needs_owner(tmp_path / "setup.exe"))
