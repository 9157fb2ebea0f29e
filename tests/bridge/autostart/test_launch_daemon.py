"""The launch daemon of a Mac, over a fake of launchd's programs. No Mac ever ran it."""

from __future__ import annotations

import plistlib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bridge.autostart.launch_daemon import DAEMONS, LABEL, DaemonService, make_daemon
from bridge.autostart.power_on_service import ServiceState
from service.domain.errors import Refused, Unavailable

COMMAND = ["/Applications/Counterpart.app/Contents/MacOS/counterpart", "serve"]
FILE = f"{DAEMONS}/{LABEL}.plist"
PROGRAMS = {"/usr/bin/sudo", "/bin/launchctl", "/usr/bin/install", "/bin/rm", "/bin/test"}
RUNS = ServiceState(installed=True, active=True, at_power_on=True)
ABSENT = ServiceState(installed=False, active=False, at_power_on=False)


class FakeLaunchd:
    """What `sudo`, `launchctl`, `install`, `rm` and `test` do."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.programs: set[str] = set()
        self.installed = b""
        self.loaded = False
        self.fails_at = ""

    def __call__(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        self.programs.update(words[:2] if Path(words[0]).name == "sudo" else words[:1])
        words = [Path(word).name if word in PROGRAMS else word for word in words]
        line = " ".join(words)
        self.asked.append(line)
        if self.fails_at and self.fails_at in line:
            return subprocess.CompletedProcess(words, 1, "", "sudo: a password is required\n")
        match list(words):
            case ["sudo", "install", *options, source, target]:
                assert options == ["-o", "root", "-g", "wheel", "-m", "644"]
                assert target == FILE
                self.installed = Path(source).read_bytes()
            case ["sudo", "launchctl", "bootstrap", "system", _]:
                self.loaded = True
            case ["sudo", "launchctl", "bootout", _]:
                self.loaded = False
            case ["sudo", "rm", "-f", _]:
                self.installed = b""
            case ["launchctl", "print", _]:
                text = f"system/{LABEL} = {{\n\tactive count = 1\n\tstate = running\n}}\n"
                return subprocess.CompletedProcess(words, 0 if self.loaded else 113, text if self.loaded else "", "")
            case ["test", "-e", _]:
                return subprocess.CompletedProcess(words, 0 if self.installed else 1, "", "")
        return subprocess.CompletedProcess(words, 0, "", "")


@pytest.fixture
def launchd() -> FakeLaunchd:
    return FakeLaunchd()


@pytest.fixture
def daemon(tmp_path: Path, launchd: FakeLaunchd) -> DaemonService:
    return DaemonService(COMMAND, "ali", tmp_path / "my data", tmp_path / "home", launchd)


def test_the_property_list_runs_the_program_as_the_user_and_again_after_a_fault(
    daemon: DaemonService, launchd: FakeLaunchd, tmp_path: Path
) -> None:
    assert daemon.install() == RUNS
    listed = plistlib.loads(launchd.installed)
    assert listed["Label"] == LABEL
    assert listed["UserName"] == "ali"
    assert listed["RunAtLoad"] is True
    assert listed["KeepAlive"] == {"SuccessfulExit": False}
    assert listed["ExitTimeOut"] == 10
    assert listed["Umask"] == 0o077
    assert listed["EnvironmentVariables"] == {"COUNTERPART_WAITS_FOR_DATA": "on"}
    assert listed["ProgramArguments"][-2:] == COMMAND
    assert listed["StandardErrorPath"] == str(tmp_path / "my data" / "logs" / "service.log")
    assert not list((tmp_path / "my data").glob("*.plist")), "the draft is removed"


def test_it_is_removed_and_a_second_time_too(daemon: DaemonService, launchd: FakeLaunchd) -> None:
    daemon.install()
    daemon.remove()
    assert daemon.read_state() == ABSENT
    asked = len([line for line in launchd.asked if line.startswith("sudo")])
    daemon.remove()
    assert len([line for line in launchd.asked if line.startswith("sudo")]) == asked, "nobody is asked for nothing"


def test_no_program_of_another_folder_runs_as_the_administrator(daemon: DaemonService, launchd: FakeLaunchd) -> None:
    daemon.install()
    daemon.remove()
    assert launchd.programs == PROGRAMS, "a name alone would be looked for in the user's PATH"


@pytest.mark.parametrize("user", ["root", ""])
def test_the_service_never_runs_as_root(tmp_path: Path, launchd: FakeLaunchd, user: str) -> None:
    with pytest.raises(Refused, match="without sudo"):
        DaemonService(COMMAND, user, tmp_path, tmp_path, launchd).install()
    assert launchd.asked == []


def test_a_second_installation_ends_the_first(daemon: DaemonService, launchd: FakeLaunchd) -> None:
    daemon.install()
    assert daemon.install() == RUNS
    assert sum("bootout" in line for line in launchd.asked) == 1


@pytest.mark.parametrize("step", ["sudo install", "sudo launchctl bootstrap"])
def test_an_administrator_who_is_refused_leaves_nothing(
    daemon: DaemonService, launchd: FakeLaunchd, tmp_path: Path, step: str
) -> None:
    launchd.fails_at = step
    with pytest.raises(Unavailable, match="a password is required"):
        daemon.install()
    assert daemon.read_state() == ABSENT
    assert not list((tmp_path / "my data").glob("*.plist"))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, launchd: FakeLaunchd) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match="cannot be written"):
        DaemonService(COMMAND, "ali", tmp_path / "file", tmp_path, launchd).install()
    assert launchd.asked == []


@pytest.mark.skipif(sys.platform == "win32", reason="it runs a POSIX shell")
def test_the_shell_reads_the_passphrase_and_runs_the_command_as_it_is(tmp_path: Path) -> None:
    secrets = tmp_path / "service.env"
    listed = make_daemon(["printenv", "COUNTERPART_VAULT_PASSPHRASE"], "ali", tmp_path / "log", secrets)
    words = listed["ProgramArguments"]
    assert subprocess.run(words, capture_output=True, env={"PATH": "/usr/bin:/bin"}, check=False).stdout == b""
    secrets.write_text("COUNTERPART_VAULT_PASSPHRASE='a long passphrase'\n", encoding="utf-8")
    done = subprocess.run(words, capture_output=True, env={"PATH": "/usr/bin:/bin"}, check=False)
    assert done.stdout == b"a long passphrase\n"
